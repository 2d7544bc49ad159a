// One step in full: its line, its error, what is known of its target, and the screen before and after it.

import {el} from "./dom.js";
import {t, language} from "./words.js";
import {duration, moment} from "./times.js";
import {PHASES, stateOf} from "./run_model.js";
import {tags} from "./step_list.js";
import {errorBlock} from "./error_block.js";
import {pictureView, drawingsOf} from "./picture_view.js";

const LONGEST = 2000;

export function stepView(model, step, onLine = null) {
  const operation = model.operation(step);
  const state = stateOf(step);
  const known = step.diagnostic ?? (step.error ? { message: step.error } : null);
  const before = known?.details?.["before it"];
  const rest = before ? { "before it": before } : {};
  const said = known && step.halt ? { ...known, details: rest } : known; // a halt is told with its picture
  return el(
    "article", { class: "step-view", "aria-label": model.title(step) },
    el("header", {},
      el("h3", {}, model.title(step)),
      el("p", { class: "soft" },
        el("span", { class: `badge ${state}` }, state === "ok" ? t("step.ok") : t(`outcome.${state}`)), tags(step).filter((tag) => !tag.classList.contains("caught")),
        el("span", {}, `#${step.number}`),
        el("button", { type: "button", class: "quiet", disabled: !onLine, onclick: () => onLine?.({ file: operation.file, line: operation.line }) }, `${operation.file}:${operation.line}`),
        el("span", {}, duration(model.seconds(model.nodes.get(step.number)))),
        step.rounds ? el("span", {}, `${t("fact.round")} ${step.rounds}`) : null)),
    el("pre", { class: "code" }, operation.text),
    said ? errorBlock(said, model.data.files, step.caught) : null,
    (step.messages ?? []).map((text) => el("p", { class: "message-line" }, text)),
    pictures(model, step),
    step.halt ? halt(step.halt) : null,
    phases(model, step),
    facts(model, step),
  );
}

function pictures(model, step) {
  const shown = [];
  const put = (name, caption, drawings) => shown.push(pictureView(model.pictures(name), drawings, caption));
  if (step.halt?.picture) put(step.halt.picture, t("picture.halt"), { candidates: step.halt.candidates });
  if (step.before) put(step.before, t("picture.before"), drawingsOf(step));
  if (step.after && step.after !== step.before) put(step.after, t("picture.after"), step.goal ? { goal: step.goal } : null);
  return shown.length ? el("div", { class: "shots" }, shown) : null;
}

function halt({ looked_for: looked, means, candidates = [], there }) {
  const row = (name, ...said) => [el("dt", {}, t(`halt.${name}`)), el("dd", {}, said)];
  return el(
    "dl", { class: "halt" },
    looked ? row("looked", looked) : null,
    means ? row("means", means) : null,
    candidates.length ? row("near", el("ol", {}, candidates.map((each) => el("li", { value: each.number },
      `${each.kind}${each.text ? ` “${each.text}”` : ""}: ${each.why}`,
      each.line ? el("div", {}, el("small", { class: "soft" }, `${t("halt.write")} `), el("code", {}, each.line)) : null)))) : null,
    there ? row("there", there) : null,
  );
}

function phases(model, step) {
  const known = model.phases(step);
  const whole = Object.values(known).reduce((sum, one) => sum + one, 0);
  if (whole < 0.05) return null;
  return el("div", { class: "phases", role: "img", "aria-label": PHASES.filter((name) => known[name]).map((name) => `${t(`phase.${name}`)} ${duration(known[name])}`).join(", ") },
    PHASES.filter((name) => known[name] / whole > 0.005).map((name) =>
      el("span", { class: `phase ${name}`, style: { "flex-grow": known[name] / whole * 100 } }, `${t(`phase.${name}`)} ${duration(known[name])}`)));
}

function facts(model, step) {
  const rows = [];
  const put = (heading, value) => value !== undefined && value !== "" && rows.push(el("tr", {}, el("th", { scope: "row" }, heading), el("td", {}, shortened(value))));
  for (const [name, value] of Object.entries(step.arguments ?? {})) put(name, value);
  for (const [name, value] of Object.entries(step.variables ?? {})) put(t("fact.set", { name }), value);
  put(t("fact.decided"), model.decided(step));
  for (const [name, value] of Object.entries(step.facts ?? {})) put(t(`fact.${name}`), value);
  if (step.point) put(t("fact.pixel"), step.point.join(", "));
  put(t("fact.at"), moment(step.started, language()));
  return el("table", { class: "facts-table" }, el("tbody", {}, rows));
}

export function shortened(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} ${t("characters", { n: text.length })}`;
}

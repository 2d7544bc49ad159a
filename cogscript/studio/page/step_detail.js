// One step told: what it found and how, what came of it; of a failed one what was expected and what is there.
import { element } from "./dom.js";
import { word } from "./words.js";

export function stepDetail(step, { buttons = [], take = null } = {}) {
  const facts = [
    [word("line"), `${step.line} ${step.name}`],
    ["", step.title],
    [word("on_surface"), step.surface],
    [word("found_by"), step.locator],
    [word("agreed"), (step.evidence ?? []).map((each) => [each.what, each.is].filter(Boolean).join(": ")).join("; ")],
    [word("effect_seen"), step.seen],
    [word("healed"), (step.healed ?? []).map((each) => `${each.argument}: ${shown(each.was)} → ${shown(each.is)}`).join("; ")],
    [word("took"), step.seconds >= 0 && step.seconds != null ? `${step.seconds.toFixed(2)} s` : ""],
    ...Object.entries(step.variables ?? {}).filter(() => !step.failed).map(([name, value]) => [name, shown(value)]),
    [word("expected"), shown(step.halt?.looked_for)],
    [word("there_is"), shown(step.halt?.there)],
  ].filter(([, value]) => value);
  const list = element("dl", {}, ...facts.flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]));
  const error = step.error?.rendered ?? step.error?.message;
  const near = (step.halt?.candidates ?? []).map((each) => element("tr", {},
    element("td", { textContent: each.number }),
    element("td", { textContent: [each.role ?? each.kind, each.text ?? each.name].filter(Boolean).join(" ") }),
    element("td", { textContent: each.why }),
    element("td", {}, each.line && take ? element("button", { className: "take", textContent: word("take"), onclick: () => take(each) }) : null)));
  return element("div", {}, list,
    near.length ? element("h2", { textContent: word("came_near") }) : null,
    near.length ? element("table", {}, ...near) : null,
    error ? element("pre", { textContent: error }) : null,
    buttons.length ? element("div", { className: "buttons" }, ...buttons.map(({ word: name, act }) => element("button", { textContent: word(name), onclick: act }))) : null);
}

function shown(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return typeof value === "object" ? Object.values(value).map(shown).join(" ") : String(value);
}

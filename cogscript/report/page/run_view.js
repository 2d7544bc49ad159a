// One run: its head, the time line, the film strip, the steps and the chosen step beside them.

import {el, filled} from "./dom.js";
import {t, language} from "./words.js";
import {duration, moment} from "./times.js";
import {StepList} from "./step_list.js";
import {FilmStrip} from "./film_strip.js";
import {Timeline} from "./timeline.js";
import {stepView, shortened} from "./step_view.js";
import {sourceView} from "./source_view.js";
import {errorBlock} from "./error_block.js";

export class RunView {
  // `onSelect(number)` is told which step shows, for an address that leads back to it.
  constructor(model, onSelect = () => {}) {
    this.model = model;
    this.onSelect = onSelect;
    const choose = (number) => this.select(number);
    this.list = new StepList(model, choose);
    this.film = new FilmStrip(model, choose);
    this.timeline = new Timeline(model, choose);
    this.step = el("div", { class: "chosen", tabindex: "-1", "aria-live": "polite" });
    this.element = el("div", { class: "run-view" },
      head(model), this.error(),
      this.timeline.element, this.film.element,
      el("div", { class: "columns" }, this.list.element, this.step),
      answers(model.data), variables(model.data), el("h2", {}, t("workflow")), sourceView(model, (line) => this.line(line)));
  }

  // In short: its step tells the rest.
  error() {
    const { error, files } = this.model.data;
    if (!error) return null;
    const bad = this.model.firstBad();
    if (!bad) return errorBlock(error, files);
    const go = el("button", { type: "button", class: "quiet", onclick: () => this.select(bad.number) }, t("to.step"));
    return errorBlock({ ...error, details: {}, code: "", advice: "", suggestion: "" }, files, false, go);
  }

  line(line) {
    this.list.ask({ line });
    this.list.element.scrollIntoView({ block: "nearest" });
  }

  select(number) {
    const step = this.model.byNumber.get(number);
    if (!step || this.selected === number) return;
    this.selected = number;
    for (const part of [this.list, this.film, this.timeline]) part.select(number);
    filled(this.step, stepView(this.model, step, (line) => this.line(line)));
    this.step.scrollTop = 0;
    this.onSelect(number);
  }

  // Pictures came after the page did: what shows is drawn again.
  redraw() {
    this.film.refresh();
    const step = this.model.byNumber.get(this.selected);
    if (step) filled(this.step, stepView(this.model, step, (line) => this.line(line)));
  }

  first() {
    return (this.model.firstBad() ?? this.model.steps[0])?.number;
  }
}

function head(model) {
  const { data } = model;
  const counted = {};
  for (const step of model.steps) {
    const name = step.caught ? "caught" : step.outcome;
    counted[name] = (counted[name] ?? 0) + 1;
  }
  const steps = Object.entries(counted).map(([name, count]) => `${count} ${name === "ok" ? t("step.ok") : t(`outcome.${name}`)}`).join(", ");
  const facts = [
    ["file", data.file], ["row", data.batch ? t("row.of", data.batch) : ""], ["started", moment(data.started, language())],
    ["took", data.ended ? duration(data.ended - data.started) : ""],
    ["screen", [data.screen, data.size?.join("×")].filter(Boolean).join(" ")], ["steps", steps],
    ["resumed", data.resumed ? t("times", { n: data.resumed }) : ""], ["run", data.id],
  ];
  return el("header", { class: "run-head" },
    el("h1", {}, data.title, el("span", { class: `badge ${data.outcome}` }, t(`outcome.${data.outcome}`))),
    el("dl", { class: "facts" }, facts.filter(([, value]) => value).map(([name, value]) => el("div", {}, el("dt", {}, t(`fact.${name}`)), el("dd", {}, value)))));
}

function answers({ answers: said }) {
  return said?.length ? [el("h2", {}, t("answers")), said.map((text) => el("pre", { class: "answer" }, shortened(text)))] : null;
}

function variables({ variables: known }) {
  const names = Object.keys(known ?? {});
  if (!names.length) return null;
  return el("details", { class: "variables" }, el("summary", {}, `${t("variables")} (${names.length})`),
    el("table", { class: "facts-table" }, el("tbody", {}, names.map((name) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, shortened(known[name])))))));
}

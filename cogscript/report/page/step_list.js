// The steps of a run as a tree that folds, with filters and a search; driven by mouse or keyboard.

import {el, filled} from "./dom.js";
import {t} from "./words.js";
import {duration} from "./times.js";
import {FILTER_NAMES} from "./run_model.js";
import {VirtualList} from "./virtual_list.js";

const ROW = 34;

const MARKS = {
  ok: "✓", failed: "✗", caught: "!", stopped: "■", skipped: "↷", jumped: "↷", retried: "↻", running: "…", unfinished: "…",
};

export class StepList {
  constructor(model, onSelect) {
    this.model = model;
    this.onSelect = onSelect;
    this.folded = model.foldedAtFirst();
    this.question = { filters: [], search: "", line: null };
    this.selected = null;
    this.list = new VirtualList({
      size: ROW, item: (index) => this.row(index), class: "steps-list", role: "tree", "aria-label": t("steps"),
      onkeydown: (event) => this.key(event),
    });
    this.search = el("input", {
      type: "search", placeholder: t("search"), "aria-label": t("search"),
      oninput: () => this.ask({ search: this.search.value }),
    });
    this.chips = el("div", { class: "chips" });
    this.element = el("section", { class: "steps", "aria-label": t("steps") },
      el("div", { class: "tools" }, this.search, this.chips), this.list.element);
    this.refresh();
  }

  ask(change) {
    Object.assign(this.question, change);
    this.refresh();
    const first = this.shown.find((each) => each.passes && each.node.step);
    if (first && !this.shown.some((each) => each.passes && each.node.step?.number === this.selected)) {
      this.onSelect(first.node.step.number);
    }
  }

  refresh() {
    this.shown = this.model.visible(this.question, this.folded);
    this.places = new Map(this.shown.map((each, index) => [each.node.key, index]));
    this.drawChips();
    this.list.show(this.shown.length);
  }

  drawChips() {
    const { filters, line } = this.question;
    const chip = (label, on, click) => el("button", { type: "button", class: "chip", "aria-pressed": String(on), onclick: click }, label);
    const chips = FILTER_NAMES.filter((name) => this.model.counts[name]).map((name) =>
      chip(`${t(`filter.${name}`)} ${this.model.counts[name]}`, filters.includes(name), () =>
        this.ask({ filters: filters.includes(name) ? filters.filter((one) => one !== name) : [...filters, name] }),
      ));
    if (line !== null) chips.push(chip(t("filter.line", { n: line.line }), true, () => this.ask({ line: null })));
    const holds = [...this.model.nodes.values()].some((node) => node.children.length);
    const passing = this.shown.filter((each) => each.passes && each.node.step).length;
    const asked = filters.length || line !== null || this.question.search;
    filled(
      this.chips, chips,
      holds && !asked ? [
        el("button", { type: "button", class: "quiet", onclick: () => this.foldAll(true) }, t("fold.all")),
        el("button", { type: "button", class: "quiet", onclick: () => this.foldAll(false) }, t("unfold.all")),
      ] : null,
      asked ? el("span", { class: "soft", role: "status" }, passing ? t("shown", { n: passing, of: this.model.steps.length }) : t("filter.none")) : null,
    );
  }

  row(index) {
    const { node, passes } = this.shown[index];
    const { step } = node;
    const holds = node.children.length > 0;
    const open = holds && (!this.folded.has(node.key) || this.model.matching(this.question) !== null);
    const operation = step && this.model.operation(step);
    const name = step ? this.model.title(step) : t("round", { n: node.round });
    const state = open && step ? (step.caught ? "caught" : step.outcome) : node.state;
    const small = step && operation.title ? operation.name : step ? this.model.decided(step) : "";
    return el(
      "div",
      {
        class: `row ${state}${passes ? "" : " context"}`, id: `row-${node.key}`, role: "treeitem", "aria-level": node.depth + 1,
        "aria-expanded": holds ? String(open) : null, "aria-selected": String(step !== null && step.number === this.selected),
        "aria-posinset": index + 1, "aria-setsize": this.shown.length,
        style: { "--depth": Math.min(node.depth, 8) }, onclick: () => (step ? this.onSelect(step.number) : this.fold(node)),
      },
      el("button", { class: "fold", type: "button", tabindex: "-1", "aria-hidden": "true", hidden: !holds, onclick: (event) => { event.stopPropagation(); this.fold(node); } }, open ? "▾" : "▸"),
      el("span", { class: "mark", title: state === "ok" ? t("step.ok") : t(`outcome.${state}`) }, MARKS[state] ?? "·"),
      el("span", { class: "what", title: name }, name, small ? el("small", {}, small) : null),
      step ? tags(step) : null,
      holds && !open ? el("span", { class: "soft" }, `+${node.size - (step ? 1 : 0)}`) : null,
      el("span", { class: "time" }, duration(this.model.seconds(node))),
      step ? el("span", { class: "line" }, operation.line) : null,
    );
  }

  fold(node, folds = !this.folded.has(node.key)) {
    if (folds) this.folded.add(node.key);
    else this.folded.delete(node.key);
    this.refresh();
  }

  foldAll(folds) {
    this.folded = new Set(folds ? [...this.model.nodes.values()].filter((node) => node.children.length).map((node) => node.key) : []);
    this.refresh();
  }

  select(number) {
    this.selected = number;
    const node = this.model.nodes.get(number);
    let opened = false;
    for (let above = node?.parent; above; above = above.parent) opened = this.folded.delete(above.key) || opened;
    if (opened) this.refresh();
    const index = this.places.get(number);
    this.list.element.setAttribute("aria-activedescendant", `row-${number}`);
    if (index !== undefined) this.list.reveal(index);
    this.list.draw(true);
  }

  // The step `by` places away among those that show.
  move(by) {
    const numbers = this.shown.filter((each) => each.node.step && each.passes).map((each) => each.node.step.number);
    const at = numbers.indexOf(this.selected);
    const next = numbers[Math.max(0, Math.min(numbers.length - 1, at < 0 ? 0 : at + by))];
    if (next !== undefined) this.onSelect(next);
  }

  failure(by) {
    const bad = this.model.steps.filter((step) => ["failed", "stopped", "unfinished"].includes(step.outcome)).map((step) => step.number);
    const next = by > 0 ? bad.find((number) => number > (this.selected ?? 0)) ?? bad[0] : bad.findLast((number) => number < (this.selected ?? 0)) ?? bad.at(-1);
    if (next !== undefined) this.onSelect(next);
  }

  key(event) {
    const node = this.model.nodes.get(this.selected);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -1e9, End: 1e9 };
    if (event.key in moves) this.move(moves[event.key]);
    else if (event.key === "ArrowLeft" && node) node.children.length && !this.folded.has(node.key) ? this.fold(node, true) : this.toParent(node);
    else if (event.key === "ArrowRight" && node?.children.length) this.fold(node, false);
    else return;
    event.preventDefault();
  }

  toParent(node) {
    let above = node.parent;
    while (above && !above.step) above = above.parent;
    if (above?.step) this.onSelect(above.step.number);
  }
}

export function tags(step) {
  const found = [];
  if (step.caught) found.push(el("span", { class: "tag caught" }, t("tag.caught")));
  if (step.healed) found.push(el("span", { class: "tag healed" }, t(step.healed.some((each) => each.guess) ? "tag.guess" : "tag.healed")));
  if (step.unseen) found.push(el("span", { class: "tag unseen" }, t("tag.unseen")));
  return found;
}

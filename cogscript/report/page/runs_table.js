// Several runs, mostly the rows of a table: one line each, with what it was given and what came of it.

import {el, filled} from "./dom.js";
import {t} from "./words.js";
import {duration} from "./times.js";
import {VirtualList} from "./virtual_list.js";

const ROW = 36;

export class RunsTable {
  constructor(runs, missing, onOpen) {
    this.runs = runs;
    this.onOpen = onOpen;
    this.only = "";
    this.words = "";
    this.at = 0;
    this.list = new VirtualList({ size: ROW, item: (index) => this.row(index), class: "runs-list", role: "listbox", "aria-label": t("runs"), onkeydown: (event) => this.key(event) });
    this.chips = el("div", { class: "chips" });
    this.search = el("input", { type: "search", placeholder: t("search.short"), "aria-label": t("search.short"), oninput: () => { this.words = this.search.value.toLowerCase(); this.refresh(); } });
    this.element = el("section", { class: "runs" },
      missing ? el("p", { class: "message-line" }, t("runs.missing", missing)) : null,
      el("div", { class: "tools" }, this.search, this.chips), this.list.element);
    this.refresh();
  }

  refresh() {
    this.shown = this.runs.filter((run) => (!this.only || run.outcome === this.only) && (!this.words || text(run).includes(this.words)));
    const counts = {};
    for (const run of this.runs) counts[run.outcome] = (counts[run.outcome] ?? 0) + 1;
    filled(this.chips, Object.entries(counts).map(([name, count]) => el("button", {
      type: "button", class: `chip ${name}`, "aria-pressed": String(this.only === name), onclick: () => { this.only = this.only === name ? "" : name; this.refresh(); },
    }, `${t(`outcome.${name}`)} ${count}`)));
    this.at = Math.min(this.at, Math.max(0, this.shown.length - 1));
    this.list.show(this.shown.length);
  }

  row(index) {
    const run = this.shown[index];
    return el("div", { class: `run-row ${run.outcome}`, role: "option", id: `run-row-${index}`, "aria-selected": String(index === this.at), onclick: () => this.onOpen(run.index) },
      el("span", { class: "number" }, run.row ?? run.index + 1),
      el("span", { class: `badge ${run.outcome}` }, t(`outcome.${run.outcome}`)),
      el("span", { class: "given", title: given(run) }, given(run) || run.title),
      el("span", { class: "what", title: run.error }, run.error),
      el("span", { class: "time" }, `${t("runs.steps")} ${run.steps}`),
      el("span", { class: "time" }, duration(run.seconds)));
  }

  key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -1e9, End: 1e9 }[event.key];
    if (event.key === "Enter" && this.shown[this.at]) this.onOpen(this.shown[this.at].index);
    else if (by) {
      this.at = Math.max(0, Math.min(this.shown.length - 1, this.at + by));
      this.list.element.setAttribute("aria-activedescendant", `run-row-${this.at}`);
      this.list.reveal(this.at);
      this.list.draw(true);
    } else return;
    event.preventDefault();
  }
}

function given(run) {
  return Object.entries(run.given ?? {}).map(([name, value]) => `${name}: ${value}`).join(", ");
}

function text(run) {
  return `${given(run)} ${run.error} ${run.title} ${run.row ?? ""}`.toLowerCase();
}

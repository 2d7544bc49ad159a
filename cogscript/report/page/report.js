// The report: takes its data out of the document it stands in, and keeps the address true to what shows.

import {el, filled} from "./dom.js";
import {t, language, languages, setLanguage, WORDS} from "./words.js";
import {RunModel} from "./run_model.js";
import {RunView} from "./run_view.js";
import {RunsTable} from "./runs_table.js";

const THEMES = ["auto", "light", "dark"];

class Report {
  constructor() {
    this.page = document.getElementById("page");
    this.data = read("page-data");
    this.models = new Map();
    this.at = null;
    setLanguage(remembered("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en"));
    this.theme(remembered("theme") ?? "auto");
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => this.key(event));
    this.follow();
  }

  // The address after #: `run-2/step-15`, or `step-15` of the only run.
  follow() {
    const [, run, step] = location.hash.match(/^#(?:run-(\d+))?\/?(?:step-(\d+))?$/) ?? [];
    if (this.data.runs.length > 1 && run === undefined) this.overview();
    else this.open(run === undefined ? 0 : Number(run) - 1, step === undefined ? undefined : Number(step));
  }

  overview() {
    this.at = null;
    this.view = null;
    this.table = new RunsTable(this.data.runs, this.data.missing, (index) => this.goto(`run-${index + 1}`));
    const title = this.data.runs.some((run) => run.row) ? t("runs") : t("runs.several");
    filled(this.page, this.bar(), el("header", { class: "run-head" }, el("h1", {}, this.data.title), el("p", { class: "soft" }, `${this.data.runs.length} · ${title}`)), this.notes(), this.table.element);
    this.table.list.element.focus();
  }

  open(index, step) {
    if (!this.data.runs[index]) return;
    if (this.at !== index) {
      this.at = index;
      this.view = new RunView(this.model(index), (number) => this.goto(this.data.runs.length > 1 ? `run-${index + 1}/step-${number}` : `step-${number}`, true));
      filled(this.page, this.bar(), this.notes(), this.view.element);
    }
    this.view.select(this.view.model.byNumber.has(step) ? step : this.view.first());
  }

  model(index) {
    if (!this.models.has(index)) this.models.set(index, new RunModel(read(`run-${index}`), picture));
    return this.models.get(index);
  }

  goto(hash, quietly = false) {
    if (location.hash === `#${hash}`) return;
    if (quietly) history.replaceState(null, "", `#${hash}`);
    else location.hash = hash;
  }

  again() {
    const chosen = this.view?.selected;
    const index = this.at;
    this.at = null;
    if (index === null) this.overview();
    else this.open(index, chosen);
  }

  notes() {
    return this.data.left_out ? el("p", { class: "message-line" }, t("left.out", { n: this.data.left_out })) : null;
  }

  bar() {
    const choice = (name, values, chosen, label, change) => el("select", { "aria-label": name, onchange: (event) => { change(event.target.value); this.again(); } },
      values.map((value) => el("option", { value, selected: value === chosen }, label(value))));
    const keys = [["j k ↑ ↓", "move"], ["← →", "fold"], ["n p", "failure"], ["/", "search"], ["Home End", "ends"], ...(this.data.runs.length > 1 ? [["Esc", "back"]] : [])];
    return el("nav", { class: "bar" },
      this.at !== null && this.data.runs.length > 1 ? el("a", { href: "#" }, t("runs.back")) : el("span", {}),
      el("details", { class: "keys" }, el("summary", {}, t("keys")), el("dl", {}, keys.map(([key, what]) => [el("dt", {}, key), el("dd", {}, t(`keys.${what}`))]))),
      choice("language", languages, language(), (code) => WORDS[code].language, (code) => { setLanguage(code); remember("language", code); }),
      choice(t("theme"), THEMES, this.chosenTheme, (name) => `${t("theme")}: ${t(`theme.${name}`)}`, (name) => this.theme(name)));
  }

  theme(name) {
    this.chosenTheme = name;
    remember("theme", name);
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, dialog")) return;
    const list = this.view?.list;
    const does = {
      j: () => list?.move(1), k: () => list?.move(-1), n: () => list?.failure(1), p: () => list?.failure(-1),
      ArrowDown: () => event.target === document.body && list?.move(1), ArrowUp: () => event.target === document.body && list?.move(-1),
      "/": () => (list ?? this.table)?.search.focus(), Escape: () => this.at !== null && this.data.runs.length > 1 && (location.hash = ""),
    }[event.key];
    if (does && does() !== false) event.preventDefault();
  }
}

function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

const shown = new Map();

// The pictures stand at the end of the document, each once; they may come after the page is drawn.
function picture(name) {
  if (!name) return null;
  if (!shown.has(name)) {
    const kept = document.getElementById(name);
    if (!kept || (document.readyState === "loading" && !kept.nextElementSibling)) return null; // half of it
    const { kind, width, height } = kept.dataset;
    shown.set(name, { src: `data:${kind};base64,${kept.textContent}`, width: Number(width), height: Number(height) });
  }
  return shown.get(name);
}

// A page that was opened from disk may have no memory of its own.
function remembered(name) {
  try { return localStorage.getItem(`cog-report-${name}`); } catch { return null; }
}

function remember(name, value) {
  try { localStorage.setItem(`cog-report-${name}`, value); } catch { /* it is asked again next time */ }
}

const report = new Report();
document.addEventListener("DOMContentLoaded", () => report.view?.redraw());

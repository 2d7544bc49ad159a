// Where the time of a run went: a bar over the whole run, each step in the colours of its phases.

import {el, filled} from "./dom.js";
import {t} from "./words.js";
import {duration} from "./times.js";
import {HOLDING, PHASES} from "./run_model.js";

const HEIGHT = 40;

export class Timeline {
  constructor(model, onSelect) {
    this.model = model;
    this.onSelect = onSelect;
    this.selected = null;
    this.timed = model.steps.filter((step) => step.ended !== undefined && !HOLDING.includes(step.kind));
    this.canvas = el("canvas", { class: "timeline", height: HEIGHT, role: "img", "aria-label": t("timeline.help"), onclick: (event) => this.click(event), onmousemove: (event) => this.point(event) });
    this.legend = el("div", { class: "legend" });
    this.element = el("section", { class: "timeline-section", "aria-label": t("timeline") }, this.canvas, this.legend);
    this.element.hidden = !this.timed.length;
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.drawLegend();
  }

  drawLegend() {
    const totals = this.model.totals();
    filled(this.legend, PHASES.filter((name) => totals[name] >= 0.001).map((name) =>
      el("span", { class: `key ${name}` }, `${t(`phase.${name}`)} ${duration(totals[name])}`)));
  }

  get span() {
    return Math.max(0.001, this.model.ended - this.model.started);
  }

  draw() {
    const width = this.canvas.clientWidth;
    if (!width) return;
    const dense = devicePixelRatio || 1;
    this.canvas.width = width * dense;
    this.canvas.height = HEIGHT * dense;
    const ink = this.canvas.getContext("2d");
    ink.scale(dense, dense);
    const colour = Object.fromEntries([...PHASES, "failed", "caught", "ink", "panel"].map((name) => [name, this.colour(name)]));
    const x = (time) => ((time - this.model.started) / this.span) * width;
    ink.fillStyle = colour.panel;
    ink.fillRect(0, 8, width, HEIGHT - 16);
    for (const step of this.timed) {
      const known = this.model.phases(step);
      let at = step.started - (step.asking ?? 0);
      for (const name of step.asking ? ["model", ...PHASES.filter((each) => each !== "model")] : PHASES) {
        if (!known[name]) continue;
        ink.fillStyle = colour[name];
        ink.fillRect(x(at), 8, Math.max(0.6, x(at + known[name]) - x(at) - 0.25), HEIGHT - 16);
        at += known[name];
      }
      if (step.outcome === "failed") {
        ink.fillStyle = step.caught ? colour.caught : colour.failed;
        ink.fillRect(x(step.ended) - 1.5, 0, 3, HEIGHT);
      }
    }
    const chosen = this.selected && this.model.nodes.get(this.selected);
    if (chosen) {
      ink.strokeStyle = colour.ink;
      ink.lineWidth = 2;
      ink.strokeRect(x(chosen.begin) - 1, 4, Math.max(4, x(chosen.end) - x(chosen.begin) + 2), HEIGHT - 8);
    }
  }

  // A canvas knows no custom properties: the colour is read from an element that has it.
  colour(name) {
    this.canvas.style.setProperty("color", `var(--${name})`);
    return getComputedStyle(this.canvas).color;
  }

  // The step at a moment: the one under way, else the next.
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const time = this.model.started + ((event.clientX - box.left) / box.width) * this.span;
    return this.timed.findLast((step) => step.started <= time && step.ended >= time) ?? this.timed.find((step) => step.started >= time) ?? this.timed.at(-1);
  }

  point(event) {
    const step = this.at(event);
    this.canvas.title = step ? `${step.number} · ${this.model.title(step)} · ${duration(step.ended - step.started)}` : "";
  }

  click(event) {
    const step = this.at(event);
    if (step) this.onSelect(step.number);
  }

  select(number) {
    this.selected = number;
    this.draw();
  }
}

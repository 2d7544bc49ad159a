// The pictures of the steps side by side, in the order in which they were taken.

import {el} from "./dom.js";
import {t} from "./words.js";
import {stateOf} from "./run_model.js";
import {VirtualList} from "./virtual_list.js";
import {overlay} from "./picture_view.js";

const FRAME = 148;

export class FilmStrip {
  constructor(model, onSelect) {
    this.model = model;
    this.onSelect = onSelect;
    this.selected = null;
    this.strip = new VirtualList({
      size: FRAME, across: true, item: (index) => this.frame(index), class: "film", role: "listbox", "aria-label": t("film"),
      "aria-orientation": "horizontal", onkeydown: (event) => this.key(event),
    });
    this.element = el("section", { class: "film-section" }, this.strip.element);
    this.refresh();
  }

  refresh() {
    this.frames = this.model.steps.filter((step) => this.model.picture(step));
    this.element.hidden = !this.frames.length;
    this.strip.show(this.frames.length);
  }

  frame(index) {
    const step = this.frames[index];
    const picture = this.model.pictures(this.model.picture(step));
    const { area, point } = step.before ? step : {};
    return el(
      "div",
      {
        class: `frame ${stateOf(step)}${step.healed ? " healed" : ""}`, role: "option", id: `frame-${step.number}`,
        "aria-selected": String(step.number === this.selected), title: this.model.title(step), onclick: () => this.onSelect(step.number),
      },
      el("div", { class: "thumb" },
        picture ? el("img", { src: picture.src, alt: "", loading: "lazy", decoding: "async" }) : null,
        picture && (area || point) ? overlay(picture.width, picture.height, { area, point }, picture.width / 260) : null),
      el("span", { class: "caption" }, `${step.number} · ${this.model.title(step)}`),
    );
  }

  select(number) {
    this.selected = number;
    // A step without a picture stands where the last picture before it does.
    const index = this.frames.findLastIndex((step) => step.number <= number);
    if (index >= 0) this.strip.reveal(index);
    this.strip.element.setAttribute("aria-activedescendant", `frame-${number}`);
    this.strip.draw(true);
  }

  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -1e9, End: 1e9 }[event.key];
    if (!by || !this.frames.length) return;
    event.preventDefault();
    const at = this.frames.findLastIndex((step) => step.number <= (this.selected ?? 0));
    this.onSelect(this.frames[Math.max(0, Math.min(this.frames.length - 1, at + by))].number);
  }
}

// A list of which only what shows is built: 5,000 steps cost as much as 50.

import {el, filled} from "./dom.js";

const BEYOND = 6;

export class VirtualList {
  // `size`: pixels of an item along the list; `item(index)` builds one; across: items stand side by side.
  constructor({ size, item, across = false, ...attributes }) {
    this.size = size;
    this.item = item;
    this.across = across;
    this.count = 0;
    this.inner = el("div", { class: "virtual-inner", role: "presentation" });
    this.element = el("div", { tabindex: "0", ...attributes }, this.inner);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw(true)).observe(this.element);
  }

  show(count) {
    this.count = count;
    this.inner.style.setProperty(this.across ? "width" : "height", `${count * this.size}px`);
    this.draw(true);
  }

  draw(anew = false) {
    const box = this.element;
    const at = this.across ? box.scrollLeft : box.scrollTop;
    const length = this.across ? box.clientWidth : box.clientHeight;
    const first = Math.max(0, Math.floor(at / this.size) - BEYOND);
    const last = Math.min(this.count, Math.ceil((at + length) / this.size) + BEYOND);
    if (!anew && first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    const items = [];
    for (let index = first; index < last; index += 1) {
      const one = this.item(index);
      one.style.setProperty(this.across ? "left" : "top", `${index * this.size}px`);
      items.push(one);
    }
    filled(this.inner, items);
  }

  reveal(index) {
    const box = this.element;
    const length = this.across ? box.clientWidth : box.clientHeight;
    const at = this.across ? box.scrollLeft : box.scrollTop;
    const start = index * this.size;
    if (start >= at && start + this.size <= at + length) return;
    const place = Math.max(0, start - (length - this.size) / 2);
    if (this.across) box.scrollLeft = place;
    else box.scrollTop = place;
  }
}

// A picture of the screen with what the step meant drawn over it, in the picture's own pixels.

import {el, svg, filled} from "./dom.js";
import {t} from "./words.js";

// What a step's drawings are; in the picture after it, only where a movement ended.
export function drawingsOf(step) {
  return { area: step.area, place: differs(step.place, step.area) ? step.place : null, point: step.point, goal: step.goal, label: label(step) };
}

function differs(one, other) {
  return one && (!other || one.some((side, index) => Math.abs(side - other[index]) > 4));
}

function label(step) {
  return step.facts?.["found by"] && step.facts["found by"] !== "box" ? `${step.facts["found by"]}${step.facts.evidence ? ` · ${step.facts.evidence}` : ""}` : "";
}

function rect([left, top, right, bottom], name) {
  return svg("rect", { class: name, x: left, y: top, width: Math.max(2, right - left), height: Math.max(2, bottom - top) });
}

export function overlay(width, height, { area, place, point, goal, candidates = [], label: said = "" }, scale = 1) {
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet", style: { "--unit": `${scale}` } });
  if (place) drawn.append(rect(place, "halo"), rect(place, "place"));
  if (area) drawn.append(rect(area, "halo"), rect(area, "target"));
  for (const each of candidates) if (each.rect) drawn.append(rect(each.rect, "candidate"));
  if (place && area) drawn.append(arrow(middle(place), middle(area), "moved"));
  if (point && goal) drawn.append(arrow(point, goal, "goal"));
  for (const [x, y] of [point, goal].filter(Boolean)) {
    drawn.append(svg("circle", { class: "halo", cx: x, cy: y, r: 9 * scale }), svg("circle", { class: "point", cx: x, cy: y, r: 9 * scale }));
  }
  if (area && said) drawn.append(...callout(area, said, width, height, scale));
  return drawn;
}

function middle([left, top, right, bottom]) {
  return [(left + right) / 2, (top + bottom) / 2];
}

function arrow([x1, y1], [x2, y2], name) {
  return svg("g", { class: name }, svg("line", { class: "halo", x1, y1, x2, y2 }), svg("line", { x1, y1, x2, y2 }));
}

function callout([left, top, , bottom], text, width, height, scale) {
  const size = 15 * scale;
  const shown = text.length > 70 ? `${text.slice(0, 69)}…` : text;
  const wide = Math.min(width, [...shown].reduce((sum, one) => sum + (one > "\u2e7f" ? 1 : 0.56), 0) * size + size);
  const x = Math.max(0, Math.min(left, width - wide));
  const below = top < size * 2;
  const y = below ? Math.min(height - size * 1.6, bottom + size * 0.4) : top - size * 1.9;
  return [
    svg("rect", { class: "callout", x, y, width: wide, height: size * 1.5, rx: size / 4 }),
    svg("text", { class: "callout-text", x: x + size / 2, y: y + size * 1.08, "font-size": size, textLength: null }, shown),
  ];
}

export function pictureView(picture, drawings, caption) {
  if (!picture) return el("figure", {}, el("p", { class: "soft" }, t("picture.gone")), el("figcaption", {}, caption));
  const { width, height } = picture;
  const frame = el("div", { class: "shot", style: { "aspect-ratio": `${width} / ${height}`, "max-width": `${width}px` } },
    el("img", { src: picture.src, alt: caption, width, height, decoding: "async" }),
    drawings ? overlay(width, height, drawings, Math.max(1, width / 1000)) : null);
  const larger = el("button", { type: "button", class: "zoom", "aria-label": `${caption}: ${t("picture.larger")}`, onclick: () => zoomed(frame, caption) }, frame);
  return el("figure", {}, larger, el("figcaption", {}, caption, drawings ? legend(drawings) : null));
}

function legend({ area, place, point, goal, candidates = [] }) {
  const known = [["target", area], ["place", place], ["point", point], ["goal", goal], ["candidate", candidates.length]];
  return known.filter(([, there]) => there).map(([name]) => el("span", { class: `key ${name}` }, t(`draw.${name}`)));
}

function zoomed(frame, caption) {
  const copy = frame.cloneNode(true);
  copy.style.setProperty("max-width", "none");
  const dialog = el("dialog", { class: "zoomed", "aria-label": caption });
  const close = el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("picture.close"));
  filled(dialog, close, copy);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

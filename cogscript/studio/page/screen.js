// The surface at the right: live or as a step saw it, the line's boxes on it, and the hand that goes there.
import { $, element, say, svg } from "./dom.js";
import { ask, emit, on, pictureAddress, tell } from "./link.js";
import { word } from "./words.js";

const MODES = ["box", "point", "use"];
const BACK = (event) => event.ctrlKey && event.altKey && event.key === "Enter";
const GRIP = 9;

export class Screen {
  constructor(editor) {
    this.editor = editor;
    this.canvas = $("#canvas");
    this.context = this.canvas.getContext("2d");
    this.surface = $("#surface");
    this.overlay = $("#boxes");
    this.size = [1280, 800];
    this.live = true;
    this.isOpen = false;
    this.mode = "box";
    this.boxes = []; // of the line: { name, box }
    this.frame = [0, 0, 1280, 800];
    this.step = null;
    this.crosshair = null;
    this.frames = 0;
    for (const button of document.querySelectorAll("#modes [data-mode]")) button.onclick = () => this.choose(button.dataset.mode);
    $("#modes").addEventListener("keydown", (event) => {
      const turn = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!turn) return;
      event.preventDefault();
      this.choose(MODES[(MODES.indexOf(this.mode) + turn + MODES.length) % MODES.length]);
      document.querySelector(`#modes [data-mode="${this.mode}"]`).focus();
    });
    $("#live").onclick = () => this.showLive();
    $("#open-screen").onclick = () => this.openScreen();
    on("picture", (data) => this.draw(data));
    on("screen-opened", ({ size }) => this.opened(size));
    on("screen-closed", () => this.closed());
    on("surface-shown", (event) => this.otherShown(event));
    on("surface-gone", () => this.otherShown(null));
    on("no-picture", ({ message }) => say(message, { bad: true }));
    on("cursor", () => this.lineChanged());
    on("file", () => this.lineChanged());
    on("problems", () => this.lineChanged());
    on("running", (running) => { this.running = running; });
    document.addEventListener("visibilitychange", () => this.watch());
    this.listen();
    this.choose("box");
    this.opened(null);
  }

  openScreen() {
    say(word("opening_screen"));
    ask("screen").catch((error) => say(error.message, { bad: true }));
  }

  // Resolves when the private screen is there; never, when it cannot be (a sentence says why).
  openAndWait() {
    this.openScreen();
    return new Promise((resolve) => { this.waiting = resolve; });
  }

  opened(size) {
    this.isOpen = Boolean(size);
    if (size) {
      this.size = size;
      this.watch();
    }
    this.layOut();
    $("#open-screen").hidden = this.isOpen;
    $("#no-screen").hidden = this.isOpen || Boolean(this.step);
    if (size) {
      this.lineChanged();
      this.waiting?.();
    }
  }

  // A run on another surface than the private screen: its picture, and which surface that is.
  otherShown(event) {
    this.other = event;
    const kind = document.querySelector(`#run-screen option[value="${event?.kind}"]`)?.dataset.word ?? "screen";
    Object.assign($("#screen-name"), { textContent: word(kind) }).dataset.word = kind;
    $("#screen-name").title = event ? word(event.seen ? "other_surface" : "other_unseen") : "";
    if (event) {
      this.size = event.size;
      if (!event.seen) this.context.clearRect(0, 0, ...this.size);
      this.choose("box");
      say(word(event.seen ? "other_surface" : "other_unseen"));
    }
    for (const button of document.querySelectorAll("#modes [data-mode]")) button.disabled = Boolean(event) && button.dataset.mode !== "box";
    this.layOut();
    $("#no-screen").hidden = Boolean(event) || this.isOpen || Boolean(this.step);
    this.watch();
  }

  closed() {
    this.opened(null);
    this.context.clearRect(0, 0, ...this.size);
  }

  watch() {
    if (this.isOpen || this.other) tell("watch", { on: this.live && !document.hidden });
  }

  layOut() {
    const [width, height] = this.size;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    $("#picture").style.setProperty("--ratio", width / height);
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.overlay.setAttribute("preserveAspectRatio", "none");
    this.redraw();
  }

  async draw(data) {
    const header = new DataView(data, 0, 12);
    const [left, top, , , width, height] = Array.from({ length: 6 }, (_, at) => header.getUint16(at * 2));
    try {
      const picture = await createImageBitmap(new Blob([new Uint8Array(data, 12)], { type: "image/jpeg" }));
      if (width !== this.canvas.width || height !== this.canvas.height) {
        this.size = [width, height];
        this.layOut();
      }
      this.context.drawImage(picture, left, top);
      picture.close();
      this.frames += 1;
      this.canvas.dataset.frames = this.frames;
    } finally {
      tell("drawn");
    }
  }

  // --- live, or as a step saw it ------------------------------------------------------------------------

  showLive() {
    this.live = true;
    this.step = null;
    $("#still").hidden = true;
    this.watch();
    if (this.isOpen || this.other) ask("watch", { on: true }).catch(() => {});
    emit("live");
    if (!this.other) this.opened(this.isOpen ? this.size : null);
    this.lineChanged();
  }

  showStep(run, step, size) {
    const picture = step.halt?.picture ?? step.before ?? step.after;
    this.step = step;
    this.live = false;
    this.watch();
    const still = $("#still");
    still.hidden = !picture;
    if (picture) still.src = pictureAddress(run, picture);
    if (size) this.size = size;
    this.layOut();
    $("#no-screen").hidden = Boolean(picture) || this.isOpen;
    $("#live").classList.remove("on");
  }

  // --- modes --------------------------------------------------------------------------------------------

  choose(mode) {
    if (this.mode === "use" && mode !== "use") this.hand("let-go", {});
    this.mode = mode;
    this.crosshair = mode === "point" ? this.size.map((each) => Math.round(each / 2)) : null;
    $("#picture").dataset.mode = mode;
    for (const button of document.querySelectorAll("#modes [data-mode]")) {
      button.setAttribute("aria-checked", String(button.dataset.mode === mode));
      button.tabIndex = button.dataset.mode === mode ? 0 : -1;
    }
    if (mode === "use") {
      if (!this.live) this.showLive();
      if (!this.isOpen) this.openScreen();
      this.surface.focus();
      say(word("using"));
    }
    this.redraw();
  }

  hand(kind, values) {
    if (!this.isOpen) return;
    ask("hand", { kind, ...values }).catch((error) => error.code !== "lost" && say(error.code === "running" ? word("not_while_running") : error.message, { bad: true }));
  }

  place(event) {
    const area = this.surface.getBoundingClientRect();
    const clamp = (value, most) => Math.min(Math.max(0, Math.round(value)), most - 1);
    return [clamp(((event.clientX - area.left) / area.width) * this.size[0], this.size[0]),
      clamp(((event.clientY - area.top) / area.height) * this.size[1], this.size[1])];
  }

  listen() {
    const { surface } = this;
    let moved = 0;
    surface.addEventListener("pointerdown", (event) => {
      const [x, y] = this.place(event);
      surface.focus();
      surface.setPointerCapture(event.pointerId);
      event.preventDefault();
      if (this.mode === "use") this.hand("press", { x, y, button: event.button });
      else if (this.mode === "point") this.name(x, y);
      else if (event.button === 0) this.beginDrag(x, y);
    });
    surface.addEventListener("pointermove", (event) => {
      const [x, y] = this.place(event);
      if (this.drag) return this.dragTo(x, y);
      if (this.mode !== "use" || performance.now() - moved < 25) return;
      moved = performance.now();
      this.hand("move", { x, y });
    });
    surface.addEventListener("pointerup", (event) => {
      const [x, y] = this.place(event);
      if (this.mode === "use") this.hand("release", { x, y, button: event.button });
      else if (this.drag) this.endDrag();
    });
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("wheel", (event) => {
      if (this.mode !== "use") return;
      event.preventDefault();
      const [x, y] = this.place(event);
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const turn = sideways ? event.deltaX : event.deltaY;
      const direction = sideways ? (turn > 0 ? "right" : "left") : turn > 0 ? "down" : "up";
      this.hand("wheel", { x, y, direction, notches: Math.max(1, Math.round(Math.abs(turn) / 100)) });
    }, { passive: false });
    surface.addEventListener("keydown", (event) => this.key(event));
    surface.addEventListener("keyup", (event) => {
      if (this.mode === "use") this.hand("key-up", { key: event.key, code: event.code }), event.preventDefault();
    });
    surface.addEventListener("blur", () => this.mode === "use" && this.hand("let-go", {}));
  }

  key(event) {
    if (this.mode === "use") {
      event.preventDefault();
      event.stopPropagation();
      if (BACK(event)) {
        this.choose("box");
        this.editor.view.focus();
      } else if (!event.isComposing) this.hand("key-down", { key: event.key, code: event.code });
      return;
    }
    const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (this.mode === "point" && (turn || event.key === "Enter")) {
      event.preventDefault();
      if (!turn) return this.name(...this.crosshair);
      const step = event.shiftKey ? 40 : 8;
      this.crosshair = this.crosshair.map((value, at) => Math.min(Math.max(0, value + turn[at] * step), this.size[at] - 1));
      this.redraw();
    } else if (this.mode === "box" && (turn || event.key === "Enter")) {
      event.preventDefault();
      this.boxByKeys(turn, event.shiftKey);
    }
  }

  // --- the line's boxes -----------------------------------------------------------------------------------

  lineChanged() {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.askForBoxes(), 80);
  }

  async askForBoxes() {
    if (this.drag) return;
    const { path, line } = this.editor;
    const found = path && (await this.editor.targets(line));
    if (path !== this.editor.path || line !== this.editor.line) return;
    this.line = found ?? null;
    this.boxes = found?.boxes ?? [];
    this.frame = [0, 0, ...this.size];
    if (found?.inside && this.isOpen) {
      try {
        this.frame = await ask("frame", found.inside);
      } catch {
        this.frame = null; // its window is not there: its boxes lie nowhere now
      }
    } else if (found?.inside) this.frame = null;
    this.redraw();
  }

  // Thousandths of the frame → pixels, as the language defines them, and back.
  rect([a, b, c, d]) {
    const [left, top, right, bottom] = this.frame;
    const [width, height] = [right - left, bottom - top];
    return [left + (a / 1000) * width, top + (b / 1000) * height, left + (c / 1000) * width, top + (d / 1000) * height];
  }

  box([x1, y1, x2, y2]) {
    const [left, top, right, bottom] = this.frame ?? [0, 0, ...this.size];
    const part = (value, from, to) => Math.min(999, Math.max(0, Math.round(((value - from) / (to - from)) * 1000)));
    return [part(Math.min(x1, x2), left, right), part(Math.min(y1, y2), top, bottom),
      part(Math.max(x1, x2), left, right), part(Math.max(y1, y2), top, bottom)];
  }

  redraw() {
    const shown = [];
    const add = ([left, top, right, bottom], kind) => shown.push(svg("rect", { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top), class: kind }));
    if (this.step) {
      if (this.step.area) add(this.step.area, "area");
      for (const each of this.step.halt?.candidates ?? []) if (each.rect) {
        add(each.rect, "near");
        const label = svg("text", { x: each.rect[0], y: each.rect[1] - 4 });
        label.textContent = each.number;
        shown.push(label);
      }
      if (this.step.point) this.cross(shown, this.step.point);
    } else if (this.frame) {
      for (const { name, box } of this.boxes) {
        const rect = this.rect(box.length === 4 ? box : [...box, ...box]);
        add(rect, name);
        for (const [x, y] of corners(rect)) shown.push(svg("circle", { cx: x, cy: y, r: GRIP / 2, class: "handle" }));
      }
    }
    if (this.drag?.rect) add(this.drag.rect, "rubber");
    if (this.found) add(this.found, "found");
    if (this.crosshair && this.mode === "point") this.cross(shown, this.crosshair);
    this.overlay.replaceChildren(...shown);
  }

  cross(shown, [x, y]) {
    shown.push(svg("line", { x1: x - 14, x2: x + 14, y1: y, y2: y, "stroke-width": 2 }), svg("line", { x1: x, x2: x, y1: y - 14, y2: y + 14, "stroke-width": 2 }));
  }

  beginDrag(x, y) {
    if (this.step) return;
    const near = GRIP * 1.5 * (this.size[0] / this.surface.clientWidth);
    for (const { name, box } of this.frame ? this.boxes : []) {
      const rect = this.rect(box.length === 4 ? box : [...box, ...box]);
      // A small box has small corners: its middle always moves it.
      const reach = Math.min(near, Math.hypot(rect[2] - rect[0], rect[3] - rect[1]) / 4);
      const corner = corners(rect).findIndex(([cx, cy]) => Math.hypot(cx - x, cy - y) < Math.max(2, reach));
      const inside = x >= rect[0] && x <= rect[2] && y >= rect[1] && y <= rect[3];
      if (corner >= 0 || inside) {
        this.drag = { name, from: [x, y], start: rect, corner, rect };
        return this.redraw();
      }
    }
    this.drag = { name: this.boxes[0]?.name ?? "box", from: [x, y], start: null, corner: -1, rect: null };
  }

  dragTo(x, y) {
    const { from, start, corner } = this.drag;
    const [dx, dy] = [x - from[0], y - from[1]];
    if (!start) this.drag.rect = [Math.min(from[0], x), Math.min(from[1], y), Math.max(from[0], x), Math.max(from[1], y)];
    else if (corner < 0) this.drag.rect = [start[0] + dx, start[1] + dy, start[2] + dx, start[3] + dy];
    else {
      const moved = [...start];
      moved[corner % 2 ? 2 : 0] += dx;
      moved[corner > 1 ? 3 : 1] += dy;
      this.drag.rect = [Math.min(moved[0], moved[2]), Math.min(moved[1], moved[3]), Math.max(moved[0], moved[2]), Math.max(moved[1], moved[3])];
    }
    this.redraw();
  }

  async endDrag() {
    const { name, rect, start } = this.drag;
    const small = !rect || (rect[2] - rect[0] < 3 && rect[3] - rect[1] < 3);
    this.drag = null;
    if (!small && !(start && start.every((each, at) => each === rect[at]))) await this.write(name, this.box(rect));
    this.redraw();
  }

  async write(name, box) {
    if (!this.line?.takes?.includes(name)) return say(word("no_box_here"), { bad: true });
    this.boxes = [...this.boxes.filter((each) => each.name !== name), { name, box }];
    const done = await this.editor.changeLine(this.line.line, { [name]: box }).catch((error) => say(error.message, { bad: true }));
    if (done === false) say(word("no_box_here"), { bad: true });
  }

  boxByKeys(turn, sized) {
    const { name, box } = this.boxes[0] ?? { name: "box", box: null };
    if (!box) return this.write("box", [450, 450, 550, 550]);
    if (!turn || box.length !== 4) return;
    const [a, b, c, d] = box;
    const [dx, dy] = turn.map((each) => each * 5);
    const clamp = (value) => Math.min(999, Math.max(0, value));
    this.write(name, sized ? [a, b, clamp(Math.max(a, c + dx)), clamp(Math.max(b, d + dy))] : [clamp(a + dx), clamp(b + dy), clamp(c + dx), clamp(d + dy)]);
  }

  // --- pointing ---------------------------------------------------------------------------------------------

  async name(x, y) {
    this.crosshair = [x, y];
    try {
      const found = await ask("name", { x, y, ...(this.line?.inside ?? {}) });
      this.found = found.rect;
      this.redraw();
      this.showNamed(found);
    } catch (error) {
      this.found = null;
      this.redraw();
      say(error.message, { bad: true });
    }
  }

  showNamed(found) {
    const bar = $("#named");
    const close = () => {
      bar.hidden = true;
      this.found = null;
      this.redraw();
    };
    const values = Object.fromEntries(["element_type", "element_info", "id"].filter((name) => found[name]).map((name) => [name, found[name]]));
    const put = element("button", { className: "main", id: "put-into-line", textContent: word("put_into_line"), disabled: !this.line?.takes?.includes("box"),
      onclick: async () => {
        await this.editor.changeLine(this.line.line, { ...values, box: found.box[0] }).catch((error) => say(error.message, { bad: true }));
        close();
        this.editor.view.focus();
      } });
    bar.replaceChildren(element("code", { textContent: found.arguments }), put,
      element("button", { textContent: word("insert_click"), onclick: () => {
        this.editor.insertAt(this.editor.line, `CLICK(${found.arguments})`);
        close();
        this.editor.view.focus();
      } }),
      element("button", { textContent: word("copy"), onclick: () => navigator.clipboard.writeText(found.arguments).catch(() => {}) }),
      element("button", { textContent: word("close"), onclick: close }));
    bar.hidden = false;
    put.focus();
  }
}

function corners([left, top, right, bottom]) {
  return [[left, top], [right, top], [left, bottom], [right, bottom]];
}

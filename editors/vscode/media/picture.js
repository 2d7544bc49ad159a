// Shows pictures, and turns a rectangle drawn on one into thousandths of it.

const vscode = acquireVsCodeApi();
const byId = (id) => document.getElementById(id);
const picture = byId("picture");
let line = 0;
let text = "";
let surface = "";
let start = null;

function tell(said) {
  byId("said").textContent = said;
}

function place(element, [left, top, right, bottom]) {
  element.style.display = "block";
  element.style.left = `${left / 10}%`;
  element.style.top = `${top / 10}%`;
  element.style.width = `${(right - left) / 10}%`;
  element.style.height = `${(bottom - top) / 10}%`;
}

function explain() {
  const where = line ? `Draw a rectangle: it becomes the box of line ${line}, ${text}` : "Put the cursor into a line";
  tell(surface ? `${surface} · ${where}` : where);
}

window.addEventListener("message", ({ data }) => {
  if (data.shown) {
    picture.src = `data:${data.shown.type};base64,${data.shown.picture}`;
    surface = data.shown.surface;
    const box = data.shown.box;
    if (box && box.length === 4) place(byId("box"), box);
    else byId("box").style.display = "none";
    if (!start) explain();
  } else if (data.said) {
    tell(data.said);
  } else if ("line" in data) {
    ({ line, text } = data);
    if (picture.src) explain();
  }
});

function thousandths(event) {
  const frame = picture.getBoundingClientRect();
  const part = (at, from, size) => Math.max(0, Math.min(999, Math.round(((at - from) / size) * 1000)));
  return [part(event.clientX, frame.left, frame.width), part(event.clientY, frame.top, frame.height)];
}

function drawn(event) {
  const end = thousandths(event);
  return [Math.min(start[0], end[0]), Math.min(start[1], end[1]), Math.max(start[0], end[0]), Math.max(start[1], end[1])];
}

const frame = byId("frame");
frame.addEventListener("pointerdown", (event) => {
  if (!picture.src) return;
  start = thousandths(event);
  frame.setPointerCapture(event.pointerId);
});
frame.addEventListener("pointermove", (event) => {
  if (start) place(byId("drawn"), drawn(event));
});
frame.addEventListener("pointerup", (event) => {
  if (!start) return;
  const box = drawn(event);
  start = null;
  byId("drawn").style.display = "none";
  if (box[2] - box[0] > 2 && box[3] - box[1] > 2) vscode.postMessage({ box });
});
frame.addEventListener("pointercancel", () => {
  start = null;
  byId("drawn").style.display = "none";
});

// Small things for building the page.
export const $ = (selector) => document.querySelector(selector);

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "data") Object.assign(made.dataset, value);
    else if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}

export function svg(tag, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export function say(text, { bad = false } = {}) {
  $("#state").textContent = text;
  document.querySelector("footer").classList.toggle("bad", bad);
}

// A list whose entries are reached with the arrow keys: one stop of the Tab key.
export function listbox(list, chosen) {
  const options = () => [...list.querySelectorAll('[role="option"]')];
  const go = (option) => {
    for (const each of options()) each.tabIndex = each === option ? 0 : -1;
    option.focus();
  };
  list.addEventListener("keydown", (event) => {
    const all = options();
    const at = all.indexOf(document.activeElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined && all[to]) go(all[to]);
    else if (event.key === "Enter" || event.key === " ") chosen(all[at], event);
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest('[role="option"]');
    if (option) go(option), chosen(option, event);
  });
}

export function select(list, option) {
  for (const each of list.querySelectorAll('[role="option"]')) {
    each.setAttribute("aria-selected", String(each === option));
    each.tabIndex = each === option ? 0 : -1;
  }
  if (!option) list.querySelector('[role="option"]')?.setAttribute("tabindex", "0");
}

// The lines in which two texts differ, with what is alike before and after them left out.
export function differenceOf(before, after) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const some = (lines, sign) => lines.slice(head, lines.length - tail).slice(0, 400).map((line) => sign + line.slice(0, 2000));
  return [`@@ ${head + 1} @@`, ...some(old, "-"), ...some(now, "+")].join("\n");
}

export function diffView(text) {
  const shown = element("pre");
  for (const line of text.split("\n")) {
    const kind = { "+": "plus", "-": "minus", "@": "at" }[line[0]] ?? "";
    shown.append(element("span", { className: kind }, `${line}\n`));
  }
  return shown;
}

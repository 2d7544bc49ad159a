// The studio's page: puts its parts together, and says when its server has gone.
import { $, say } from "./dom.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { ask, connect, emit, on } from "./link.js";
import { Record } from "./record.js";
import { Run } from "./run.js";
import { Runs } from "./runs.js";
import { Screen } from "./screen.js";
import { chooseLanguage, currentLanguage, translate, word } from "./words.js";

translate();
const editor = new Editor();
const screen = new Screen(editor);
const files = new Files(editor, view);
const record = new Record(editor, screen);
const run = new Run(editor, screen, files);
const runs = new Runs(editor, screen, files, tab);
Object.assign(window, { cogStudio: { editor, screen, record, run, runs } }); // for whoever looks into it

// --- the line to the server -----------------------------------------------------------------------------------

let was = false;
on("connected", async () => {
  const hello = await ask("hello");
  $("#lost").hidden = true;
  $("#folder").textContent = hello.folder;
  editor.begin(hello.root);
  files.show(hello.files);
  run.replay(hello);
  screen.opened(hello.size);
  if (hello.surface) screen.otherShown(hello.surface);
  if (was) {
    say(word("back_again"));
    await editor.again();
  } else {
    const first = files.first(hello.files);
    if (first) await files.open(first);
    if (hello.shown.length) await runs.open(hello.shown[0]);
    if (!hello.size && hello.files.some((each) => each.endsWith(".cog"))) ask("screen").catch(() => {});
  }
  was = true;
  document.body.dataset.ready = "yes";
});
on("lost", () => {
  if (!was) return;
  $("#lost").textContent = word("lost");
  $("#lost").hidden = false;
  screen.opened(null);
});

// --- language, colours, views -----------------------------------------------------------------------------------

$("#language").value = currentLanguage();
$("#language").onchange = ({ target }) => {
  chooseLanguage(target.value);
  run.buttons();
  editor.showName();
  emit("words");
};
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => {
  const chosen = $("#theme").value;
  document.documentElement.dataset.theme = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
};
$("#theme").value = localStorage.getItem("cog-theme") ?? "auto";
$("#theme").onchange = ({ target }) => (localStorage.setItem("cog-theme", target.value), paint());
dark.addEventListener("change", paint);
paint();

function view(name) {
  document.querySelector("main").dataset.view = name;
  for (const each of document.querySelectorAll("#views button")) each.classList.toggle("on", each.dataset.view === name);
}
for (const each of document.querySelectorAll("#views button")) each.onclick = () => view(each.dataset.view);
view("text");

function tab(name) {
  for (const each of document.querySelectorAll("#tabs [data-tab]")) {
    each.setAttribute("aria-selected", String(each.dataset.tab === name));
    each.tabIndex = each.dataset.tab === name ? 0 : -1;
    $(`#panel-${each.dataset.tab}`).hidden = each.dataset.tab !== name;
  }
  if (name === "runs") runs.list_();
}
for (const each of document.querySelectorAll("#tabs [data-tab]")) each.onclick = () => tab(each.dataset.tab);
$("#tabs").addEventListener("keydown", (event) => {
  const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!turn) return;
  const all = [...document.querySelectorAll("#tabs [data-tab]")];
  const next = all[(all.indexOf(document.activeElement) + turn + all.length) % all.length];
  next.click();
  next.focus();
});
tab("steps");

// --- keys of the whole page ------------------------------------------------------------------------------------

$("#save").onclick = () => editor.save();
on("cursor", ({ line }) => { $("#place").textContent = `${word("line")} ${line}`; });

const PANES = ["#file-list", "#editor .cm-content", "#surface", "#tabs [aria-selected=true]"];
const KEYS = {
  "Control+s": () => editor.save(),
  F5: () => $("#run").click(),
  "Control+F5": () => $("#from-here").click(),
  "Shift+F5": () => $("#stop").click(),
  F8: () => $("#pause").click(),
  F9: () => editor.toggleBreak(),
  F10: () => $("#step").click(),
  "Shift+F10": () => $("#over").click(),
  F6: () => nextPane(1),
  "Shift+F6": () => nextPane(-1),
};
addEventListener("keydown", (event) => {
  const held = [event.ctrlKey || event.metaKey ? "Control" : "", event.shiftKey ? "Shift" : ""].filter(Boolean);
  const act = !event.altKey && KEYS[[...held, event.key].join("+")];
  if (!act || $("#dialog").open) return;
  event.preventDefault();
  act();
});

function nextPane(turn) {
  const at = PANES.findIndex((each) => document.querySelector(each)?.contains(document.activeElement));
  for (let tried = 1; tried <= PANES.length; tried++) {
    const pane = document.querySelector(PANES[(Math.max(0, at) + turn * tried + 2 * PANES.length) % PANES.length]);
    const target = pane?.matches('[role="listbox"]') ? pane.querySelector('[tabindex="0"]') : pane;
    if (target && target.offsetParent !== null) return target.focus();
  }
}

connect();

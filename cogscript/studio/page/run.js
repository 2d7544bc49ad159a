// Running: the buttons, the steps as they happen, variables, stops and questions.
import { $, diffView, element, listbox, say, select } from "./dom.js";
import { question } from "./dialogs.js";
import { ask, emit, on } from "./link.js";
import { stepDetail } from "./step_detail.js";
import { word } from "./words.js";

const MOST = 3000; // entries of the list; the record has all

export class Run {
  constructor(editor, screen, files) {
    Object.assign(this, { editor, screen, files });
    this.clear();
    this.list = $("#step-list");
    listbox(this.list, (option) => this.choose(Number(option.dataset.step)));
    $("#run").onclick = () => (this.stopped ? this.command("go") : this.start());
    $("#step").onclick = () => (this.stopped ? this.command("step") : this.start({ stepping: true }));
    $("#over").onclick = () => this.command("over");
    $("#pause").onclick = () => this.ask("pause");
    $("#stop").onclick = () => this.ask("stop");
    $("#from-here").onclick = () => this.start({ from_line: this.editor.line });
    on("run-started", (event) => this.started(event));
    on("step-started", (event) => this.show(event));
    on("step-finished", (event) => this.show(event));
    on("stopped", (event) => this.stands(event));
    on("continued", () => { this.stopped = null; this.buttons(); });
    on("variables", ({ values }) => this.showVariables(values));
    on("said", ({ text }) => say(text));
    on("message", ({ level, text }) => say(text, { bad: level === "warning" }));
    on("progress", ({ text }) => say(text));
    on("answer", ({ text }) => say(text));
    on("question", (event) => this.asked(event));
    on("answered", () => $("#dialog").dataset.run && $("#dialog").close());
    on("run-finished", (event) => this.finished(event));
    on("refused", (event) => this.refused(event));
    on("breaks", ({ breaks }) => this.running && ask("breaks", { breaks: breaks.map(String) }).catch(() => {}));
    this.buttons();
    this.showVariables({});
  }

  clear() {
    this.steps = new Map();
    this.run = null;
    this.stopped = null;
    this.variables = {};
  }

  ask(what, values) {
    return ask(what, values).catch((error) => say(error.message, { bad: true }));
  }

  async start(options = {}) {
    if (this.running || !this.editor.path?.endsWith(".cog")) return;
    if (!(await this.editor.save())) return;
    const breaks = this.editor.breaks.map(String);
    this.running = this.editor.path;
    this.buttons();
    try {
      await ask("run", { file: this.editor.path, breaks, screen: $("#run-screen").value, ...options });
    } catch (error) {
      this.running = "";
      this.buttons();
      say(error.message, { bad: true });
    }
  }

  command(text) {
    return this.ask("command", { text });
  }

  buttons() {
    const { running, stopped } = this;
    const waits = Boolean(stopped);
    emit("running", Boolean(running) && !waits);
    $("#run").textContent = word(waits ? "go_on" : "run");
    $("#run").disabled = Boolean(running) && !waits;
    $("#step").disabled = Boolean(running) && !waits;
    $("#over").disabled = !waits;
    $("#pause").disabled = !running || waits;
    $("#stop").disabled = !running;
    $("#from-here").disabled = Boolean(running);
  }

  // --- what happens --------------------------------------------------------------------------------------

  // A page that comes later is told all that happened so far.
  replay({ history, running, stopped, question: asked }) {
    this.clear();
    this.running = running;
    this.list.replaceChildren();
    const last = new Map();
    for (const event of history) {
      if (event.event === "run-started") this.started(event, { quietly: true });
      else if (event.event.startsWith("step-")) last.set(event.step, event);
      else if (event.event === "variables") this.showVariables(event.values);
      else if (event.event === "run-finished") this.finished(event, { quietly: true });
    }
    for (const event of last.values()) this.show(event, { quietly: true });
    if (stopped) this.stands(stopped);
    if (asked) this.asked(asked);
    this.buttons();
  }

  started(event, { quietly = false } = {}) {
    this.clear();
    this.run = event.run;
    this.running = this.running || event.file;
    this.list.replaceChildren();
    $("#detail").replaceChildren();
    $("#film").replaceChildren();
    emit("run", { run: null });
    if (!quietly) this.screen.showLive(), say(word("running", { file: event.file }));
    this.buttons();
  }

  show(event, { quietly = false } = {}) {
    this.steps.set(event.step, { ...this.steps.get(event.step), ...event });
    const step = this.steps.get(event.step);
    if (!["step", "call", "block"].includes(step.kind)) return;
    let row = this.list.querySelector(`[data-step="${event.step}"]`);
    if (!row) {
      if (this.list.childElementCount >= MOST) this.list.firstElementChild.remove();
      row = stepRow(step);
      this.list.append(row);
      if (this.list.childElementCount === 1) row.tabIndex = 0;
    } else row.replaceWith((row = stepRow(step)));
    if (!quietly) {
      row.scrollIntoView({ block: "nearest" });
      if (this.samePath(step.file)) this.editor.mark(step.line, step.outcome === "failed" ? "failed-line" : "at-line");
    }
    Object.assign(this.variables, step.variables ?? {});
    if (step.variables && Object.keys(step.variables).length) this.showVariables(this.variables);
  }

  samePath(file) {
    return file === this.editor.path || file?.endsWith(`/${this.editor.path}`);
  }

  async stands(event) {
    this.stopped = event;
    this.buttons();
    this.showVariables(event.variables);
    if (!this.samePath(event.file)) await this.files.open(event.file);
    this.editor.mark(event.line, event.failed ? "failed-line" : "at-line");
    this.editor.goTo(event.line);
    say(word(event.failed ? "failed_at" : "stopped_at", { line: event.line }), { bad: event.failed });
    if (event.failed) {
      this.show({ ...this.steps.get(event.step), ...event, kind: "step", outcome: "failed" }, { quietly: true });
      this.showFailure(this.steps.get(event.step));
    }
  }

  showFailure(step) {
    const buttons = [
      { word: "retry", act: () => this.command("retry") },
      { word: "skip", act: () => this.command("skip") },
      { word: "let_fail", act: () => this.command("fail") },
    ];
    $("#detail").replaceChildren(stepDetail(step, { buttons, take: (each) => this.take(step, each) }));
  }

  // A line that would take what came near: shown as a change, written when the person accepts it.
  async take(step, candidate) {
    const before = step.text ?? "";
    const content = diffView(`${before ? `-${before}\n` : ""}+${candidate.line}`);
    if (!(await question(word("take_question"), { content }))) return;
    if (this.stopped?.failed) return this.command(`take ${candidate.number}`);
    emit("take", { step, candidate });
  }

  async asked({ text, kind }) {
    const buttons = kind === "confirm" ? [{ word: "no", value: "no" }, { word: "yes", value: "yes", main: true }] : undefined;
    $("#dialog").dataset.run = "1";
    const answer = await question(text, { buttons, field: kind === "confirm" ? null : { secret: kind === "secret" } });
    delete $("#dialog").dataset.run;
    await ask("reply", { text: answer }).catch(() => {});
  }

  finished(event, { quietly = false } = {}) {
    this.running = "";
    this.stopped = null;
    this.run = event.run;
    this.buttons();
    if (quietly) return;
    const bad = event.outcome === "failed";
    if (!bad) this.editor.mark(0);
    const values = { steps: event.steps, seconds: event.seconds?.toFixed(1) };
    const name = { ok: "finished", failed: "failed", stopped: "stopped" }[event.outcome];
    say(bad && event.error ? `${word(name, values)}: ${event.error.message}` : word(name, values), { bad });
    if (bad && event.error?.line && this.samePath(event.error.file)) this.editor.mark(event.error.line, "failed-line");
    emit("record-made", { run: event.run, outcome: event.outcome });
  }

  refused({ message, advice, diagnostics }) {
    this.running = "";
    this.stopped = null;
    this.buttons();
    const first = diagnostics?.[0];
    say(first?.line ? `${first.line}: ${message}` : advice ? `${message} (${advice})` : message, { bad: true });
    if (first?.line && this.samePath(first.file)) this.editor.goTo(first.line), this.editor.mark(first.line, "failed-line");
  }

  choose(number) {
    select(this.list, this.list.querySelector(`[data-step="${number}"]`));
    const step = this.steps.get(number);
    if (step && this.run) emit("step-chosen", { run: this.run, step });
  }

  // --- variables --------------------------------------------------------------------------------------------

  showVariables(values) {
    this.variables = { ...values };
    const names = Object.keys(values).sort();
    const rows = names.map((name) => {
      const field = element("input", { value: values[name], disabled: !this.stopped, spellcheck: false });
      field.setAttribute("aria-label", name);
      field.onchange = () => this.command(`set ${name}=${field.value}`);
      return element("tr", {}, element("td", { textContent: name }), element("td", {}, field));
    });
    const head = element("tr", {}, element("th", { textContent: word("name") }), element("th", { textContent: word("value") }));
    $("#panel-variables").replaceChildren(names.length ? element("table", {}, head, ...rows) : element("p", { textContent: word("no_variables") }));
  }
}

export function stepRow(step) {
  const outcome = step.outcome ?? "running";
  const told = word(`outcome_${outcome}`) + (step.healed?.length ? `, ${word("healed")}` : "");
  const seconds = step.seconds >= 0.05 ? ` ${step.seconds.toFixed(1)} s` : "";
  const given = step.arguments ?? {};
  const about = step.title || given.element_info || given.text || given.app || given.url || given.key || "";
  const row = element("li", { role: "option", tabIndex: -1, className: outcome, data: { step: step.step } },
    element("span", { textContent: `${step.line}` }),
    element("span", { className: "what", textContent: `${step.name} ${about}` }),
    element("span", { className: "how", textContent: told + (outcome === "running" ? "" : seconds) }));
  row.style.paddingLeft = `${8 + 12 * (step.depth ?? 0)}px`;
  return row;
}

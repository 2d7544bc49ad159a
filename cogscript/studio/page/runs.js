// Runs on record: their list, the film strip of one, a step as it was, and the heal as a change to accept.
import { $, diffView, element, listbox, say, select } from "./dom.js";
import { question } from "./dialogs.js";
import { ask, emit, on, pictureAddress } from "./link.js";
import { stepRow } from "./run.js";
import { stepDetail } from "./step_detail.js";
import { FilmStrip } from "./report/film_strip.js";
import { word } from "./words.js";

export class Runs {
  constructor(editor, screen, files, tab) {
    Object.assign(this, { editor, screen, files, tab });
    this.shown = null;
    this.film = $("#film");
    this.list = $("#step-list");
    this.panel = $("#panel-runs");
    on("record-made", ({ run, outcome }) => run && this.open(run, { toFailure: outcome === "failed", follow: false }));
    on("step-chosen", ({ run, step }) => this.chooseOf(run, step));
    on("run", () => { this.shown = null; });
    on("live", () => this.strip?.select(null));
    on("take", ({ step, candidate }) => this.take(step, candidate));
  }

  async list_() {
    const runs = await ask("runs").catch(() => []);
    const rows = runs.map((each) => element("li", { role: "option", tabIndex: -1, data: { run: each.run }, className: each.outcome === "failed" ? "failed" : "",
      textContent: `${new Date(each.started * 1000).toLocaleString()} — ${each.path ?? each.file ?? each.title ?? ""} — ${word(`outcome_${each.outcome}`)}, ${each.steps} ${word("steps")}` }));
    const list = element("ul", { role: "listbox" }, ...rows);
    list.setAttribute("aria-label", word("runs"));
    listbox(list, (option) => { select(list, option); this.open(option.dataset.run).then(() => this.tab("steps")); });
    if (rows[0]) rows[0].tabIndex = 0;
    this.panel.replaceChildren(rows.length ? list : element("p", { textContent: word("no_runs") }));
  }

  async open(run, { toFailure = true, follow = true } = {}) {
    try {
      this.shown = await ask("steps", { run });
    } catch (error) {
      return say(error.message, { bad: true });
    }
    const { steps, path } = this.shown;
    if (follow && path) await this.files.open(path);
    const some = steps.filter((each) => ["step", "call", "block"].includes(each.kind)).slice(-3000);
    this.list.replaceChildren(...some.map(stepRow));
    select(this.list, null);
    $("#detail").replaceChildren();
    this.showFilm(steps);
    const failed = steps.findLast((each) => each.outcome === "failed" || (each.outcome === "stopped" && each.error));
    if (failed && toFailure) this.choose(failed.step);
    await this.offerHealing();
  }

  // The report's own film strip, over the steps as the studio knows them.
  showFilm(steps) {
    const { run, size } = this.shown;
    const [width, height] = size ?? [1280, 800];
    const model = {
      steps: steps.filter((each) => each.kind === "step").map((each) => ({ ...each, number: each.step, healed: each.healed?.length })),
      picture: (step) => step.before ?? step.halt?.picture ?? null,
      pictures: (name) => ({ src: pictureAddress(run, name, 188), width, height }),
      title: (step) => step.title || `${step.name} ${step.arguments?.element_info ?? ""}`,
    };
    this.strip = new FilmStrip(model, (number) => this.choose(number));
    this.strip.strip.element.setAttribute("aria-label", word("film"));
    this.film.replaceChildren(...(this.strip.frames.length ? [this.strip.element] : []));
    this.strip.strip.draw(true);
  }

  choose(number) {
    const step = this.shown?.steps.find((each) => each.step === number);
    if (step) this.chooseOf(this.shown.run, step);
  }

  async chooseOf(run, given) {
    if (this.shown?.run !== run) {
      this.shown = await ask("steps", { run }).catch(() => null); // of a run that goes on, as far as it has come
    }
    const step = this.shown?.steps.find((each) => each.step === given.step) ?? given;
    const option = this.list.querySelector(`[data-step="${step.step}"]`);
    select(this.list, option);
    option?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.strip?.select(step.step);
    this.screen.showStep(run, step, this.shown?.size);
    $("#detail").replaceChildren(stepDetail(step, { take: (each) => this.askToTake(step, each) }));
    if (step.file === this.editor.path || step.file?.endsWith(`/${this.editor.path}`)) {
      this.editor.mark(step.line, step.outcome === "failed" ? "failed-line" : "at-line");
      this.editor.goTo(step.line);
    }
  }

  async askToTake(step, candidate) {
    if (await question(word("take_question"), { content: diffView(`-${step.text}\n+${candidate.line}`) })) this.take(step, candidate);
  }

  // Put the line that takes what came near into the text; only where the line is still what was run.
  async take(step, candidate) {
    if (this.shown?.path && this.shown.path !== this.editor.path) await this.files.open(this.shown.path);
    const now = await this.editor.targets(step.line);
    if (!now || now.text !== step.text) return say(word("line_changed_meanwhile"), { bad: true });
    const { doc } = this.editor.view.state;
    const place = ({ line, character }) => doc.line(line + 1).from + character;
    this.editor.view.dispatch({ changes: { from: place(now.range.start), to: place(now.range.end), insert: candidate.line }, userEvent: "input" });
    this.editor.view.focus();
  }

  async offerHealing() {
    const run = this.shown?.run;
    if (!run || !this.shown.steps.some((each) => each.healed?.length)) return;
    const healing = await ask("healing", { run }).catch(() => null);
    if (!healing?.changes.length && !healing?.notes.length) return;
    const button = element("button", { id: "heal", className: "main", textContent: word("heal_offer", { count: healing.changes.length }), onclick: () => this.heal(healing) });
    $("#detail").prepend(element("div", { className: "buttons" }, button));
  }

  async heal(healing) {
    const notes = [...healing.changes.map((each) => `${each.file}:${each.line}: ${each.why}`), ...healing.notes.map((each) => `${word("left_alone")}: ${each}`)];
    const content = element("div", {}, diffView(healing.diff), ...notes.map((each) => element("p", { textContent: each })));
    if (!healing.writable) return question(word("heal_not_yet"), { content, buttons: [{ word: "close", value: null, main: true }] });
    if (!(await question(word("heal_question"), { content }))) return;
    if (!this.editor.isClean) return say(word("heal_save_first"), { bad: true });
    await ask("heal", { run: healing.run }).then(() => $("#heal")?.remove()).catch((error) => say(error.message, { bad: true }));
  }
}

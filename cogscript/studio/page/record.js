// Recording: what is done on the private screen becomes lines at the cursor, while it is done.
import { $, say } from "./dom.js";
import { ask, on } from "./link.js";
import { word } from "./words.js";

export class Record {
  constructor(editor, screen) {
    Object.assign(this, { editor, screen });
    this.path = "";
    $("#record").onclick = () => (this.path ? this.end() : this.begin());
    on("recorded-so-far", (event) => this.heard(event));
    on("recorded", (event) => this.ended(event));
    on("record-refused", (event) => this.refused(event));
    on("notice", ({ text }) => this.path && say(`${word("recording")} — ${text}`));
    on("running", (running) => { $("#record").disabled = running; });
  }

  async begin() {
    const { editor } = this;
    if (!editor.path?.endsWith(".cog")) return;
    if (!this.screen.isOpen) await this.screen.openAndWait();
    const { path, line, text } = editor;
    try {
      await ask("record", { path, line, text });
    } catch (error) {
      return say(error.message, { bad: true });
    }
    this.show(path);
    editor.lock(true);
    this.screen.choose("use");
    say(word("recording"));
  }

  end() {
    say(word("recording_ends"));
    ask("end-recording").catch((error) => say(error.message, { bad: true }));
  }

  show(path) {
    this.path = path;
    $("#record").textContent = word(path ? "record_end" : "record");
    $("#record").classList.toggle("recording", Boolean(path));
  }

  heard({ path, text }) {
    if (path === this.path && path === this.editor.path) this.editor.replaceAll(text);
  }

  ended({ path, text, steps, reason }) {
    if (path !== this.path) return;
    this.close();
    if (path === this.editor.path) this.editor.replaceAll(text);
    say(reason || word("recorded", { count: steps }), { bad: Boolean(reason) });
  }

  refused({ path, message, advice }) {
    if (path !== this.path) return;
    this.close();
    say(advice ? `${message} (${advice})` : message, { bad: true });
  }

  close() {
    this.show("");
    this.editor.lock(false);
    this.screen.choose("box");
    this.editor.view.focus();
  }
}

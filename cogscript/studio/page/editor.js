// The text in the middle: one editor, a state for each open file, its marks, and what the disk says meanwhile.
import {
  Annotation, Compartment, Decoration, EditorState, EditorView, GutterMarker, RangeSet, StateEffect, StateField, autocompletion,
  bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, foldGutter,
  foldKeymap, gutter, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches,
  highlightSpecialChars, history, historyKeymap, indentUnit, indentWithTab, keymap, lineNumbers, lintGutter, lintKeymap,
  search, searchKeymap,
} from "./codemirror.js";
import { $, differenceOf, diffView, element, say } from "./dom.js";
import { dropDraft, draftOf, keepDraft } from "./drafts.js";
import { question } from "./dialogs.js";
import { LanguageClient, cog, colours } from "./language.js";
import { ask, emit, isConnected, on } from "./link.js";
import { word } from "./words.js";

const fromDisk = Annotation.define();
const DRAFT_AFTER = 400;
const writing = new Compartment();

// --- marks: breaks, the line a run stands at, lines that are being recorded -------------------------------

const setBreaks = StateEffect.define({ map: (places, changes) => places.map((each) => changes.mapPos(each)) });
const breakField = StateField.define({
  create: () => RangeSet.empty,
  update(breaks, transaction) {
    breaks = breaks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setBreaks)) breaks = RangeSet.of(effect.value.map((each) => breakMarker.range(each)), true);
    }
    return breaks;
  },
});
const breakMarker = new (class extends GutterMarker {
  toDOM() { return document.createTextNode("●"); }
})();

const setMark = StateEffect.define();
const markField = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const { line, kind, to } = effect.value ?? {};
      const lines = line ? Array.from({ length: Math.max(1, (to ?? line) - line + 1) }, (_, at) => line + at) : [];
      marks = Decoration.set(lines.filter((each) => each <= transaction.state.doc.lines)
        .map((each) => Decoration.line({ class: kind }).range(transaction.state.doc.line(each).from)));
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  constructor() {
    this.files = new Map(); // path → { state, stamp, saved, dirty, gone, theirs }
    this.path = null;
    this.view = new EditorView({ parent: $("#editor"), state: EditorState.create({ extensions: [EditorView.editable.of(false)] }) });
    on("file-changed", (event) => this.changedOnDisk(event));
    on("file-gone", ({ path }) => this.goneFromDisk(path));
    addEventListener("beforeunload", (event) => {
      if ([...this.files.values()].some((each) => each.dirty)) event.preventDefault();
    });
  }

  begin(root) {
    if (!this.language) this.language = new LanguageClient(root);
    this.root = root;
  }

  uri(path) {
    return `${this.root.replace(/\/$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}`;
  }

  get file() { return this.files.get(this.path); }
  get text() { return this.view.state.doc.toString(); }
  get line() { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }
  key(path) { return `${this.root} ${path}`; }

  // --- opening and saving -------------------------------------------------------------------------------

  async open(path, { line = 0 } = {}) {
    if (path !== this.path) {
      let file = this.files.get(path);
      if (!file) {
        const found = await ask("open", { path });
        const draft = await draftOf(this.key(path));
        const isDraft = draft && draft.text !== found.text;
        file = { stamp: isDraft ? draft.stamp : found.stamp, dirty: Boolean(isDraft), theirs: null };
        file.state = this.makeState(path, isDraft ? draft.text : found.text);
        if (isDraft) say(word("draft_back", { path }));
        if (isDraft && draft.stamp !== found.stamp) file.theirs = found;
        this.files.set(path, file);
      }
      if (this.file) this.file.state = this.view.state;
      this.path = path;
      this.view.setState(file.state);
      this.shown();
    }
    if (line) this.goTo(line);
  }

  makeState(path, text) {
    return EditorState.create({
      doc: text,
      extensions: [
        highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(),
        bracketMatching(), closeBrackets(), autocompletion(), highlightActiveLine(), highlightSelectionMatches(),
        writing.of([]), search(), lintGutter(), indentUnit.of("  "), breakField, markField,
        gutter({ class: "break-gutter", markers: (view) => view.state.field(breakField),
          initialSpacer: () => breakMarker,
          domEventHandlers: { mousedown: (view, block) => (this.toggleBreak(view.state.doc.lineAt(block.from).number), true) } }),
        lineNumbers(), foldGutter(),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
          ...completionKeymap, ...lintKeymap, indentWithTab]),
        path.endsWith(".cog") ? [cog, colours, this.language.plugin(this.uri(path))] : [],
        EditorView.updateListener.of((update) => this.updated(path, update)),
      ],
    });
  }

  updated(path, update) {
    if (path !== this.path) return;
    const file = this.file;
    if (update.docChanged && file) {
      if (!update.transactions.some((each) => each.annotation(fromDisk))) {
        file.dirty = true;
        clearTimeout(file.timer);
        file.timer = setTimeout(() => this.keep(path), DRAFT_AFTER);
      }
      this.showName();
    }
    if (update.docChanged || update.selectionSet) emit("cursor", { path, line: this.line, changed: update.docChanged });
  }

  keep(path) {
    const file = this.files.get(path);
    const state = path === this.path ? this.view.state : file?.state;
    if (file?.dirty) keepDraft(this.key(path), { text: state.doc.toString(), stamp: file.stamp });
  }

  // One after another: a save that begins before the last was answered would take its own for a stranger's.
  save() {
    this.saving = (this.saving ?? Promise.resolve()).then(() => this.saveNow());
    return this.saving;
  }

  async saveNow() {
    const { path, file, text } = this;
    if (!file) return false;
    if (file.theirs) return this.shown(), false;
    if (!file.dirty) return true;
    try {
      const { stamp } = await ask("save", { path, text, stamp: file.stamp });
      Object.assign(file, { stamp, dirty: this.path === path && this.text !== text });
      if (!file.dirty) dropDraft(this.key(path));
      this.language.saved(this.uri(path));
      say(word("saved", { path }));
      this.showName();
      return true;
    } catch (error) {
      if (error.code === "changed") this.changedOnDisk({ path, ...error.rest });
      else if (error.code === "gone") this.goneFromDisk(path);
      else say(error.code === "lost" ? word("no_answer") : error.message, { bad: true });
      return false;
    }
  }

  async create(path, text) {
    const { stamp } = await ask("save", { path, text, stamp: "" });
    emit("created", { path, stamp });
    await this.open(path);
  }

  // --- the disk says otherwise ----------------------------------------------------------------------------

  changedOnDisk({ path, text, stamp }) {
    const file = this.files.get(path);
    if (!file || file.stamp === stamp) return;
    const state = path === this.path ? this.view.state : file.state;
    if (!file.dirty || state.doc.toString() === text) {
      this.take(path, { text, stamp });
      say(word("taken_from_disk", { path }));
    } else {
      file.theirs = { text, stamp };
      if (path === this.path) this.shown();
    }
  }

  // The text is here alone now: whoever saves it makes the file anew.
  goneFromDisk(path) {
    const file = this.files.get(path);
    if (!file) return;
    Object.assign(file, { stamp: "", dirty: true });
    this.keep(path);
    if (path === this.path) this.showName();
    say(word("file_gone", { path }), { bad: true });
  }

  take(path, { text, stamp }) {
    const file = this.files.get(path);
    const spec = replacement(path === this.path ? this.view.state.doc : file.state.doc, text);
    if (path === this.path) this.view.dispatch({ ...spec, annotations: fromDisk.of(true) });
    else file.state = file.state.update({ ...spec, annotations: fromDisk.of(true) }).state;
    Object.assign(file, { stamp, dirty: false, theirs: null });
    dropDraft(this.key(path));
    if (path === this.path) this.shown();
  }

  // What a server that came back knows: the files that are open here are open there again.
  async again() {
    for (const [path, file] of this.files) {
      try {
        const found = await ask("open", { path });
        if (found.stamp !== file.stamp) this.changedOnDisk(found);
      } catch (error) {
        say(error.message, { bad: true });
      }
    }
  }

  shown() {
    const bar = $("#conflict");
    const file = this.file;
    bar.hidden = !file?.theirs;
    if (file?.theirs) {
      const path = this.path;
      bar.replaceChildren(element("span", { textContent: word("conflict", { path }) }),
        element("button", { textContent: word("show_difference"), onclick: () =>
          question(word("conflict", { path }), { content: diffView(differenceOf(file.theirs.text, this.text)), buttons: [{ word: "close", value: null, main: true }] }) }),
        element("button", { id: "take-theirs", textContent: word("take_theirs"), onclick: () => this.take(path, file.theirs) }),
        element("button", { id: "keep-mine", textContent: word("keep_mine"), onclick: () => {
          Object.assign(file, { stamp: file.theirs.stamp, theirs: null, dirty: true });
          this.keep(path);
          this.shown();
        } }));
    }
    this.showName();
    emit("file", { path: this.path });
  }

  showName() {
    $("#file-name").textContent = this.path ? `${this.path}${this.file?.dirty ? ` — ${word("unsaved")}` : ""}` : "";
    $("#save").disabled = !this.file?.dirty;
    document.title = `${this.file?.dirty ? "• " : ""}${this.path ?? ""} — cog studio`;
  }

  // --- places ---------------------------------------------------------------------------------------------

  goTo(line) {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  }

  mark(line, kind = "at-line", to = line) {
    this.view.dispatch({ effects: setMark.of(line ? { line, kind, to } : null) });
  }

  get breaks() {
    const lines = [];
    const { state } = this.view;
    const marks = state.field(breakField, false);
    marks?.between(0, state.doc.length, (from) => void lines.push(state.doc.lineAt(from).number));
    return [...new Set(lines)];
  }

  toggleBreak(line = this.line) {
    const breaks = this.breaks;
    const wanted = breaks.includes(line) ? breaks.filter((each) => each !== line) : [...breaks, line];
    const { doc } = this.view.state;
    this.view.dispatch({ effects: setBreaks.of(wanted.sort((one, other) => one - other).map((each) => doc.line(each).from)) });
    emit("breaks", { breaks: this.breaks });
  }

  // --- changes ----------------------------------------------------------------------------------------------

  replaceAll(text) {
    const spec = replacement(this.view.state.doc, text);
    const { from, insert } = spec.changes;
    this.view.dispatch({ ...spec, effects: EditorView.scrollIntoView(from + insert.length, { y: "center" }) });
  }

  // While lines are recorded into a text, nobody else writes into it.
  lock(locked) {
    this.view.dispatch({ effects: writing.reconfigure(locked ? EditorState.readOnly.of(true) : []) });
  }

  async targets(line = this.line) {
    if (!this.path?.endsWith(".cog")) return null;
    return this.language.ask("cog/lineTargets", { uri: this.uri(this.path), line }).catch(() => null);
  }

  // New values of arguments of the operation at a line, written by the server that knows the language.
  async changeLine(line, values) {
    const edit = await this.language.ask("cog/lineChange", { uri: this.uri(this.path), line, values });
    if (!edit) return false;
    const { doc } = this.view.state;
    const place = ({ line: at, character }) => doc.line(at + 1).from + character;
    this.view.dispatch({ changes: { from: place(edit.range.start), to: place(edit.range.end), insert: edit.newText }, userEvent: "input" });
    return true;
  }

  insertAt(line, text) {
    const { doc } = this.view.state;
    const at = line > doc.lines ? doc.length : doc.line(line).from;
    const indent = doc.line(Math.min(line, doc.lines)).text.match(/^\s*/)[0];
    this.view.dispatch({ changes: { from: at, insert: `${indent}${text}\n` }, selection: { anchor: at + indent.length } });
  }

  get isClean() { return !this.file?.dirty; }
  get canSave() { return isConnected(); }
}

// One change from a text to another, as small as its ends allow: the cursor stays where it is.
function replacement(doc, text) {
  const before = doc.toString();
  let head = 0;
  const shortest = Math.min(before.length, text.length);
  while (head < shortest && before.charCodeAt(head) === text.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shortest - head && before.charCodeAt(before.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail)) tail++;
  return { changes: { from: head, to: before.length - tail, insert: text.slice(head, text.length - tail) } };
}

// The files at the left.
import { $, element, listbox, say, select } from "./dom.js";
import { question } from "./dialogs.js";
import { ask, on } from "./link.js";
import { word } from "./words.js";

const FIRST = "WORKFLOW(title='{title}')\n\nEND()\n";

export class Files {
  constructor(editor, view) {
    this.editor = editor;
    this.list = $("#file-list");
    listbox(this.list, (option) => this.open(option.dataset.path).then(() => view("text")));
    on("files", ({ files }) => this.show(files));
    on("file", ({ path }) => select(this.list, this.option(path)));
    $("#new-file").onclick = () => this.create();
  }

  option(path) {
    return [...this.list.children].find((each) => each.dataset.path === path);
  }

  show(files) {
    const focused = this.list.contains(document.activeElement) && document.activeElement.dataset.path;
    this.list.replaceChildren(...files.map((path) => element("li", {
      role: "option", tabIndex: -1, title: path, textContent: path, data: { path },
      className: path.endsWith(".cog") ? "" : "other" })));
    select(this.list, this.option(this.editor.path));
    if (focused) this.option(focused)?.focus();
  }

  async open(path, options) {
    try {
      await this.editor.open(path, options);
      localStorage.setItem(`cog-file ${this.editor.root}`, path);
    } catch (error) {
      say(error.message, { bad: true });
    }
  }

  async create() {
    const given = await question(word("new_file_name"), { field: {} });
    if (!given) return;
    const path = given.endsWith(".cog") ? given : `${given}.cog`;
    const title = path.split("/").at(-1).replace(/\.cog$/, "").replace(/[-_]+/g, " ").replace(/'/g, "’");
    try {
      await this.editor.create(path, FIRST.replace("{title}", title));
      this.editor.goTo(2);
      this.editor.view.focus();
    } catch (error) {
      say(error.message, { bad: true });
    }
  }

  first(files) {
    const last = localStorage.getItem(`cog-file ${this.editor.root}`);
    const workflows = files.filter((each) => each.endsWith(".cog"));
    return files.includes(last) ? last : workflows[0];
  }
}

// The language in the editor: colours, and the language server over a socket of its own.
import {
  HighlightStyle, LSPClient, LSPPlugin, StreamLanguage, findReferencesKeymap, formatKeymap, hoverTooltips,
  jumpToDefinitionKeymap, keymap, renameKeymap, serverCompletion, serverDiagnostics, setDiagnostics, signatureHelp,
  syntaxHighlighting, tags,
} from "./codemirror.js";
import { emit, socketAddress } from "./link.js";

const MOST = 200; // squiggles that are drawn
const SEVERITIES = { 1: "error", 2: "warning", 3: "info", 4: "hint" };

export const cog = StreamLanguage.define({
  name: "cog",
  startState: () => ({ quote: null }),
  token(stream, state) {
    if (state.quote) return inString(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    const opened = stream.match(/^('''|"""|'|")/);
    if (opened) {
      state.quote = opened[1];
      return inString(stream, state);
    }
    if (stream.match(/^[A-Z][A-Z0-9_]*(?=\s*\()/) || stream.match(/^END\b/)) return "keyword";
    if (stream.match(/^(True|False|None)\b/)) return "bool";
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*(?=\s*=)/u)) return "propertyName";
    if (stream.match(/^-?\d+(\.\d+)?/)) return "number";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "'", '"'] } },
});

function inString(stream, state) {
  if (stream.match(/^__CogName_.+?__/)) return "variableName";
  while (!stream.eol()) {
    if (stream.match(state.quote)) {
      state.quote = null;
      return "string";
    }
    if (stream.match(/^__CogName_.+?__/, false)) return "string";
    if (stream.next() === "\\") stream.next();
  }
  if (state.quote?.length === 1) state.quote = null; // it ends with its line
  return "string";
}

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.keyword, color: "var(--word)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--name)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.bool], color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.variableName, color: "var(--number)", fontWeight: "600" },
]));

// Squiggles whose suggestions can be taken.
function problems() {
  return {
    clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true }, codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } } },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (client, params) => {
        const file = client.workspace.getFile(params.uri);
        const view = file?.getView();
        const plugin = view && LSPPlugin.get(view);
        emit("problems", { uri: params.uri, count: params.diagnostics.length });
        if (!plugin || (params.version != null && params.version !== file.version)) return true;
        const problems = params.diagnostics.slice(0, MOST);
        mark(view, plugin, problems, []);
        if (problems.length) offerFixes(client, params.uri, view, problems);
        return true;
      },
    },
    editorExtension: serverDiagnostics().editorExtension,
  };
}

function mark(view, plugin, problems, fixes) {
  const place = (position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
  const same = (one, other) => one.message === other.message && JSON.stringify(one.range) === JSON.stringify(other.range);
  const shown = problems.map((each) => ({
    from: place(each.range.start), to: place(each.range.end), severity: SEVERITIES[each.severity ?? 1], message: each.message,
    actions: fixes.filter(({ diagnostics }) => diagnostics.length === 1 && same(diagnostics[0], each))
      .map(({ title, edits }) => ({ name: title, apply: (target) => target.dispatch({ changes: edits.map((edit) => (
        { from: place(edit.range.start), to: place(edit.range.end), insert: edit.newText })) }) })),
  }));
  view.dispatch(setDiagnostics(view.state, shown));
}

// The suggestions come a moment after the squiggles, if nothing was typed meanwhile.
async function offerFixes(client, uri, view, problems) {
  const doc = view.state.doc;
  const whole = { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } };
  const found = await client.request("textDocument/codeAction", {
    textDocument: { uri }, range: whole, context: { diagnostics: problems } }).catch(() => null);
  const plugin = LSPPlugin.get(view);
  if (!found?.length || !plugin || view.state.doc !== doc) return;
  mark(view, plugin, problems, found.map(({ title, diagnostics, edit }) => ({ title, diagnostics, edits: edit.changes[uri] })));
}

// Messages are written by our own server; still, nothing of a file may become a tag of this page.
function harmless(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const each of parsed.querySelectorAll("script, style, iframe, object, embed, link, meta, form, base")) each.remove();
  for (const each of parsed.querySelectorAll("*")) {
    for (const { name, value } of [...each.attributes]) {
      const outside = ["href", "src"].includes(name) && !value.startsWith("data:image/");
      if (name.startsWith("on") || name === "style" || outside) each.removeAttribute(name);
    }
  }
  return parsed.body.innerHTML;
}

export class LanguageClient {
  constructor(root) {
    this.client = new LSPClient({
      rootUri: root, timeout: 20000, sanitizeHTML: harmless,
      extensions: [problems(), serverCompletion(), hoverTooltips(), signatureHelp(),
        keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap])],
    });
    this.connect();
  }

  connect() {
    const socket = new WebSocket(socketAddress("/language"));
    const handlers = new Set();
    socket.onmessage = ({ data }) => { for (const each of handlers) each(data); };
    socket.onopen = () => this.client.connect({
      send: (message) => socket.send(message),
      subscribe: (handler) => handlers.add(handler),
      unsubscribe: (handler) => handlers.delete(handler),
    });
    socket.onclose = () => {
      if (this.client.connected) this.client.disconnect();
      setTimeout(() => this.connect(), 1000);
    };
  }

  plugin(uri) {
    return this.client.plugin(uri, "cog");
  }

  async ask(method, params) {
    if (!this.client.connected) return null;
    await this.client.initializing;
    this.client.sync();
    return this.client.request(method, params);
  }

  saved(uri) {
    if (this.client.connected) this.client.notification("textDocument/didSave", { textDocument: { uri } });
  }
}

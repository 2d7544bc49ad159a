// The parts of CodeMirror that the studio's page uses; everything else of it stays out of the bundle.
export { Annotation, Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration, EditorView, GutterMarker, crosshairCursor, drawSelection, dropCursor, gutter,
  highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
  rectangularSelection, showPanel,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export {
  HighlightStyle, StreamLanguage, bracketMatching, foldGutter, foldKeymap, foldService, indentOnInput,
  indentUnit, syntaxHighlighting,
} from "@codemirror/language";
export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { forceLinting, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export {
  LSPClient, LSPPlugin, Workspace, findReferencesKeymap, formatDocument, formatKeymap, hoverTooltips,
  jumpToDefinitionKeymap, renameKeymap, serverCompletion, serverDiagnostics, signatureHelp,
} from "@codemirror/lsp-client";
export { tags } from "@lezer/highlight";

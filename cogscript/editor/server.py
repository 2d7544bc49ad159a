"""`cog lsp`: the language server, which an editor starts and speaks with over standard input and output."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator
from importlib.metadata import version
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from cogscript import settings
from cogscript.editor import box_edits, completion, explanations, line_targets, navigation, outline, problems
from cogscript.editor.last_run import LastRuns
from cogscript.editor.protocol_places import offset_of, path_of_uri, range_of, uri_of_path
from cogscript.editor.texts import OpenText, OpenTexts
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.write.formatter import format as canonical

_PAUSE = 0.01
"""Seconds without a further key before a text is checked: a burst of keys is checked once."""


class _Utf16Protocol(LanguageServerProtocol):
    """Columns are counted in UTF-16, which every client must know, so that they are counted in one way."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        if params.capabilities.general:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class CogServer(LanguageServer):
    def __init__(self) -> None:
        super().__init__("cogscript", version("cogscript"), protocol_cls=_Utf16Protocol)
        self.texts = OpenTexts()
        self.runs = LastRuns(settings.runs_folder())
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def text(self, uri: str) -> OpenText:
        """A file as the editor has it now."""
        path = path_of_uri(uri)
        return self.texts.get(path) or self.put(uri)

    def put(self, uri: str, *, anew: bool = False) -> OpenText:
        source = self.workspace.get_text_document(uri).source
        return self.texts.put(path_of_uri(uri), source, anew=anew)

    def place(self, params: Any) -> tuple[OpenText, int]:
        """The file and the place in it that a request asks about."""
        text = self.text(params.text_document.uri)
        return text, offset_of(text.source, params.position)

    def check_soon(self, uri: str) -> None:
        self.forget(uri)
        loop = asyncio.get_running_loop()
        self._waiting[uri] = loop.call_later(_PAUSE, self.publish, uri)

    def forget(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting:
            waiting.cancel()

    def publish(self, uri: str) -> None:
        self._waiting.pop(uri, None)
        text = self.texts.get(path_of_uri(uri))
        if text is not None:
            number = self.workspace.get_text_document(uri).version
            found = lsp.PublishDiagnosticsParams(uri, problems.problems(text), number)
            self.text_document_publish_diagnostics(found)


def make_server() -> CogServer:
    server = CogServer()
    for register in (_keeping_up, _writing, _reading, _shape, _pointing):
        register(server)
    return server


def serve() -> None:
    """Answer until the editor ends; standard output belongs to the protocol alone."""
    logging.basicConfig(level=logging.ERROR)  # to standard error, which editors keep as the server's log
    make_server().start_io()


def _keeping_up(server: CogServer) -> None:
    """What the editor tells: files opened, changed, saved and closed."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.put(params.text_document.uri, anew=True)
        server.check_soon(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.put(params.text_document.uri)
        server.check_soon(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.put(params.text_document.uri, anew=True)
        _check_all()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def changed_on_disk(params: lsp.DidChangeWatchedFilesParams) -> None:
        _check_all()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.forget(uri)
        server.texts.close(path_of_uri(uri))
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def _check_all() -> None:
        """Another file's inputs or columns may have changed."""
        for text in server.texts.refresh():
            server.check_soon(uri_of_path(text.source.path))


def _writing(server: CogServer) -> None:
    """What helps to write: completion, parameters, fixes, formatting, renaming."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=["(", "=", "'", '"', "_", "+", "/", ","]),
    )
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        text, offset = server.place(params)
        return lsp.CompletionList(
            is_incomplete=True,  # names are offered by what was typed so far: ask again with the next key
            items=completion.completions(text, offset, server.runs, snippet_support=_knows_snippets(server)),
        )

    @server.feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        lsp.SignatureHelpOptions(trigger_characters=["(", ","], retrigger_characters=["="]),
    )
    def signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        return explanations.signature(*server.place(params))

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        return problems.fixes(server.text(uri), uri, params.range)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        text = server.text(params.text_document.uri)
        if text.workflow.is_broken:
            return []  # what could not be read would be lost; the squiggles say why
        written = canonical(text.workflow)
        if written == text.source.text:
            return []
        end = lsp.Position(len(text.source.starts()), 0)
        return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), written)]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def renamable(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        found = navigation.renamable(*server.place(params))
        return lsp.PrepareRenamePlaceholder(*found) if found else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        text, offset = server.place(params)
        try:
            return navigation.rename(text, params.text_document.uri, offset, params.new_name)
        except CogError as error:
            raise _Refused(error.diagnostics[0].message) from error

    @server.feature("cog/setBox")
    def set_box(params: Any) -> list[lsp.TextEdit]:
        """Ours: `{textDocument, position, box: [a,b,c,d]}`; the edit that writes the box into that line."""
        uri = params.textDocument.uri
        text = server.text(uri)
        place = lsp.Position(int(params.position.line), int(params.position.character))
        try:
            span, written = box_edits.box_edit(text, offset_of(text.source, place), [*map(int, params.box)])
        except Fault as fault:
            raise _Refused(fault.reason) from fault
        return [lsp.TextEdit(range_of(text.source, span), written)]


def _reading(server: CogServer) -> None:
    """What helps to read: hover, where things are."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return explanations.hover(*server.place(params), server.runs)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        text, offset = server.place(params)
        return navigation.definition(text, params.text_document.uri, offset)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        text, offset = server.place(params)
        settings_too = params.context.include_declaration
        return navigation.references(text, params.text_document.uri, offset, with_settings=settings_too)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return navigation.highlights(*server.place(params))


def _shape(server: CogServer) -> None:
    """The file as a whole: outline, folds, the kinds of words, lenses."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return outline.outline(server.text(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(server.text(params.text_document.uri))

    @server.feature(
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lsp.SemanticTokensLegend(token_types=list(outline.TOKEN_KINDS), token_modifiers=[]),
    )
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(data=outline.semantic_tokens(server.text(params.text_document.uri)))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return outline.lenses(server.text(params.text_document.uri), params.text_document.uri)


def _pointing(server: CogServer) -> None:
    """What a picture beside the text needs: the boxes of a line, and the line with others."""

    @server.feature("cog/lineTargets")
    def targets(params: Any) -> dict[str, Any] | None:
        return line_targets.line_targets(server.text(params.uri), int(params.line))

    @server.feature("cog/lineChange")
    def change(params: Any) -> dict[str, Any] | None:
        values = {name: getattr(params.values, name) for name in line_targets.CHANGEABLE
                  if getattr(params.values, name, None) is not None}  # fmt: skip
        return line_targets.line_change(server.text(params.uri), int(params.line), values)


class _Refused(JsonRpcException):
    """A request that cannot be done, with a sentence that the editor shows."""

    CODE = lsp.LSPErrorCodes.RequestFailed.value


def _knows_snippets(server: CogServer) -> bool:
    writing = server.client_capabilities.text_document
    items = writing.completion.completion_item if writing and writing.completion else None
    return bool(items and items.snippet_support)

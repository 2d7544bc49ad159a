"""A real `cog lsp`, spoken to by a real client."""

import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[sys.executable, "-m", "cogscript", "lsp"]),
    scope="module",
    loop_scope="module",
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=client_capabilities("visual-studio-code"), root_uri=None)
    )
    yield
    await lsp_client.shutdown_session()


class Page:
    """A file that a person has open. `|` in its text is the cursor."""

    def __init__(self, client: LanguageClient, path: Path, text: str) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.version = 1
        self.text, self.cursor = _without_cursor(text)
        item = lsp.TextDocumentItem(self.uri, "cog", 1, self.text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def change(self, text: str) -> None:
        self.text, self.cursor = _without_cursor(text)
        self.version += 1
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.version, self.uri),
                [lsp.TextDocumentContentChangeWholeDocument(self.text)],
            )
        )

    async def problems(self) -> list[lsp.Diagnostic]:
        """What the server says of the text as it is now."""
        while True:
            await self.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            if self.uri in self.client.diagnostics:
                return list(self.client.diagnostics[self.uri])

    async def complete(self) -> dict[str, lsp.CompletionItem]:
        found = await self.client.text_document_completion_async(
            lsp.CompletionParams(self.document, self.cursor)
        )
        assert isinstance(found, lsp.CompletionList)
        return {item.label: item for item in found.items}

    def with_edits(self, edits: list[lsp.TextEdit]) -> str:
        """The text as the editor has it after the edits."""
        lines = self.text.split("\n")
        starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]
        text = self.text

        def offset(at: lsp.Position) -> int:
            if at.line >= len(lines):
                return len(text)
            units = lines[at.line].encode("utf-16-le")[: at.character * 2]
            return starts[at.line] + len(units.decode("utf-16-le"))

        for edit in sorted(edits, key=lambda each: offset(each.range.start), reverse=True):
            text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
        return text


def _without_cursor(marked: str) -> tuple[str, lsp.Position]:
    before, _, after = marked.partition("|")
    line = before.count("\n")
    column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
    return before + after, lsp.Position(line, column)


@pytest.fixture
def page(client: LanguageClient, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens a text in the editor; the file itself need not be on the disk."""
    pages: list[Page] = []

    def opened(text: str, name: str = "a.cog") -> Page:
        pages.append(Page(client, tmp_path / name, text))
        return pages[-1]

    yield opened
    for each in pages:
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(each.document))

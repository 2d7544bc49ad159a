"""Our places as the protocol's, and back."""

from __future__ import annotations

from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path

from cogscript.language.model import utf16
from cogscript.language.model.diagnostic import Source, Span


def range_of(source: Source, span: Span | None) -> lsp.Range:
    """A span's range; the first character's when there is no span."""
    start, end = utf16.range_of(source, span or Span(0, 0))
    return lsp.Range(lsp.Position(*start), lsp.Position(*end))


def offset_of(source: Source, position: lsp.Position) -> int:
    return utf16.offset(source, position.line, position.character)


def path_of_uri(uri: str) -> str:
    """The path of a file; what was never saved has its address as its name."""
    path = to_fs_path(uri)
    return path if path and uri.startswith("file:") else f"<{unquote(uri)}>"


def uri_of_path(path: str) -> str:
    return path[1:-1] if path.startswith("<") else from_fs_path(path) or path

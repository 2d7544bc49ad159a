"""Parts of a text that are scripts in another way than they stand in it."""

from __future__ import annotations

from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.scripts.xdotool.shell_texts import without_prompts
from cogscript.language.model.diagnostic import Span


class InnerPiece(Piece):
    """A script in a word of another one: it stands where that word's command does."""

    def __init__(self, outer: Piece, text: str, span: Span) -> None:
        super().__init__(outer.kind, outer.source, span, text=text)

    def place(self, start: int, end: int) -> Span:
        return self.span


class _PlainPiece(Piece):
    """A piece with other characters in the places of some that are no part of the script."""

    def __init__(self, outer: Piece, text: str) -> None:
        super().__init__(outer.kind, outer.source, outer.span, text=text, language=outer.language)
        self._outer = outer

    def place(self, start: int, end: int) -> Span:
        return self._outer.place(start, end)


def shown_in_terminal(piece: Piece) -> Piece:
    text = without_prompts(piece.text)
    return piece if text == piece.text else _PlainPiece(piece, text)

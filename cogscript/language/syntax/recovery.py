"""Reads a text that does not parse, piece by piece: all its mistakes at once, and all that can be read.

The text is cut where a person would cut it: at line ends outside brackets, and before a line that
begins a new operation although the last one was never closed. Each piece is parsed by itself; one
that the grammar refuses gives one diagnostic, and is read again with its mistake repaired, so that
the tree holds it too. Every pass is linear in the text, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cogscript.language.model.diagnostic import Diagnostic, Source, Span
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation
from cogscript.language.syntax.mistakes import (
    FULL_WIDTH,
    FULL_WIDTH_SIGNS,
    PARTNER,
    refusal,
    stray_character,
    stray_closer,
    unclosed_bracket,
    unclosed_string,
)
from cogscript.language.syntax.parse_tables import TERMINALS
from cogscript.language.syntax.parser import Refused, parse_piece, parse_tokens
from cogscript.language.syntax.repair import repaired

# What the cutter looks at: strings and comments as the grammar has them, brackets, line ends.
_LEXEME = re.compile(
    f"(?P<string>{TERMINALS['STRING']})"
    r"""|(?P<unclosed>\'\'\'|\"""|['"])"""
    f"|(?P<comment>{TERMINALS['COMMENT']})"
    r"|(?P<open>[\[(])|(?P<close>[\])])|(?P<newline>\n)|(?P<space>[ \t]+)"
    f"|(?P<fullwidth>[{FULL_WIDTH_SIGNS}])"
    rf"|(?P<other>[^\s'\"#\[\](){FULL_WIDTH_SIGNS}]+)"
)
# A name and its bracket, or a name in capitals alone on its line: one that is being typed.
_BEGINS_OPERATION = re.compile(r"[ \t]*([A-Z][A-Z0-9_]*)[ \t]*(?:\(|(?:#.*)?$)", re.MULTILINE)
BEGUN_IN_BRACKETS = re.compile(r"\n" + _BEGINS_OPERATION.pattern, re.MULTILINE)
"""A line inside brackets that is read as one of theirs, or as an operation of its own: which of the two may
depend on mistakes elsewhere."""
_NEXT_OPERATION = re.compile(r"\n(?=[ \t]*[A-Z][A-Z0-9_]*[ \t]*\()")

MOST = 10_000
"""Mistakes to report of one file; after so many it is not a .cog file."""


class _Piece(NamedTuple):
    start: int
    end: int
    trouble: Diagnostic | None


def recover(source: Source, start: int = 0) -> tuple[list[Operation], list[Diagnostic]]:
    """The operations that can be read from `start` on, and a diagnostic for each place that cannot."""
    operations: list[Operation] = []
    diagnostics: list[Diagnostic] = []
    for piece in _pieces(source, start):
        if len(diagnostics) >= MOST:
            break
        trouble = piece.trouble
        if trouble is None:
            try:
                read, found = parse_piece(source, piece.start, piece.end)
            except Refused as refused:
                trouble = refusal(refused, source)
        if trouble is not None:
            read, found = _repair(source, piece), [trouble]
        operations += read
        diagnostics += found
    return operations, diagnostics


def _repair(source: Source, piece: _Piece) -> list[Operation]:
    """What a broken piece says; one mistake has been reported, and what follows from it is not."""
    text = _LEXEME.sub(
        lambda match: match.group().translate(FULL_WIDTH) if match["fullwidth"] else match.group(),
        source.text[piece.start : piece.end].rstrip("\n"),
    )
    return parse_tokens(repaired(text), source, piece.start)[0]


def _pieces(source: Source, start: int) -> Iterator[_Piece]:
    text = source.text
    trusting = True  # until brackets once stay open to the end: then each operation's line starts anew
    while start < len(text):
        piece = _next_piece(source, start, trusting)
        if piece is None:
            trusting = False
            continue
        yield piece
        start = max(piece.end, start + 1)


def _next_piece(source: Source, start: int, trusting: bool) -> _Piece | None:
    """The piece that begins at `start`; None when its brackets were trusted and never closed."""
    text = source.text
    brackets = _Brackets(source)
    trouble: Diagnostic | None = None
    at, last = start, ""
    while at < len(text):
        match = _LEXEME.match(text, at)
        kind = match.lastgroup if match else "other"
        end = match.end() if match else at + 1
        found: Diagnostic | None = None
        if kind == "newline":
            if not brackets.open:
                return _Piece(start, end, trouble)
            begun = _BEGINS_OPERATION.match(text, end)
            if begun and not (trusting and not trouble and brackets.may_hold(begun.group(1), last)):
                return _Piece(start, end, trouble or brackets.unclosed())
        elif kind == "unclosed":
            found = unclosed_string(source, at, text[at:end])
            end = _string_end(text, at, end)
        elif kind == "fullwidth":
            found = stray_character(text[at], Span(at, end), source)
        elif kind == "open":
            brackets.push(at)
        elif kind == "close":
            found = brackets.pop(at)
        trouble = trouble or found
        if kind not in ("space", "comment", "newline"):
            last = text[end - 1]
        at = end
    if brackets.open and not trouble:
        return _Piece(start, at, brackets.unclosed()) if not trusting else None
    return _Piece(start, at, trouble)


class _Brackets:
    """The brackets that are open at a place."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.open: list[int] = []
        self.counts = {")": 0, "]": 0}

    def push(self, at: int) -> None:
        self.open.append(at)
        self.counts[PARTNER[self.source.text[at]]] += 1

    def pop(self, at: int) -> Diagnostic | None:
        """Close the innermost bracket of the closer's kind; what is wrong with that, if anything."""
        closer = self.source.text[at]
        if not self.open:
            return stray_closer(self.source, at)
        found = self.unclosed() if self._innermost() != closer else None
        while self.counts[closer] and self._innermost() != closer:
            self._drop()
        if self.counts[closer]:
            self._drop()
        return found

    def _innermost(self) -> str:
        return PARTNER[self.source.text[self.open[-1]]]

    def _drop(self) -> None:
        self.counts[self._innermost()] -= 1
        self.open.pop()

    def unclosed(self) -> Diagnostic:
        return unclosed_bracket(self.source, self.open[-1])

    def may_hold(self, name: str, last: str) -> bool:
        """Whether an operation that begins the next line can be a value here, and no line of its own."""
        spec = OPERATIONS.get(name)
        if spec is not None and spec.role != "test" and not spec.key_action:
            return False
        return last in ((",", "[") if self._innermost() == "]" else "=")


def _string_end(text: str, at: int, begun: int) -> int:
    """Where a text without its closing quotes ends, as a person would see it."""
    if begun - at == 3:
        found = _NEXT_OPERATION.search(text, begun)
        return found.start() if found else len(text)
    return _line_end(text, at)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end

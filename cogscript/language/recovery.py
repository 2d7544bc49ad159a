"""Reads a text that does not parse, piece by piece, so that all its mistakes are reported at once.

The text is cut where a person would cut it: at line ends outside brackets, and before a line that
begins a new operation although the last one was never closed. Each piece is parsed by itself; one
that the grammar refuses gives one diagnostic, and reading goes on with the next. Every pass is
linear in the text, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from cogscript.language.diagnostic import Diagnostic, Source, Span
from cogscript.language.parser import Refused, parse_piece, terminal
from cogscript.language.tree import Operation


@cache
def _lexeme() -> re.Pattern[str]:
    """What the cutter looks at: strings and comments as the grammar has them, brackets, line ends."""
    return re.compile(
        f"(?P<string>{terminal('STRING')})"
        r"""|(?P<unclosed>\'\'\'|\"""|['"])"""
        f"|(?P<comment>{terminal('COMMENT')})"
        r"|(?P<open>[\[(])|(?P<close>[\])])|(?P<newline>\n)|(?P<space>[ \t]+)"
        f"|(?P<fullwidth>[{_FULL_WIDTH_SIGNS}])"
        rf"|(?P<other>[^\s'\"#\[\](){_FULL_WIDTH_SIGNS}]+)"
    )


_BEGINS_OPERATION = re.compile(r"[ \t]*[A-Z][A-Z0-9_]*[ \t]*\(")
_PARTNER = {"(": ")", "[": "]"}

_FULL_WIDTH_SIGNS = "（）［］【】，＝：‘’“”＇＂"
_FULL_WIDTH = str.maketrans(_FULL_WIDTH_SIGNS, "()[][],=:''\"\"'\"")
"""What an input method writes where the language wants plain ASCII."""

MOST = 10_000
"""Mistakes to report of one file; after so many it is not a .cog file."""


class _Piece(NamedTuple):
    start: int
    end: int
    trouble: Diagnostic | None


def recover(source: Source) -> tuple[list[Operation], list[Diagnostic]]:
    """The operations that can be read, and a diagnostic for each place that cannot."""
    operations: list[Operation] = []
    diagnostics: list[Diagnostic] = []
    for piece in _pieces(source):
        if len(diagnostics) >= MOST:
            break
        if piece.trouble:
            diagnostics.append(piece.trouble)
            continue
        try:
            read, found = parse_piece(source, piece.start, piece.end)
        except Refused as refused:
            diagnostics.append(_explain(refused, source))
        else:
            operations += read
            diagnostics += found
    return operations, diagnostics


def _pieces(source: Source) -> Iterator[_Piece]:
    text = source.text
    start = 0
    trusting = True  # until brackets once stay open to the end: then each operation's line starts anew
    while start < len(text):
        piece, closed = _next_piece(source, start, trusting)
        if not closed and trusting:
            trusting = False
            continue
        yield piece
        start = max(piece.end, start + 1)


def _next_piece(source: Source, start: int, trusting: bool) -> tuple[_Piece, bool]:
    """The piece that begins at `start`, and whether its brackets were closed."""
    text = source.text
    lexeme = _lexeme()
    open_brackets: list[int] = []
    trouble: Diagnostic | None = None
    at, last = start, ""
    while at < len(text):
        match = lexeme.match(text, at)
        kind = match.lastgroup if match else "other"
        end = match.end() if match else at + 1
        if kind == "newline" and (not open_brackets or trouble):
            return _Piece(start, end, trouble), True
        if kind == "newline" and _BEGINS_OPERATION.match(text, end):
            inside_list = text[open_brackets[-1]] == "["
            if not trusting or last not in ((",", "[") if inside_list else "="):
                return _Piece(start, end, _unclosed(source, open_brackets[-1])), True
        elif kind == "unclosed" and not trouble:
            trouble = _unclosed_string(source, at, text[at:end])
            end = _line_end(text, at)
        elif kind == "fullwidth" and not trouble:
            trouble = _explain_character(text[at], Span(at, end), source)
        elif kind == "open":
            open_brackets.append(at)
        elif kind == "close" and not trouble:
            if not open_brackets:
                trouble = _stray_closer(source, at)
            elif _PARTNER[text[open_brackets[-1]]] != text[at]:
                trouble = _unclosed(source, open_brackets[-1])
            else:
                open_brackets.pop()
        if kind not in ("space", "comment", "newline"):
            last = text[end - 1]
        at = end
    if open_brackets and not trouble:
        trouble = _unclosed(source, open_brackets[-1])
        return _Piece(start, at if not trusting else start, trouble), not trusting
    return _Piece(start, at, trouble), True


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _unclosed(source: Source, at: int) -> Diagnostic:
    bracket = source.text[at]
    return Diagnostic(
        "unclosed-bracket",
        f"this `{bracket}` is never closed",
        span=Span(at, at + 1),
        source=source,
        label=f"no `{_PARTNER[bracket]}` follows for it",
    )


def _unclosed_string(source: Source, at: int, mark: str) -> Diagnostic:
    return Diagnostic(
        "unclosed-string",
        "this text is never closed",
        span=Span(at, at + len(mark)),
        source=source,
        label=f"no {mark} follows for it" + ("" if len(mark) == 3 else " on this line"),
        advice="" if len(mark) == 3 else f"a quote inside the text is written \\{mark}",
    )


def _stray_closer(source: Source, at: int) -> Diagnostic:
    return Diagnostic(
        "stray-bracket",
        f"this `{source.text[at]}` closes nothing",
        span=Span(at, at + 1),
        source=source,
    )


def _explain(refused: Refused, source: Source) -> Diagnostic:
    """What the grammar's refusal means to a person."""
    kind, text, span, expected = refused.kind, refused.text, refused.span, refused.expected
    if kind == "STRAY":
        return _explain_character(text, span, source)
    if "COMMA" in expected and "CLOSE" in expected and kind in _BEGINS_VALUE | {"KEY"}:
        return Diagnostic("missing-comma", "a comma is missing before this", span=span, source=source)
    if "STRING" in expected and "KEY" not in expected and "OPEN_LIST" in expected and kind != "$END":
        return Diagnostic(
            "missing-value", "a value is missing before this", span=span, source=source,
            advice="a value is text in quotes, a number, True, False, None, a box or a list",
        )  # fmt: skip
    if kind == "$END":
        return Diagnostic("incomplete", "the operation is not complete", span=span, source=source)
    return Diagnostic(
        "syntax",
        f"`{text[:40]}` does not belong here",
        span=span,
        source=source,
        advice="an operation is written NAME(key=value, …), one a line",
    )


_BEGINS_VALUE = {"STRING", "NUMBER", "NAME", "BOX", "OPEN_LIST", "OPEN"}


def _explain_character(text: str, span: Span, source: Source) -> Diagnostic:
    plain = text.translate(_FULL_WIDTH)
    if plain != text:
        return Diagnostic(
            "full-width",
            f"`{text}` is a full-width sign; the language uses `{plain}`",
            span=span,
            source=source,
            suggestion=plain,
        )
    shown = text if text.isprintable() else f"U+{ord(text):04X}"
    return Diagnostic(
        "stray-character",
        f"the character `{shown}` does not belong here",
        span=span,
        source=source,
        advice="text is written in quotes, and a comment begins with #",
    )

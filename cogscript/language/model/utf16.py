"""Places as editors count them: lines from 0, and columns in UTF-16 units, also from 0.

The language server protocol counts a character beyond U+FFFF, an emoji for example, as two. Lines are
the same whether they end in CRLF, CR or LF, so a place is right for the editor's text as for the
normalised one that the tree's offsets count in.
"""

from __future__ import annotations

from typing import NamedTuple

from cogscript.language.model.diagnostic import Source, Span


class Utf16Position(NamedTuple):
    line: int
    character: int


class Utf16Range(NamedTuple):
    start: Utf16Position
    end: Utf16Position


def position(source: Source, offset: int) -> Utf16Position:
    """Where an offset is; one outside the text is at its nearest end."""
    offset = min(max(offset, 0), len(source.text))
    line = source.position(offset).line
    start = source.starts()[line - 1]
    before = source.line(line)[: offset - start]
    return Utf16Position(line - 1, _units(before))


def range_of(source: Source, span: Span) -> Utf16Range:
    return Utf16Range(position(source, span.start), position(source, span.end))


def offset(source: Source, line: int, character: int) -> int:
    """The offset of a place; past the end of a line it is that end, inside a pair the pair's start."""
    starts = source.starts()
    if line >= len(starts):
        return len(source.text)
    start, text = starts[max(line, 0)], source.line(max(line, 0) + 1)
    if _units(text) == len(text):
        return start + min(max(character, 0), len(text))
    units = 0
    for index, each in enumerate(text):
        units += 2 if each > "\uffff" else 1
        if units > character:
            return start + index
    return start + len(text)


def _units(text: str) -> int:
    """How many UTF-16 units a text takes."""
    return len(text) if text.isascii() else len(text) + sum(each > "\uffff" for each in text)

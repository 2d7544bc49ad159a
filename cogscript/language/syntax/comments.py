"""Comments and blank lines: where they are, and which operation each belongs to.

The grammar passes over them. Everything between two operations is white space and comments (and, in a
broken text, what could not be read), so the gap's text alone says what stands above the next operation
and after the last one.
"""

from __future__ import annotations

import re
from functools import cache

from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation
from cogscript.language.syntax.parse_tables import TERMINALS


def attach(lines: list[Operation], text: str) -> list[str]:
    """Give each line its comments; the ones after the last line are returned."""
    previous: Operation | None = None
    end = 0
    for line in lines:
        gap = text[end : line.start]
        if gap != "\n":
            _share_out(gap, previous, line.leading)
        if "#" in text[line.start : line.end] and "\n" in text[line.start : line.end]:
            inside = text[line.start : line.end]
            line.trailing = "  ".join(inside[start:end].strip() for start, end in spans(inside))
        previous, end = line, line.end
    trailing: list[str] = []
    _share_out(text[end:], previous, trailing)
    while trailing and not trailing[-1]:
        trailing.pop()
    return trailing


def _share_out(gap: str, previous: Operation | None, leading: list[str]) -> None:
    """A gap's first line belongs to the operation before it, the others to the one after."""
    rows = gap.split("\n")
    if previous is not None:
        rest = rows.pop(0).strip()
        if rest.startswith("#"):
            previous.trailing = f"{previous.trailing}  {rest}".strip()
    for number, row in enumerate(rows):
        comment = row.strip()
        if comment.startswith("#"):
            leading.append(comment)
        elif not comment and number < len(rows) - 1 and (leading or previous) and leading[-1:] != [""]:
            leading.append("")


def spans(text: str) -> list[Span]:
    """Where each comment of a text stands, from its `#` to the end of the line."""
    return [Span(*match.span(1)) for match in _string_or_comment().finditer(text) if match[1]]


@cache
def _string_or_comment() -> re.Pattern[str]:
    # A text without its closing quote goes to the end of its line: a # in it begins no comment.
    return re.compile(f"{TERMINALS['STRING']}|({TERMINALS['COMMENT']})|['\"][^\\n]*")

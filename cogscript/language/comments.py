"""Comments and blank lines: which operation each belongs to.

The grammar passes over them. Everything between two operations is white space and comments, so the
gap's text alone says what stands above the next operation and behind the last.
"""

from __future__ import annotations

import re

from cogscript.language.parser import terminal
from cogscript.language.tree import Operation


def attach(lines: list[Operation], text: str) -> list[str]:
    """Give each line its comments; the ones after the last line are returned."""
    previous: Operation | None = None
    end = 0
    for line in lines:
        gap = text[end : line.start]
        if gap != "\n":
            _share_out(gap, previous, line.leading)
        if "#" in text[line.start : line.end] and "\n" in text[line.start : line.end]:
            _take_inner(line, text)
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
        behind = rows.pop(0).strip()
        if behind:
            previous.trailing = f"{previous.trailing}  {behind}".strip()
    for number, row in enumerate(rows):
        comment = row.strip()
        if comment:
            leading.append(comment)
        elif number < len(rows) - 1 and (leading or previous) and leading[-1:] != [""]:
            leading.append("")


def _take_inner(line: Operation, text: str) -> None:
    """Comments between the arguments of a call that spans lines go behind the call."""
    string_or_comment = re.compile(f"{terminal('STRING')}|({terminal('COMMENT')})")
    inside = text[line.start : line.end]
    found = [match.group(1).strip() for match in string_or_comment.finditer(inside) if match.group(1)]
    line.trailing = "  ".join(found)

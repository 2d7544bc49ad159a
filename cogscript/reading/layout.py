"""Lines on a picture → reading order → plain text that keeps rows, columns, indents and blank lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from cogscript.reading.lines import Line

_SAME_ROW = 0.5
"""Two runs of text stand on one row when they share this part of the lower one's height."""


def cells(text: str) -> int:
    """Columns of a terminal: two for Chinese."""
    from cogscript.language.diagnostic import width

    return width(text)


def rows(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines grouped by the row they stand on, rows from the top, each from the left."""
    found: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.rect.top + line.rect.bottom, line.rect.left)):
        for row in reversed(found[-3:]):
            if all(_level(line, other) for other in row):
                row.append(line)
                break
        else:
            found.append([line])
    for row in found:
        row.sort(key=lambda line: line.rect.left)
    found.sort(key=lambda row: median(line.rect.top + line.rect.bottom for line in row))
    return found


def _level(one: Line, two: Line) -> bool:
    shared = min(one.rect.bottom, two.rect.bottom) - max(one.rect.top, two.rect.top)
    lower = min(one.rect.height, two.rect.height)
    beside = min(one.rect.right, two.rect.right) - max(one.rect.left, two.rect.left) <= lower // 2
    return beside and shared >= _SAME_ROW * lower


def in_reading_order(lines: Iterable[Line]) -> list[Line]:
    return [line for row in rows(lines) for line in row]


def cell_width(lines: Sequence[Line]) -> float:
    """How many pixels a Latin letter takes up, on average."""
    steps = sorted(
        line.rect.width / cells(line.text) for line in lines if len(line.text) > 3 and line.text.isascii()
    ) or [line.rect.width / max(1, cells(line.text)) for line in lines]
    return max(1.0, median(steps)) if steps else 1.0


def text_of(lines: Sequence[Line]) -> str:
    """The text as it stands on the screen: a row a line, as many spaces as there is room for."""
    if not lines:
        return ""
    cell = cell_width(lines)
    margin = min(line.rect.left for line in lines)
    written = []
    for row in rows(lines):
        text = ""
        end: int | None = None
        for line in row:
            gap = line.rect.left - (margin if end is None else end)
            count = round(gap / cell)
            if end is not None:
                count = max(1, count)
            text += " " * count + line.text
            end = line.rect.right
        written.append(text)
    return "\n".join(written)

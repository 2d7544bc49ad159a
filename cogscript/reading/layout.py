"""Lines on a picture → reading order → plain text that keeps rows, columns, indents and blank lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from cogscript.reading.glyphs import placed_of
from cogscript.reading.lines import Line
from cogscript.reading.metrics import agree, measure
from cogscript.reading.spacing import cells_of, indent, spaces

_SAME_ROW = 0.5
"""Two runs of text stand on one row when they share this part of the lower one's height."""
_BLANK = 1.65
"""Rows this many times as far apart as rows usually are have a blank one between them."""


def rows(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines grouped by the row they stand on, rows from the top, each from the left."""
    found: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (_level(line), line.rect.left)):
        for row in reversed(found[-3:]):
            if all(_beside(line, other) for other in row):
                row.append(line)
                break
        else:
            found.append([line])
    for row in found:
        row.sort(key=lambda line: line.rect.left)
    found.sort(key=lambda row: median(map(_level, row)))
    return found


def _level(line: Line) -> float:
    return (line.rect.top + line.rect.bottom) / 2


def _beside(one: Line, two: Line) -> bool:
    shared = min(one.rect.bottom, two.rect.bottom) - max(one.rect.top, two.rect.top)
    lower = min(one.rect.height, two.rect.height)
    crossing = min(one.rect.right, two.rect.right) - max(one.rect.left, two.rect.left)
    return crossing <= lower // 2 and shared >= _SAME_ROW * lower


def in_reading_order(lines: Iterable[Line]) -> list[Line]:
    return [line for row in rows(lines) for line in row]


def text_of(lines: Sequence[Line]) -> str:
    """The text as it stands on the screen: a row a line, as many spaces as there is room for."""
    if not lines:
        return ""
    order = in_reading_order(lines)
    placed = [placed_of(line) for line in order]
    metrics = agree(measure(letters, line.rect.height) for letters, line in zip(placed, order, strict=True))
    ends = {}
    for line, letters, font in zip(order, placed, metrics, strict=True):
        cells = cells_of(letters, font)
        ends[line] = cells[0], cells[-1], font
    margin = min(first.begin for first, _, _ in ends.values())
    grouped = rows(order)
    steps = [_level(two[0]) - _level(one[0]) for one, two in pairwise(grouped)]
    usual = median(steps) if steps else 0.0
    written: list[str] = []
    for at, row in enumerate(grouped):
        if at and steps[at - 1] > _BLANK * usual:
            written.append("")
        first, last, font = ends[row[0]]
        text = " " * indent(first, margin, font) + row[0].text
        for line in row[1:]:
            first, end, font = ends[line]
            text += " " * max(1, spaces(last, first, font)) + line.text
            last = end
        written.append(text)
    return "\n".join(written)

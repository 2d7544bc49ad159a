"""The lines of text that a page draws, as its script tells them, in pixels of the view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cogscript.language.model.box import Rect
from cogscript.reading.lines import Line
from cogscript.surfaces.elements import ToldLines


def told_lines(answer: str, left: float, top: float) -> ToldLines:
    """What the script of one frame says, moved to where the frame lies."""
    told: dict[str, Any] = json.loads(answer)
    lines = [_line(each, left, top) for each in told["lines"]]
    return ToldLines(lines, [_rect(each, left, top) for each in told["drawn"]])


def _rect(sides: list[float], left: float, top: float) -> Rect:
    return Rect(*(round(side + (top if at % 2 else left)) for at, side in enumerate(sides)))


def _line(told: dict[str, Any], left: float, top: float) -> Line:
    """A word's letters share its width: their own places nobody needs to the pixel."""
    text, columns = "", list[tuple[int, int]]()
    for word, begin, end, spaced in told["words"]:
        if spaced:
            text += " "
            columns.append((columns[-1][1], round(begin + left)))
        text += word
        columns += _shared(begin + left, end + left, len(word))
    sides = [told["left"], told["top"], told["right"], told["bottom"]]
    return Line(text, _rect(sides, left, top), 1.0, tuple(columns))


def _shared(begin: float, end: float, count: int) -> Iterator[tuple[int, int]]:
    step = (end - begin) / count
    for at in range(count):
        yield round(begin + at * step), round(begin + (at + 1) * step)

"""Where a run of text that a detector found is several: a row of tabs or buttons, a label and its field.

Between two controls stands a border, and no line of text goes through one. Selected words have a ground of
their own, too, but no border: they stay a part of their line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.boxes import Frame, frames
from cogscript.reading.regions import regions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BORDER = 24
"""How far, of 255, the colour of a border is from the ground that the box lies on, at least."""
_SHARED = 0.6
"""The part of a text's height that a border beside it has to cover."""
_LETTER = 1.5
"""Width by height from which on a box is no letter: 口 and 日 are boxes, too."""
_NARROWEST = 6
"""Pixels of a piece in which there may be text, and of what an edge may be off."""


class Wall(NamedTuple):
    """The left or right border of a box."""

    column: int
    top: int
    bottom: int


def walls(pixels: NDArray[np.uint8]) -> list[Wall]:
    """The upright borders of everything in a picture that is drawn as a box."""
    found = []
    for box in frames(pixels, regions(pixels)):
        rect = box.rect
        if rect.width < _LETTER * rect.height:
            continue
        for column in (rect.left, rect.right):
            if _is_bordered(pixels, box, column):
                found.append(Wall(column, rect.top, rect.bottom))
    return found


def _is_bordered(pixels: NDArray[np.uint8], box: Frame, column: int) -> bool:
    """Whether a line is drawn along a side, and not only another ground begins there."""
    import numpy as np

    rect = box.rect
    quarter = rect.height // 4
    outside = range(column - 2, column) if column == rect.left else range(column, column + 2)
    for beside in outside:
        if not 0 <= beside < pixels.shape[1]:
            continue
        colour = np.median(
            pixels[rect.top + quarter : rect.bottom - quarter, beside].astype(np.int16), axis=0
        )
        apart = [np.abs(colour - np.array(other, dtype=np.int16)).max() for other in (box.around, box.ground)]
        if min(apart) > _BORDER:
            return True
    return False


def cut(areas: Iterable[Rect], borders: Sequence[Wall]) -> list[Rect]:
    """The areas, in pieces wherever a border stands in one."""
    return [piece for area in areas for piece in _pieces(area, borders)]


def _pieces(area: Rect, borders: Sequence[Wall]) -> list[Rect]:
    columns = {
        wall.column
        for wall in borders
        if area.left + _NARROWEST < wall.column < area.right - _NARROWEST
        and min(area.bottom, wall.bottom) - max(area.top, wall.top) >= _SHARED * area.height
    }
    if not columns:
        return [area]
    sides = [area.left, *sorted(columns), area.right]
    pieces = [Rect(left, area.top, right, area.bottom) for left, right in pairwise(sides)]
    return [piece for piece in pieces if piece.width > _NARROWEST]

"""From the coordinates in which a program tells its elements to pixels of the screen.

A GTK or Qt program at scale 2 counts half of them, GTK 4 counts from its window's corner, Chromium counts
the parts of a page in pixels and its own buttons not, LibreOffice forgets the menu bar above its document.
What the X server says of a window tells which it is.
"""

from __future__ import annotations

from typing import NamedTuple

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.placed_window import PlacedWindow

NEAR = 0.04
"""How far two sizes may differ, as a part of the whole, and count as the same at some scale."""
_LARGEST = 5.0
"""The largest factor a program is drawn with."""
_ROUNDING = 4
"""Pixels by which two ways of counting may differ without meaning it."""


class Scale(NamedTuple):
    """So many pixels each, and counted from here."""

    factor: float = 1.0
    shift: Point = Point(0, 0)

    def pixels(self, rect: Rect) -> Rect:
        factor, (x, y) = self
        if factor == 1.0:
            return Rect(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y)
        return Rect(
            round(rect.left * factor) + x, round(rect.top * factor) + y,
            round(rect.right * factor) + x, round(rect.bottom * factor) + y,
        )  # fmt: skip

    def back(self, point: Point) -> Point:
        """From pixels of the screen to the program's coordinates."""
        return Point(
            round((point.x - self.shift.x) / self.factor), round((point.y - self.shift.y) / self.factor)
        )

    def moved(self, x: int, y: int) -> Scale:
        return Scale(self.factor, Point(self.shift.x + x, self.shift.y + y))


PIXELS = Scale()


def scale_between(said: Rect, placed: PlacedWindow) -> Scale | None:
    """How a program counts, by what it says of a window that is there; None when the two do not fit.

    Some count the frame around the window in, and some do not.
    """
    fits = []
    for real in (placed.rect, placed.inner):
        across, down = real.width / said.width, real.height / said.height
        misfit = abs(across - down) / max(across, down)
        if misfit > NEAR or not 1 - NEAR < across < _LARGEST:
            continue
        factor = 1.0 if abs(across - 1) < NEAR and abs(down - 1) < NEAR else across
        shift = Point(
            real.left + _border(real.width, said.width * factor) - round(said.left * factor),
            real.top + _border(real.height, said.height * factor) - round(said.top * factor),
        )
        fits.append((round(misfit, 3), abs(shift.x) + abs(shift.y), factor, shift))
    if not fits:
        return None
    _, far, factor, shift = min(fits)
    return Scale(factor, Point(0, 0) if far <= _ROUNDING else shift)


def _border(real: int, said: float) -> int:
    """What a program that draws its own frame has around it and does not count: half on either side."""
    return max(0, real - round(said)) // 2


def same_size(one: Rect, other: Rect) -> bool:
    return (one.width, one.height) == (other.width, other.height)


def same_place(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) <= _ROUNDING for a, b in zip(one, other, strict=True))

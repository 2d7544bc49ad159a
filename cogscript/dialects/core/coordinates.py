"""Where the numbers of each dialect lie on the screen, and back.

Every coordinate system is a space: a width and a height that stand for the whole screen. Thousandths
are a space of 1000×1000, pixels one of the display's size, the resized picture one of the size the model
saw, fractions one of 1×1. A number on a space's far edge is moved inside and reported; one beyond it is
refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cogscript.language.model.box import GRID, LIMIT, Box, Point, Size, from_point
from cogscript.language.model.resizing import Resizing

SYSTEMS = {
    "thousandths": "0 to 1000 across and down, whatever the screen",
    "pixels": "pixels of the declared display",
    "resized": "pixels of the picture as the model saw it, resized by the rule of its family",
    "fractions": "0 to 1 across and down",
}
SCREENS = (Size(1920, 1080), Size(2560, 1440), Size(3840, 2160))
"""Displays to try for a script where none is given: the first that holds all its places."""
ABOVE_GRID = "a number is above 1000: places are read as pixels of the picture that the model saw"
"""What is said where an agent's numbers are thousandths, and those of a plan cannot be."""


class CoordinateSpace(NamedTuple):
    """The extent that stands for the whole screen, or for the whole window of an IN block."""

    width: float
    height: float

    def box(self, numbers: Sequence[float]) -> tuple[Box, list[str]]:
        """The box of a point or of two corners, and what had to be repaired; ValueError if it is neither."""
        if len(numbers) not in (2, 4):
            raise ValueError(f"a place has 2 numbers, or 4 for a box; this one has {len(numbers)}")
        repairs: list[str] = []
        extents = (self.width, self.height) * (len(numbers) // 2)
        placed = [
            _thousandth(number, extent, repairs) for number, extent in zip(numbers, extents, strict=True)
        ]
        if len(placed) == 4:
            a, b, c, d = placed
            if a > c or b > d:
                repairs.append(f"the corners of {_written(numbers)} were in the wrong order")
            placed = [min(a, c), min(b, d), max(a, c), max(b, d)]
            if a == c and b == d:
                placed = [a, b]  # a box without extent is how some agents write a point
        return Box(placed), repairs

    def point(self, box: Box) -> tuple[float, float]:
        """The midpoint of a box in this space: whole numbers, except for fractions."""
        if self.is_fractions:
            a, b, c, d = box.corners
            return (a + c) / (2 * GRID), (b + d) / (2 * GRID)
        return box.middle(Size(int(self.width), int(self.height)))

    def corners(self, box: Box) -> tuple[float, ...]:
        """All the numbers of a box in this space, as many as it has."""
        a, b, c, d = box.corners
        first = self.point(Box.of(a, b))
        return first if box.is_point else (*first, *self.point(Box.of(c, d)))

    @property
    def is_fractions(self) -> bool:
        return self.width <= 1


def _thousandth(number: float, extent: float, repairs: list[str]) -> int:
    if not math.isfinite(number) or not 0 <= number <= extent:
        raise ValueError(
            f"{_written([number])} lies off the screen, which goes from 0 to {_written([extent])}"
        )
    if extent <= 1:
        place = round(number * GRID)
        if place > LIMIT and number < 1:
            return LIMIT
    else:
        place = from_point(Point(math.floor(number), 0), Size(int(extent), 1))[0]
        if 0 < number < 1:
            repairs.append(
                f"{_written([number])} is read as the screen's edge: its neighbours are no fractions"
            )
    if number == extent:
        repairs.append(f"{_written([number])} is the far edge, read as the last place inside")
    return min(place, LIMIT)


def _written(numbers: Sequence[float]) -> str:
    return ",".join(f"{number:g}" for number in numbers)


GUI_PLUS = Resizing(16, 3136, 1003520 * 200)
UI_TARS = Resizing(28, 100 * 28 * 28, 16384 * 28 * 28)


def space_of(system: str, screen: Size | None, resizing: Resizing = UI_TARS) -> CoordinateSpace:
    """The space of a coordinate system; ValueError when it needs a screen's size and there is none."""
    if system == "thousandths":
        return CoordinateSpace(GRID, GRID)
    if system == "fractions":
        return CoordinateSpace(1, 1)
    if screen is None:
        raise ValueError(f"the numbers are {SYSTEMS[system]}, and its size is not known")
    return CoordinateSpace(*(resizing.size(screen) if system == "resized" else screen))


def inside(box: Box, outer: Box) -> Box:
    """A box of a window as a box of the screen, where `outer` is the window's box on the screen."""
    left, top, right, bottom = outer.corners
    wide, high = right - left, bottom - top
    a, b, c, d = box.corners
    placed = (left + a * wide // GRID, top + b * high // GRID)
    if box.is_point:
        return Box.of(*placed)
    return Box.of(*placed, left + -(-c * wide // GRID), top + -(-d * high // GRID))

"""Where the numbers of each dialect lie on the screen, and back.

Every system is a frame: a width and a height that stand for the whole screen. Thousandths are a frame
of 1000×1000, pixels one of the display's size, the resized picture one of the size the model saw,
fractions one of 1×1. A number on a frame's far edge is moved inside and said; one beyond it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from cogscript.language.box import GRID, LIMIT, Box, Point, Size, from_point

SYSTEMS = {
    "thousandths": "0 to 1000 across and down, whatever the screen",
    "pixels": "pixels of the declared display",
    "resized": "pixels of the picture as the model saw it, resized by the rule of Qwen-VL",
    "fractions": "0 to 1 across and down",
}


class Frame(NamedTuple):
    """The extent that stands for the whole screen."""

    width: float
    height: float

    def box(self, numbers: Sequence[float]) -> tuple[Box, list[str]]:
        """The box of a point or of two corners, and what had to be repaired; ValueError if it is none."""
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
                repairs.append(f"the corners of {_spell(numbers)} were the wrong way round")
            placed = [min(a, c), min(b, d), max(a, c), max(b, d)]
            if a == c and b == d:
                placed = [a, b]  # a box without extent is how some agents write a point
        return Box(placed), repairs

    def point(self, box: Box) -> tuple[float, float]:
        """The midpoint of a box in this frame: whole numbers, but for fractions."""
        if self.is_fractions:
            a, b, c, d = box.corners
            return (a + c) / (2 * GRID), (b + d) / (2 * GRID)
        return box.middle(Size(int(self.width), int(self.height)))

    def corners(self, box: Box) -> tuple[float, ...]:
        """All the numbers of a box in this frame, as many as it has."""
        a, b, c, d = box.corners
        first = self.point(Box.of(a, b))
        return first if box.is_point else (*first, *self.point(Box.of(c, d)))

    @property
    def is_fractions(self) -> bool:
        return self.width <= 1


def _thousandth(number: float, extent: float, repairs: list[str]) -> int:
    if not math.isfinite(number) or not 0 <= number <= extent:
        raise ValueError(f"{_spell([number])} lies off the screen, which goes from 0 to {_spell([extent])}")
    if extent <= 1:
        place = round(number * GRID)
        if place > LIMIT and number < 1:
            return LIMIT
    else:
        place = from_point(Point(math.floor(number), 0), Size(int(extent), 1))[0]
    if number == extent:
        repairs.append(f"{_spell([number])} is the far edge, read as the last place inside")
    return min(place, LIMIT)


def _spell(numbers: Sequence[float]) -> str:
    return ",".join(f"{number:g}" for number in numbers)


def frame_of(system: str, screen: Size | None) -> Frame:
    """The frame of a system; ValueError when it needs a screen's size and there is none."""
    if system == "thousandths":
        return Frame(GRID, GRID)
    if system == "fractions":
        return Frame(1, 1)
    if screen is None:
        raise ValueError(f"the numbers are {SYSTEMS[system]}, and its size is not known")
    return Frame(*(resized(screen) if system == "resized" else screen))


# --- the picture as the model saw it ------------------------------------------------------------

FACTOR = 28
LEAST = 4 * 28 * 28
MOST = 16384 * 28 * 28
LONGEST_SIDE = 8192
WIDEST = 200
"""No picture may be so many times wider than high, or higher than wide."""


def resized(
    size: Size, *, factor: int = FACTOR, least: int = LEAST, most: int = MOST, longest: int = LONGEST_SIDE
) -> Size:
    """The size a picture has after a Qwen-VL model resized it: sides a multiple of the factor, the area
    between the least and the most number of pixels, the shape kept."""
    width, height = size
    if min(size) < 2 or max(size) > WIDEST * min(size):
        raise ValueError(f"a picture of {width}x{height} cannot be resized")
    if max(size) > longest:
        beta = max(size) / longest
        width, height = int(width / beta), int(height / beta)
    wide, high = (round(side / factor) * factor for side in (width, height))
    if wide * high > most:
        beta = math.sqrt(width * height / most)
        wide, high = (math.floor(side / beta / factor) * factor for side in (width, height))
    elif wide * high < least:
        beta = math.sqrt(least / (width * height))
        wide, high = (math.ceil(side * beta / factor) * factor for side in (width, height))
    return Size(wide, high)

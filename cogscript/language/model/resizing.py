"""How a picture of a screen is resized for a model, and where its pixels then lie on the screen.

Models that are shown a picture answer in its pixels, not in the screen's. Both ways are whole numbers, pixel
for pixel: a picture's pixel stands for the middle of what it covers on the screen, and that place leads
back to the same pixel.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from cogscript.language.model.box import Point, Rect, Size


class Resizing(NamedTuple):
    """How a family of models resizes a picture: sides a multiple of the factor, the area between two
    numbers of pixels, the shape kept."""

    factor: int
    least: int
    most: int
    longest: int = 8192
    """The longest side."""

    def size(self, size: Size) -> Size:
        width, height = size
        if min(size) < 2 or max(size) > _WIDEST * min(size):
            raise ValueError(f"a picture of {width}x{height} cannot be resized")
        if max(size) > self.longest:
            beta = max(size) / self.longest
            width, height = int(width / beta), int(height / beta)
        wide, high = (round(side / self.factor) * self.factor for side in (width, height))
        if wide * high > self.most:
            beta = math.sqrt(width * height / self.most)
            wide, high = (math.floor(side / beta / self.factor) * self.factor for side in (width, height))
        elif wide * high < self.least:
            beta = math.sqrt(self.least / (width * height))
            wide, high = (math.ceil(side * beta / self.factor) * self.factor for side in (width, height))
        return Size(wide, high)


_WIDEST = 200
"""No picture may be so many times wider than high, or higher than wide."""

AS_IT_IS = Resizing(1, 0, 1 << 62, 1 << 31)
"""No resizing at all."""


def to_surface(x: float, y: float, sent: Size, area: Rect) -> Point:
    """The pixel of the surface that a place in the picture means; ValueError where it lies off it."""
    if not (math.isfinite(x) and math.isfinite(y) and 0 <= x < sent.width and 0 <= y < sent.height):
        raise ValueError(f"{x:g},{y:g} lies off the picture of {sent.width}x{sent.height}")
    return Point(
        area.left + _middle(math.floor(x), sent.width, area.width),
        area.top + _middle(math.floor(y), sent.height, area.height),
    )


def to_picture(point: Point, sent: Size, area: Rect) -> Point:
    """The picture's pixel that shows a pixel of the surface; ValueError where none does."""
    if not area.holds(point):
        raise ValueError(f"{point.x},{point.y} is not in the picture")
    return Point(
        _middle(point.x - area.left, area.width, sent.width),
        _middle(point.y - area.top, area.height, sent.height),
    )


def _middle(place: int, extent: int, other: int) -> int:
    """The middle of a pixel of one extent, as a pixel of the other."""
    return (2 * place + 1) * other // (2 * extent)

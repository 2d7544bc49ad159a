"""Boxes: places on a screen, in thousandths of its width and height.

CogAgent's own definition: `[[a,b,c,d]]`, each 000 to 999, is the rectangle from
(a/1000·w, b/1000·h) to (c/1000·w, d/1000·h); the place acted on is its midpoint.
`[[x,y]]` is a point (ours).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

LIMIT = 999
"""The largest number in a box."""
GRID = 1000
"""How many parts the screen's width, and its height, are divided into."""

_NUMBER = re.compile(r"\d+")


class Point(NamedTuple):
    """A place on a screen, in logical pixels."""

    x: int
    y: int


class Rect(NamedTuple):
    """A rectangle of a screen, in logical pixels: left and top inside, right and bottom outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return Point((self.left + self.right) // 2, (self.top + self.bottom) // 2)

    def holds(self, point: Point) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def overlap(self, other: Rect) -> Rect:
        """What both cover; a rectangle without area where they do not meet."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(
            left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom))
        )


class Size(NamedTuple):
    """A screen's width and height in logical pixels."""

    width: int
    height: int

    @property
    def rect(self) -> Rect:
        return Rect(0, 0, self.width, self.height)


class Box(tuple[int, ...]):
    """The numbers of a box as written; `fault` says which rule they break, if any."""

    __slots__ = ()

    @classmethod
    def of(cls, *numbers: int) -> Box:
        return cls(numbers)

    @classmethod
    def read(cls, text: str) -> Box:
        """The box a box-shaped text says: `[[000,086,999,932]]`."""
        return cls(map(int, _NUMBER.findall(text)))

    @property
    def fault(self) -> str | None:
        """Which rule of boxes this one breaks, in words; None when it is a good one."""
        return fault(self)

    @property
    def is_point(self) -> bool:
        return len(self) == 2

    @property
    def corners(self) -> tuple[int, int, int, int]:
        if len(self) == 2:
            return self[0], self[1], self[0], self[1]
        return self[0], self[1], self[2], self[3]

    def rect(self, size: Size) -> Rect:
        """The pixels of a screen the box covers; at least one, even for a point."""
        a, b, c, d = self.corners
        left, top = a * size.width // GRID, b * size.height // GRID
        right = max(left + 1, -(-c * size.width // GRID))
        bottom = max(top + 1, -(-d * size.height // GRID))
        return Rect(left, top, min(right, size.width), min(bottom, size.height))

    def middle(self, size: Size) -> Point:
        """The pixel acted on."""
        a, b, c, d = self.corners
        return Point((a + c) * size.width // (2 * GRID), (b + d) * size.height // (2 * GRID))

    def __str__(self) -> str:
        """Canonical: three digits each."""
        return "[[" + ",".join(f"{number:03d}" for number in self) + "]]"

    def __repr__(self) -> str:
        return f"Box{tuple(self)!r}"


def fault(numbers: Iterable[int]) -> str | None:
    """Which rule of boxes the numbers break, in words; None when they are a good box."""
    numbers = tuple(numbers)
    if len(numbers) not in (2, 4):
        return f"a box has 4 numbers, or 2 for a point; this one has {len(numbers)}"
    for number in numbers:
        if not 0 <= number <= LIMIT:
            return f"a box's numbers go from 000 to 999; {number} is outside"
    if len(numbers) == 4:
        a, b, c, d = numbers
        if a > c:
            return f"the left edge {a:03d} lies right of the right edge {c:03d}"
        if b > d:
            return f"the top edge {b:03d} lies below the bottom edge {d:03d}"
    return None


def from_pixels(rect: Rect, size: Size) -> Box:
    """The smallest box that covers a rectangle of pixels; parts off the screen are cut off."""
    left, top, right, bottom = rect.overlap(size.rect)
    return Box.of(
        min(LIMIT, left * GRID // size.width),
        min(LIMIT, top * GRID // size.height),
        min(LIMIT, -(-right * GRID // size.width)),
        min(LIMIT, -(-bottom * GRID // size.height)),
    )


def from_point(point: Point, size: Size) -> Box:
    """The point box whose pixel is nearest to a pixel of the screen."""
    return Box.of(
        min(LIMIT, max(0, -(-point.x * GRID // size.width))),
        min(LIMIT, max(0, -(-point.y * GRID // size.height))),
    )

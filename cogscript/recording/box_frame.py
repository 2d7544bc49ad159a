"""What the boxes of recorded steps are thousandths of: a window, or the whole screen."""

from __future__ import annotations

from dataclasses import dataclass

from cogscript.language.model.box import GRID, LIMIT, Box, Point, Rect, Size, from_pixels, from_point
from cogscript.recording.input_events import Hit

SMALL = 8
"""Pixels to each side of a place that only its point is known of."""

_PLACE_MATTERS = frozenset(
    (
        *("area", "page", "document", "window", "terminal", "list", "table", "tree", "slider", "scrollbar"),
        *("canvas", "drawing area"),
    )
)
"""Kinds in which it matters where a click goes: the middle would be another click."""


@dataclass(frozen=True, slots=True)
class BoxFrame:
    noun: str
    rect: Rect
    """The part of the screen that it is."""

    @property
    def _size(self) -> Size:
        return Size(self.rect.width, self.rect.height)

    def box_of(self, at: Point, hit: Hit | None, *, exact: bool = False) -> Box:
        """The box of what was hit; a small one around the place where that matters, or is all there is."""
        if exact or hit is None or hit.filled or hit.role in _PLACE_MATTERS or not (hit.role or hit.name):
            return self.small(at)
        rect = hit.rect.overlap(self.rect)
        # A text that was read beside the place stands for it: an entry of a list takes its whole width.
        if not rect.width or not rect.height or (hit.role and not rect.holds(at)):
            return self.small(at)
        if rect.width * rect.height > self._size.width * self._size.height // 4 and not hit.name:
            return self.small(at)
        return self.whole(rect)

    def whole(self, rect: Rect) -> Box:
        left, top = self.rect.left, self.rect.top
        moved = Rect(rect.left - left, rect.top - top, rect.right - left, rect.bottom - top)
        return from_pixels(moved, self._size)

    def small(self, at: Point) -> Box:
        """A box around a place whose middle is that place, at the edge too."""
        size = self._size
        x, y = from_point(Point(at.x - self.rect.left, at.y - self.rect.top), size)
        reach_x = min(-(-SMALL * GRID // size.width), x, LIMIT - x)
        reach_y = min(-(-SMALL * GRID // size.height), y, LIMIT - y)
        return Box.of(x - reach_x, y - reach_y, x + reach_x, y + reach_y)

    def region(self, at: Point | None) -> str:
        """Where on it a place is, in the words of a person."""
        if at is None:
            return "where the pointer is"
        across, down = at.x - self.rect.left, at.y - self.rect.top
        column = ("left", "", "right")[min(max(3 * across // self.rect.width, 0), 2)]
        row = ("upper", "", "lower")[min(max(3 * down // self.rect.height, 0), 2)]
        if not column:
            return f"the {row} middle of the {self.noun}".replace("  ", " ")
        return f"the {row} {column} of the {self.noun}".replace("  ", " ")

"""The boxes in a picture: even regions with four straight sides that lie inside a larger region."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.ink import runs
from cogscript.reading.regions import Regions

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

Colour = tuple[int, int, int]

_LEAST = (14, 11)
"""Width and height inside the border that a box has at least."""
_TALLEST = 0.6
"""The part of the picture's height that a box takes up at most: a larger one is a window or a pane."""
_EVEN = 0.3
"""The part of a box that its ground takes up at least; text covers the rest."""
_STRAIGHT = 0.85
"""The part of each side that has to be straight, round corners not counted."""
_CORNER = 12
_TRIMMED = 3
"""Rows above and below that a region may have outside of its straight part."""
_OUTSIDE = (3, 4, 7, 10)
"""How far outside a box its surroundings are looked at: behind a thin border, behind a thick one."""
_WIDER = (16, 8)
"""How much wider and higher than a box its surroundings are at least; a letter around its hole is less."""
_JOINED = 4
"""Two regions that are this close, with the same sides, are parts of one thing."""
_BORDER = 3
_PATCH = 24
"""How far a patch's ground may be from the one around it, of 255."""
_BETWEEN = 6
"""How far outside of the two grounds a pixel of no border may be, of 255."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A box as it is painted."""

    rect: Rect
    """Inside the border."""
    ground: Colour
    around: Colour
    """The ground it lies on."""
    bevel: float
    """How much lighter its lower border is than its upper one: above 0 it looks sunken, below 0 raised."""
    ink: NDArray[np.bool_]
    """What is drawn on its ground."""
    columns: tuple[tuple[int, int], ...]
    """Where in its width ink stands: begin and end of each run."""
    rows: tuple[tuple[int, int], ...]
    headed: bool
    """Whether a larger region of the same width is joined to it above or below: it is a head, not a field."""
    patch: bool
    """Whether it has no border, and nearly the colour around it: a highlight, or a ground of its own."""

    @property
    def left_gap(self) -> int:
        return self.columns[0][0] if self.columns else self.rect.width

    @property
    def right_gap(self) -> int:
        return self.rect.width - self.columns[-1][1] if self.columns else self.rect.width


def encloses(outer: Rect, inner: Rect) -> bool:
    left, top, right, bottom = inner
    return outer[0] <= left and outer[1] <= top and outer[2] >= right and outer[3] >= bottom


def frames(pixels: NDArray[np.uint8], cut: Regions) -> Iterator[Frame]:
    import numpy as np

    height, width = pixels.shape[:2]
    left, top, right, bottom = cut.rects.T
    wide, high = right - left, bottom - top
    far = _JOINED
    fitting = (
        (wide >= _LEAST[0])
        & (high >= _LEAST[1])
        & (high <= _TALLEST * height)
        & (cut.areas >= _EVEN * wide * high)
        & (left >= far)
        & (top >= far)
        & (right <= width - far)
        & (bottom <= height - far)
    )
    fitting[0] = False
    colour = cache(partial(_colour, pixels, cut))
    for number in np.flatnonzero(fitting).tolist():
        rect = cut.rect(number)
        even = cut.labels[rect.top : rect.bottom, rect.left : rect.right] == number
        rows = _straight_rows(even)
        if rows is None:
            continue
        even = even[rows[0] : rows[1]]
        rect = Rect(rect.left, rect.top + rows[0], rect.right, rect.top + rows[1])
        around = _surrounding(cut, rect)
        if around is None:
            continue
        ink = ~even
        ink[:2] = ink[-2:] = False
        ink[:, :2] = ink[:, -2:] = False
        yield Frame(
            rect,
            colour(number),
            colour(around),
            _bevel(pixels, rect),
            ink,
            tuple(runs(ink.any(axis=0))),
            tuple(runs(ink.any(axis=1))),
            _is_head(cut, rect),
            _is_patch(pixels, rect, colour(number), colour(around)),
        )


def _straight_rows(even: NDArray[np.bool_]) -> tuple[int, int] | None:
    """The rows in which a region fills its rectangle from side to side; None when it is no box.

    Corners may be round, and a highlight inside the border leaves single pixels of the region outside of it.
    """
    import numpy as np

    height, width = even.shape
    corner = min(height // 2, width // 4, _CORNER)
    full = np.flatnonzero(even[:, corner : width - corner].mean(axis=1) >= _STRAIGHT)
    if not len(full) or full[0] > _TRIMMED or full[-1] < height - 1 - _TRIMMED:
        return None
    # Text may begin right at the border and cover half of a low box, and small buttons stand at its end.
    quarter = height // 4
    sides = even[quarter : height - quarter, :4], even[quarter : height - quarter, -4:]
    if max(side.any(axis=1).mean() for side in sides) < _STRAIGHT / 2:
        return None
    return int(full[0]), int(full[-1]) + 1


def _surrounding(cut: Regions, rect: Rect) -> int | None:
    """The region that a box lies in, when it is seen on two of its sides at least."""
    height, width = cut.labels.shape
    corner = min(rect.height // 2, rect.width // 4, _CORNER)
    rows = slice(rect.top + rect.height // 3, rect.bottom - rect.height // 3)
    columns = slice(rect.left + corner, rect.right - corner)
    seen: Counter[int] = Counter()
    for upper, lower, before, after in (
        (rect.top - far, rect.bottom + far - 1, rect.left - far, rect.right + far - 1) for far in _OUTSIDE
    ):
        strips = [cut.labels[row, columns] for row in (upper, lower) if 0 <= row < height]
        strips += [cut.labels[rows, column] for column in (before, after) if 0 <= column < width]
        for strip in strips:
            number, count = Counter(strip.tolist()).most_common(1)[0]
            outer = cut.rect(number)
            wider = outer.width >= rect.width + _WIDER[0] and outer.height >= rect.height + _WIDER[1]
            holds = wider and encloses(outer, rect)
            if number and holds and count * 2 > len(strip):
                seen[number] += 1
    best = seen.most_common(1)
    return best[0][0] if best and best[0][1] >= 2 else None


def _is_head(cut: Regions, rect: Rect) -> bool:
    column = rect.middle.x
    for row in (rect.top - _JOINED, rect.bottom + _JOINED - 1):
        if not 0 <= row < len(cut.labels):
            continue
        other = cut.rect(int(cut.labels[row, column]))
        same_sides = abs(other.left - rect.left) <= _JOINED and abs(other.right - rect.right) <= _JOINED
        if same_sides and other.height > 1.5 * rect.height:
            return True
    return False


def _is_patch(pixels: NDArray[np.uint8], rect: Rect, ground: Colour, around: Colour) -> bool:
    import numpy as np

    lower, upper = np.minimum(ground, around), np.maximum(ground, around)
    if (upper - lower).max() > _PATCH:
        return False
    rows = pixels[[rect.top - 2, rect.top - 1, rect.bottom, rect.bottom + 1], rect.left : rect.right]
    sides = pixels[rect.top : rect.bottom, [rect.left - 2, rect.left - 1, rect.right, rect.right + 1]]
    border = np.concatenate([rows.reshape(-1, 3), sides.reshape(-1, 3)]).astype(np.int16)
    inside = (border >= lower - _BETWEEN) & (border <= upper + _BETWEEN)
    return bool(inside.all(axis=1).mean() >= _STRAIGHT)


def _colour(pixels: NDArray[np.uint8], cut: Regions, number: int) -> Colour:
    """The colour in the middle of a region's colours."""
    import numpy as np

    rect = cut.rect(number)
    rows = slice(rect.top, rect.bottom, max(1, rect.height // 40))
    columns = slice(rect.left, rect.right, max(1, rect.width // 40))
    own = pixels[rows, columns][cut.labels[rows, columns] == number]
    if not len(own):
        own = pixels[rect.top : rect.bottom, rect.left : rect.right].reshape(-1, 3)
    red, green, blue = np.median(own, axis=0)
    return int(red), int(green), int(blue)


def _bevel(pixels: NDArray[np.uint8], rect: Rect) -> float:
    corner = min(rect.height // 2, rect.width // 4, _CORNER)
    columns = slice(rect.left + corner, rect.right - corner)
    upper = pixels[rect.top - _BORDER : rect.top, columns]
    lower = pixels[rect.bottom : rect.bottom + _BORDER, columns]
    return float(lower.mean() - upper.mean())

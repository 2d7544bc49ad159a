"""How far a picture was scrolled, from its pixels.

Rows are cut into cells 16 pixels wide, and each cell gets a number for what it shows. A cell that is the same in
both pictures at the same place either stands still (a sticky header, a side bar) or shows nothing; the others
have to be explained by one distance. Scrolled text moves by whole pixels, so cells match exactly or not at all.

Rows that all look alike fit several distances. These are then all given, for the caller to choose by what else
it knows: how far a notch went before, the frames in between, the scroll bar.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CELL = 16
_LEAST = 12
"""Cells that have to agree before they prove anything; a caret or a clock is fewer."""
_AGREE = 0.6
"""The part of the cells a distance has to explain."""
_RIVAL = 0.92
"""A distance that explains this part of what the best one explains is as good."""


class Cells(NamedTuple):
    """A picture's cells: what each shows, and whether it shows anything."""

    number: NDArray[np.int64]
    inked: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Shift:
    """Distances in pixels that explain what changed, the likeliest first; none when nothing does."""

    distances: tuple[int, ...]
    changed: int
    """Cells that changed."""

    @property
    def is_still(self) -> bool:
        return self.distances == (0,)

    @property
    def is_sure(self) -> bool:
        return len(self.distances) == 1


def cells_of(pixels: NDArray[np.uint8]) -> Cells:
    import numpy as np

    height, width = pixels.shape[:2]
    columns = -(-width // CELL)
    packed = np.zeros((height, columns * CELL), dtype=np.int64)
    packed[:, :width] = (
        pixels[:, :, 0].astype(np.int64) << 16 | pixels[:, :, 1].astype(np.int64) << 8 | pixels[:, :, 2]
    )
    if columns * CELL > width:
        packed[:, width:] = packed[:, width - 1 : width]
    packed = packed.reshape(height, columns, CELL)
    inked = packed.max(axis=2) != packed.min(axis=2)
    factors = np.random.default_rng(1).integers(1, 1 << 62, CELL, dtype=np.int64) | 1
    with np.errstate(over="ignore"):
        number: NDArray[np.int64] = (packed * factors).sum(axis=2)
    return Cells(number, inked)


def find_shift(before: Cells, after: Cells) -> Shift:
    """How far down the picture was scrolled between two looks."""
    import numpy as np

    same = before.number == after.number
    fixed = same & before.inked
    loose_before = before.inked & ~fixed
    loose_after = after.inked & ~fixed
    changed = int((loose_before | loose_after).sum())
    if changed < _LEAST:
        return Shift((0,), changed)
    # The busiest columns decide; looking at all would only take longer.
    weight = loose_before.sum(axis=0) + loose_after.sum(axis=0)
    busiest = np.sort(np.argsort(weight)[::-1][:24])
    height = len(same)
    matches = np.zeros(height)
    parts = np.zeros(height)
    number_before, number_after = before.number[:, busiest], after.number[:, busiest]
    inked_before, inked_after = before.inked[:, busiest], after.inked[:, busiest]
    fixed = fixed[:, busiest]
    for distance in range(1, height - 1):
        inked = inked_after[: height - distance] | inked_before[distance:]
        inked &= ~(fixed[: height - distance] | fixed[distance:])
        total = int(inked.sum())
        if total < _LEAST:
            continue
        agree = number_after[: height - distance] == number_before[distance:]
        matches[distance] = int((agree & inked).sum())
        parts[distance] = matches[distance] / total
    # Rows explained by chance lose against a whole screenful: the best explains much, and nearly all of it.
    merit = parts * np.minimum(1.0, matches / max(_LEAST, 0.1 * changed))
    best = int(merit.argmax())
    if parts[best] < _AGREE or matches[best] < _LEAST:
        return Shift((), changed)
    rivals = np.flatnonzero(merit >= _RIVAL * merit[best])
    order = sorted((int(each) for each in rivals), key=lambda each: (-merit[each], each))
    return Shift(tuple(order), changed)


@dataclass(frozen=True, slots=True)
class Fixtures:
    """What stayed in place while the rest moved."""

    header: int
    """Rows at the top that stay."""
    footer: int
    """The row from which on the bottom stays; the height when nothing does."""
    cells: NDArray[np.bool_]
    """Each cell that stays."""


def find_fixtures(before: Cells, after: Cells, distance: int) -> Fixtures:
    """What did not follow a scroll of `distance`: same place in both, and not found where it should be."""
    import numpy as np

    height, columns = before.number.shape
    # What moves is told twice: it came from `distance` below, and it went `distance` up.
    moved = after.number[: height - distance] == before.number[distance:]
    followed = np.zeros((height, columns), dtype=bool)
    followed[: height - distance] |= moved
    followed[distance:] |= moved
    followed[height - distance : distance] = True  # came from outside and went outside: nothing is known
    fixed = (before.number == after.number) & before.inked & ~followed
    whole = fixed.mean(axis=0) > 0.5  # a side bar, a frame, a scroll bar: not a header or footer
    rows = fixed[:, ~whole].sum(axis=1) > 0 if columns > int(whole.sum()) else np.zeros(height, dtype=bool)
    middle = height // 2
    upper, lower = np.flatnonzero(rows[:middle]), np.flatnonzero(rows[middle:])
    header = int(upper[-1]) + 1 if upper.size else 0
    footer = middle + int(lower[0]) if lower.size else height
    return Fixtures(header, footer, fixed)

"""How far a picture was scrolled, from its pixels.

Rows are cut into cells 16 pixels wide, and each cell gets a number for what it shows. A cell that is
the same in both pictures at the same place either stands still (a sticky header, a side bar) or shows
nothing; the others have to be explained by one distance. Scrolled text moves by whole pixels, so cells
match exactly or not at all.

Rows that all look alike fit several distances. These are then all given, for the caller to choose by
what else it knows: how far a notch went before, the frames in between, the scroll bar.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cogscript.reading.ink import runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CELL = 16
_LEAST = 12
"""Cells that have to agree before they prove anything; a caret or a clock is fewer."""
_IN_PLACE = 0.2
"""When less of the picture changed, and no distance explains it, it changed in place: a scroll bar faded."""
_NARROW = 3
"""Columns of cells a scroll bar takes up, at most."""
_ALIKE = 0.9
"""The part of a picture's cells that has to agree with others for its rows to look alike."""
_BRIDGE = 6
_AROUND = 40
"""Rows around the text of a header or footer that may be its own ground."""
_COLUMNS = 24
_AGREE = 0.75
"""The part of the cells a distance has to explain."""
_OVERLAP = 0.03
"""The part of what changed that has to be seen again; less may agree by chance."""
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


@dataclass(frozen=True, slots=True)
class Fixtures:
    """What stayed in place while the rest moved."""

    header: int
    """Rows at the top that stay."""
    footer: int
    """The row from which on the bottom stays; the height when nothing does."""
    cells: NDArray[np.bool_]
    """Each cell that stays."""
    bar: NDArray[np.bool_]
    """Each column of cells that changed without following: a scroll bar."""

    @property
    def still(self) -> NDArray[np.bool_]:
        """Every cell that cannot move, or cannot be seen to."""
        still = self.cells | self.bar
        if self.header:
            still[: self.header + _AROUND] = True
        if self.footer < len(still):
            still[self.footer - _AROUND :] = True
        return still


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


def find_shift(before: Cells, after: Cells, known: Fixtures | None = None) -> Shift:
    """How far down the picture was scrolled between two looks, whatever is known to stand still."""
    fixed = (before.number == after.number) & before.inked
    if known:
        fixed |= known.still
    loose = (before.inked | after.inked) & ~fixed
    changed = int(loose.sum())
    little = changed < _IN_PLACE * int((before.inked | after.inked).sum())
    if changed < _LEAST or (little and int(loose.any(axis=0).sum()) <= _NARROW):
        return Shift((0,), changed)
    distances = _explaining(before, after, fixed, changed, _AGREE)
    if not distances and little:
        return Shift((0,), changed)
    return Shift(distances, changed)


def alike(cells: Cells, known: Fixtures | None = None) -> tuple[int, ...]:
    """Distances by which the picture can be scrolled and look the same: multiples of a row's height."""
    still = known.still if known else cells.inked & False
    return _explaining(cells, cells, still, int((cells.inked & ~still).sum()), _ALIKE)


def _explaining(
    before: Cells, after: Cells, fixed: NDArray[np.bool_], changed: int, least: float
) -> tuple[int, ...]:
    """The distances that explain the cells that are not fixed, the best first."""
    import numpy as np

    # The busiest columns decide; looking at all would only take longer.
    weight = ((before.inked | after.inked) & ~fixed).sum(axis=0)
    busiest = np.sort(np.argsort(weight)[::-1][:_COLUMNS])
    height = len(fixed)
    matches = np.zeros(height)
    parts = np.zeros(height)
    number_before, number_after = before.number[:, busiest], after.number[:, busiest]
    inked_before, inked_after = before.inked[:, busiest], after.inked[:, busiest]
    loose = ~fixed[:, busiest]
    for distance in range(1, height - 1):
        inked = inked_after[: height - distance] | inked_before[distance:]
        inked &= loose[: height - distance]
        inked &= loose[distance:]
        total = int(np.count_nonzero(inked))
        if total < _LEAST:
            continue
        agree = number_after[: height - distance] == number_before[distance:]
        matches[distance] = np.count_nonzero(agree & inked)
        parts[distance] = matches[distance] / total
    merit = parts * np.minimum(1.0, matches / max(_LEAST, _OVERLAP * changed))
    best = int(merit.argmax())
    if parts[best] < least or matches[best] < _LEAST:
        return ()
    rivals = np.flatnonzero(merit >= _RIVAL * merit[best])
    return tuple(sorted((int(each) for each in rivals), key=lambda each: (-merit[each], each)))


def nothing_fixed(cells: Cells) -> Fixtures:
    """Before anything moved."""
    nothing = cells.inked & False
    return Fixtures(0, len(nothing), nothing, nothing[0])


def find_fixtures(before: Cells, after: Cells, distance: int, known: Fixtures) -> Fixtures:
    """What did not follow a scroll of `distance`, although it was seen where it was and where it should be.

    `known` is what was found so far: what lies behind a header or a footer cannot be seen.
    """
    import numpy as np

    height = len(before.number)
    reach = height - distance
    same = before.number == after.number
    fixed = same & before.inked
    hidden = fixed | known.still
    # What moves is seen twice: it came from `distance` below, and it went `distance` up.
    moved = after.number[:reach] == before.number[distance:]
    followed, missed = np.zeros_like(fixed), np.zeros_like(fixed)
    followed[:reach] |= moved
    followed[distance:] |= moved
    missed[:reach] |= ~moved & ~hidden[distance:]
    missed[distance:] |= ~moved & ~hidden[:reach]
    stays = fixed & missed & ~followed
    bar = known.bar | _bar(before, after, distance)
    beside = bar | (stays.mean(axis=0) > 0.5)  # a side bar or a frame is no header and no footer
    rows = stays[:, ~beside].any(axis=1)
    near = (fixed & ~followed)[:, ~beside].any(axis=1)
    middle = height // 2
    upper, lower = np.flatnonzero(rows[:middle]), np.flatnonzero(rows[middle:])
    header = _end(near, int(upper[-1]), 1) + 1 if upper.size else 0
    footer = _end(near, middle + int(lower[0]), -1) if lower.size else height
    return Fixtures(max(known.header, header), min(known.footer, footer), stays, bar)


def _end(rows: NDArray[np.bool_], row: int, step: int) -> int:
    """The last row of a block, whichever way one goes; gaps as in a letter are bridged."""
    last = row
    while 0 <= row < len(rows) and abs(row - last) <= _BRIDGE:
        if rows[row]:
            last = row
        row += step
    return last


def _bar(before: Cells, after: Cells, distance: int) -> NDArray[np.bool_]:
    """The columns in which something moved, but not with the rest: the thumb of a scroll bar."""
    import numpy as np

    height, columns = before.number.shape
    bar = np.zeros(columns, dtype=bool)
    for column in {0, *range(max(0, columns - 3), columns)}:
        different = before.number[:, column] != after.number[:, column]
        changed = runs(different)
        if not 1 <= len(changed) <= 2:
            continue
        shown = different[: height - distance] & after.inked[: height - distance, column]
        came = after.number[: height - distance, column] == before.number[distance:, column]
        bar[column] = (shown & came).sum() <= 0.3 * shown.sum()
    return bar

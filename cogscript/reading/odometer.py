"""How far a scrolled picture really went, when its rows alone do not say.

A list of rows that all look alike fits several distances: one row more or less shows the same. Three
things tell them apart, the best first: the looks on the way (a smooth scroll moves a few pixels at a
time), the thumb of a scroll bar, and how far a notch went where the rows did differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cogscript.reading.ink import runs
from cogscript.reading.shift import Cells, Fixtures, alike, cells_of, find_shift

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BAR = 20
"""The columns at the right edge in which a scroll bar is looked for."""
_ROUGH = 3.0
"""Pixels by which the place of a thumb may be wrong."""
_SMOOTH = 7
"""Different looks on the way that make a movement a smooth one."""


class Odometer:
    """Distances one after the other; what one teaches, the next may need."""

    def __init__(self) -> None:
        self.notch = 0.0
        """Pixels a notch moves the document; 0 while unknown."""
        self._went = self._thumb = 0
        """How far the document went while the thumb of its scroll bar moved so far."""
        self.doubtful = False
        """Whether a distance had to be chosen among several that show the same."""
        self.lost = False
        """Whether nothing explains the last movement: it is what notches usually do, or 0."""

    def distance(
        self,
        frames: Sequence[NDArray[np.uint8]],
        before: Cells,
        after: Cells,
        notches: int,
        known: Fixtures | None = None,
    ) -> int:
        """How far the document moved from the first to the last of some looks at it."""
        shift = find_shift(before, after, known)
        thumb, thumb_length = thumb_shift(frames[0], frames[-1])
        self.lost = not shift.distances
        if self.lost:
            return round(self.notch * notches) if thumb else 0
        if shift.is_sure and not shift.is_still:
            self._learn(shift.distances[0], notches, thumb)
            return shift.distances[0]
        candidates: Sequence[int] = shift.distances if not shift.is_still else (0, *alike(after, known))
        if len(candidates) == 1:
            return 0
        self.doubtful = True  # what follows is evidence, and no proof
        candidates = _all_like(candidates, len(after.number))
        best = self._best(candidates, frames, (thumb, thumb_length), notches, shift.is_still)
        if best:
            self._learn(best, notches, thumb)
        return best

    def _best(
        self,
        candidates: Sequence[int],
        frames: Sequence[NDArray[np.uint8]],
        thumb: tuple[int, int],
        notches: int,
        still: bool,
    ) -> int:
        """The candidate that everything but the rows speaks for."""
        expected = self.notch * notches
        moved, length = thumb
        if moved:
            ratio = self._went / self._thumb if self._thumb else len(frames[0]) / max(moved, length)
            guess = moved * ratio
            # A thumb moves by whole pixels, and the ratio was learned from such.
            doubt = _ROUGH * ratio * (1 + (moved / self._thumb if self._thumb else 0))
            whole = _nearest(candidates, expected)  # a step that was not cut short by the bottom
            if expected and abs(whole - expected) <= notches + 2 and abs(whole - guess) <= doubt:
                return whole
            return _nearest(candidates, guess)
        tracked = self._tracked(frames)
        if tracked is not None:
            return _nearest(candidates, expected if tracked > 0.8 * expected > 0 else tracked)
        if still:
            return 0
        return _nearest(candidates, expected) if expected else min(candidates)

    def _learn(self, distance: int, notches: int, thumb: int) -> None:
        # The last step ends early, at the bottom: the longest is the true one.
        self.notch = max(self.notch, distance / notches)
        if thumb:
            self._went += distance
            self._thumb += thumb

    def _tracked(self, frames: Sequence[NDArray[np.uint8]]) -> float | None:
        """The distance as the sum of the small ones on the way; None without enough of them."""
        if len(frames) < _SMOOTH:
            return None
        total = moves = 0
        last = cells_of(frames[0])
        for frame in frames[1:]:
            current = cells_of(frame)
            shift = find_shift(last, current)
            if shift.distances and not shift.is_still:
                total += min(shift.distances)
                moves += 1
            last = current
        return total if moves >= _SMOOTH - 1 else None


def _all_like(candidates: Sequence[int], height: int) -> Sequence[int]:
    """The candidates, and those between and beyond them that are as many rows apart."""
    order = sorted(candidates)
    row = min(two - one for one, two in pairwise(order))
    if any((each - order[0]) % row for each in order):
        return order  # no rows of one height
    return range(order[0] % row, height, row)


def _nearest(candidates: Sequence[int], guess: float) -> int:
    return min(candidates, key=lambda each: abs(each - guess))


def thumb_shift(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> tuple[int, int]:
    """How far the thumb of a scroll bar at the right edge moved down, and its length; zeros without one.

    A thumb that moves uncovers as many rows at its upper end as it covers at its lower one.
    """
    different = (before[:, -_BAR:] != after[:, -_BAR:]).any(axis=(1, 2))
    changed = [run for run in runs(different) if run[1] - run[0] > 0]
    if len(changed) != 2:
        return 0, 0
    (first, first_end), (second, second_end) = changed
    moved = min(first_end - first, second_end - second)
    if abs((first_end - first) - (second_end - second)) > 2 or second - first < 8:
        return 0, 0
    return moved, second - first

"""What the screen shows for typed keys: the text itself, a row of dots, or nothing.

Where no program says which field is a password field, this is the evidence that is left. Pictures of the
window are compared while somebody types. A line that grows with the keys and whose signs differ is text.
A row of signs that all look alike, whatever was typed, hides it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.ink import common_colour, runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Shown = Literal["text", "dots", "something", "nothing"]
"""`something`: the screen follows the keys, but not with a line of text (a game, an editor's commands)."""

_DIFFERENT = 24
"""Pixels whose colour differs by less than this have not changed."""
_CARET = 3
"""Columns of a text cursor, at most."""
_BLINKS = (30, 40)
"""Width and height up to which what changes again and again in one place is a cursor or a spinner."""
TALLEST_LINE = 40
"""Pixels: what changes over more than this is more than a line of text."""
_MANY_LINES = 3
"""Lines that may change beside the field: a hint, a button that can be pressed now."""
_MOVES = 2
"""Pixels by which an edge has to move to have moved."""
_ALIKE, _UNLIKE = 0.3, 0.45
"""Parts of their ink in which two signs may differ and be the same sign, and have to differ to be two.
Measured: at most 0.24 between the dots of a browser, which stand on parts of pixels; 0.8 and more
somewhere in every English word."""
DOTS = 4
"""So many equal signs are a row of dots."""
_DISTINCT = 3
"""So many different characters have to be typed before equal signs say anything."""
_ROUND = (0.6, 1.7)
"""Width by height of dots and asterisks; an i and an l look alike, too, and are thin."""
_EVEN = 0.9
"""How much of its strongest column the weakest has in a rule; where dots touch it is far less."""
_FRAMED = 0.85
"""Part of a row that a frame takes up, at least: its corners may be round."""
_WAVY = 0.1
"""Part of its ink in which a row of dots that touch differs from itself half a dot on, at least."""
_TOUCHING = (0.75, 1.7)
"""Step by height of dots that touch."""


class _Sign(NamedTuple):
    """A letter or a dot: its ink, in a frame as high as the line, and the column it begins at."""

    ink: NDArray[np.int16]
    left: int

    @property
    def width(self) -> int:
        return int(self.ink.shape[1])

    @property
    def height(self) -> int:
        import numpy as np

        rows = np.flatnonzero(self.ink.any(axis=1))
        return int(rows[-1] - rows[0]) + 1 if rows.size else 0


@dataclass(slots=True)
class _Line:
    """A place on the screen that changes with the keys."""

    rect: Rect
    spans: list[tuple[int, int]] = field(default_factory=list)

    def takes(self, box: Rect) -> bool:
        """Whether a change is in this line: at its height, and not far from it."""
        shared = min(self.rect.bottom, box.bottom) - max(self.rect.top, box.top)
        gap = max(self.rect.left, box.left) - min(self.rect.right, box.right)
        lower = min(self.rect.height, box.height)
        return shared >= 0.6 * lower and gap <= 3 * max(self.rect.height, box.height)

    def add(self, box: Rect) -> None:
        self.rect = Rect(
            min(self.rect.left, box.left), min(self.rect.top, box.top),
            max(self.rect.right, box.right), max(self.rect.bottom, box.bottom),
        )  # fmt: skip
        self.spans.append((box.left, box.right))

    @property
    def grows(self) -> bool:
        """Whether the changes move on along the line, as letters do that are typed one after another."""
        (left, right), *others = self.spans
        return any(max(abs(left - one), abs(right - two)) >= _MOVES for one, two in others)


class Echo:
    """The looks of one window while somebody types into it."""

    def __init__(self, before: NDArray[np.uint8]) -> None:
        self._last = before
        self._lines: list[_Line] = []
        self._small: list[Rect] = []
        self._large_changes = 0
        """Looks in which more changed than a line of text."""
        self._letters = 0
        """Most letters seen in a line that grew."""
        self._letters_at_once = 0
        """Most letters seen in a line that came up whole: fast typing, or something else."""
        self._has_dots = False

    def see(self, pixels: NDArray[np.uint8], typed: str) -> None:
        """A look taken after this much had been typed."""
        changed = [box for box in changed_boxes(self._last, pixels) if not self._is_cursor(box)]
        self._last = pixels
        for box in changed:
            line = next((each for each in self._lines if each.takes(box)), None)
            if line is None:
                line = _Line(box)
                self._lines.append(line)
            line.add(box)
        if any(box.height > TALLEST_LINE for box in changed):
            self._large_changes += 1
        for line in self._lines:
            signs = _signs(pixels, line.rect)
            if _is_row_of_dots(signs, typed):
                self._has_dots = True
            elif line.grows and _are_letters(signs, typed):
                self._letters = max(self._letters, len(signs) - 1)
            elif _are_letters(signs, typed, strictly=True):
                self._letters_at_once = max(self._letters_at_once, len(signs) - 1)

    def shows(self, *, at_rest: bool = False) -> Shown:
        """What was seen so far; when nobody types any more, less has to do."""
        if self._has_dots:
            return "dots"
        if self._letters >= (2 if at_rest else 3) or (at_rest and self._letters_at_once >= 3):
            return "text"
        # A game, an editor's commands: many places change, or large ones, and each time anew.
        follows = self._large_changes > 1 or len(self._lines) > _MANY_LINES
        return "something" if follows else "nothing"

    def _is_cursor(self, box: Rect) -> bool:
        if box.width <= _CARET:
            return True
        if box.width > _BLINKS[0] or box.height > _BLINKS[1]:
            return False
        again = any(
            max(abs(one - two) for one, two in zip(box, old, strict=True)) < _MOVES for old in self._small
        )
        self._small.append(box)
        return again


def changed_boxes(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> list[Rect]:
    """The rectangles in which two pictures of one size differ, a line of text in one of them."""
    import numpy as np

    if before.shape != after.shape:
        return []
    rows = np.flatnonzero((before != after).any(axis=(1, 2)))
    if not rows.size:
        return []
    first, last = int(rows[0]), int(rows[-1]) + 1
    difference = np.abs(before[first:last].astype(np.int16) - after[first:last].astype(np.int16)).max(axis=2)
    mask = difference > _DIFFERENT
    found = []
    for top, bottom in _bridged(mask.any(axis=1), 3):
        for left, right in _bridged(mask[top:bottom].any(axis=0), max(8, round(1.2 * (bottom - top)))):
            inked = np.flatnonzero(mask[top:bottom, left:right].any(axis=1))
            begin, end = first + top + int(inked[0]), first + top + int(inked[-1]) + 1
            found.append(Rect(left, begin, right, end))
    return found


def _bridged(filled: NDArray[np.bool_], bridge: int) -> list[tuple[int, int]]:
    """Runs of truths, those closer than the bridge joined."""
    joined: list[tuple[int, int]] = []
    for begin, end in runs(filled):
        if joined and begin - joined[-1][1] <= bridge:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return joined


def _signs(pixels: NDArray[np.uint8], line: Rect) -> list[_Sign]:
    """The signs in a line, left to right, without a thin cursor at its end."""
    import numpy as np

    # A row of large dots has more ink than ground: what lies above and below tells which is which.
    reach = max(3, line.height // 2)
    around = pixels[max(0, line.top - reach) : line.bottom + reach, max(0, line.left - reach) : line.right]
    ground = common_colour(around).astype(np.int16)
    region = pixels[line.top : line.bottom, line.left : line.right].astype(np.int16)
    strength = np.abs(region - ground).max(axis=2)
    mask = strength > max(_DIFFERENT, int(strength.max()) // 4)
    strength[~mask] = 0
    inside = _inside_frame(mask)
    strength, mask = strength[inside], mask[inside]
    signs = [_Sign(strength[:, begin:end], begin) for begin, end in runs(mask.any(axis=0))]
    if len(signs) > 1 and signs[-1].width < _CARET and signs[-1].height >= max(sign.height for sign in signs):
        return signs[:-1]
    return signs


def _inside_frame(mask: NDArray[np.bool_]) -> tuple[slice, slice]:
    """What lies inside the frame that a field got together with its text; all of it where there is none."""
    rows, columns = (_inside_edges(mask.mean(axis=axis) > _FRAMED) for axis in (1, 0))
    whole = slice(0, None)
    return (rows, columns) if rows is not None and columns is not None else (whole, whole)


def _inside_edges(full: NDArray[np.bool_]) -> slice | None:
    """From behind the first full rows to before the last; None where either edge is not full."""
    import numpy as np

    gaps = np.flatnonzero(~full)
    if not gaps.size or gaps[0] == 0 or gaps[-1] == len(full) - 1:
        return None
    return slice(int(gaps[0]), int(gaps[-1]) + 1)


def _difference(one: _Sign, two: _Sign) -> float:
    """The part of their ink in which two signs differ, at the best fit; 2 for signs of other widths."""
    import numpy as np

    if abs(one.width - two.width) > 1:
        return 2.0
    width = max(one.width, two.width) + 2
    total = (int(one.ink.sum()) + int(two.ink.sum())) / 2

    def framed(sign: _Sign, offset: int) -> NDArray[np.int16]:
        before = 1 + offset
        return np.pad(sign.ink, ((0, 0), (before, width - sign.width - before)))

    offsets = (-1, 0, 1) if two.width < width - 2 or one.width == two.width else (0, -1)
    fits = (np.abs(framed(one, 0) - framed(two, offset)).sum() for offset in offsets)
    return float(min(fits)) / max(total, 1.0)


def _repeats(sign: _Sign) -> bool:
    """Whether what looks like one wide sign is a row of equal ones that touch."""
    import numpy as np

    ink, height = sign.ink, sign.height
    columns = ink.sum(axis=0)
    if columns.min() > _EVEN * columns.max():
        return False  # a line, a bar, the edge of a field: the same everywhere, and no dots
    least, most = max(3, round(_TOUCHING[0] * height)), round(_TOUCHING[1] * height)
    mean = max(float(ink.mean()), 1.0)

    def differs(step: int) -> float:
        return float(np.abs(ink[:, step:] - ink[:, :-step]).mean()) / mean

    # Half a step on, dots lie on the gaps: a frame around a field is the same there too, but for its text.
    return any(
        differs(step) <= _ALIKE and differs(step // 2) > max(_WAVY, 2 * differs(step))
        for step in range(least, min(most, sign.width // DOTS) + 1)
    )


def _is_row_of_dots(signs: list[_Sign], typed: str) -> bool:
    """Whether the signs are all the same and evenly spaced, though what was typed is not.

    The last one may be another: a block cursor, or the letter typed last, which some fields show a moment.
    The first may be half out of a field that is too narrow.
    """
    if len(set(typed)) < _DISTINCT:  # 1111 is drawn with equal signs, too
        return False
    if any(_repeats(sign) for sign in signs):
        return True
    return any(len(row) >= DOTS and _are_equal(row) for row in (signs, signs[:-1], signs[1:], signs[1:-1]))


def _are_equal(row: list[_Sign]) -> bool:
    steps = [two.left - one.left for one, two in pairwise(row)]
    return (
        max(steps) - min(steps) <= _MOVES
        and all(_ROUND[0] <= sign.width / max(sign.height, 1) <= _ROUND[1] for sign in row)
        and all(_difference(row[0], sign) <= _ALIKE for sign in row[1:])
    )


def _are_letters(signs: list[_Sign], typed: str, *, strictly: bool = False) -> bool:
    """Whether the signs differ among themselves, and are about as many as were typed.

    Letters may touch, and a cursor or the prompt before them may be counted along.
    """
    count = len("".join(typed.split()))
    if abs(len(signs) - count) > (1 if strictly else max(2, count // 2)):
        return False
    inner = signs[1:-1]
    if len(inner) >= DOTS - 1 and _are_equal(inner):  # dots between a cut one and a cursor
        return False
    return any(_difference(one, two) >= _UNLIKE for one, two in combinations(signs[:-1], 2))

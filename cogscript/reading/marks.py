"""Check boxes and radio buttons: small squares and discs that stand alone, mostly in front of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.ink import common_colour
from cogscript.reading.regions import Regions, connected

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

Shape = Literal["square", "disc"]

_SIZES = 10, 34
_SQUARE = 0.975
"""The part of its rectangle that a square fills at least: its corners may be round."""
_DISC = 0.70
_DIAMOND = 0.48
_MIRRORED = 0.2
"""The part of a disc or diamond that may differ from its mirror images."""
_ALONE = 2
"""Pixels that a mark stands apart from everything beside it."""
_CLOSE = 6
"""Pixels within which a letter has another beside it on the same line."""
_SAME = 5
"""How much the ground inside a thing may differ from the ground around it, of 255."""
_LETTER = 0.22
"""The part of a letter that is the ground it stands on, at least."""
_HOLLOW = 0.45
"""The part of a mark that is the ground it stands on, when it is only a line around it."""
_HOLLOW_ALONE = 5
"""How far such a mark stands apart: a letter O, 口 and 国 are hollow, too."""
_WORD = 1.6
"""How much wider than a mark letters that touch each other are, at least."""
_SPACING = 0.4
"""How far letters are apart at most, in heights of a mark."""
_OPPOSITE, _SUNKEN = 0.15, 0.15
"""How far beyond the ground, seen from the ink, a shade lies, and how much of a mark has such shades."""
_TWO_COLOURS = 48
"""How far a pixel may be from every mixture of two colours; an icon has more of them."""
_LOPSIDED = 45
"""How much a radio button's dot may differ from its mirror image."""
_GROUND = 300
"""Pixels of a region that things may stand on."""


class Mark(NamedTuple):
    rect: Rect
    shape: Shape
    labelled: bool
    """Whether a text begins right of it."""


class _Things:
    """What is drawn on the grounds of a picture: letters, icons, marks."""

    def __init__(self, cut: Regions) -> None:
        import numpy as np

        wide = cut.rects[:, 2] - cut.rects[:, 0]
        high = cut.rects[:, 3] - cut.rects[:, 1]
        is_ground = (cut.areas >= _GROUND) & (wide > _SIZES[1]) & (high >= _SIZES[0])
        is_ground[0] = False
        drawn = connected(~is_ground[cut.labels], corners=True)
        self.labels, self.rects = drawn.labels, drawn.rects
        # An edge belongs to the pixel left of it and to the one above it.
        self.rects[:, :2] = np.minimum(self.rects[:, :2] + 1, self.rects[:, 2:] - 1)
        self.rects[0] = 0

    def rect(self, number: int) -> Rect:
        return Rect(*self.rects[number].tolist())

    def of_mark_size(self) -> list[int]:
        import numpy as np

        width = self.rects[:, 2] - self.rects[:, 0]
        height = self.rects[:, 3] - self.rects[:, 1]
        fitting = (
            (np.minimum(width, height) >= _SIZES[0])
            & (np.maximum(width, height) < _SIZES[1])
            & (np.abs(width - height) <= np.maximum(1, height // 8))
        )
        return [int(number) for number in np.flatnonzero(fitting)]

    def beside(self, rect: Rect) -> tuple[Rect | None, Rect | None]:
        """The nearest things left and right of a place, on its line."""
        third = rect.height // 3
        line = self.rects[(self.rects[:, 1] < rect.bottom - third) & (self.rects[:, 3] > rect.top + third)]
        before = line[line[:, 2] <= rect.left]
        after = line[line[:, 0] >= rect.right]
        return (
            Rect(*before[before[:, 2].argmax()].tolist()) if len(before) else None,
            Rect(*after[after[:, 0].argmin()].tolist()) if len(after) else None,
        )


def marks(pixels: NDArray[np.uint8], cut: Regions) -> Iterator[Mark]:
    things = _Things(cut)
    for number in things.of_mark_size():
        rect = things.rect(number)
        shape, edge = _shape(things.labels[rect.top : rect.bottom, rect.left : rect.right] == number)
        if shape is None:
            continue
        before, after = things.beside(rect)
        shown = pixels[rect.top : rect.bottom, rect.left : rect.right]
        around = _around(pixels, rect)
        middle = shown[edge:-edge, edge:-edge]
        see_through = _part_like(shown, around)
        if not _is_plain(middle, shape) or not _stands_alone(rect, before, after, see_through, middle):
            continue
        letter = see_through > _LETTER and not _is_sunken(shown, around)
        if letter and _is_letter(rect, shape, before, after, pixels, around):
            continue
        labelled = after is not None and _is_label(rect, after, things.beside(after)[1])
        yield Mark(rect, shape, labelled)


def _shape(own: NDArray[np.bool_]) -> tuple[Shape | None, int]:
    """What shape something has, and how wide its border may be."""
    import numpy as np

    rows = np.maximum.accumulate(own, axis=1) & np.maximum.accumulate(own[:, ::-1], axis=1)[:, ::-1]
    columns = np.maximum.accumulate(own, axis=0) & np.maximum.accumulate(own[::-1], axis=0)[::-1]
    filled = rows & columns
    part = filled.mean()
    size = len(own)
    if part >= _SQUARE:
        sides = own[0], own[-1], own[:, 0], own[:, -1]
        straight = all(side[2:-2].mean() > _SQUARE for side in sides)
        return ("square", max(2, round(0.16 * size))) if straight else (None, 0)
    mirrored = (filled != filled[:, ::-1]).mean() + (filled != filled[::-1]).mean()
    if part >= _DIAMOND and mirrored < _MIRRORED:
        return "disc", round((0.25 if part >= _DISC else 0.34) * size)
    return None, 0


def _is_plain(middle: NDArray[np.uint8], shape: Shape) -> bool:
    """Whether it is empty inside, or shows a tick or a dot in one colour; an icon shows more."""
    import numpy as np

    if middle.size == 0:
        return False
    away = middle.reshape(-1, 3).astype(np.float32) - common_colour(middle)
    far = np.linalg.norm(away, axis=1)
    if far.max() < _TWO_COLOURS:
        return True
    direction = away[far.argmax()] / far.max()
    aside = np.linalg.norm(away - (away @ direction)[:, None] * direction, axis=1)
    if (aside > _TWO_COLOURS).mean() > 0.04:
        return False
    if shape == "square":
        return True
    signed = middle.astype(np.int16)
    lopsided = max(np.abs(signed - signed[:, ::-1]).mean(), np.abs(signed - signed[::-1]).mean())
    return bool(lopsided < _LOPSIDED)


def _part_like(shown: NDArray[np.uint8], around: NDArray[np.uint8]) -> float:
    """How much of something is the ground it stands on."""
    import numpy as np

    return float((np.abs(shown - around.astype(np.int16)).max(axis=2) <= _SAME).mean())


def _is_sunken(shown: NDArray[np.uint8], around: NDArray[np.uint8]) -> bool:
    """Whether it has both darker and lighter parts than its ground: a letter has but one ink."""
    import numpy as np

    away = shown.reshape(-1, 3).astype(np.float32) - around
    ink = away[np.linalg.norm(away, axis=1).argmax()]
    along = away @ ink / max(float(ink @ ink), 1.0)
    return bool((along < -_OPPOSITE).mean() > _SUNKEN)


def _stands_alone(
    rect: Rect, before: Rect | None, after: Rect | None, see_through: float, middle: NDArray[np.uint8]
) -> bool:
    import numpy as np

    left = rect.left - before.right if before else rect.left
    right = after.left - rect.right if after else _CLOSE
    if see_through <= _HOLLOW:
        return min(left, right) >= _ALONE
    empty = np.abs(middle - common_colour(middle).astype(np.int16)).max() < _TWO_COLOURS
    return left >= _HOLLOW_ALONE and right >= (_ALONE + 1 if empty else _HOLLOW_ALONE)


def _around(pixels: NDArray[np.uint8], rect: Rect) -> NDArray[np.uint8]:
    """The ground that something stands on."""
    import numpy as np

    top, left = max(0, rect.top - 2), max(0, rect.left - 2)
    ring = pixels[top : rect.bottom + 2, left : rect.right + 2]
    return common_colour(np.concatenate([ring[0], ring[-1], ring[:, 0], ring[:, -1]]))


def _is_letter(
    rect: Rect,
    shape: Shape,
    before: Rect | None,
    after: Rect | None,
    pixels: NDArray[np.uint8],
    around: NDArray[np.uint8],
) -> bool:
    """Whether it stands between others in the same ink, or beside one on the same base line."""
    around_it = [
        (other, max(rect.left - other.right, other.left - rect.right))
        for other in (before, after)
        if other and abs(_ink(pixels, rect, around) - _ink(pixels, other, around)).max() < _TWO_COLOURS
    ]
    close = [other for other, gap in around_it if gap < _CLOSE]
    if len(close) == 2 or any(abs(other.bottom - rect.bottom) <= 1 for other in close):
        return True
    # A word of one letter, O or 0: as high as the next, and on its line.
    return shape == "disc" and any(
        abs(other.bottom - rect.bottom) <= 1 and abs(other.top - rect.top) <= 1
        for other, gap in around_it
        if gap < rect.height
    )


def _ink(pixels: NDArray[np.uint8], rect: Rect, ground: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The colour of a thing that differs most from the ground it stands on."""
    import numpy as np

    own = pixels[rect.top : rect.bottom, rect.left : rect.right].reshape(-1, 3).astype(np.int16)
    strongest: NDArray[np.int16] = own[np.abs(own - ground).max(axis=1).argmax()]
    return strongest


def _is_label(rect: Rect, after: Rect, next_after: Rect | None) -> bool:
    """Whether a word begins close behind a mark: letters stand closer together than icons."""
    if after.left - rect.right > 2 * rect.width:
        return False
    if after.width > _WORD * rect.width:
        return True
    return next_after is not None and next_after.left - after.right <= max(_CLOSE, _SPACING * rect.height)

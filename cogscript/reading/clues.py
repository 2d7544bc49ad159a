"""Whether a box is a text field or a button: what each clue says, added up.

Single clues mislead: a field that is full of text has it in its middle, and a flat button has no bevel. So
boxes that are painted alike count for each other: where most of the white boxes of a window are fields, a
white box that says little is one, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogscript.reading.boxes import Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BEVELLED = 12
"""How much lighter or darker the lower border of a bevelled box is than its upper one, of 255."""

_BEVEL = 1.5
_TEXT_IN_THE_MIDDLE = -2.5
_TEXT_AT_THE_LEFT = 2.0
_EMPTY_AND_LONG = 1.5
_EMPTY_AND_SHORT = -1.0
_PAPER = 0.7
"""Lighter than a light window, or darker than a dark one."""
_COLOURED = -1.5
_PART_OF_A_ROW = -1.5
"""Heads of columns, tabs, the head of a pane."""
_SHAPES = ((1.5, -2.0), (2.5, -0.5), (5.0, 0.0), (float("inf"), 0.7))
"""Up to how many times wider than high, and what that says."""
_ALIKE = 0.75

_MIDDLE = 4, 0.06
"""How far text may be from the middle of a button: in pixels, and in widths of the button."""
_PADDING = 5
"""Text closer to the side than this fills a box, and is no button's."""
_COLOUR = 60
"""How far the strongest and the weakest of red, green and blue are apart in a coloured ground."""
_DARK = 110
"""The mean of red, green and blue up to which a ground is dark."""


def field_scores(boxes: Sequence[Frame]) -> list[float]:
    """For each box what speaks for a text field, above 0, or for a button, below 0."""
    import numpy as np

    if not boxes:
        return []
    own = np.array([_by_itself(box) for box in boxes]) + _PART_OF_A_ROW * _in_a_row(boxes)
    alike = _painted_alike(boxes)
    others = (alike @ own) / np.maximum(1, alike.sum(axis=1))
    return [float(score) for score in own + others.clip(-_ALIKE, _ALIKE)]


def _by_itself(box: Frame) -> float:
    score = _by_text(box) + max(-_BEVEL, min(_BEVEL, box.bevel / BEVELLED))
    if box.ground != box.around:
        own, outside = sum(box.ground) / 3, sum(box.around) / 3
        is_paper = own > outside if outside > _DARK else own < outside
        score += _PAPER if is_paper else -_PAPER
    if max(box.ground) - min(box.ground) > _COLOUR:
        score += _COLOURED
    ratio = box.rect.width / box.rect.height
    return score + next(weight for limit, weight in _SHAPES if ratio <= limit)


def _by_text(box: Frame) -> float:
    rect = box.rect
    if not box.columns:
        return _EMPTY_AND_LONG if rect.width >= 3 * rect.height else _EMPTY_AND_SHORT
    left, right = box.left_gap, box.right_gap
    begin, end = box.columns[-1]
    if len(box.columns) > 1 and end - begin <= rect.height:
        # An icon at the end of a field is no text.
        behind = begin - box.columns[-2][1]
        if behind > max(rect.height, left) and right <= rect.height:
            right = behind
    if abs(left - right) <= max(_MIDDLE[0], _MIDDLE[1] * rect.width) and left > _PADDING:
        return _TEXT_IN_THE_MIDDLE
    return _TEXT_AT_THE_LEFT if left <= rect.height and right > left + 2 * _PADDING else 0.0


def _painted_alike(boxes: Sequence[Frame]) -> NDArray[np.bool_]:
    """Which boxes have the same ground and the same bevel."""
    import numpy as np

    grounds = np.array([box.ground for box in boxes])
    bevels = np.array([box.bevel for box in boxes])
    same_ground = np.abs(grounds[:, None] - grounds[None]).max(axis=2) <= 4
    alike: NDArray[np.bool_] = same_ground & (np.abs(bevels[:, None] - bevels[None]) <= 8)
    np.fill_diagonal(alike, False)
    return alike


def _in_a_row(boxes: Sequence[Frame]) -> NDArray[np.bool_]:
    """Which boxes are parts of a row, as heads of columns are; a field's own small button makes no row."""
    import numpy as np

    left, top, right, bottom = np.array([box.rect for box in boxes]).T
    apart = np.maximum(left[:, None], left) - np.minimum(right[:, None], right)
    width = right - left
    joined = (
        (np.abs(top[:, None] - top) <= 2)
        & (np.abs(bottom[:, None] - bottom) <= 2)
        & (apart >= 0)
        & (apart <= 4)
        & (np.minimum(width[:, None], width) > 1.3 * (bottom - top))
    )
    in_a_row: NDArray[np.bool_] = np.logical_or(joined.any(axis=1), [box.headed for box in boxes])
    return in_a_row

"""Which control a label belongs to, as forms are laid out.

A field stands right of its label on the same line, or below it; a check box or radio button stands in
front of its text. Where two fit alike the answer is none: typing into a neighbour's field is worse than
asking.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.controls import FIELDS, MARKS, Control

_RIGHT = 25.0
"""How far right of its label a field may begin, in heights of the label: the labels' column may be wide."""
_BELOW = 1.8
"""How far below its label a field may begin, in heights of the label."""
_ALIGNED = 1.2
"""How far a field below a label may begin left or right of it, in heights of the label."""
_FAR = 6.0
"""A field right of its label that is farther away, in heights of the label, is doubted if one is below."""
_CLEAR = 2.0
"""How many times farther away the second best field has to be."""
_NEAREST = 0.5
"""Distances below this, in heights of the label, are all the same."""
_MARK = 2.5
"""How far from its text a mark may stand, in heights of the text."""


class _Near(NamedTuple):
    control: Control
    distance: float
    """In heights of the label."""


def field_of(label: Rect, controls: Iterable[Control], texts: Sequence[Rect]) -> Control | None:
    """The field that a label leads to; None when there is none or it is not clear which.

    `texts` are the other texts around: a field behind another text belongs to that one.
    """
    controls = list(controls)
    fields = [control for control in controls if control.kind in FIELDS]
    around = [field for field in fields if _mostly_inside(label, field.rect)]
    if around:
        return min(around, key=lambda field: field.rect.width * field.rect.height)
    # What a field holds stands in nobody's way; readers' rectangles often reach over its border.
    others = [
        text
        for text in texts
        if not _mostly_inside(text, label)
        and not _mostly_inside(label, text)
        and not any(control.rect.holds(text.middle) for control in controls)
    ]
    right, below = _right_of(label, fields, others), _below(label, fields, others)
    if right and below and right[0].distance > _FAR and below[0].distance < right[0].distance / _CLEAR:
        return None
    found = right or below
    if len(found) > 1 and found[1].distance < _CLEAR * max(found[0].distance, _NEAREST):
        return None
    return found[0].control if found else None


def mark_of(text: Rect, controls: Iterable[Control], texts: Sequence[Rect]) -> Control | None:
    """The check box or radio button that a text belongs to: in front of it, else behind it.

    `texts` are the other texts around: a mark in front of another text belongs to that one.
    """
    marks = [control for control in controls if control.kind in MARKS and _on_line(text, control.rect)]
    reach = _MARK * text.height
    # A text that was read may begin with the mark itself, taken for a letter.
    before = [mark for mark in marks if -reach <= mark.rect.right - text.left <= 2 * mark.rect.width]
    if before:
        return max(before, key=lambda mark: mark.rect.right)
    after = [
        mark
        for mark in marks
        if 0 <= mark.rect.left - text.right <= reach and not any(_is_text_of(other, mark) for other in texts)
    ]
    return min(after, key=lambda mark: mark.rect.left, default=None)


def _is_text_of(text: Rect, mark: Control) -> bool:
    """Whether a text goes on behind a mark; readers join what stands on one line, marks and all."""
    begins = text.left - mark.rect.right <= _MARK * text.height
    return _on_line(text, mark.rect) and begins and text.right > mark.rect.right + mark.rect.width // 2


def _right_of(label: Rect, fields: Sequence[Control], texts: Sequence[Rect]) -> list[_Near]:
    """The nearest field on the label's line; two where the label stands between their lines."""
    found = []
    for field in fields:
        rect = field.rect
        # What was read may reach a little into the field.
        gap = rect.left - label.right
        if not _on_line(label, rect) or rect.left < label.middle.x or gap < -label.height:
            continue
        between = Rect(label.right, label.top, max(label.right, rect.left), label.bottom)
        blocked = any(_on_line(label, text) and text.overlap(between).width > 0 for text in texts)
        if gap > _FAR * label.height and any(_is_heading(text, rect) for text in texts):
            continue  # it has a label of its own, and this text is of another part of the window
        if gap <= _RIGHT * label.height and not blocked:
            found.append(_Near(field, max(0, gap) / label.height))
    found.sort(key=lambda near: near.distance)
    return [near for near in found if near.control.rect.left < found[0].control.rect.right]


def _below(label: Rect, fields: Sequence[Control], texts: Sequence[Rect]) -> list[_Near]:
    found = []
    for field in fields:
        rect = field.rect
        gap = rect.top - label.bottom
        if not -0.3 * label.height <= gap <= _BELOW * label.height:
            continue
        aside = abs(rect.left - label.left)
        centred = abs(rect.middle.x - label.middle.x)
        if min(aside, centred) > _ALIGNED * label.height:
            continue
        between = Rect(label.left, label.bottom, label.right, max(label.bottom, rect.top))
        if any(text.overlap(between).height > 0 and text.overlap(between).width > 0 for text in texts):
            continue
        if any(_is_its_label(text, rect) for text in texts):
            continue
        found.append(_Near(field, (max(0, gap) + min(aside, centred)) / label.height))
    return sorted(found, key=lambda near: near.distance)


def _is_heading(text: Rect, field: Rect) -> bool:
    """Whether a text stands right above a field, and begins where the field does."""
    return -0.3 * text.height <= field.top - text.bottom <= _BELOW * text.height and (
        abs(text.left - field.left) <= _ALIGNED * text.height
    )


def _is_its_label(text: Rect, field: Rect) -> bool:
    """Whether a field has a text of its own in front of it."""
    return _on_line(text, field) and 0 <= field.left - text.right <= 3 * text.height


def _on_line(text: Rect, rect: Rect) -> bool:
    """Whether a rectangle stands on a text's line: half of the text's height at least."""
    return min(text.bottom, rect.bottom) - max(text.top, rect.top) >= 0.5 * min(text.height, rect.height)


def _mostly_inside(inner: Rect, outer: Rect) -> bool:
    common = inner.overlap(outer)
    return common.width * common.height >= 0.8 * inner.width * inner.height

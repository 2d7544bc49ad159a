"""Controls by their looks: for programs that say nothing of themselves.

A control is a box inside a larger region, or a small square or round mark beside a text. Nothing is known of
toolkits or themes: what all of them have in common is that a person has to see what is a control.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.boxes import Colour, Frame, encloses, frames
from cogscript.reading.clues import BEVELLED, field_scores
from cogscript.reading.marks import Mark, marks
from cogscript.reading.pixels import Picture, inside, part, pixels_of
from cogscript.reading.regions import regions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind = Literal["text field", "combo box", "checkbox", "radio button", "button"]

FIELDS: frozenset[Kind] = frozenset({"text field", "combo box"})
MARKS: frozenset[Kind] = frozenset({"checkbox", "radio button"})

_ONE_LINE = 60
"""Height of a box for one line of text, at most."""
_NARROW = 60
"""A narrower box of several lines is no text field."""


_ARROW = 5, 3
"""Width and height of an arrow, at least."""
_ARROW_LEAN = 2
"""How far an arrow's rows may stand left or right of each other."""


_DOT, _DOTTED = 40, 0.7
"""How far, of 255, the dots of a line are from what is between them, and how often it changes."""
_RING = 6
"""Pixels from what is inside a dotted line to the border around it, at most."""
_EVEN, _DRAWN, _DRAWN_PART = 8, 20, 0.9
"""How far, of 255, the pixels of a border differ at most, how far they are from the ground, and how many."""


class Control(NamedTuple):
    rect: Rect
    kind: Kind
    confidence: float
    """From 0 to 1: how much speaks for this kind."""


def controls(picture: Picture, area: Rect | None = None) -> list[Control]:
    """What looks like a control, from top to bottom."""
    pixels = pixels_of(picture)
    area = inside(pixels, area)
    pixels = part(pixels, area)
    if min(pixels.shape[:2]) < 16:
        return []
    cut = regions(pixels)
    drawn = [
        box
        for box in frames(pixels, cut)
        if not _is_dotted(pixels, box.rect) or _has_border_around(pixels, box)
    ]
    boxes, marked = _sorted_out(drawn, list(marks(pixels, cut)))
    found = [_of_box(box, score) for box, score in zip(boxes, field_scores(boxes), strict=True)]
    found += [_of_mark(mark) for mark in marked]
    placed = [each._replace(rect=_moved(each.rect, area.left, area.top)) for each in found if each]
    return sorted(placed, key=lambda each: (each.rect.top, each.rect.left))


def _is_dotted(pixels: NDArray[np.uint8], rect: Rect) -> bool:
    """Whether the line around something is dotted: it tells where the keyboard is, and is no border."""
    import numpy as np

    for row in range(max(0, rect.top - 2), rect.top):
        line = pixels[row, rect.left : rect.right].astype(np.int16)
        steps = np.abs(np.diff(line, axis=0)).max(axis=1) > _DOT
        if steps.mean() > _DOTTED:
            return True
    return False


def _has_border_around(pixels: NDArray[np.uint8], box: Frame) -> bool:
    """Whether a border goes around a dotted line, close by: a button shows that it has the keyboard."""
    left, top, right, bottom = box.rect
    across, down = slice(left + 4, right - 4), slice(top + 4, bottom - 4)
    height, width = pixels.shape[:2]
    sides = (
        [(row, across) for row in range(max(0, top - _RING), top)],
        [(row, across) for row in range(bottom, min(height, bottom + _RING))],
        [(down, column) for column in range(max(0, left - _RING), left)],
        [(down, column) for column in range(right, min(width, right + _RING))],
    )
    return all(any(_is_border(pixels[line], box.ground) for line in side) for side in sides)


def _is_border(line: NDArray[np.uint8], ground: Colour) -> bool:
    """Whether it is a line in one colour, and not in that of the ground."""
    import numpy as np

    shades = line.astype(np.int16)
    even = np.abs(shades - np.median(shades, axis=0)).max(axis=1) <= _EVEN
    apart = np.abs(shades - ground).max(axis=1) > _DRAWN
    return bool(even.mean() > _DRAWN_PART and apart.mean() > _DRAWN_PART)


def _of_mark(mark: Mark) -> Control:
    return Control(
        mark.rect, "checkbox" if mark.shape == "square" else "radio button", 0.9 if mark.labelled else 0.4
    )


def _moved(rect: Rect, right: int, down: int) -> Rect:
    return Rect(rect.left + right, rect.top + down, rect.right + right, rect.bottom + down)


def _sorted_out(boxes: Sequence[Frame], marked: Sequence[Mark]) -> tuple[list[Frame], list[Mark]]:
    """Boxes that hold no other control, and marks that are not what a box shows."""
    kept = []
    for box in boxes:
        plain = box.ground == box.around
        around_label = any(
            encloses(box.rect, mark.rect) and (plain or (box.patch and mark.labelled)) for mark in marked
        )
        held = (other.rect for other in boxes if other is not box and encloses(box.rect, other.rect))
        is_pane = any(not _is_at_the_end(rect, box.rect) for rect in held)
        if not around_label and not is_pane:
            kept.append(box)
    shown = [mark for mark in marked if not any(_shows(box, mark) for box in kept)]
    whole = [box for box in kept if not any(encloses(mark.rect, box.rect) for mark in shown)]
    return whole, shown


def _is_at_the_end(inner: Rect, outer: Rect) -> bool:
    """Whether a box is a small button at the end of a field: a number's arrows, a cross that clears it."""
    return outer.height <= _ONE_LINE and inner.left >= outer.right - 2 * outer.height > outer.middle.x


def _shows(box: Frame, mark: Mark) -> bool:
    """Whether a mark is a sign in a box, or a small raised box itself."""
    if encloses(mark.rect, box.rect):
        return box.bevel < -BEVELLED / 2 and bool(box.columns) and not mark.labelled
    return encloses(box.rect, mark.rect) and (box.rect.height <= _ONE_LINE or not mark.labelled)


def _of_box(box: Frame, score: float) -> Control | None:
    confidence = min(1.0, 0.5 + abs(score) / 6)
    if box.rect.height > _ONE_LINE:
        if score <= 0 or box.rect.width < _NARROW:
            return None
        plain = box.ground == box.around and box.bevel < BEVELLED
        return Control(box.rect, "text field", 0.4 if plain else 0.6)
    if _points_down(box):
        return Control(box.rect, "combo box", 0.8)
    if score > 0:
        return Control(box.rect, "text field", confidence)
    # A box without anything on it is the handle of a slider, or a patch of colour.
    return Control(box.rect, "button", confidence if box.columns else 0.3)


def _points_down(box: Frame) -> bool:
    """Whether the last thing in it is an arrow down, as in a list that drops down."""
    if not box.columns or box.rect.height > _ONE_LINE:
        return False
    begin, end = box.columns[-1]
    if box.rect.width < 2 * box.rect.height:
        return False
    return _is_arrow_down(box.ink[:, begin:end])


def _is_arrow_down(ink: NDArray[np.bool_]) -> bool:
    """Wide above, narrow below, the same left and right: a triangle, or the two strokes of a chevron."""
    import numpy as np

    ink = ink[ink.any(axis=1)]
    if not len(ink):
        return False
    height, width = ink.shape
    if width < _ARROW[0] or not _ARROW[1] <= height <= width:
        return False
    first = ink.argmax(axis=1)
    last = width - 1 - ink[:, ::-1].argmax(axis=1)
    spans = last - first + 1
    widest = int(spans.argmax())
    narrows = widest <= height // 3 and bool((np.diff(spans[widest:]) <= 0).all())
    return narrows and bool(spans[-1] <= 0.45 * width and np.ptp((first + last) / 2) <= _ARROW_LEAN)

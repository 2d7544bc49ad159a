"""A window of a program that tells nothing of itself, seen on a picture that was kept: what a run would see.

Lines are tried out on it with the finder, as they are on the elements of programs that tell them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.reading.signs import sign_in
from cogscript.recording.input_events import Hit
from cogscript.surfaces.elements import Element, Snapshot
from cogscript.surfaces.finding.by_text import begins_with_mark, behind_mark, labels_of
from cogscript.surfaces.finding.deciding import overlap
from cogscript.surfaces.finding.finder import judge
from cogscript.surfaces.finding.near import distance, same_row
from cogscript.surfaces.finding.wanted import Purpose, Wanted

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.reading.controls import Control
    from cogscript.reading.lines import Line, Reader
    from cogscript.surfaces.protocol import Surface

_TRIED = 8
"""How many of the nearest texts are tried as the label of a field or a mark."""
_FIELDS = ("text field", "combo box")
NEAR = 4
"""Pixels a click may miss a text by."""
LONGEST = 60
"""Characters; a longer line is a paragraph, and no name of a place in it."""
_LONGEST_ENTRY = 40
_SEVERAL = 3
"""Heights of a line from which on a frame has room for several."""
_MARK = re.compile(r"^(?:[^\w\s'\"(\[]|[xXvVoO])\s*(?=\s\S\S)\s+|^[□☐☑☒✓✔]\s*")
"""A check box that was read as a letter before its label."""


class PictureSight:
    surface: Surface  # asked only by locators that look for elements, and here are none
    elements = Snapshot(())

    def __init__(self, picture: Image, frame: Rect, reader: Reader) -> None:
        self.picture = picture
        self.frame = frame.overlap(Rect(0, 0, *picture.size))
        self._reader = reader
        self._lines: dict[Rect, Sequence[Line]] = {}

    @cached_property
    def controls(self) -> Sequence[Control]:
        from cogscript.reading.controls import controls

        return controls(self.picture, self.frame)

    @property
    def everything(self) -> None:
        """A picture ends at its edges."""

    def of_id(self, id: str) -> Sequence[Element]:
        return ()

    def areas(self, area: Rect | None = None) -> Sequence[Rect | None]:
        return [area or self.frame]

    def lines(self, area: Rect | None = None) -> Sequence[Line]:
        from cogscript.reading import read_still

        area = area or self.frame
        if area not in self._lines:
            self._lines[area] = read_still(self.picture, self._reader, area).lines
        return self._lines[area]

    @cached_property
    def texts(self) -> Sequence[Line]:
        """The lines of the window, each without the check box that was taken for its first letter."""
        marks = [each.rect for each in self.controls if each.kind in ("checkbox", "radio button")]
        found: list[Line] = []
        for line in self.lines():
            mark = next((each for each in marks if begins_with_mark(line.rect, each)), None)
            alone = self.read_alone(behind_mark(line.rect, mark)) if mark is not None else ()
            found += alone or [line]
        return found

    def read_alone(self, area: Rect) -> Sequence[Line]:
        area = area.overlap(self.frame)
        if not (area.width and area.height):
            return ()
        lines = self._reader.lines(self.picture.crop((area.left, area.top, area.right, area.bottom)))
        return [line.moved(area.left, area.top) for line in lines]


def text_on(sight: PictureSight, at: Point) -> Hit | None:
    """The label at a place, as the finder reads it (`File  Edit` are two); None where there is none.

    Where rows stand close together, what is read of one reaches into the next: the nearest is meant.
    """
    there = [
        (abs(rect.middle.y - at.y), rect, text)
        for line in sight.texts
        for text, rect in labels_of(line)
        if Rect(rect.left - NEAR, rect.top - NEAR, rect.right + NEAR, rect.bottom + NEAR).holds(at)
    ]
    if not there:
        return None
    _, rect, text = min(there, key=lambda each: each[0])
    return Hit(rect, name=" ".join(text.split())) if len(text) <= LONGEST else None


def hit_on(sight: PictureSight, at: Point, text: Hit | None, icon: str, *, typed: bool) -> Hit | None:
    """What a click at a place hit, by its looks: a control with the label that leads to it, or a text.

    `typed`: whether text was typed next, so that it was a field: what looks like one may be a row of buttons.
    """
    control = _control_at(sight, at)
    field = control is not None and control.kind in _FIELDS
    if control is not None and control.kind != "button" and (typed or text is None or not field):
        for line in _labels_near(sight, control):
            name = " ".join(line.text.split())
            # Other things look like fields, too, a key of a calculator: one that nobody types into has its
            # label before it.
            likely = typed or control.kind != "text field" or _is_before(line.rect, control.rect)
            if likely and _leads_to(sight, name, control.kind, control.rect):
                return Hit(control.rect, control.kind, name)
    if typed:
        return None
    if control is not None and control.kind == "button":
        pictured = Hit(control.rect, "button", icon=icon) if icon else None
        return _named_button(sight, control.rect, text) or pictured
    if text is not None:
        text = replace(text, name=_MARK.sub("", text.name))
        return _labelled(sight, text) or _checked(sight, text)
    row = _row_at(sight, at, control.rect if control is not None else None)
    return _checked(sight, row) if row is not None else None


def _named_button(sight: PictureSight, rect: Rect, clicked: Hit | None) -> Hit | None:
    """A button by what stands on it, wherever it was clicked: a sign, its only text, the text clicked."""
    lines = [each for each in sight.lines() if rect.holds(each.rect.middle)] or sight.read_alone(rect)
    texts = [" ".join(each.text.split()) for each in lines]
    sign = sign_in(sight.picture, rect)
    name = sign or (texts[0] if len(texts) == 1 else clicked.name if clicked is not None else "")
    return _checked(sight, Hit(rect, "button", name)) if name else None


def _row_at(sight: PictureSight, at: Point, frame: Rect | None) -> Hit | None:
    """The only text at the height of a click beside it: an entry of a list takes its whole width.

    A frame that is only one line high is a field, and what stands in it is what it holds.
    """
    lines = [
        each
        for each in sight.lines()
        if each.rect.top - 2 <= at.y < each.rect.bottom + 2
        and (frame is None or (frame.holds(each.rect.middle) and frame.height > _SEVERAL * each.rect.height))
    ]
    if len(lines) != 1 or lines[0].rect.left > at.x or len(lines[0].text) > _LONGEST_ENTRY:
        return None
    return Hit(lines[0].rect, "list item" if frame is not None else "", " ".join(lines[0].text.split()))


def _control_at(sight: PictureSight, at: Point) -> Control | None:
    """The smallest control at a place."""
    there = [each for each in sight.controls if each.rect.holds(at)]
    return min(there, key=lambda each: each.rect.width * each.rect.height, default=None)


def _labels_near(sight: PictureSight, control: Control) -> list[Line]:
    """Texts beside a control, those on its line first; what stands in a control is no label of another."""
    taken = [each.rect for each in sight.controls]
    lines = [each for each in sight.texts if not any(rect.holds(each.rect.middle) for rect in taken)]
    middle = control.rect.middle

    def rank(line: Line) -> tuple[bool, float]:
        return (not same_row(line.rect, control.rect), distance(line.rect.middle, middle))

    return sorted(lines, key=rank)[:_TRIED]


def _is_before(label: Rect, field: Rect) -> bool:
    return same_row(label, field) and label.right <= field.left


def _labelled(sight: PictureSight, text: Hit) -> Hit | None:
    """The check box or radio button whose label was clicked."""
    for mark in sight.controls:
        if mark.kind in ("checkbox", "radio button") and _leads_to(sight, text.name, mark.kind, mark.rect):
            grown = Rect(
                min(mark.rect.left, text.rect.left), min(mark.rect.top, text.rect.top),
                max(mark.rect.right, text.rect.right), max(mark.rect.bottom, text.rect.bottom),
            )  # fmt: skip
            return Hit(grown, mark.kind, text.name)
    return None


def _checked(sight: PictureSight, text: Hit) -> Hit | None:
    """A text that leads to its own place: by itself, or with the box."""
    for place in (None, text.rect):
        found = judge(sight, Wanted(text.name, text.role or None, place=place)).found
        if found is not None and not found.guess and overlap(found.rect, text.rect) > 0.3:
            return text
    return None


def _leads_to(sight: PictureSight, name: str, kind: str, rect: Rect) -> bool:
    purpose: Purpose = "enter" if kind in _FIELDS else "point"
    found = judge(sight, Wanted(name, kind, purpose=purpose)).found
    return found is not None and not found.guess and overlap(found.rect, rect) > 0.5

"""Where a box has gone, told by the other things that a file names.

A file says of many things where they were. Those that are found again by their names say what became of the
whole screen: another resolution, zoom or font, a window that was moved. So a box that is all a line has to
tell several alike things apart stays of use, or is known to be of none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.rescaling import Anchor, Rescaling, rescaling
from cogscript.surfaces import roles
from cogscript.surfaces.elements import Element
from cogscript.surfaces.finding import by_looks, by_text
from cogscript.surfaces.finding.name_matching import Fit, fit
from cogscript.surfaces.finding.wanted import Other, Sight, Wanted

_ENOUGH = 2
"""Anchors that must agree on where everything has gone."""
_SAME = 6
"""Pixels that a thing may be off its box and still stand where it was: boxes are thousandths."""

_PAGE = 200
"""Pixels across and down from which on a box is that of a page, whose middle is hit from anywhere near."""
_EXACT = 4
"""Pixels that each side may be off where a single anchor tells the way."""

Truth = Literal["true", "moved", "hinted", "doubtful", "false", "unknown"]
"""`hinted`: a single thing says where it has gone, which is true only if something there fits exactly;
`doubtful`: some things stand where they were and others do not; `false`: none does."""


class Ground(NamedTuple):
    """What the anchors say of a box."""

    truth: Truth
    place: Rect | None
    """Where the box is now; None when it is of no use."""
    agreeing: int = 0
    scale: float | None = None
    anchors: int = 0
    """How many things that the file names were found again."""


def ground_of(look: Sight, wanted: Wanted) -> Ground:
    """What became of the box of a target."""
    place = wanted.place
    if place is None:
        return Ground("unknown", None)
    anchors = _anchors_of(look, wanted, place)
    return _ground(wanted, place, anchors)._replace(anchors=len(anchors))


def _anchors_of(look: Sight, wanted: Wanted, place: Rect) -> list[Anchor]:
    others = [
        replace(each, place=_scaled(each.place, wanted.pixels_then))
        for each in wanted.others
        if each.place != place
    ]
    return _anchors(look, others)


def _ground(wanted: Wanted, place: Rect, anchors: Sequence[Anchor]) -> Ground:
    then = _scaled(place, wanted.pixels_then)
    moved = rescaling(anchors, then) if anchors else None
    if moved is None:
        return Ground("unknown", place) if then == place else Ground("false", None)
    if all(_stands_still(each) for each in anchors):
        return Ground("true", then, len(anchors), 1.0)
    if moved.agreeing >= _ENOUGH and moved.agreeing * 2 > len(anchors) and _is_even(moved):
        now = moved.apply(then)
        truth: Truth = "true" if _stands_still(Anchor(then, now)) else "moved"
        return Ground(truth, now, moved.agreeing, moved.scale_y)
    if any(_stands_still(each) for each in anchors) or min(place.width, place.height) >= _PAGE:
        return Ground("doubtful", place)
    if len(anchors) == 1 and _same_size(anchors[0].then, anchors[0].now):
        right, down = (anchors[0].now[side] - anchors[0].then[side] for side in (0, 1))
        now = Rect(then.left + right, then.top + down, then.right + right, then.bottom + down)
        return Ground("hinted", now, 1)
    return Ground("false", None)


def fits_exactly(rect: Rect, place: Rect) -> bool:
    return all(abs(one - other) <= _EXACT for one, other in zip(rect, place, strict=True))


def _same_size(one: Rect, other: Rect) -> bool:
    return abs(one.width - other.width) <= _EXACT and abs(one.height - other.height) <= _EXACT


def _scaled(rect: Rect, factors: tuple[float, float]) -> Rect:
    across, down = factors
    left, top, right, bottom = rect
    return Rect(round(left * across), round(top * down), round(right * across), round(bottom * down))


def _anchors(look: Sight, others: Sequence[Other]) -> list[Anchor]:
    elements = look.elements.elements
    found = []
    for other in others:
        rect = _only(other, elements) if elements else _only_text(look, other)
        if rect is not None:
            found.append(Anchor(other.place, rect))
    return list(dict.fromkeys(found))


def _only(other: Other, elements: Sequence[Element]) -> Rect | None:
    """The one element of that name and kind."""
    named = [
        each
        for each in elements
        if fit(other.name, each.name) >= Fit.DECORATED and roles.means(other.kind, each.role)
    ]
    rects = {each.rect for each in named if each.role in roles.ACTED_ON} or {each.rect for each in named}
    return rects.pop() if len(rects) == 1 else None


def _only_text(look: Sight, other: Other) -> Rect | None:
    """The one thing that a text of that name leads to: a field itself, of a button the middle of its text."""
    wanted = Wanted(other.name, other.kind)
    texts = by_text.find(look, wanted)
    found, _ = by_looks.led_by_texts(look, wanted, texts)
    if len(found) != 1:
        return None
    if found[0].kind in by_looks.FIELDS:
        return found[0].rect
    if found[0].kind in by_looks.MARKED and len(texts) == 1:
        return _around(found[0].rect, texts[0].rect)
    middle, width, height = found[0].rect.middle, other.place.width, other.place.height
    left, top = middle.x - width // 2, middle.y - height // 2
    return Rect(left, top, left + width, top + height)


def _around(one: Rect, other: Rect) -> Rect:
    """A mark and its text are one thing."""
    lefts, tops = min(one.left, other.left), min(one.top, other.top)
    return Rect(lefts, tops, max(one.right, other.right), max(one.bottom, other.bottom))


def _stands_still(anchor: Anchor) -> bool:
    then, now = anchor.then.middle, anchor.now.middle
    return abs(then.x - now.x) <= _SAME and abs(then.y - now.y) <= _SAME


def _is_even(moved: Rescaling) -> bool:
    """Whether it is a zoom or a move, and not a layout that was stretched to one side."""
    return 0.8 <= moved.scale_x / moved.scale_y <= 1.25

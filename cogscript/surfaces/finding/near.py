"""A text beside a thing that tells it from others of its name: its row, its group, the heading above it."""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.element_choice import extent, within
from cogscript.surfaces.elements import Element
from cogscript.surfaces.finding import by_text
from cogscript.surfaces.finding.name_matching import Fit, fit, fold
from cogscript.surfaces.finding.wanted import Candidate, Sight, Wanted


def marks_of(look: Sight, text: str) -> list[Rect]:
    """Where a text stands: as the programs tell it, else as it is read."""
    told = [each.rect for each in look.elements.elements if _says(each, text)]
    return told or [each.rect for each in by_text.find(look, Wanted(text))]


def _says(element: Element, text: str) -> bool:
    if fit(text, element.name) >= Fit.DECORATED:
        return True
    return bool(element.value) and fold(element.value or "") == fold(text)


def beside_marks(marks: Sequence[Rect], candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that a text speaks for: in its row, in the group of that name, or under that heading."""
    texts = _smallest(marks)
    in_row = [each for each in candidates if any(same_row(each.rect, mark) for mark in texts)]
    if in_row:
        return in_row
    groups = [mark for mark in marks if not all(mark.holds(each.rect.middle) for each in candidates)]
    for group in sorted(groups, key=extent):
        inside = [each for each in candidates if group.holds(each.rect.middle)]
        if inside:
            return inside
    chosen = [_nearest(mark, candidates) for mark in texts]
    return chosen[:1] if chosen and len(set(chosen)) == 1 else []


def in_row_or_group(marks: Sequence[Rect], candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that stand in a text's row or in the group of that name, for whoever only wants to know:
    what merely follows a heading may belong to the next one."""
    texts = _smallest(marks)
    return [
        each
        for each in candidates
        if any(same_row(each.rect, mark) for mark in texts)
        or any(mark.holds(each.rect.middle) for mark in marks)
    ]


def _nearest(mark: Rect, candidates: Sequence[Candidate]) -> Candidate:
    """What a heading speaks of follows it: things above it belong to the heading before."""
    after = [each for each in candidates if each.rect.middle.y > mark.middle.y]
    return min(after or candidates, key=lambda each: distance(each.rect.middle, mark.middle))


def _smallest(rects: Sequence[Rect]) -> list[Rect]:
    """Without those that hold another: a row's own name repeats that of its cell."""
    return [each for each in rects if not any(other != each and within(other, each) for other in rects)]


def same_row(one: Rect, other: Rect) -> bool:
    """Whether two things stand on one line: most of the lower one's height is shared."""
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared >= 0.5 * min(one.height, other.height)


def distance(one: Point, other: Point) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5)

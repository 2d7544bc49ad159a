"""Which of the things on a surface a line means, or why none: evidence is weighed, not chained.

A wrong choice must be rarer than a halt. So a target is taken when what the line says of it leads to one
thing only; where several are left, the text beside it or the box must tell them apart; where none goes by the
name, the thing at the box is taken only if nothing about it contradicts. What is found by likeness needs
its kind, its place and its wording to agree, and nothing else to come near.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from cogscript.language.model.box import Rect
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import (
    PRESSED,
    beside,
    extent,
    is_look,
    within,
    without_looks,
)
from cogscript.surfaces.elements import Element
from cogscript.surfaces.finding import by_id
from cogscript.surfaces.finding.name_matching import ALIKE, ALIKE_IN_PLACE, Fit, fit, fold, likeness
from cogscript.surfaces.finding.near import beside_marks, distance
from cogscript.surfaces.finding.wanted import Candidate, Wanted, told, wants_field

_COUNTED = re.compile(r"\d")
Problem = Literal["", "missing", "several", "disabled", "elsewhere"]

MARGIN = 0.2
"""How much less alike the next label must be."""
_SLACK = 6
"""Pixels that a field may reach over the label around it: a page's labels are as high as their text."""
_NEIGHBOURS = 2
"""Other things that must stand where they are expected for a place to count as known."""
_FAR = 2.0
"""How many times farther from the box the next thing of the same name must be."""
BUTTON_LIKE = PRESSED | {"list item", "tree item"}
"""Kinds that say what they are by their label: another label there is another thing."""
GROUND = frozenset(
    {"window", "area", "page", "document", "toolbar", "tab list", "status bar", "list", "table", "tree"}
)
"""Kinds that hold other things: at a place where there is only one of these, there is nothing."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something that came near, and why it was not taken."""

    candidate: Candidate
    why: str


@dataclass(slots=True)
class Verdict:
    """What is known of a target at one moment."""

    found: Candidate | None = None
    problem: Problem = ""
    candidates: list[Candidate] = field(default_factory=list)
    """For `several`: all of them; for `disabled`: the one that is waited for."""
    rejected: list[Rejected] = field(default_factory=list)
    at_place: Candidate | None = None
    """What the box itself would hit, where nothing contradicts: taken when nothing better comes."""
    doubtful: bool = False
    """Whether what was found may be another thing than is meant: taken when nothing better comes."""
    sure_of_place: bool = False
    """Whether something speaks for it: it is of the wanted kind, and has no name."""
    beyond: Element | None = None
    """For `missing`: what is meant, and has to be scrolled to."""


# --- the elements that programs tell --------------------------------------------------------------


def by_id_or_name(wanted: Wanted, elements: Sequence[Element]) -> list[Candidate]:
    """What the accessibility service tells of the target. An id is believed whatever the name has become, but
    not one that a script has counted, where it is another's by now and the thing of that name is there."""
    of_id = by_id.among(wanted, elements)
    counted = bool(of_id and wanted.name and _COUNTED.search(wanted.id or ""))
    if counted and all(fit(wanted.name, each.text) is Fit.NOT for each in of_id):
        named = [each for each in _by_name(wanted, elements) if fit(wanted.name, each.text) > Fit.PART]
        return [each for each in named if roles.means(wanted.kind, each.kind)] or of_id
    return of_id or _by_name(wanted, elements)


def _by_name(wanted: Wanted, elements: Sequence[Element]) -> list[Candidate]:
    """What goes by the name; for a part of a longer name it must be text that is read, not a control."""
    fits = [(fit(wanted.name, each.name), each) for each in elements if each.name]
    best = max((each for each, _ in fits), default=Fit.NOT)
    if best is Fit.NOT:
        return []
    named = [
        element
        for quality, element in fits
        if quality == best and (best > Fit.PART or _is_read(element, wanted))
    ]
    return [told(each, "name", each.name) for each in _leading_to_fields(wanted, named, elements)]


def _is_read(element: Element, wanted: Wanted) -> bool:
    """Whether a part of its name will do: of a text, not of a control, and of nothing of another kind.

    Nor of a window, unless the line says that it means one, or wants to read it: its middle is anything.
    """
    if element.role in GROUND and not wanted.kind and wanted.purpose != "read":
        return False
    return element.role not in BUTTON_LIKE and roles.means(wanted.kind, element.role)


def _leading_to_fields(
    wanted: Wanted, named: Sequence[Element], elements: Sequence[Element]
) -> list[Element]:
    """A label is not the field it labels: text goes into the field, and so does a click on `text field`.

    A menu or a button of that name is no field at all.
    """
    if not wants_field(wanted):
        return without_looks(named)
    if wanted.purpose == "enter":
        named = [each for each in named if each.role not in PRESSED or _is_said(wanted, each)]
    fields = [each for each in named if each.role in roles.FIELDS]
    labels = [
        each
        for each in named
        if each.role not in roles.FIELDS and each.role not in roles.ACTED_ON and not is_look(each, elements)
    ]
    for label in labels:
        field_ = labelled_by(label.rect, elements)
        if field_ is not None and field_ not in fields:
            fields.append(replace(field_, name=field_.name or label.name))
    return fields or without_looks(named)


def _is_said(wanted: Wanted, element: Element) -> bool:
    """Whether a line itself says that it is of this kind."""
    return bool(wanted.kind) and roles.word(wanted.kind or "") == element.role


def labelled_by(label: Rect, elements: Iterable[Element]) -> Element | None:
    """The field inside a label, or beside or below it; None when two are as near."""
    elements = [each for each in elements if each.role in roles.FIELDS]
    held = [each for each in elements if within(each.rect, label, _SLACK)]
    if held:
        return held[0] if len(held) == 1 else None
    near = sorted(
        ((gap, each) for each in elements if (gap := beside(label, each.rect)) is not None),
        key=lambda pair: pair[0],
    )
    if not near or (len(near) > 1 and near[1][0] <= near[0][0]):
        return None
    return near[0][1]


# --- choosing among several -----------------------------------------------------------------------


def choose(wanted: Wanted, found: Sequence[Candidate], marks: Sequence[Rect] = ()) -> Verdict:
    """The one that is meant among those that go by the name; `marks` are where the text beside it stands."""
    verdict = Verdict()
    left = list(found)
    if wanted.kind:
        alike = [each for each in left if roles.means(wanted.kind, each.kind)]
        if alike:
            verdict.rejected += [
                Rejected(each, "it is of another kind") for each in left if each not in alike
            ]
            left = alike
    if wanted.near:
        beside_it = beside_marks(marks, left)
        if not beside_it:
            verdict.rejected += [Rejected(each, f"it does not stand beside `{wanted.near}`") for each in left]
            verdict.problem = "missing"
            return verdict
        left = [_with(each, "near", wanted.near) for each in beside_it]
    if all(map(_is_off, left)):
        return Verdict(problem="disabled", candidates=left)
    if len(left) > 1:
        left = _by_place(wanted, left)
    if len(left) > 1:
        verdict.problem, verdict.candidates = "several", left
        return verdict
    chosen = left[0]
    if _is_off(chosen):
        return Verdict(problem="disabled", candidates=[chosen])
    verdict.found = chosen
    verdict.doubtful = _is_only_text(wanted, chosen)
    return verdict


def _is_only_text(wanted: Wanted, candidate: Candidate) -> bool:
    """Whether a line speaks of a button and this is a text of that name: the button may still come."""
    element = candidate.element
    clicked = roles.word(wanted.kind or "") in BUTTON_LIKE
    return clicked and element is not None and element.role in ("label", "text", "heading")


def _is_off(candidate: Candidate) -> bool:
    """Whether a control is there and cannot be used yet."""
    element = candidate.element
    return element is not None and element.role in roles.ACTED_ON and "enabled" not in element.states


def _with(candidate: Candidate, what: str, value: str) -> Candidate:
    return replace(candidate, evidence=(*candidate.evidence, (what, value)))


def _by_place(wanted: Wanted, left: list[Candidate]) -> list[Candidate]:
    """The one at the box, or clearly nearest to it."""
    place = wanted.place
    if place is None:
        return left
    there = [each for each in left if overlap(each.rect, place) >= 0.3]
    if len(there) == 1:
        return [_with(there[0], "place", "at the box")]
    ranked = sorted(left, key=lambda each: distance(each.rect.middle, place.middle))
    first, second = (distance(each.rect.middle, place.middle) for each in ranked[:2])
    near_enough = first <= max(place.width, place.height, 24) * 1.5
    if near_enough and second > _FAR * max(first, 8):
        return [_with(ranked[0], "place", "nearest to the box")]
    return left


def overlap(one: Rect, other: Rect) -> float:
    """How much of the smaller of two rectangles the other covers."""
    return extent(one.overlap(other)) / max(1, min(extent(one), extent(other)))


# --- likeness ---------------------------------------------------------------------------------------


def renamed(wanted: Wanted, elements: Sequence[Element], agreeing: int = 0) -> Candidate | None:
    """The thing under another label: its kind, its place and its wording agree, and nothing comes near.

    `agreeing`: how many other things of the file stand where they are expected.
    """
    place = wanted.place
    if place is None or not wanted.name:
        return None
    ranked = sorted(
        (
            (likeness(wanted.name, each.name), each)
            for each in elements
            if each.name and each.role not in GROUND and roles.means(wanted.kind, each.role)
        ),
        key=lambda pair: -pair[0],
    )
    least = alike_enough(agreeing)
    alike = [pair for pair in ranked if pair[0] >= least]
    there = [pair for pair in alike if overlap(pair[1].rect, place) >= 0.5]
    if len(there) != 1:
        return None
    score, best = there[0]
    # Several of one name were renamed together: their places tell them apart.
    others = [other for other, each in alike if fold(each.name) != fold(best.name)]
    if others and max(others) > score - MARGIN:
        return None
    facts = (("likeness", f"{score:.2f}"), ("type", best.role), ("place", "at the box"))
    return Candidate(best.rect, best.name, best.role, "likeness", facts, best, guess=True)


def alike_enough(agreeing: int) -> float:
    """How alike two labels must be: less, where the things around say that this is the place."""
    return ALIKE if agreeing < _NEIGHBOURS else ALIKE_IN_PLACE


def why_not(wanted: Wanted, name: str) -> str:
    """Why something of that name was not even a candidate."""
    if not wanted.name:
        return f"it does not stand beside `{wanted.near}`" if wanted.near else "it is of another kind"
    if fold(name) != fold(wanted.name):
        return "it goes by another name"
    return "it takes no text" if wanted.purpose == "enter" else "it is of another kind"


def nearest_names(wanted: Wanted, elements: Sequence[Element], most: int = 5) -> list[Rejected]:
    """What comes nearest to a name that is not there: for the error."""
    ranked = sorted(
        (
            (max(likeness(wanted.name, each.name), 0.55 * (fit(wanted.name, each.name) is Fit.PART)), each)
            for each in elements
            if each.name and each.role not in GROUND
        ),
        key=lambda pair: -pair[0],
    )
    return [
        Rejected(told(each, "name", each.name), why_not(wanted, each.name))
        for score, each in ranked[:most]
        if score >= 0.4
    ]

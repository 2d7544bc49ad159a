"""The finder: everything that can be known of a target at one moment, by every locator, as one verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from cogscript.surfaces import roles
from cogscript.surfaces.elements import Element
from cogscript.surfaces.finding import by_greying, by_id, by_looks, by_picture, by_text
from cogscript.surfaces.finding.at_the_box import at_place, is_class
from cogscript.surfaces.finding.by_anchors import Ground, fits_exactly, ground_of
from cogscript.surfaces.finding.deciding import (
    BUTTON_LIKE,
    Rejected,
    Verdict,
    by_id_or_name,
    choose,
    nearest_names,
    renamed,
)
from cogscript.surfaces.finding.name_matching import Fit, fit
from cogscript.surfaces.finding.near import in_row_or_group, marks_of
from cogscript.surfaces.finding.wanted import Candidate, Sight, Wanted, wants_field


def judge(look: Sight, wanted: Wanted) -> Verdict:
    """What is known of a target now: found, or why not, and what stands in its place."""
    verdict = _judged(look, wanted)
    found = verdict.found
    if found is not None and found.element is None and by_greying.is_greyed(look, wanted, found):
        return Verdict(problem="disabled", candidates=[found])
    return verdict


def _judged(look: Sight, wanted: Wanted) -> Verdict:
    if not (wanted.name or wanted.id or wanted.picture):
        return _of_kind(wanted, look)
    case = _Case(look, wanted)
    elements = look.elements.elements
    verdict = case.chosen(by_id_or_name(wanted, elements) or by_id.asked_for(look, wanted))
    if verdict.found is not None and _is_mere_label(wanted, verdict.found):
        field = _field_at_box(case.grounded, elements)
        return Verdict(found=field) if field is not None else verdict
    if _is_another_kind(wanted, verdict.found) or (verdict.problem == "missing" and verdict.rejected):
        # Only a namesake shows; on a long page what is meant may be elsewhere.
        beyond = _out_of_view(look, wanted)
        if beyond is not None and roles.means(wanted.kind, beyond.role) and not _shows(look, beyond):
            return Verdict(problem="missing", beyond=beyond, rejected=verdict.rejected)
    if verdict.problem != "missing" or verdict.rejected:
        return verdict
    beyond = _out_of_view(look, wanted)
    if beyond is not None:
        return Verdict(problem="missing", beyond=beyond)
    if wanted.kind and wanted.near and not (wanted.name or wanted.picture or is_class(wanted.id)):
        # Its id is another one now; its kind and what stands beside it are left.
        return _of_kind(wanted, look, exactly=bool(wanted.id))
    texts, rejected = by_looks.led_by_texts(look, wanted, by_text.find(look, wanted))
    if texts:
        return case.chosen(texts)
    if wanted.picture is not None:
        return case.chosen(by_picture.find(look, wanted.picture, case.ground.scale))
    return _in_its_place(look, case.grounded, case.ground.agreeing, rejected)


def _is_mere_label(wanted: Wanted, found: Candidate) -> bool:
    """Whether a field is wanted, and all that goes by the name is a text that leads to none."""
    return wants_field(wanted) and found.kind not in roles.FIELDS and found.kind not in roles.ACTED_ON


def _is_another_kind(wanted: Wanted, found: Candidate | None) -> bool:
    """Whether all that goes by the name is of another kind than the line says."""
    if found is None or found.element is None or not wanted.kind or not roles.known(wanted.kind):
        return False
    return not roles.means(wanted.kind, found.kind)


def _shows(look: Sight, element: Element) -> bool:
    return look.surface.root.frame.holds(element.rect.middle)


def _field_at_box(wanted: Wanted, elements: Sequence[Element]) -> Candidate | None:
    """The field that the box covers, where nothing contradicts."""
    verdict = Verdict(problem="missing")
    at_place(wanted, elements, verdict)
    here = verdict.at_place
    return here if here is not None and verdict.sure_of_place and here.kind in roles.FIELDS else None


def _out_of_view(look: Sight, wanted: Wanted) -> Element | None:
    """The element that is meant, where a page tells also of those that are scrolled out of view."""
    whole = look.everything
    if whole is None:
        return None
    elements = whole.elements.elements
    told = by_id_or_name(wanted, elements) or by_id.asked_for(whole, wanted)
    found = _Case(whole, wanted).chosen(told).found
    return found.element if found is not None else None


class _Case:
    """One target, and what is found out about it when it is needed."""

    def __init__(self, look: Sight, wanted: Wanted) -> None:
        self.look = look
        self.wanted = wanted

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.look, self.wanted)

    @property
    def grounded(self) -> Wanted:
        """The target with its box where it is now; without one that is no longer true."""
        known = self.ground.truth != "hinted"
        return replace(self.wanted, place=self.ground.place if known else None)

    def chosen(self, found: Sequence[Candidate]) -> Verdict:
        """The one that is meant; the box decides only among several, and only as far as it is still true."""
        verdict = self._chosen(found)
        if verdict.found is not None and self._is_in_another_text(verdict.found):
            verdict.doubtful = True
        return verdict

    def _is_in_another_text(self, found: Candidate) -> bool:
        """Whether only a longer text says it, away from the box, or for a control: that may come yet."""
        wanted, place = self.wanted, self.wanted.place
        if place is None or not wanted.name or fit(wanted.name, found.text) is not Fit.PART:
            return False
        place = self.ground.place or place
        return roles.word(wanted.kind or "") in BUTTON_LIKE or not place.holds(found.rect.middle)

    def _chosen(self, found: Sequence[Candidate]) -> Verdict:
        if not found:
            return Verdict(problem="missing")
        wanted = replace(self.wanted, place=None)
        marks = marks_of(self.look, wanted.near) if wanted.near else []
        verdict = choose(wanted, found, marks)
        if verdict.problem != "several" or self.ground.truth == "doubtful":
            return verdict
        if self.ground.truth == "hinted" and self.ground.place is not None:
            exact = [each for each in verdict.candidates if fits_exactly(each.rect, self.ground.place)]
            return choose(wanted, exact, marks) if len(exact) == 1 else verdict
        return choose(self.grounded, found, marks)


def _in_its_place(look: Sight, wanted: Wanted, agreeing: int, rejected: Sequence[Rejected]) -> Verdict:
    """What stands where a thing was that nothing goes by the name of: it under another label, or another."""
    elements = look.elements.elements
    verdict = Verdict(problem="missing")
    verdict.found = renamed(wanted, elements, agreeing) or by_looks.renamed(look, wanted, agreeing)
    if verdict.found is None:
        verdict.rejected = [*rejected, *nearest_names(wanted, elements)]
        at_place(wanted, elements, verdict, tells_all=look.everything is not None)
        by_looks.at_place(look, wanted, verdict)
        if rejected and not verdict.sure_of_place:
            verdict.at_place = None  # its label is elsewhere: the box is no longer true
    return verdict


def _of_kind(wanted: Wanted, look: Sight, *, exactly: bool = False) -> Verdict:
    """The only one of its kind, where a line names no more than that; `exactly` of no kind that is alike."""
    found = [
        Candidate(each.rect, each.name, each.role, "accessibility", (("type", each.role),), each)
        for each in look.elements.elements
        if wanted.kind
        and roles.known(wanted.kind)
        and (each.role == roles.word(wanted.kind) if exactly else _is_of_kind(wanted.kind, each))
    ]
    verdict = _Case(look, wanted).chosen(found)
    if verdict.problem == "several" and not exactly:  # a spin box is a text field, too, but is not called one
        narrower = _of_kind(wanted, look, exactly=True)
        return narrower if narrower.found is not None else verdict
    return verdict


def _is_of_kind(kind: str, element: Element) -> bool:
    """Whether it is of the kind; a button is no switch only because some switches are told as buttons."""
    toggle = roles.word(kind) in roles.TOGGLES - {"button", "menu item"}
    ticked = not toggle or element.role in roles.TOGGLES - {"button"} or "checkable" in element.states
    return ticked and roles.means(kind, element.role)


def anywhere(look: Sight, wanted: Wanted) -> list[Candidate]:
    """Everything that is as the line says; in the place, where one is given.

    All of it must hold: whoever only wants to know is not helped by a thing that is nearly so.
    """
    found = _of_id_anywhere(look, wanted) if wanted.id else _by_name_anywhere(look, wanted)
    return in_row_or_group(marks_of(look, wanted.near), found) if wanted.near and found else found


def _of_id_anywhere(look: Sight, wanted: Wanted) -> list[Candidate]:
    place = wanted.place
    return [
        each
        for each in by_id.surely(look, wanted)
        if (place is None or place.holds(each.rect.middle)) and _says(look, each, wanted.name)
    ]


def _says(look: Sight, found: Candidate, name: str) -> bool:
    """Whether a thing says a name, as its own or anywhere in it; also one that holds it as its value."""
    value = found.element.value if found.element is not None else None
    if not name or any(fit(name, text) is not Fit.NOT for text in (found.text, value or "")):
        return True
    return bool(_by_name_anywhere(look, Wanted(name, place=found.rect)))


def _by_name_anywhere(look: Sight, wanted: Wanted) -> list[Candidate]:
    """Everything that says the name or has it as a part, whatever it is."""
    service = look.surface.elements
    if service is not None:
        found = [
            Candidate(each.rect, each.name, each.role, "accessibility", (("name", each.name),), each)
            for area in look.areas(wanted.place)
            for each in service.find(wanted.name, wanted.kind, area)
        ]
        if found:
            return found
    return by_text.find(look, wanted, wanted.place)

"""What the box of a line would hit when nothing goes by the name: is there anything that contradicts?"""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.language.model.box import Rect
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import extent, innermost
from cogscript.surfaces.elements import Element
from cogscript.surfaces.finding.deciding import BUTTON_LIKE, GROUND, Rejected, Verdict
from cogscript.surfaces.finding.name_matching import Fit, fit
from cogscript.surfaces.finding.wanted import Candidate, Wanted, wants_field

_SAME_OUTLINE = 0.4
"""The part of two rectangles together that both cover, if they are one thing's."""
_TEXT_HIGH = 2.2
"""How many times as high as its text the box of a text is, at most."""


def at_place(
    wanted: Wanted, elements: Sequence[Element], verdict: Verdict, *, tells_all: bool = False
) -> None:
    """Say what stands at the box when nothing goes by the name: nothing to contradict, or something else.

    `tells_all`: no control shows here that is not told, as in a page.
    """
    place = wanted.place
    if place is None:
        return
    there = innermost(elements, place.middle)
    if there is None or there.role in GROUND:
        ground = Candidate(place, "", "bare ground" if there else "place", "box", (("place", "the box"),))
        if (there is not None or tells_all) and would_be_told(wanted, elements, tells_all=tells_all):
            verdict.rejected.append(Rejected(ground, "the program tells its controls, and there is none"))
        else:
            verdict.at_place = ground
        return
    assert there is not None
    same_kind = bool(wanted.kind) and roles.means(wanted.kind, there.role)
    here = Candidate(place, there.name, there.role, "box", (("place", "the box"),), there)
    named = there.role in BUTTON_LIKE or (there.role in roles.FIELDS and there.role != "document")
    named = named or (tells_all and there.role in roles.ACTED_ON)
    if there.name and named and fit(wanted.name, there.name) is Fit.NOT:
        verdict.rejected.append(Rejected(here, "it stands at the box and goes by another name"))
        return
    if _is_other_member(wanted, there, place):
        verdict.rejected.append(Rejected(here, "it stands at the box and goes by another name"))
        return
    if _is_other_text(wanted, there, place) and (
        not wanted.kind or would_be_told(wanted, elements, tells_all=tells_all)
    ):
        verdict.rejected.append(Rejected(here, "it stands at the box and says something else"))
        return
    if tells_all and wants_field(wanted) and there.role in ("label", "heading", "dialog"):
        verdict.rejected.append(Rejected(here, "it stands at the box, and is no field"))
        return
    kind = roles.word(wanted.kind or "")
    ticked = kind in ("checkbox", "radio button", "switch")
    clickable = roles.ACTED_ON if ticked or kind in roles.FIELDS else roles.ACTED_ON | {"image"}
    if tells_all and kind in clickable and there.role not in clickable:
        verdict.rejected.append(Rejected(here, "it stands at the box, and is nothing to be clicked"))
        return
    if tells_all and wanted.name and wanted.kind and not there.name and there.role in roles.MEMBERS:
        verdict.rejected.append(Rejected(here, "it stands at the box, and is empty"))
        return
    if is_class(wanted.id) and is_class(there.id) and wanted.id != there.id:
        verdict.rejected.append(Rejected(here, f"it stands at the box and is `{there.id}`"))
        return
    if is_icon(wanted) and there.role in BUTTON_LIKE and _is_beside(there.rect, place):
        verdict.rejected.append(Rejected(here, "it stands beside the box, and nothing tells it from others"))
        return
    if excludes(wanted.kind, there.role):
        verdict.rejected.append(Rejected(here, "it stands at the box and is of another kind"))
        return
    if "enabled" not in there.states and there.role in roles.ACTED_ON:
        verdict.problem, verdict.candidates = "disabled", [here]
        return
    verdict.at_place = here
    verdict.sure_of_place = (same_kind and roles.known(wanted.kind or "")) or _serves(wanted, there)


def _is_other_member(wanted: Wanted, there: Element, place: Rect) -> bool:
    """Whether another row of a list or table stands where the one was that is to be clicked.

    What is read there, or typed, may well change; a box around more than the row, or a name in other letters,
    describes something else than that row.
    """
    if there.role not in roles.MEMBERS or wanted.purpose not in ("point", "check"):
        return False
    one, other = wanted.name, there.name
    around = place.height > _TEXT_HIGH * there.rect.height
    if not (one and other) or around or one.isascii() != other.isascii():
        return False
    return fit(one, other) is fit(other, one) is Fit.NOT


def _is_other_text(wanted: Wanted, there: Element, place: Rect) -> bool:
    """Whether a text stands where a line says that there is a button, or another text, and it is not that."""
    text = there.role in ("label", "heading") and bool(there.name and wanted.name)
    if not text or not is_label(wanted, place, there.name, there.rect.height):
        return False
    return fit(wanted.name, there.name) is fit(there.name, wanted.name) is Fit.NOT


def is_label(wanted: Wanted, place: Rect, said: str, height: int) -> bool:
    """Whether what a line calls its target would be read at its box: a button's label, an entry of a menu.

    Without a kind the box tells: one that is as high as the text in it was drawn around a text. A name in
    other letters than stand there is a description. A text that is to be read may well have changed: a price
    is read because it does.
    """
    if wanted.purpose == "read" and roles.word(wanted.kind or "label") == "label":
        return False
    if wanted.kind:
        return roles.word(wanted.kind) in BUTTON_LIKE | {"label"}
    return place.height <= _TEXT_HIGH * height and wanted.name.isascii() == said.isascii()


def is_class(id: str | None) -> bool:
    """Whether an id is the class that a page gives to a thing without a name, which says what it is for."""
    return bool(id) and str(id).startswith(".")


def is_icon(wanted: Wanted) -> bool:
    """Whether a line speaks of a picture to be clicked, which has no name of its own."""
    return roles.word(wanted.kind or "") == "image"


def _is_beside(rect: Rect, place: Rect) -> bool:
    """Whether a thing lies at the middle of a box that was another's: their outlines hardly agree."""
    common = extent(rect.overlap(place))
    return common < _SAME_OUTLINE * (extent(rect) + extent(place) - common)


def would_be_told(wanted: Wanted, elements: Sequence[Element], *, tells_all: bool = False) -> bool:
    """Whether a thing of the wanted kind would be told if it were there: others of its like are."""
    kind = roles.word(wanted.kind or "")
    if tells_all and roles.known(kind) and kind not in GROUND:
        return True
    clicked = kind in BUTTON_LIKE or is_icon(wanted)
    alike = BUTTON_LIKE if clicked else frozenset[str]()
    alike = roles.FIELDS if wants_field(wanted) else alike
    return bool(alike) and (tells_all or any(each.role in alike for each in elements))


def excludes(kind: str | None, role: str) -> bool:
    """Whether a thing is surely of another kind than a line says: a field is no button, a button no field.

    The words that models use for kinds are loose: a `window` may be anything in one.
    """
    said = roles.word(kind or "")
    return (said in BUTTON_LIKE and role in roles.FIELDS) or (said in roles.FIELDS and role in BUTTON_LIKE)


def _serves(wanted: Wanted, there: Element) -> bool:
    """Whether it is what the step needs: a field to type into, a text to read."""
    if wanted.purpose == "enter":
        return there.role in roles.FIELDS
    return wanted.purpose == "read" and (there.value is not None or there.role in ("document", "label"))

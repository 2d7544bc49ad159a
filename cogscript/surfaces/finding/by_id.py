"""By an element's own id: its accessible id, its automation id, its id in a page, its resource id."""

from __future__ import annotations

from collections.abc import Sequence

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces import roles
from cogscript.surfaces.capabilities import Windows
from cogscript.surfaces.elements import AsksById, Element
from cogscript.surfaces.finding.wanted import Candidate, Sight, Wanted, told


class IdUnknown(Fault):
    """Nobody tells whether anything has an id: that it has not is no answer."""

    def __init__(self, id: str, why: str, *, passing: bool) -> None:
        super().__init__(
            "no-ids",
            f"whether {shown(id)} is the id of anything here cannot be known: {why}",
            "look for what a person sees: element_info='…'",
        )
        self.passing = passing
        """Whether the next look may tell."""


def among(wanted: Wanted, elements: Sequence[Element]) -> list[Candidate]:
    """The elements of the id, and of the kind where one is given."""
    if not wanted.id:
        return []
    return [
        told(each, "id", each.id)
        for each in elements
        if _is_id(wanted.id, each.id) and roles.means(wanted.kind, each.role)
    ]


def _is_id(wanted: str, own: str) -> bool:
    """Whether an element's id is the one that is wanted. Android puts the app before it, `com.tea:id/order`,
    which people leave out."""
    return own == wanted or own.endswith(f":id/{wanted}")


def asked_for(look: Sight, wanted: Wanted) -> list[Candidate]:
    """The same among what a program tells of only when it is asked for the id."""
    return among(wanted, look.of_id(wanted.id)) if wanted.id else []


def surely(look: Sight, wanted: Wanted) -> list[Candidate]:
    """Everything of the id; IdUnknown where finding nothing does not mean that there is nothing."""
    found = among(wanted, look.elements.elements) or asked_for(look, wanted)
    if not found:
        _must_be_told(look, wanted.id)
    return found


def _must_be_told(look: Sight, id: str) -> None:
    surface, service, seen = look.surface, look.surface.elements, look.elements
    if service is None:
        raise IdUnknown(id, f"{surface.described} tells no elements, only pixels", passing=False)
    if isinstance(service, AsksById):
        return
    if not seen.complete:
        raise IdUnknown(id, seen.reason or "not all elements were told", passing=True)
    windows = surface.root.capability(Windows)
    is_bare = windows is not None and not windows.windows()
    if not seen.elements and not is_bare:
        raise IdUnknown(id, "no program here tells its elements", passing=False)

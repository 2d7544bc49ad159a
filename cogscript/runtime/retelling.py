"""What a line has to say to tell the thing that is there now: for healing, and for the advice of an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.box import Box
from cogscript.language.model.variables import PREFIX
from cogscript.surfaces.finding.deciding import overlap
from cogscript.surfaces.finding.name_matching import Fit, fit
from cogscript.surfaces.inventory import box_of

if TYPE_CHECKING:
    from cogscript.language.model.box import Rect
    from cogscript.language.model.tree import Operation, Value
    from cogscript.surfaces.finding.wanted import Candidate, Wanted
    from cogscript.surfaces.protocol import Surface

HEALABLE = ("box", "element_info", "id", "picture")
"""The arguments that may be healed: what tells a target, and nothing of what is done to it."""

Retold = dict[str, "Value"]
_ELSEWHERE = 0.5
"""How much of the smaller of two places the other covers when they are one."""


def retold(operation: Operation, wanted: Wanted, there: Candidate, surface: Surface) -> Retold:
    """The arguments of the line that are not true of this thing, with the values that would be.

    What a variable says is not the line's own and stays.
    """
    given, values = operation.arguments, Retold()
    if isinstance(given.get("box"), Box) and wanted.place is not None and _misses(wanted.place, there.rect):
        values["box"] = box_of(there.rect, surface)
    if is_literal(given.get("element_info")) and there.text and fit(wanted.name, there.text) is Fit.NOT:
        values["element_info"] = there.text
    own = there.element.id if there.element is not None else ""
    if is_literal(given.get("id")) and own and own != wanted.id:
        values["id"] = own
    return values


def _misses(place: Rect, there: Rect) -> bool:
    """Whether a click at the old box would not hit the thing."""
    return not there.holds(place.middle) and overlap(there, place) < _ELSEWHERE


def is_literal(value: object) -> bool:
    """Whether a text is the line's own."""
    return isinstance(value, str) and bool(value) and PREFIX not in value

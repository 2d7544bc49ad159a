"""What an operation of a model hits, told so that a file finds it again: tried out with the finder itself.

A model points at pixels. The file must not: it names what stood there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Box, Point, Rect
from cogscript.language.model.operations import OPERATIONS, Target
from cogscript.language.model.tree import Operation
from cogscript.recording.evidence import with_evidence
from cogscript.recording.input_events import Hit
from cogscript.recording.picture_sight import PictureSight, hit_on, text_on
from cogscript.surfaces import roles
from cogscript.surfaces.capabilities import Pixels, Windows
from cogscript.surfaces.inventory import box_of, is_worth_listing

if TYPE_CHECKING:
    from cogscript.surfaces.elements import Element
    from cogscript.surfaces.look import Look

_WRITTEN_IN = frozenset({"document", "terminal"})
"""Fields in which it matters where the caret is: they are not clicked for a text that goes to the focus."""
_SAYING_NOTHING = frozenset({"window", "area", "page", "document", "terminal", ""})


def told(operation: Operation, look: Look) -> dict[str, Any] | None:
    """The arguments that tell the operation's target again; None where nothing tells more than it says."""
    spec = OPERATIONS[operation.name]
    box = operation.arguments.get("box")
    if spec.target is Target.NONE:
        return None
    point = look.surface.middle_of(box) if isinstance(box, Box) and not box.fault else None
    if point is not None:
        element = _at(look, point)
    elif spec.target is Target.FOCUS and not operation.arguments.get("element_info"):
        element = _focused(look)
    else:
        element = None
    if element is not None and (element.role not in _SAYING_NOTHING or element.name):
        hit = with_evidence(
            Hit(
                element.rect,
                element.role,
                element.name,
                element.secret,
                element.window,
                element.container,
                id=element.id,
            ),
            look,
        )
    elif point is not None and (element is None or element.role not in _WRITTEN_IN):
        seen = _pictured(look, point, typed=operation.name == "TYPE")
        if seen is None:
            return None
        hit = seen
    else:
        return None
    found = {
        "box": box_of(hit.rect, look.surface),
        "element_type": hit.role,
        "element_info": hit.name,
        "id": hit.id,
        "near": hit.near,
    }
    return {name: value for name, value in found.items() if value}


def _pictured(look: Look, point: Point, *, typed: bool) -> Hit | None:
    """What stands at a place of a program that tells nothing of itself: told as a recording tells it."""
    surface = look.surface
    pixels, windows = surface.root.capability(Pixels), surface.root.capability(Windows)
    if pixels is None:
        return None
    layers = windows.layers() if windows is not None else ()
    frame = next((each for each in layers if each.holds(point)), surface.frame)
    sight = PictureSight(look.picture, frame, surface.reader)
    return hit_on(sight, point, text_on(sight, point), "", typed=typed)


def _at(look: Look, point: Point) -> Element | None:
    """The smallest thing at a place that a person could point at."""
    around = [
        each
        for each in look.elements.elements
        if each.rect.holds(point) and is_worth_listing(each) and each.role not in ("window", "page")
    ]
    if around:
        return min(around, key=lambda each: (_area(each.rect), each.role not in roles.ACTED_ON))
    service = look.surface.elements
    return service.at(point) if service is not None else None


def _focused(look: Look) -> Element | None:
    service = look.surface.elements
    element = service.focused() if service is not None else None
    if element is None or element.role in _WRITTEN_IN or "multiline" in element.states:
        return None
    return element if element.role in roles.FIELDS else None


def _area(rect: Rect) -> int:
    return rect.width * rect.height

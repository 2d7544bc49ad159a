"""A look at the surface → what a model is shown of it, without what nobody may see."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from cogscript.agents.exchange import Protocol, Scene
from cogscript.language.model.box import Box, Rect, Size, from_point
from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.resizing import AS_IT_IS, Resizing
from cogscript.models.pictures import resizing_of
from cogscript.runtime.sight import eyes, picture_of
from cogscript.surfaces.capabilities import Pointer
from cogscript.surfaces.elements import ClosedLists, Element
from cogscript.surfaces.inventory import ListedElement, box_of, entries
from cogscript.surfaces.look import Look
from cogscript.surfaces.marking import draw_numbers
from cogscript.surfaces.registry import World, surface_kind, this_platform

if TYPE_CHECKING:
    from cogscript.runtime.state import RunState

_MOST = 120
"""Elements that are told: a model reads no longer list with care, and each costs tokens."""
_MOST_OPTIONS = 40
"""Of one list: countries are two hundred."""
_FURNITURE = frozenset(
    {"window", "area", "page", "scrollbar", "separator", "toolbar", "menu bar", "status bar"}
)
"""Kinds that hold what a task is about, and are no part of it themselves."""


def scene_of(state: RunState, look: Look, protocol: Protocol, sees: bool, mask: Sequence[Box] = ()) -> Scene:
    """What a model of this protocol is shown of a look, without what the mask covers."""
    surface = look.surface
    world = world_of(surface.root.name)
    marks = protocol.marks(world)
    listed = told_elements(state, look, mask) if protocol.elements or marks else ()
    picture = None
    if sees:
        shown = _with_marks(look, listed) if marks else look
        picture = picture_of(state, mask=mask, look=shown, resizing=_resizing(state, protocol))
    frame = surface.frame
    return Scene(
        Size(frame.width, frame.height),
        world,
        picture,
        listed,
        _pointer(look),
        "android" if world == "phone" else this_platform(),
        date.today(),
    )


def world_of(name: str) -> World:
    try:
        world = surface_kind(name).world
    except Fault:  # a surface that somebody opened himself
        return "desktop"
    return "desktop" if world == "any" else world


def _resizing(state: RunState, protocol: Protocol) -> Resizing:
    """What the settings say of the model goes before what its family is known for."""
    chosen = resizing_of(eyes(state))
    return (
        protocol.resizing if chosen.most == AS_IT_IS.most and chosen.longest == AS_IT_IS.longest else chosen
    )


def told_elements(state: RunState, look: Look, mask: Sequence[Box] = ()) -> Sequence[ListedElement]:
    """The elements worth telling, numbered; lines of text where no program tells any. Secrets are hidden, and
    so is what lies where nobody may look."""
    covered = [look.surface.rect_of(each) for each in mask]
    listed = [each for each in entries(look) if each.element.role not in _FURNITURE]
    if not listed:
        texts = [Element("text", line.text, line.rect) for line in look.lines()]
        listed = [ListedElement(0, each, box_of(each.rect, look.surface)) for each in texts]
    if covered:
        listed = [each for each in listed if not any(_meets(each.element.rect, rect) for rect in covered)]
    hide = state.mask
    return [
        replace(
            each,
            number=number,
            options=tuple(map(hide, _offered(look, each.element))),
            element=replace(
                each.element,
                name=hide(each.element.name),
                value=None if each.element.secret else each.element.value and hide(each.element.value),
            ),
        )
        for number, each in enumerate(listed[:_MOST], 1)
    ]


def _meets(one: Rect, other: Rect) -> bool:
    both = one.overlap(other)
    return both.width > 0 and both.height > 0


def _offered(look: Look, element: Element) -> Sequence[str]:
    """What a closed list holds: no picture shows it, and who does not know it cannot choose."""
    service = look.surface.elements
    if element.role != "combo box" or service is None:
        return ()
    with suppress(Fault):  # it may have gone since
        if isinstance(service, ClosedLists):
            found = service.options(element)
            return [each.name for each in found or ()][:_MOST_OPTIONS]
        return service.closed_options(element)[:_MOST_OPTIONS]
    return ()


def _with_marks(look: Look, listed: Sequence[ListedElement]) -> Look:
    """The look with numbers beside the elements: a number on a short text would hide it."""
    drawn = Look(look.surface)
    drawn.elements = look.elements
    drawn.picture = look.picture.copy()
    draw_numbers(drawn.picture, ((each.number, each.element.rect) for each in listed), outside=True)
    return drawn


def _pointer(look: Look) -> Box | None:
    surface = look.surface
    pointer = surface.capability(Pointer)
    frame = surface.frame
    try:
        at = pointer.pointer() if pointer is not None else None
    except Fault:  # a touch screen has none
        return None
    if at is None or not frame.holds(at):
        return None
    here = at._replace(x=at.x - frame.left, y=at.y - frame.top)
    return Box(from_point(here, Size(frame.width, frame.height)))

"""What has the keyboard: TYPE clicks its target and makes sure that the text will go there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.runtime.clicking import click, told_target
from cogscript.surfaces import roles
from cogscript.surfaces.capabilities import Windows
from cogscript.surfaces.element_choice import extent, within

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.elements import Element, Elements

_FOCUS_COMES = 0.7
"""Seconds that a program gets to give a clicked field the keyboard."""
_GLANCE = 0.01
_READ_WHOLE = 100_000
"""Characters: a longer text is not read back, it would hold the program up."""


_WRITTEN = roles.FIELDS - {"terminal"}
"""Kinds that hold a text which can be entered and read; a terminal shows what others make of it."""


def takes_text(field: Element) -> bool:
    """Whether text can be entered into it. Qt does not say of its spin boxes that they are editable."""
    if field.role not in _WRITTEN or "read-only" in field.states:
        return False
    return "editable" in field.states or (field.role == "spin box" and "focusable" in field.states)


@dataclass(frozen=True, slots=True)
class Focus:
    """What the keys go to, as far as it is known."""

    element: Element | None = None
    window: Rect | None = None
    """The window that has the keyboard."""
    replaces: bool = False
    """Whether the text goes in the place of what it holds."""
    filled: bool = False
    """Whether the text is already in it."""
    is_target: bool = False
    """Whether it is the very element that the line names, wherever that is now."""

    @property
    def readable(self) -> bool:
        """Whether it is a field whose text can be read back: its value, or of a password field the length."""
        field = self.element
        if field is None or not takes_text(field):
            return False
        return field.secret or (field.value is not None and len(field.value) < _READ_WHOLE)

    def described(self, state: RunState) -> str:
        field = self.element
        if field is None:
            return "something that has no name"
        kind = f"read-only {field.role}" if "read-only" in field.states else field.role
        called = f"the {kind} {shown(field.name, state.mask)}"
        return called if field.name else f"{roles.one(kind)} without a name"


def take_focus(state: RunState, step: Step) -> Focus:
    """Click the target, if there is one, and wait until it has the keyboard."""
    point = step.point
    if point is None:
        return _now(state, None)
    for place in _places(state, step, point):
        click(state, place)
        for focus in _looks(state, told_target(step)):
            if _is_at(state, step, focus, place):
                return focus
    raise Fault(
        "focus",
        f"the click did not bring the keyboard to {_target(state, step)}: {_holder(state, focus)} has it",
        "see in the report what stands at that place, and point at the field itself",
    )


def _places(state: RunState, step: Step, point: Point) -> Iterator[Point]:
    """Where to click: the target's place; if that did not help, where it is by now, or elsewhere in it."""
    yield point
    area = step.area
    if area is None or not area.holds(point):
        return
    service, target = state.surface.elements, told_target(step)
    now = service.refresh(target) if service is not None and target is not None else None
    if now is not None and target is not None and now.rect != target.rect:  # it was still on its way
        if state.surface.frame.holds(now.rect.middle):
            yield now.rect.middle
        return
    quarter = Point(area.left + area.width // 4, area.top + area.height // 2)
    yield quarter if quarter != point else Point(area.right - 1 - area.width // 4, quarter.y)


def _looks(state: RunState, target: Element | None) -> Iterator[Focus]:
    """One look after the other at what has the keyboard; the last one when the time is up."""
    end = time.monotonic() + _FOCUS_COMES
    while True:
        last = time.monotonic() >= end
        yield _now(state, target)
        if last:
            return
        state.pause(_GLANCE)


def _now(state: RunState, target: Element | None) -> Focus:
    surface = state.surface
    service, windows = surface.elements, surface.capability(Windows)
    if service is not None:
        if target is not None:  # asking one is quicker than looking for the one that has the focus
            element = service.refresh(target)
            if element is not None and "focused" in element.states:
                return Focus(element, is_target=True)
        element = service.focused()
        if element is not None or windows is None:
            return Focus(_field_around(service, element) if element is not None else None)
    if windows is None:
        return Focus()
    active = next((each for each in windows.windows() if each.active), None)
    return Focus(None, active.rect if active is not None else None)


def _field_around(service: Elements, element: Element) -> Element:
    """The field whose ground has the keyboard, as Qt's larger editors tell it: both say that they have it."""
    if element.role != "area":
        return element
    around = service.at(element.rect.middle)
    if around is None or not takes_text(around) or "focused" not in around.states:
        return element
    return around if within(element.rect, around.rect) else element


def _is_at(state: RunState, step: Step, focus: Focus, place: Point) -> bool:
    """Whether the keys go to what was clicked, as far as that can be known."""
    field, target = focus.element, told_target(step)
    if focus.is_target and target is not None and target.role in roles.FIELDS:
        return True
    if field is None:
        nowhere = state.surface.root.fields_tell_all and target is not None and target.role in roles.FIELDS
        return not nowhere and _window_is_at(state, focus, place)
    if target is not None and target.role in roles.FIELDS:
        return within(field.rect, target.rect) or (focus.readable and within(target.rect, field.rect))
    # A click on a label brings its field to the front, and boxes often cover both.
    near = field.rect.holds(place) or (step.area is not None and extent(field.rect.overlap(step.area)) > 0)
    if focus.readable or not near:
        # Elsewhere, and it takes text: the click left it behind, and it would get what is not meant for it.
        return near or not takes_text(field)
    there = _at(state, place)
    return there is None or there.rect == field.rect or not Focus(there).readable


def _window_is_at(state: RunState, focus: Focus, place: Point) -> bool:
    """Where no element tells: the window that was clicked, or a menu of it, has the keyboard."""
    windows = state.surface.capability(Windows)
    if windows is None or focus.window is None or focus.window.holds(place):
        return True
    active = next((each for each in windows.windows() if each.active), None)
    return active is None or any(each.holds(place) for each in windows.popups(active))


def _at(state: RunState, place: Point) -> Element | None:
    service = state.surface.elements
    return service.at(place) if service is not None else None


def _target(state: RunState, step: Step) -> str:
    name = step.arguments.get("element_info") or step.arguments.get("id")
    if name:
        return shown(str(name), state.mask)
    assert step.point is not None
    return f"the field at {step.point.x},{step.point.y}"


def _holder(state: RunState, focus: Focus) -> str:
    if focus.element is not None:
        return focus.described(state)
    windows = state.surface.capability(Windows)
    active = [each for each in windows.windows() if each.active] if windows is not None else []
    return f"the window {shown(active[0].title, state.mask)}" if active else "nothing"

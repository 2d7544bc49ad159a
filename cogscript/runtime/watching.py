"""Whether anything changed on a surface: a picture from before, compared with what is there now."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cogscript.language.model.diagnostic import Fault
from cogscript.records import seen
from cogscript.surfaces.capabilities import Pixels, Pointer

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.language.model.box import Point, Rect
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.protocol import Surface

_GLANCE = 0.02
_CHANGE_COMES = 2.0
"""Seconds in which a step with `changes=True` must have changed something."""

PRESSES = frozenset(
    {"CLICK", "DOUBLE_CLICK", "TRIPLE_CLICK", "RIGHT_CLICK", "MIDDLE_CLICK", "LONG_PRESS", "MOUSE_DOWN"}
)
"""Operations that bring the pointer to a place for what they do there, not for its being there."""

T = TypeVar("T", bound="Watched")


@dataclass(frozen=True, slots=True)
class Watched:
    """A part of a surface, as it looked before something was done."""

    surface: Surface
    area: Rect
    before: Image

    @classmethod
    def of(cls: type[T], surface: Surface, area: Rect | None = None) -> T | None:
        """None where there are no pixels, or none of the area's."""
        pixels, whole = surface.capability(Pixels), surface.root.frame
        area = (area or whole).overlap(whole)
        if pixels is None or not (area.width and area.height):
            return None
        return cls(surface, area, pixels.capture(area))

    def now(self) -> Image:
        return self.surface.need(Pixels).capture(self.area)

    def await_change(self, state: RunState, limit: float) -> bool:
        """Whether something else than a caret changes in time.

        The time is that of a program which is at leisure: one that is held up is waited for, then looked at.
        """
        end = time.monotonic() + limit
        while not self.has_changed():
            if time.monotonic() >= end:
                if not state.options.settle:
                    return False
                self.surface.settle()
                return self.has_changed()
            state.pause(_GLANCE)
        return True

    def has_changed(self) -> bool:
        from cogscript.reading.changes import anything_changed

        return anything_changed(self.before, self.now())


def aim(state: RunState, place: Point) -> bool:
    """Bring the pointer to a place before anything is done there, and let what follows it come to rest.

    What lights up under a pointer, and no longer where it was, would else pass for the action's effect.
    Whether the pointer moved: time has passed then.
    """
    surface = state.surface
    pointer = surface.capability(Pointer)
    if pointer is None or not (state.options.settle and state.outside.is_real):
        return False
    if pointer.pointer() == place:
        return False
    pointer.move(place)
    surface.await_pointer()
    return True


def expect_change(state: RunState, step: Step, perform: Callable[[], None]) -> None:
    """Do something that must change the screen; a Fault when nothing changes."""
    watched = Watched.of(state.surface.root) if state.outside.is_real else None
    perform()
    if watched is None:
        step.seen = seen.UNKNOWN if state.outside.is_real else None
    elif watched.await_change(state, _CHANGE_COMES):
        step.seen = seen.YES
    else:
        raise Fault(
            "nothing-changed",
            f"{seen.UNCHANGED} on {state.surface.root.described} within {_CHANGE_COMES:g} s",
            "the line says changes=True; see in the report what stands at its place",
        )

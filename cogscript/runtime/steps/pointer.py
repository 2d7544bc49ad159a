"""The pointer: clicks, presses, drags, the wheel. The target has been found: it is `step.point`."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, cast

from cogscript.records import seen
from cogscript.runtime import clicking
from cogscript.runtime.steps.behaviour import Behaviour, Perform
from cogscript.runtime.watching import Watched, aim
from cogscript.surfaces.capabilities import Button, Direction, Keys, Pointer
from cogscript.surfaces.key_presses import held
from cogscript.surfaces.protocol import Surface

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from cogscript.language.model.box import Point
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import (
        ClickArguments,
        DragArguments,
        HoverArguments,
        LongPressArguments,
        MouseDownArguments,
        MouseUpArguments,
        ScrollDownArguments,
        SwipeArguments,
    )


_DRAG_SHOWS = 0.5
"""Seconds in which a program shows what was dragged."""


def target(step: Step) -> Point:
    assert step.point is not None, "an operation that points has found its target before it acts"
    return step.point


def _with_keys(surface: Surface, keys: Sequence[str] | None) -> AbstractContextManager[None]:
    """Keys held down meanwhile; a surface without a keyboard is asked for one only if there are any."""
    return held(surface.need(Keys), keys) if keys else nullcontext()


def _click(button: Button, count: int) -> Perform:
    def click(state: RunState, step: Step, arguments: ClickArguments) -> None:
        with _with_keys(state.surface, arguments["keys"]):
            clicking.click(state, target(step), button, count, on=step)

    return click


def _hover(state: RunState, step: Step, arguments: HoverArguments) -> None:
    with _with_keys(state.surface, arguments["keys"]):
        state.surface.need(Pointer).move(target(step))


def _long_press(state: RunState, step: Step, arguments: LongPressArguments) -> None:
    state.surface.need(Pointer).long_press(target(step), arguments["seconds"], state.pause)


def _drag(state: RunState, step: Step, arguments: DragArguments) -> None:
    surface = state.surface
    aim(state, target(step))
    watched = Watched.of(surface.root) if state.outside.is_real else None
    step.goal = surface.middle_of(arguments["to"])
    with _with_keys(surface, arguments["keys"]):
        surface.need(Pointer).drag(target(step), step.goal, arguments["seconds"], _button(arguments))
    if watched is not None:
        step.seen = seen.YES if watched.await_change(state, _DRAG_SHOWS) else seen.UNCHANGED


def _swipe(state: RunState, step: Step, arguments: SwipeArguments) -> None:
    surface = state.surface
    step.goal = surface.middle_of(arguments["to"])
    surface.need(Pointer).drag(target(step), step.goal, arguments["seconds"])


def _button(arguments: DragArguments | MouseDownArguments | MouseUpArguments) -> Button:
    return cast(Button, arguments["button"])


def _mouse_down(state: RunState, step: Step, arguments: MouseDownArguments) -> None:
    pointer = state.surface.need(Pointer)
    if step.point is not None:
        pointer.move(step.point)
    pointer.press(_button(arguments))


def _mouse_up(state: RunState, step: Step, arguments: MouseUpArguments) -> None:
    pointer = state.surface.need(Pointer)
    if step.point is not None:
        pointer.move(step.point)
    pointer.release(_button(arguments))


def _scroll(direction: Direction) -> Perform:
    def scroll(state: RunState, step: Step, arguments: ScrollDownArguments) -> None:
        surface = state.surface
        pointer = surface.need(Pointer)
        settles = state.options.settle and state.outside.is_real
        if step.point is not None and pointer.pointer() != step.point:
            pointer.move(step.point)
            if settles:
                surface.settle()  # what lights up under the pointer has not moved
        watched = Watched.of(surface, surface.frame) if settles else None
        if settles:
            surface.expect_motion()
        with _with_keys(surface, arguments["keys"]):
            pointer.scroll(direction, arguments["step_count"])
        if watched is not None:
            surface.settle()
            moved = _has_moved(watched, direction)
            step.seen = f"{seen.YES}, it moved" if moved else f"{seen.UNCHANGED}: it is at its end"

    return scroll


def _has_moved(watched: Watched, direction: Direction) -> bool:
    """Whether what is there was scrolled; a scroll bar that shows itself has not moved anything."""
    from cogscript.reading.pixels import pixels_of
    from cogscript.reading.shift import cells_of, find_shift

    before, after = pixels_of(watched.before), pixels_of(watched.now())
    if direction in ("left", "right"):
        before, after = before.swapaxes(0, 1), after.swapaxes(0, 1)
    return not find_shift(cells_of(before), cells_of(after)).is_still


STEPS = {
    name: Behaviour(perform, effect=True)
    for name, perform in {
        "CLICK": _click("left", 1),
        "DOUBLE_CLICK": _click("left", 2),
        "TRIPLE_CLICK": _click("left", 3),
        "RIGHT_CLICK": _click("right", 1),
        "MIDDLE_CLICK": _click("middle", 1),
        "HOVER": _hover,
        "LONG_PRESS": _long_press,
        "DRAG": _drag,
        "SWIPE": _swipe,
        "MOUSE_DOWN": _mouse_down,
        "MOUSE_UP": _mouse_up,
        "SCROLL_UP": _scroll("up"),
        "SCROLL_DOWN": _scroll("down"),
        "SCROLL_LEFT": _scroll("left"),
        "SCROLL_RIGHT": _scroll("right"),
    }.items()
}

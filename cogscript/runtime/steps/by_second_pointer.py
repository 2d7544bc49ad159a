"""What steps in the background do with a second pointer, where the settings allow one.

The person's pointer, keyboard and windows stay as they are; what another window lies over is out of reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.box import Point
from cogscript.language.model.diagnostic import Fault
from cogscript.runtime.steps.background_window import refusal, window_of
from cogscript.runtime.steps.behaviour import Perform
from cogscript.surfaces.capabilities import PointerBeside

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import (
        ClickArguments,
        DoubleClickArguments,
        DragArguments,
        HoverArguments,
    )
    from cogscript.surfaces.capabilities import Button, Direction


def _second_pointer(state: RunState) -> PointerBeside | None:
    """Where the person has allowed it and the system knows such a thing."""
    return state.surface.capability(PointerBeside) if state.settings.run.second_pointer else None


def _on_screen(state: RunState, point: Point) -> Point:
    corner = window_of(state).window.rect
    return Point(point.x + corner.left, point.y + corner.top)


def pressed_beside(state: RunState, step: Step, count: int = 1, button: Button = "left") -> bool:
    """Whether a second pointer has clicked there."""
    pointer = _second_pointer(state)
    if pointer is None or step.point is None:
        return False
    window_of(state).permit()
    pointer.click_beside(window_of(state).window, _on_screen(state, step.point), count, button)
    step.evidence = [{"what": "second pointer"}]
    return True


def scrolled_beside(state: RunState, step: Step, direction: Direction, notches: int) -> bool:
    """Whether a second pointer's wheel was turned there: not where the place is covered."""
    pointer = _second_pointer(state)
    if pointer is None or step.point is None:
        return False
    window_of(state).permit()
    try:
        pointer.scroll_beside(window_of(state).window, _on_screen(state, step.point), direction, notches)
    except Fault:
        return False
    step.evidence = [{"what": "second pointer"}]
    return True


def click_with(button: Button) -> Perform:
    def click(state: RunState, step: Step, arguments: ClickArguments) -> None:
        if arguments["keys"] or not pressed_beside(state, step, 1, button):
            raise refusal(f"{step.operation.name} is done by hand")

    return click


def double_click(state: RunState, step: Step, arguments: DoubleClickArguments) -> None:
    if arguments["keys"] or not pressed_beside(state, step, 2):
        raise refusal("DOUBLE_CLICK is done by hand")


def hover(state: RunState, step: Step, arguments: HoverArguments) -> None:
    beside = _second_pointer(state)
    if beside is None or step.point is None:
        raise refusal("HOVER is done by hand")
    window_of(state).permit()
    beside.hover_beside(window_of(state).window, _on_screen(state, step.point))


def drag(state: RunState, step: Step, arguments: DragArguments) -> None:
    beside = _second_pointer(state)
    if beside is None or step.point is None or arguments["keys"] or arguments["button"] != "left":
        raise refusal("DRAG is done by hand")
    end = state.surface.middle_of(arguments["to"])
    window_of(state).permit()
    beside.drag_beside(
        window_of(state).window, _on_screen(state, step.point), _on_screen(state, end), arguments["seconds"]
    )
    step.evidence = [{"what": "second pointer"}]

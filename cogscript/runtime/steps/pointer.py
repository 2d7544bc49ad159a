"""The pointer: clicks, presses, drags, the wheel. The target has been found: it is `step.point`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cogscript.runtime import settle
from cogscript.runtime.steps.behaviour import Arguments, Behaviour, Perform

if TYPE_CHECKING:
    from cogscript.language.box import Point
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step
    from cogscript.screens.protocol import Button, Direction, Screen


@contextmanager
def held(screen: Screen, keys: Sequence[str] | None) -> Iterator[None]:
    """Keys held down meanwhile, and up again whatever happens."""
    pressed: list[str] = []
    try:
        for key in keys or ():
            pressed.append(key)
            screen.key_down(key)
        yield
    finally:
        for key in reversed(pressed):
            screen.key_up(key)


def target(step: Step) -> Point:
    assert step.point is not None, "an operation that points has found its target before it acts"
    return step.point


def _click(button: Button, count: int) -> Perform:
    def click(context: Context, step: Step, arguments: Arguments) -> None:
        settle.apart(context, target(step), button)
        with held(context.screen, arguments["keys"]):
            context.screen.click(target(step), button, count)

    return click


def _hover(context: Context, step: Step, arguments: Arguments) -> None:
    with held(context.screen, arguments["keys"]):
        context.screen.move(target(step))


def _long_press(context: Context, step: Step, arguments: Arguments) -> None:
    screen = context.screen
    screen.move(target(step))
    screen.press("left")
    try:
        if not context.dry:
            context.pause(arguments["seconds"])
    finally:
        screen.release("left")


def _drag(context: Context, step: Step, arguments: Arguments) -> None:
    screen = context.screen
    end = arguments["to"].middle(screen.size)
    seconds = 0.0 if context.dry else arguments["seconds"]
    with held(screen, arguments.get("keys")):
        screen.drag(target(step), end, seconds, arguments.get("button", "left"))


def _mouse_down(context: Context, step: Step, arguments: Arguments) -> None:
    if step.point is not None:
        context.screen.move(step.point)
    context.screen.press(arguments["button"])


def _mouse_up(context: Context, step: Step, arguments: Arguments) -> None:
    if step.point is not None:
        context.screen.move(step.point)
    context.screen.release(arguments["button"])


def _scroll(direction: Direction) -> Perform:
    def scroll(context: Context, step: Step, arguments: Arguments) -> None:
        if step.point is not None:
            context.screen.move(step.point)
        if context.options.settle and not context.dry:
            context.scrolled_from = context.screen.capture()
        with held(context.screen, arguments["keys"]):
            context.screen.scroll(direction, arguments["step_count"])

    return scroll


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
        "SWIPE": _drag,
        "MOUSE_DOWN": _mouse_down,
        "MOUSE_UP": _mouse_up,
        "SCROLL_UP": _scroll("up"),
        "SCROLL_DOWN": _scroll("down"),
        "SCROLL_LEFT": _scroll("left"),
        "SCROLL_RIGHT": _scroll("right"),
    }.items()
}

"""The keyboard: text and keys."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cogscript.runtime import settle
from cogscript.runtime.arguments import Plan
from cogscript.runtime.steps.behaviour import Arguments, Behaviour
from cogscript.runtime.steps.pointer import held

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step
    from cogscript.screens.protocol import Screen

SHORTCUT = "left_super" if sys.platform == "darwin" else "left_ctrl"
"""The key that shortcuts hold on this system."""


def press(screen: Screen, key: str, *with_keys: str) -> None:
    with held(screen, (*with_keys, key)):
        pass


def _type(context: Context, step: Step, arguments: Arguments) -> None:
    screen = context.screen
    if step.point is not None:
        screen.click(step.point)
    if arguments["clear"]:
        press(screen, "a", SHORTCUT)
        press(screen, "delete")
    screen.type_text(arguments["text"])
    if arguments["enter"]:
        if context.options.settle and not context.dry:
            settle.wait(context)  # a form that is still taking the text in may swallow the key
        press(screen, "return")


def _key_press(context: Context, step: Step, arguments: Arguments) -> None:
    screen, key, seconds = context.screen, arguments["key"], arguments["seconds"]
    for _ in range(arguments["times"]):
        screen.key_down(key)
        try:
            if seconds and not context.dry:
                context.pause(seconds)
        finally:
            screen.key_up(key)


def _key_down(context: Context, step: Step, arguments: Arguments) -> None:
    context.screen.key_down(arguments["key"])


def _key_up(context: Context, step: Step, arguments: Arguments) -> None:
    context.screen.key_up(arguments["key"])


_ACTIONS = {"KEY_PRESS": _key_press, "KEY_DOWN": _key_down, "KEY_UP": _key_up}


def _gesture(context: Context, step: Step, arguments: Arguments) -> None:
    """What it leaves down is let go: a gesture is whole, keys held on are KEY_DOWN lines."""
    down: list[str] = []
    try:
        for action in arguments["actions"]:
            plan = Plan(action)
            given = {**plan.defaults, **plan.resolve(context.scope)}
            if action.name == "KEY_DOWN":
                down.append(given["key"])
            _ACTIONS[action.name](context, step, given)
            if action.name == "KEY_UP" and given["key"] in down:
                down.remove(given["key"])
    finally:
        for key in reversed(down):
            context.screen.key_up(key)


STEPS = {
    name: Behaviour(perform, effect=True)
    for name, perform in {"TYPE": _type, "GESTURE": _gesture, **_ACTIONS}.items()
}

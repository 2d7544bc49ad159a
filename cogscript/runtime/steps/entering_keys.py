"""The keyboard: text and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.runtime.bindings import BoundArguments
from cogscript.runtime.entry.typing import type_text
from cogscript.runtime.steps.behaviour import Behaviour, Perform
from cogscript.surfaces.capabilities import Keys
from cogscript.surfaces.key_presses import press

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import (
        GestureArguments,
        KeyDownArguments,
        KeyPressArguments,
        KeyUpArguments,
    )


def _key_press(state: RunState, step: Step, arguments: KeyPressArguments) -> None:
    keys, key, seconds = state.surface.need(Keys), arguments["key"], arguments["seconds"]
    for _ in range(arguments["times"]):
        keys.key_down(key)
        try:
            if seconds:
                state.pause(seconds)
        finally:
            keys.key_up(key)


def _key_down(state: RunState, step: Step, arguments: KeyDownArguments) -> None:
    state.surface.need(Keys).key_down(arguments["key"])


def _key_up(state: RunState, step: Step, arguments: KeyUpArguments) -> None:
    state.surface.need(Keys).key_up(arguments["key"])


_ACTIONS: dict[str, Perform] = {"KEY_PRESS": _key_press, "KEY_DOWN": _key_down, "KEY_UP": _key_up}


def _gesture(state: RunState, step: Step, arguments: GestureArguments) -> None:
    """What it leaves down is let go: a gesture is whole, keys held on are KEY_DOWN lines."""
    if arguments["keys"]:
        press(state.surface.need(Keys), *arguments["keys"])
    down: list[str] = []
    try:
        for action in arguments["actions"] or ():
            given = BoundArguments(action).arguments(state.scope)
            if action.name == "KEY_DOWN":
                down.append(given["key"])
            _ACTIONS[action.name](state, step, given)
            if action.name == "KEY_UP" and given["key"] in down:
                down.remove(given["key"])
    finally:
        keys = state.surface.need(Keys)
        for key in reversed(down):
            keys.key_up(key)


STEPS = {
    name: Behaviour(perform, effect=True)
    for name, perform in {"TYPE": type_text, "GESTURE": _gesture, **_ACTIONS}.items()
}

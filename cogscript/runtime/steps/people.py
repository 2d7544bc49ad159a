"""What is said to and asked of the person beside the run: permission, notes, the status line."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cogscript.runtime.steps.behaviour import Behaviour
from cogscript.surfaces.capabilities import Notes
from cogscript.surfaces.pointing import Stopped

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import AllowArguments, ShowArguments, StatusArguments

_GLANCE = 0.05


def _allow(state: RunState, step: Step, arguments: AllowArguments) -> None:
    state.permissions.allow(
        arguments["apps"] or (),
        arguments["clipboard"],
        bool(arguments["system_keys"]),
        arguments["reason"] or "",
    )
    opened = state.surfaces.opened
    if opened is not None:
        state.permissions.watch(opened.root)


def _show(state: RunState, step: Step, arguments: ShowArguments) -> None:
    notes = state.surface.capability(Notes)
    text, waits = state.mask(arguments["text"]), arguments["wait"]
    if not state.outside.is_real or notes is None:
        if text:
            state.voice.message(text)
        return
    if not text:
        notes.hide_note()
        return
    notes.show_note(text, step.area, buttons=bool(waits))
    if waits:
        await_answer(state, notes)


def await_answer(state: RunState, notes: Notes) -> None:
    """Until the person presses Next; Stop ends the run."""
    try:
        while (answer := notes.note_answer()) is None:
            time.sleep(_GLANCE)
    finally:
        notes.hide_note()
    state.surfaces.forget_hand()  # the person had the pointer meanwhile
    if answer == "stop":
        raise Stopped("the person pressed Stop")


def _status(state: RunState, step: Step, arguments: StatusArguments) -> None:
    notes = state.surface.capability(Notes)
    text = state.mask(arguments["text"])
    if not state.outside.is_real or notes is None:
        if text:
            state.voice.message(text)
        return
    notes.show_status(text)


STEPS = {
    "ALLOW": Behaviour(_allow, again=_allow),
    "SHOW": Behaviour(_show),
    "STATUS": Behaviour(_status),
}

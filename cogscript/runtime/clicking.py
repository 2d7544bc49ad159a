"""A click of a step's own: two steps that click the same place are two clicks, and no double click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.runtime.watching import Watched, aim
from cogscript.surfaces.capabilities import Button, Pointer, Windows

if TYPE_CHECKING:
    from cogscript.language.model.box import Point
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.capabilities import Dialog


_SHOWS = 0.6
"""Seconds in which a window shows that it took a click."""


def click(state: RunState, place: Point, button: Button = "left", count: int = 1) -> None:
    """Where a dialog may keep the window from taking clicks, the click is watched, and done again later."""
    dialog = _dialog_before(state, place)
    if dialog is not None:
        aim(state, place)
    watched = Watched.of(state.surface.root, dialog.behind) if dialog is not None else None
    _click(state, place, button, count)
    if dialog is None or watched is None or watched.await_change(state, _SHOWS):
        return
    for _ in state.looks(state.settings.run.timeout):
        if _dialog_before(state, place) is None:
            _click(state, place, button, count)
            return
    raise Fault(
        "target-covered",
        f"the dialog {shown(dialog.title, state.mask)} is open, and a click beside it changes nothing",
        "answer it first: with a step before this one, or with ON(test=VISIBLE(…)) whenever it comes",
    )


def _dialog_before(state: RunState, place: Point) -> Dialog | None:
    """Asked only where a run waits for programs at all: without that, a click is a click."""
    looks = state.outside.is_real and state.options.settle
    windows = state.surface.root.capability(Windows) if looks else None
    return windows.dialog_before(place) if windows is not None else None


def _click(state: RunState, place: Point, button: Button, count: int) -> None:
    surface = state.surface
    last = surface.root.last_click
    if state.options.settle and (wait := last.before(place, button)):
        state.pause(wait)
    last.note(place, button)
    surface.need(Pointer).click(place, button, count)

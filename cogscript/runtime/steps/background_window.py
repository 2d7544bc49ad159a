"""The window that steps in the background are done in, and how they say that they cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.background import BackgroundWindow

if TYPE_CHECKING:
    from cogscript.runtime.state import RunState


def window_of(state: RunState) -> BackgroundWindow:
    surface = state.surface
    assert isinstance(surface, BackgroundWindow)
    return surface


def refusal(what: str) -> Fault:
    return Fault(
        "background",
        f"{what}, and background=True leaves the pointer and the keyboard to the person",
        "leave `background` out for this step: IN(window=…); or let a second pointer do it, where the "
        "window shows: second_pointer = true under [run] in the settings",
    )

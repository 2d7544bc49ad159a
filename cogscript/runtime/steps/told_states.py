"""The state of a step's target: what the accessibility service tells of it, and waiting for it to come."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cogscript.runtime.steps.pointer import target

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.elements import Element
    from cogscript.surfaces.finding.wanted import Candidate

_STATE_COMES = 2.0
"""Seconds in which a choice or a tick must show."""
_GLANCE = 0.02


def element_of(state: RunState, step: Step) -> Element | None:
    """What the accessibility service tells of the target, also when a box is all that is said of it."""
    found: Candidate | None = step.target
    service = state.surface.elements
    if found is not None and found.element is not None:
        return found.element
    return service.at(target(step)) if service is not None else None


def comes(state: RunState, holds: Callable[[], bool], limit: float = _STATE_COMES) -> bool:
    end = time.monotonic() + limit
    while not (true := holds()) and time.monotonic() < end:
        state.pause(_GLANCE)
    return true

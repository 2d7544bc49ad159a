"""THE table of what operations do: name → function, one an operation, grouped by topic."""

from __future__ import annotations

from cogscript.runtime.steps import (
    calling,
    checking,
    choosing,
    entering_keys,
    leaving,
    people,
    pointer,
    screen,
    values,
    waiting,
)
from cogscript.runtime.steps.behaviour import Behaviour

STEPS: dict[str, Behaviour] = {
    **pointer.STEPS,
    **entering_keys.STEPS,
    **screen.STEPS,
    **choosing.STEPS,
    **checking.STEPS,
    **people.STEPS,
    **values.STEPS,
    **waiting.STEPS,
    **calling.STEPS,
    **leaving.STEPS,
}

__all__ = ["STEPS", "Behaviour"]

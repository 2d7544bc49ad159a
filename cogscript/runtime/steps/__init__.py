"""THE table of what operations do: name → function, one an operation, grouped by topic."""

from __future__ import annotations

from cogscript.runtime.steps import calling, control, keyboard, pointer, screen, values, waiting
from cogscript.runtime.steps.behaviour import Behaviour

STEPS: dict[str, Behaviour] = {
    **pointer.STEPS,
    **keyboard.STEPS,
    **screen.STEPS,
    **values.STEPS,
    **waiting.STEPS,
    **calling.STEPS,
    **control.STEPS,
}

__all__ = ["STEPS", "Behaviour"]

"""What the interpreter has to know of an operation besides how to perform it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.record import StepRecord
    from cogscript.runtime.step import Step

Arguments = dict[str, Any]
Perform = Callable[["Context", "Step", Arguments], None]


def always(context: Context, arguments: Arguments) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Behaviour:
    perform: Perform
    instant: bool = False
    """It takes no time and touches nothing but variables: one entry in the record is enough."""
    effect: bool = False
    """It changes the world: begun and not finished, only a person can say whether to do it again."""
    kind: Literal["step", "call"] = "step"
    again: Perform | None = None
    """For a resumed run: what to do over because only the run's own memory holds it."""
    recall: Callable[[Context, StepRecord], None] | None = None
    """For a resumed run: what to take from the record besides the variables."""
    reveal: Callable[[Context, Arguments], None] | None = None
    """What has to be known (which values are secret) before the step is shown to anybody."""
    touches: Callable[[Context, Arguments], bool] = always
    """Whether this time the screen is needed: not by a QUOTE_TEXT whose result is complete."""

"""What the interpreter has to know of an operation besides how to perform it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cogscript.records.schema import StepRecord
    from cogscript.records.step import Step, StepKind
    from cogscript.runtime.frames import CallFrame
    from cogscript.runtime.state import RunState

# Each function is given its own operation's arguments (`runtime.step_arguments`), which one table of all of
# them cannot say.
Perform = Callable[["RunState", "Step", Any], None]


def always(state: RunState, arguments: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Behaviour:
    perform: Perform
    instant: bool = False
    """It takes no time and touches nothing but variables: one entry in the record is enough."""
    looks: bool = False
    """It looks at the surface, which has to be still for that, also where it points at nothing."""
    effect: bool = False
    """It changes the world: begun and not finished, only a person can say whether to do it again."""
    call: Callable[[RunState, Step, Any], CallFrame] | None = None
    """For CALL: the frame of the workflow that is run; `perform` takes what came of it."""
    task: bool = False
    """For DO: whoever the run has for that decides on its steps, which are performed one by one."""
    again: Perform | None = None
    """For a resumed run: what to do over because only the run's own memory holds it."""
    recall: Callable[[RunState, StepRecord], None] | None = None
    """For a resumed run: what to take from the record besides the variables."""
    reveal: Callable[[RunState, Any], None] | None = None
    """What has to be known (which values are secret) before the step is shown to anybody."""
    touches: Callable[[RunState, Any], bool] = always
    """Whether this time the surface is needed: not by a QUOTE_TEXT whose result is complete."""

    @property
    def kind(self) -> StepKind:
        """What its steps are in the record."""
        return "call" if self.call is not None else "task" if self.task else "step"

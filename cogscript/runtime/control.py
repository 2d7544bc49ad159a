"""Somebody who watches each step before it begins, and may change its course: the one hook for stepping."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.program import Program
    from cogscript.runtime.state import RunState


@dataclass(slots=True)
class Decision:
    """What a controller wants done instead of, or before, the step."""

    action: Literal["run", "skip", "jump", "quit", "retry"] = "run"
    line: int = 0
    """For jump: the line to continue with, in the same file; in the same block or one around it."""


@dataclass(slots=True)
class Stop:
    """Where the run stands when a controller is asked."""

    step: Step
    state: RunState
    set_variable: Callable[[str, str], None]
    """Gives a variable a value, on record."""
    forget: Callable[[Operation], None]
    """Says that an operation's arguments were changed in place."""


class Controller(Protocol):
    """It is asked in the run's own thread, so it may take its time."""

    def check(self, program: Program) -> None:
        """Refuse what cannot be done, while nothing has been."""

    def before(self, stop: Stop) -> Decision:
        """`run`, `skip`, `jump` to a line, `retry` when its line was changed, or `quit`."""

    def failed(self, stop: Stop) -> Decision:
        """A step failed: `run` lets it fail, `retry` performs the operation again (its line may have
        been changed), `skip` continues without it, `jump`, `quit`."""

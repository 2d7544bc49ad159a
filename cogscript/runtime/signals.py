"""How control leaves a step other than by going on: an error, a jump, a loop's end, a person's word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Diagnostic, Fault

if TYPE_CHECKING:
    from cogscript.runtime.context import Frame


class StepFailed(Exception):
    """An operation failed: TRY may catch it, otherwise the run ends."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class TargetMissing(Fault):
    """What the operation points at, or waits for, never came: `optional=True` skips the step."""


class EndWorkflow(Exception):
    """END: the task of this frame's workflow is done."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.frame = frame


class BreakLoop(Exception):
    """BREAK."""


class NextRound(Exception):
    """CONTINUE."""


class Jump(Exception):
    """A person stepping goes to another line."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class RunOver(Fault):
    """The run cannot go on, whatever TRY says: its record cannot be written, or a resumed file differs."""


class SeveralFound(Fault):
    """More than one thing goes by the name: which of them is meant only a person can say."""

"""How control leaves a step early: an error, a jump, the end of a loop, a person who steps in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Diagnostic, Fault

if TYPE_CHECKING:
    from cogscript.runtime.frames import CallFrame
    from cogscript.runtime.halts import Halt


class StepFailed(Exception):
    """An operation failed: TRY may catch it, otherwise the run ends."""

    def __init__(self, diagnostic: Diagnostic, *, final: bool = False) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.final = final
        """Whether TRY does not catch it: what was not allowed is not made good by a CATCH."""


class Undecided(StepFailed):
    """A test that cannot be judged, because nobody tells what it asks for."""

    def __init__(self, diagnostic: Diagnostic, *, passing: bool) -> None:
        super().__init__(diagnostic)
        self.passing = passing
        """Whether the next look may tell."""


class TargetFault(Fault):
    """A target that was not taken."""

    halt: Halt | None = None
    """All that is known of it, where it was looked for on a surface."""


class TargetMissing(TargetFault):
    """What the operation points at, or waits for, never came: `optional=True` skips the step."""


class EndWorkflow(Exception):
    """END: the task of this frame's workflow is done."""

    def __init__(self, frame: CallFrame) -> None:
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
    """The run cannot continue, whatever TRY says: a resumed file differs, or nobody reads the output."""


class SeveralFound(TargetFault):
    """More than one thing goes by the name: which of them is meant only a person can say."""

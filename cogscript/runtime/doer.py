"""Who does the tasks of DO, as the options of a run know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from cogscript.language.model.diagnostic import Fault

if TYPE_CHECKING:
    from cogscript.settings import Settings


class Doer(Protocol):
    def check(self, settings: Settings, /) -> None:
        """Raise a Fault where a task certainly cannot be done; before anything is done at all."""

    def do(self, assignment: Any, /) -> None:
        """Do the task of an `assignments.Assignment` to its end. A Fault says why it is not done."""


def needed(doer: Doer | None) -> Doer:
    """Whoever the run has; a Fault where it has nobody."""
    if doer is None:
        raise Fault(
            "no-agent",
            "this run has no agent that could do the task of a DO",
            "run the file with `cog run`, or give `doer=cogscript.agents.Agent()`",
        )
    return doer

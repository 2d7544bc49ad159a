"""A run that stops before an operation: so that a recording can continue from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation, Workflow
from cogscript.runtime.control import Decision, Stop
from cogscript.runtime.options import Options
from cogscript.runtime.run import start

if TYPE_CHECKING:
    from cogscript.runtime.program import Program


class _Until:
    """Lets steps run until the operation is reached for the first time."""

    def __init__(self, operation: Operation | None) -> None:
        self._operation = operation
        self.reached = False

    def check(self, program: Program) -> None: ...

    def before(self, stop: Stop) -> Decision:
        self.reached = stop.step.operation is self._operation
        return Decision("quit" if self.reached else "run")

    def failed(self, stop: Stop) -> Decision:
        return Decision("run")


def run_until(
    workflow: Workflow, operation: Operation | None, variables: Mapping[str, str]
) -> Diagnostic | None:
    """Run a workflow on the desktop up to an operation, inside of a loop too; to its end for None.

    Gives back what went wrong; None when the operation was reached.
    """
    until = _Until(operation)
    options = Options(screen="desktop", variables=variables, argv=("record",))
    run = start(workflow, options, until)
    if until.reached or (operation is None and run.outcome == "ok"):
        return None
    if run.error is not None:
        return run.error
    return Diagnostic(
        "not-reached",
        "the run ended before it came to the line",
        span=operation.span if operation else None,
        source=workflow.source,
    )

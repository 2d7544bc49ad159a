"""A run that stops before an operation: so that a recording can go on from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cogscript.language.tree import Operation, Workflow
from cogscript.runtime.options import Decision, Options
from cogscript.runtime.run import Run, start

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step


class _Until:
    """Lets steps run until the operation is reached for the first time."""

    def __init__(self, operation: Operation | None) -> None:
        self._operation = operation

    def before(self, step: Step, context: Context) -> Decision:
        return Decision("quit" if step.operation is self._operation else "run")

    def failed(self, step: Step, context: Context) -> Decision:
        return Decision("run")


def run_until(workflow: Workflow, operation: Operation | None, variables: Mapping[str, str]) -> Run:
    """Run a workflow on the desktop up to an operation, inside of a loop too; to its end for None."""
    options = Options(screen="desktop", variables=variables, controller=_Until(operation), argv=("record",))
    return start(workflow, options)

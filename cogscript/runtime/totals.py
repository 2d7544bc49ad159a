"""How many steps a workflow has, where that is plain from its text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import CogError
from cogscript.runtime.steps import STEPS

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation, Workflow
    from cogscript.runtime.program import Program

_DEEPEST = 10


def total(workflow: Workflow, program: Program, depth: int = 0) -> int | None:
    """How many steps a workflow has, where that is plain from the text: no test, no row decides it."""
    if depth > _DEEPEST:
        return None
    return _total(workflow.operations, Path(workflow.path or "").parent, program, depth)


def _total(operations: list[Operation], folder: Path, program: Program, depth: int) -> int | None:
    count = 0
    for operation in operations:
        if operation.name == "END":
            return count + 1
        if operation.name == "REPEAT":
            inner = _total(operation.body or [], folder, program, depth)
            times = operation.arguments.get("times")
            if inner is None or not isinstance(times, int):
                return None
            count += inner * times
        elif operation.name == "CALL":
            try:
                called = program.load(folder / str(operation.arguments["workflow"]))
            except (CogError, OSError):
                return None
            inner = total(called, program, depth + 1)
            if inner is None:
                return None
            count += inner
        elif operation.name == "WORKFLOW":
            continue
        elif operation.body is not None or STEPS[operation.name].task:
            return None
        else:
            count += 1
    return count

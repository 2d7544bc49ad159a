"""Places in a workflow that a run can stop at or go to."""

from __future__ import annotations

import os

from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.tree import Operation, Workflow

_NEVER_STOPS = frozenset({"WORKFLOW", "ELSE", "ELSE_IF"})
"""Lines that are no step: the IF decides for its whole chain."""


def operation_at(workflow: Workflow, line: int) -> Operation | None:
    """The operation that stands at a line, or else the next one below it."""
    source = workflow.source
    for operation in workflow.walk():
        if operation.name in _NEVER_STOPS:
            continue
        last = source.position(operation.end).line if source is not None else operation.line
        if last >= line:
            return operation
    return None


def landing(workflow: Workflow, standing: Operation, line: int) -> Operation:
    """Where a jump to a line arrives, from the operation that the run stands at; a Fault where it cannot."""
    target = operation_at(workflow, line)
    if target is None:
        raise Fault("jump", f"there is no operation at line {line} or after it")
    chain = _bodies(workflow.operations, standing)
    if not any(each is target for body in chain for each in body):
        opener = next(
            (each for body in chain for each in body if any(inner is target for inner in each.walk())), None
        )
        where = f"; jump to line {opener.line}, which opens it" if opener is not None else ""
        raise Fault("jump", f"line {target.line} stands inside a block that this line is not in{where}")
    return target


def _bodies(operations: list[Operation], wanted: Operation) -> list[list[Operation]]:
    """The bodies around an operation, from its own outwards: where a jump can go."""
    for operation in operations:
        if operation is wanted:
            return [operations]
        inner = _bodies(operation.body or [], wanted)
        for branch in operation.branches:
            # A branch's own line counts as its block's: it cannot be begun without it.
            inner = inner or ([[]] if branch is wanted else _bodies(branch.body or [], wanted))
        if inner:
            return [*inner, operations]
    return []


def is_inside(operation: Operation, block: Operation) -> bool:
    return operation is not block and any(each is operation for each in block.walk())


def is_caught(wanted: Operation, workflow: Workflow) -> bool:
    """Whether a TRY with a CATCH stands around it."""
    return any(
        operation.name == "TRY"
        and any(branch.name == "CATCH" for branch in operation.branches)
        and any(inner is wanted for each in operation.body or [] for inner in each.walk())
        for operation in workflow.walk()
    )


def is_file(workflow: Workflow, name: str) -> bool:
    path = workflow.path or ""
    return os.path.realpath(path) == os.path.realpath(name) or os.path.basename(path) == name

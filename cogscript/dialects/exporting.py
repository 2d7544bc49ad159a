"""From a workflow to another agent's words: the part that is the same for every dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cogscript.dialects.plan import Context
from cogscript.dialects.registry import dialect_named
from cogscript.language.box import Size
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.tree import Operation, Workflow

UNSAYABLE = "unsayable"


class Unsayable(Exception):
    """An operation, or a part of one, that the dialect has no words for."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def export_text(
    workflow: Workflow, dialect: str, screen: Size | None = None, *, coordinates: str | None = None
) -> tuple[str, list[Diagnostic]]:
    """The workflow in a dialect, and which of its lines the dialect cannot say."""
    screen = screen or declared_screen(workflow)
    return dialect_named(dialect).write(workflow, Context(screen, coordinates=coordinates))


def declared_screen(workflow: Workflow) -> Size | None:
    """The screen that the header names."""
    header = workflow.operations[0] if workflow.operations else None
    size = header.arguments.get("screen") if header and header.name == "WORKFLOW" else None
    if isinstance(size, list) and len(size) == 2 and all(type(side) is int for side in size):
        return Size(*(int(str(side)) for side in size))
    return None


def say_each(
    workflow: Workflow, dialect: str, say: Callable[[Operation], str], said: list[Diagnostic]
) -> Iterator[tuple[Operation, str]]:
    """Each operation with what the dialect says for it. What it has no words for is added to `said`;
    the header and blocks are no steps: a header is skipped, a block is unsayable as a whole."""
    for operation in workflow.operations:
        if operation.name == "WORKFLOW":
            continue
        try:
            if operation.body is not None:
                raise Unsayable(f"{dialect} has no blocks: {operation.name} is left out with all it holds")
            yield operation, say(operation)
        except Unsayable as refusal:
            said.append(unsayable(workflow, operation, refusal.reason))


def unsayable(workflow: Workflow, operation: Operation, reason: str) -> Diagnostic:
    return Diagnostic(UNSAYABLE, reason, "warning", operation.span, workflow.source)

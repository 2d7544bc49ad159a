"""From a workflow to another agent's dialect: the part that is the same for every dialect."""

from __future__ import annotations

from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.registry import writer_named
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow


def export_text(
    workflow: Workflow, dialect: str, screen: Size | None = None, *, coordinates: str | None = None
) -> tuple[str, list[Diagnostic]]:
    """The workflow in a dialect, and a warning for each line that the dialect cannot express."""
    screen = screen or declared_screen(workflow)
    return writer_named(dialect).write(workflow, DialectOptions(screen, coordinates=coordinates))


def declared_screen(workflow: Workflow) -> Size | None:
    """The screen that the header names."""
    header = workflow.operations[0] if workflow.operations else None
    size = header.arguments.get("screen") if header and header.name == "WORKFLOW" else None
    if isinstance(size, list) and len(size) == 2 and all(type(side) is int for side in size):
        return Size(*(int(str(side)) for side in size))
    return None

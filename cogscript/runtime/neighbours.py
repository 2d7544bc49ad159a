"""What else a file names on the surface of a step: it tells what became of a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model import variables
from cogscript.language.model.box import Box
from cogscript.surfaces.finding.wanted import Other

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation, Workflow
    from cogscript.runtime.frames import CallFrame
    from cogscript.surfaces.protocol import Surface

_MOST = 40
"""More say nothing new."""


def others_of(workflow: Workflow, operation: Operation, surface: Surface) -> tuple[Other, ...]:
    """The things with a name and a box in the part of the file that is about the operation's surface."""
    placed = list(_placed(workflow.operations))
    own = next((block for each, block in placed if each is operation), None)
    found = []
    for each, block in placed:
        name, box, kind = (each.arguments.get(word) for word in ("element_info", "box", "element_type"))
        named = isinstance(name, str) and name and not variables.names(name)
        if block is own and each is not operation and named and isinstance(box, Box):
            found.append(Other(str(name), kind if isinstance(kind, str) else None, surface.rect_of(box)))
    return tuple(dict.fromkeys(found))[:_MOST]


def block_of(frame: CallFrame, operation: Operation) -> Operation | None:
    """The IN that says what an operation is done on; None for the screen."""
    if id(operation) not in frame.blocks:
        frame.blocks = {id(each): block for each, block in _placed(frame.workflow.operations)}
    return frame.blocks.get(id(operation))


def _placed(
    operations: Sequence[Operation], block: Operation | None = None
) -> Iterator[tuple[Operation, Operation | None]]:
    """Every operation, and the IN that says what it is done on."""
    for operation in operations:
        yield operation, block
        inner = operation if operation.name == "IN" else block
        for part in (operation.body or [], *(branch.body or [] for branch in operation.branches)):
            yield from _placed(part, inner)

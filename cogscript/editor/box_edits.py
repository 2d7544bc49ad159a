"""A box that a person drew on a picture, written into the line at the cursor."""

from __future__ import annotations

from cogscript.editor.texts import OpenText
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Fault, Span
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation
from cogscript.language.write.editing import edited_operation


def box_edit(text: OpenText, offset: int, numbers: list[int]) -> tuple[Span, str]:
    """What is replaced, and by what. A Fault where no box belongs."""
    box = Box.of(*numbers)
    if box.fault:
        raise Fault("bad-box", box.fault)
    line = text.source.position(offset).line
    around = [
        each
        for each in text.lines
        if each.line <= line <= text.source.position(max(each.start, each.end - 1)).line
    ]
    found = [each for operation in around for each in _taking_a_box(operation)]
    inner = [each for each in found if each.start <= offset <= each.end]
    chosen = inner[-1] if inner else found[0] if found else None
    if chosen is None:
        raise Fault(
            "bad-box",
            f"nothing in line {line} takes a box: put the cursor into a line that points at something",
        )
    return Span(chosen.start, chosen.end), edited_operation(text.source.text, chosen, {"box": box})


def _taking_a_box(operation: Operation) -> list[Operation]:
    """The operation and those among its values that have a box, the outermost first."""
    spec = OPERATIONS.get(operation.name)
    found = [operation] if spec and spec.parameter("box") else []
    for value in operation.arguments.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Operation):
                found += _taking_a_box(each)
    return found

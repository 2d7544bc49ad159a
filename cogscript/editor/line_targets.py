"""What a line points at, for whoever shows it on a picture, and the line with other values.

Two requests of our own beside the protocol's, `cog/lineTargets` and `cog/lineChange`: each of a file and of a
line counted from 1.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from cogscript.editor.protocol_places import range_of
from cogscript.editor.texts import OpenText
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value
from cogscript.language.write.editing import edited_operation
from cogscript.records.storing import describe

_BOXES = ("box", "to")
_WHERE = ("window", "app")
CHANGEABLE = (*_BOXES, "element_info", "element_type", "id", "near")


def line_targets(text: OpenText, line: int) -> dict[str, Any] | None:
    """The operation at a line with its boxes, what a picture can set of it, and the IN around it."""
    operation = _at(text, line)
    if operation is None:
        return None
    row = OPERATIONS[operation.name]
    shown = range_of(text.source, Span(operation.start, operation.end))
    boxes = {name: operation.arguments.get(name) for name in _BOXES}
    return {
        "line": operation.line,
        "name": operation.name,
        "text": describe(operation),
        "range": _plain(shown),
        "boxes": [
            {"name": name, "box": list(box)}
            for name, box in boxes.items()
            if isinstance(box, Box) and box.fault is None
        ],
        "takes": [name for name in CHANGEABLE if row.parameter(name) is not None],
        "inside": _inside(text, operation),
    }


def line_change(text: OpenText, line: int, values: dict[str, Any]) -> dict[str, Any] | None:
    """The operation at a line with other values, and not one character more changed, as an edit."""
    operation = _at(text, line)
    if operation is None or not operation.line:
        return None
    row = OPERATIONS[operation.name]
    changed: dict[str, Value] = {
        name: Box(int(each) for each in value) if name in _BOXES else str(value)
        for name, value in values.items()
        if name in CHANGEABLE and row.parameter(name) is not None
    }
    if not changed:
        return None
    shown = range_of(text.source, Span(operation.start, operation.end))
    return {"range": _plain(shown), "newText": edited_operation(text.source.text, operation, changed)}


def _at(text: OpenText, line: int) -> Operation | None:
    for operation in text.lines:
        last = text.source.position(max(operation.start, operation.end - 1)).line
        if operation.line <= line <= last and operation.name in OPERATIONS:
            return operation
    return None


def _inside(text: OpenText, wanted: Operation) -> dict[str, str] | None:
    """The window that the innermost IN around an operation names; none for IN of anything else."""
    found = None
    for each in text.workflow.walk():
        within = each.name == "IN" and each is not wanted and each.start < wanted.start
        if within and (each.closer is None or wanted.end <= each.closer.start):
            named = {name: str(each.arguments[name]) for name in _WHERE if each.arguments.get(name)}
            found = named or found
    return found


def _plain(shown: lsp.Range) -> dict[str, dict[str, int]]:
    return {
        name: {"line": place.line, "character": place.character}
        for name, place in (("start", shown.start), ("end", shown.end))
    }

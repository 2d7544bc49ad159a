"""Tree → canonical text.

One operation a line, parameters in the order of the operation table, single quotes unless the text
holds one, boxes as three digits each, blocks indented by two spaces, comments and single blank lines
kept. What is written parses to the same tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import CogError
from cogscript.language.model.operations import OPERATIONS, Kind
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.language.syntax.strings import quote, quote_prose

_INDENT = "  "

_ORDER: dict[str, dict[str, int]] = {
    name: {parameter.name: place for place, parameter in enumerate(spec.parameters)}
    for name, spec in OPERATIONS.items()
}
_PROSE: dict[str, frozenset[str]] = {
    name: frozenset(each.name for each in spec.parameters if each.kind is Kind.PROSE)
    for name, spec in OPERATIONS.items()
}


def format(workflow: Workflow) -> str:
    """The workflow's canonical text; CogError for a broken tree, which does not hold all of its text."""
    if workflow.is_broken:
        raise CogError(workflow.diagnostics)
    lines = list(_lines(workflow.operations, 0))
    lines += _comments(workflow.trailing, 0)
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines) + "\n" if lines else ""


def _lines(operations: list[Operation], depth: int) -> Iterator[str]:
    for operation in operations:
        yield from _line(operation, depth)
        if operation.body is None:
            continue
        yield from _lines(operation.body, depth + 1)
        for branch in operation.branches:
            yield from _line(branch, depth)
            yield from _lines(branch.body or [], depth + 1)
        yield from _line(operation.closer or Operation(f"END_{operation.name}"), depth)


def _line(operation: Operation, depth: int) -> Iterator[str]:
    yield from _comments(operation.leading, depth)
    trailing = f"  {operation.trailing}" if operation.trailing else ""
    yield _INDENT * depth + format_operation(operation) + trailing


def _comments(comments: list[str], depth: int) -> Iterator[str]:
    previous = None
    for comment in comments:
        if comment or previous != "":
            yield _INDENT * depth + comment if comment else ""
        previous = comment


def format_operation(operation: Operation) -> str:
    """One operation's canonical text, without its comments and its body."""
    order = _ORDER.get(operation.name, {})
    prose = _PROSE.get(operation.name, frozenset())
    # Sorting is stable: what the table does not know stays in the file's order, at the end.
    given = sorted(operation.arguments.items(), key=lambda item: order.get(item[0], len(order)))
    inside = ", ".join(
        f"{name}={quote_prose(value) if name in prose and isinstance(value, str) else format_value(value)}"
        for name, value in given
    )
    return f"{operation.name}({inside})"


def format_value(value: Value) -> str:
    """One value's canonical text."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, Box):
        return str(value)
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, Operation):
        return format_operation(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(format_value, value)) + "]"
    if isinstance(value, float):
        from decimal import Decimal

        plain = f"{Decimal(repr(value)):f}"
        return plain if "." in plain else plain + ".0"
    return str(value)

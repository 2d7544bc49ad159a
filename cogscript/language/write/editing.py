"""Changing arguments in a text: their values and not one character more.

Comments, layout and line breaks stay as their author made them, so that a change of one argument is a
change of one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cogscript.language.model.tree import Operation, Value
from cogscript.language.write.formatter import format_operation, format_value


class Edit(NamedTuple):
    """New values for some arguments of an operation; one that it does not have is added at its end."""

    operation: Operation
    values: Mapping[str, Value]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text that the operations were read from, with their new values."""
    for operation, values in sorted(edits, key=lambda each: each.operation.start, reverse=True):
        text = text[: operation.start] + edited_operation(text, operation, values) + text[operation.end :]
    return text


def edited_operation(text: str, operation: Operation, values: Mapping[str, Value]) -> str:
    """One operation as it would stand in its text; in canonical form when it stands in none."""
    spans = operation.spans
    if not spans or not operation.line:
        return format_operation(Operation(operation.name, {**operation.arguments, **values}))
    pieces = [(spans[name].value_start, spans[name].end, format_value(value))
              for name, value in values.items() if name in spans]  # fmt: skip
    last = max(each.end for each in spans.values())
    added = "".join(f", {name}={format_value(value)}" for name, value in values.items() if name not in spans)
    pieces.append((last, last, added))
    found = text[operation.start : operation.end]
    # From the end, so that places stay right; what is added comes after a changed last argument.
    for start, end, new in sorted(pieces, key=lambda piece: (piece[1], piece[0]), reverse=True):
        found = found[: start - operation.start] + new + found[end - operation.start :]
    return found

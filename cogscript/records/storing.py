"""Values on their way into a record: secrets masked, everything as JSON or text that SQLite can hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.rendering import render
from cogscript.language.model.tree import Operation, value_to_json
from cogscript.language.write.formatter import format_operation
from cogscript.records.schema import Column

Mask = Callable[[str], str]
Encoder = Callable[[Any, Mask], "str | None"]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_PLAIN = frozenset({int, float, bool, type(None)})


def unmasked(text: str) -> str:
    return text


def storable(text: str) -> str:
    """Half characters, which a command line or a file name can hold, cannot be stored as they are."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def json_value(value: Any, mask: Mask) -> Any:
    """A value as JSON can say it, with every text masked."""
    if type(value) in _PLAIN:  # nearly all of them: asked first, because every step is written
        return value
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {mask(str(name)): json_value(item, mask) for name, item in value.items()}
    if isinstance(value, Operation):
        return json_value(value.to_json(), mask)
    if isinstance(value, Box):
        return value_to_json(value)
    if isinstance(value, Diagnostic):
        return json_value({**value.to_json(), "advice": value.advice, "rendered": render([value])}, mask)
    if isinstance(value, list | tuple):
        return [json_value(item, mask) for item in value]
    return value


def json_text(value: Any, mask: Mask) -> str:
    return storable(_encode(json_value(value, mask)))


def masked_text(value: str, mask: Mask) -> str:
    return storable(mask(value))


def encoder(column: Column) -> Encoder | None:
    """How a value becomes what the column stores; None for a column that stores it as it is."""
    if column.stored == "plain":
        return None
    if column.stored == "text":
        return masked_text
    empty = column.empty()
    return (
        json_text if empty is None else lambda value, mask: None if value == empty else json_text(value, mask)
    )


def decoder(column: Column) -> Callable[[Any], Any] | None:
    """The way back; None for a column that is read as it is stored."""
    if column.stored != "json":
        return None
    return lambda stored: column.empty() if stored is None else json.loads(stored)


def describe(operation: Operation) -> str:
    """The operation in canonical form without `result`, which a run itself may write into the file."""
    arguments = {name: value for name, value in operation.arguments.items() if name != "result"}
    return format_operation(Operation(operation.name, arguments))

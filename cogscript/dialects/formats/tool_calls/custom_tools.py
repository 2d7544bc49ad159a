"""Calls of tools that are no action on the screen: TOOL, with the arguments as further keywords.

A `.cog` keyword is an identifier and its value a text, a number or a list of them; an argument that is an
object, or whose name is not an identifier, is given as JSON text, so that nothing of the call is lost.
"""

from __future__ import annotations

import json

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation, Value

_OWN = frozenset(parameter.name for parameter in OPERATIONS["TOOL"].parameters)
REST = "arguments"
"""The keyword that holds, as JSON, the arguments that cannot be keywords."""


def tool(name: str, arguments: JsonObject) -> Operation:
    if not name.strip():
        raise Untranslatable("the tool has no name")
    given: dict[str, Value] = {"name": name}
    rest: dict[str, JsonValue] = {}
    for key, value in arguments.items():
        if key in _OWN or key == REST or not key.isidentifier():
            rest[key] = value
        else:
            given[key] = _value(value)
    if rest:
        given[REST] = json.dumps(rest, ensure_ascii=False)
    return Operation("TOOL", given)


def tool_arguments(operation: Operation) -> dict[str, object]:
    """The arguments of a TOOL as JSON again: what `tool` made of them, undone."""
    given: dict[str, object] = {}
    for key, value in operation.arguments.items():
        if key == REST and isinstance(value, str):
            try:
                rest = json.loads(value)
            except (ValueError, RecursionError):
                rest = None
            if isinstance(rest, dict):
                given.update(rest)
                continue
        if key not in _OWN:
            given[key] = value
    return given


def _value(value: JsonValue) -> Value:
    if isinstance(value, JsonObject):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, JsonArray):
        if any(isinstance(item, JsonObject | JsonArray) for item in value):
            return json.dumps(value, ensure_ascii=False)  # a list of lists would read as a box
        return [_value(item) for item in value]
    return value

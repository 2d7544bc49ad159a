"""What an object of a plan or of a chat log is: an action, a message, a result, a tool's definition."""

from __future__ import annotations

from cogscript.dialects.formats.argument_names import DESCRIPTIONS
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.metadata import TITLES

RESULTS = frozenset({"tool_result", "function_call_output", "computer_call_output", "image", "image_url"})
"""Kinds of objects that a tool gave back."""
CALLS = frozenset({"tool_use", "computer_call", "function_call", "function"})
"""Kinds of objects that call a tool, and have an id."""
SPOKEN = frozenset({"text", "output_text", "thinking", "summary_text", "reasoning"})
"""Kinds of objects that are words of the agent."""

_SPEAKERS = frozenset({"user", "assistant", "system", "summary"})
_ROLES = {"human": "user", "gpt": "assistant", "function": "tool"}


def is_definition(arguments: JsonValue) -> bool:
    """Whether they say what a tool takes, instead of calling it."""
    return isinstance(arguments, JsonObject) and isinstance(arguments.get("properties"), JsonObject)


def listed_arguments(listed: JsonArray) -> JsonObject | None:
    """Arguments as some services list them: `[{"name": "action", "type": "string", "value": "key"}]`."""
    found = JsonObject()
    for each in listed:
        name = each.get("name") if isinstance(each, JsonObject) else None
        if not isinstance(each, JsonObject) or not isinstance(name, str) or "value" not in each:
            return None
        found[name] = each["value"]
        found.places[name] = each.places["value"]
    return found


def is_idle(value: JsonValue) -> bool:
    """Whether it is a part of a log in which nobody acts: a message, a result, a tool's definition."""
    return isinstance(value, JsonObject) and (
        kind_of(value) in (RESULTS | SPOKEN | _SPEAKERS | {"message", "function"})
        or bool(value.keys() & {"role", "messages", "tools", "elements", *TITLES, *DESCRIPTIONS})
    )


def acts(value: JsonValue) -> bool:
    """Whether JSON in the middle of a text looks like somebody's action."""
    keys = ("action", "action_type", "type", "name")
    return isinstance(value, JsonObject) and any(isinstance(value.get(key), str) for key in keys)


def names_action(value: JsonValue) -> bool:
    """Whether a step of a list says itself which action it is, so that it must not vanish."""
    keys = ("action", "action_type")
    return isinstance(value, JsonObject) and any(isinstance(value.get(key), str) for key in keys)


def kind_of(value: JsonObject) -> str:
    kind = value.get("type")
    return kind if isinstance(kind, str) else ""


def role_of(value: JsonObject) -> str:
    role = value.get("role", value.get("from"))
    return _ROLES.get(role, role) if isinstance(role, str) else ""


def words_of(value: JsonObject) -> str:
    """What an object says in words about the action in it, or after it."""
    for key in DESCRIPTIONS:
        said = value.get(key)
        if isinstance(said, JsonArray):
            said = "\n".join(
                str(part["text"]) for part in said if isinstance(part, JsonObject) and "text" in part
            )
        if isinstance(said, str) and said.strip():
            return said.strip()
    text = value.get("text")
    if kind_of(value) in SPOKEN and isinstance(text, str) and "{" not in text and "<" not in text:
        return text.strip()
    return ""

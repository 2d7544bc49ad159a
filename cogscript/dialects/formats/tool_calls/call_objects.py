"""An object that is the call of a tool: its name, and its arguments in whatever form a service gives them."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.formats.argument_names import BESIDE, PARAMETERS, PLACED_BESIDE, REPEATS
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_text import find
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue, NotJson, Parsed
from cogscript.dialects.formats.tool_calls.objects import is_definition, listed_arguments
from cogscript.dialects.formats.tool_calls.plan import Broken, Event, Repair, Shape, ToolCall
from cogscript.language.model.diagnostic import Span

_CALL_NAMES = ("name", "function", "tool", "tool_name", "function_name")
Inside = Callable[[str, Span, Piece | None], Piece]
"""Makes the piece of a text that stands in a string of JSON."""


def call_of(value: JsonObject, shape: Shape, piece: Piece | None, inside: Inside) -> list[Event] | None:
    """The call that an object is, with what is to be said about it, or why it is broken; None for another."""
    inner = value.get("function")
    call = inner if isinstance(inner, JsonObject) else value
    name = next((call[key] for key in _CALL_NAMES if isinstance(call.get(key), str)), None)
    key = next((key for key in PARAMETERS if key in call), None)
    if not isinstance(name, str) or key is None or is_definition(call[key]):
        return None
    given = call[key]
    if (
        isinstance(given, JsonArray)
        and listed_arguments(given) is None
        and call.keys() & {"actions", "steps"}
    ):
        return None  # a plan with a name, and with places to fill in
    whole = placed(piece, value.span)
    if not name.strip() or not shape.named(name):
        reason = f"`{name[:40]}` is not a tool of this agent" if name.strip() else "the tool has no name"
        return [Broken(whole, reason)]
    said: list[Event] = []
    outside = [(each, part) for part in (value, call) for each in part if says_more(each, part[each])]
    for each, part in dict(outside).items():
        if each in BESIDE and each not in (key, name):
            reason = f"`{each}` beside the call's arguments is not understood"
            return [*said, Broken(placed(piece, part.places[each]), reason)]
        if each in PLACED_BESIDE and each != key:
            message = f"`{each}` beside the call's arguments is not used"
            said.append(Repair(placed(piece, part.places[each]), message))
    arguments = call[key]
    if isinstance(arguments, str) and arguments.strip():
        text = inside(arguments, call.places[key], piece)
        found = next(find(text.text), None)
        if not isinstance(found, Parsed) or not isinstance(found.value, JsonObject):
            reason = found.reason if isinstance(found, NotJson) else "the arguments are not a JSON object"
            return [*said, Broken(whole, reason)]
        said += [Repair(whole, repair.text) for repair in found.repairs]
        arguments, piece = found.value, text
    if isinstance(arguments, JsonArray):
        arguments = listed_arguments(arguments)
    if not isinstance(arguments, JsonObject):
        arguments = JsonObject(value.span.start)
    span = piece.span if piece is not None and isinstance(inner, JsonObject) else placed(piece, value.span)
    return [*said, ToolCall(name, arguments, span, piece)]


def says_more(key: str, value: JsonValue) -> bool:
    """Whether an argument says more than nothing: no keys, none at all, once."""
    return bool(value) and (value is True or value != 1 or key not in REPEATS)


def placed(piece: Piece | None, span: Span) -> Span:
    return span if piece is None else piece.place(*span)

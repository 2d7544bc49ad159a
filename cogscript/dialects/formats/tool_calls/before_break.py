"""What stands whole before the place where JSON breaks: a reply that was cut off, or a name without a value.

An action that is not closed there may have had more to say, and is not among it.
"""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.formats.argument_names import PARAMETERS
from cogscript.dialects.formats.json_values import CutShort, JsonArray, JsonObject, JsonValue, NotJson
from cogscript.language.model.diagnostic import Span


def whole_values(
    broken: NotJson, is_action: Callable[[JsonObject], bool]
) -> tuple[list[tuple[JsonValue, Span]], bool]:
    """The values with their places, and whether nothing but closing brackets is missing after them."""
    opened = broken.unfinished
    acting = any(
        isinstance(each, JsonObject) and (is_action(each) or _lacks_arguments(each, opened))
        for each in opened
    )
    if isinstance(broken, CutShort) and not acting:
        return [(broken.partial, broken.span)], True
    return [
        (item, place)
        for each in opened
        if isinstance(each, JsonArray)
        for item, place in zip(each, each.places, strict=True)
        if not any(item is other for other in opened)
    ], False


def _lacks_arguments(value: JsonObject, opened: list[JsonObject | JsonArray]) -> bool:
    """Whether it may be a call whose arguments are not there, or not all of them."""
    given = next((value[key] for key in PARAMETERS if key in value), None)
    if not isinstance(value.get("name"), str) or isinstance(given, JsonArray):
        return False
    return given is None or any(given is each for each in opened)

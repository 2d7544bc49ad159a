"""An action whose parameters stand in an object of their own: `{"action_type": "CLICK", "arguments": {…}}`.

Agents' records keep them under many names; here they are put beside the action, where every dialect looks.
"""

from __future__ import annotations

import re

from cogscript.dialects.formats.argument_names import PARAMETERS
from cogscript.dialects.formats.json_text import parse
from cogscript.dialects.formats.json_values import JsonObject, JsonValue, NotJson
from cogscript.dialects.formats.tool_calls.objects import is_definition

_ACTING = ("action_type", "action", "type")
_OF_UI_TARS = "action_inputs"
_NAMED_AFTER = re.compile(r"[a-z]+_(?:parameters|params|args|arguments|inputs?|options)")
"""Parameters that are called after their action: `scroll_parameters`."""


def with_parameters(value: JsonObject) -> JsonObject:
    """The action with its parameters beside its name; itself, where there are none, or no parameters: another
    action, a definition, or another value for what stands beside them."""
    naming = next((key for key in _ACTING if isinstance(value.get(key), str)), None)
    keys = [key for key in PARAMETERS if key in value] or [
        key for key, given in value.items() if _NAMED_AFTER.fullmatch(key) and isinstance(given, JsonObject)
    ]
    if naming is None or len(keys) != 1:
        return value
    key, name = keys[0], str(value[naming])
    if key == _OF_UI_TARS and naming == "action_type" and not name.isupper():
        return value
    inner = _object(value[key])
    if inner is None or is_definition(inner) or any(isinstance(inner.get(each), str) for each in _ACTING):
        return value
    if any(each in inner and inner[each] != value[each] for each in value if each != key):
        return value
    flat = JsonObject(value.span.start)
    flat.span = value.span
    for each, given in value.items():
        if each != key:
            flat[each], flat.places[each] = given, value.places[each]
    for each, given in inner.items():
        own_place = inner is value[key]
        flat[each], flat.places[each] = given, inner.places[each] if own_place else value.places[key]
    return flat


def _object(value: JsonValue) -> JsonObject | None:
    """The parameters, also where they are written as a text of JSON."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = parse(value).value
        except NotJson:
            return None
    return value if isinstance(value, JsonObject) else None

"""OSWorld's computer_13: `{"action_type": "CLICK", "x": 325.2, "y": 401.4, "num_clicks": 2}`.

The parameters stand beside the action_type or in an object of their own. The prompt that defines the
actions contradicts itself further down, and models follow either half: MOUSE_MOVE for MOVE_TO, KEY for
PRESS and HOTKEY, TYPE for TYPING, `click_type` for `button`, and the wheel among the buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cogscript.dialects import json_plan, words
from cogscript.dialects.containers import Piece
from cogscript.dialects.json_fields import Fields, Pointing, add_all
from cogscript.dialects.json_plan import Call, Shape, glimpse, translate
from cogscript.dialects.json_text import JsonObject
from cogscript.dialects.plan import Action, Plan, Untranslatable
from cogscript.language.box import Size
from cogscript.language.diagnostic import Source, nearest
from cogscript.language.tree import Operation, Value

SCREEN = Size(1920, 1080)
"""The screen that the prompt tells its agents."""
WAIT = 2
"""Seconds: OSWorld pauses so long between two actions, and a WAIT is a pause."""

ACTIONS = {
    "MOVE_TO": Action('{"action_type": "MOVE_TO", "x": 300, "y": 200}'),
    "CLICK": Action('{"action_type": "CLICK", "button": "left", "x": 300, "y": 200, "num_clicks": 2}'),
    "MOUSE_DOWN": Action('{"action_type": "MOUSE_DOWN", "button": "left"}'),
    "MOUSE_UP": Action('{"action_type": "MOUSE_UP", "button": "left"}'),
    "RIGHT_CLICK": Action('{"action_type": "RIGHT_CLICK", "x": 300, "y": 200}'),
    "DOUBLE_CLICK": Action('{"action_type": "DOUBLE_CLICK", "x": 300, "y": 200}'),
    "DRAG_TO": Action('{"action_type": "DRAG_TO", "x": 300, "y": 200}', "from where the pointer is"),
    "SCROLL": Action('{"action_type": "SCROLL", "dx": 0, "dy": -3}', "dy up, dx to the right, in notches"),
    "TYPING": Action('{"action_type": "TYPING", "text": "你好"}'),
    "PRESS": Action('{"action_type": "PRESS", "key": "enter"}'),
    "KEY_DOWN": Action('{"action_type": "KEY_DOWN", "key": "shift"}'),
    "KEY_UP": Action('{"action_type": "KEY_UP", "key": "shift"}'),
    "HOTKEY": Action('{"action_type": "HOTKEY", "keys": ["ctrl", "c"]}'),
    "WAIT": Action('{"action_type": "WAIT"}', "two seconds"),
    "FAIL": Action('{"action_type": "FAIL"}'),
    "DONE": Action('{"action_type": "DONE"}'),
    "MOUSE_MOVE": Action('{"action_type": "MOUSE_MOVE", "x": 300, "y": 200}', "MOVE_TO"),
    "CLICK WHEEL_UP": Action('{"action_type": "CLICK", "click_type": "WHEEL_UP"}', "one notch"),
    "CLICK WHEEL_DOWN": Action('{"action_type": "CLICK", "click_type": "WHEEL_DOWN"}', "one notch"),
    "KEY": Action('{"action_type": "KEY", "key": "ctrl+c"}', "PRESS or HOTKEY"),
    "TYPE": Action('{"action_type": "TYPE", "text": "你好"}', "TYPING"),
}

_ALIASES = {
    "MOUSE_MOVE": "MOVE_TO", "KEY": "HOTKEY", "TYPE": "TYPING", "PRESS_KEY": "PRESS", "DRAG": "DRAG_TO",
}  # fmt: skip


def _bare(value: JsonObject) -> bool:
    return isinstance(value.get("action_type"), str)


SHAPE = Shape(_bare, lambda name: False)


def detect(source: Source) -> float:
    return 1.0 if glimpse(source, SHAPE) else 0.0


def read_piece(piece: Piece, plan: Plan) -> bool:
    """Add the actions in a piece of a file; whether there was one, or a broken one."""
    document = json_plan.read_piece(piece, SHAPE)
    plan.screen = plan.context.screen or document.around.screen or plan.screen
    if not document.calls and not (document.events and "action_type" in piece.text):
        return False
    pointing = Pointing(plan, document, "pixels", (SCREEN, Size(3840, 2160)))
    translate(document, plan, lambda call: _add(_flat(call), pointing))
    return True


def _flat(call: Call) -> Call:
    """The call with its parameters beside the action_type, wherever they stood."""
    inner = call.arguments.get("parameters", call.arguments.get("params"))
    if not isinstance(inner, JsonObject):
        return call
    flat = JsonObject(call.arguments.span.start)
    flat.span = call.arguments.span
    for part in (call.arguments, inner):
        flat.update(part)
        flat.places.update(part.places)
    return Call(call.name, flat, call.span, call.piece, call.description, call.sensitive, call.elements)


def _add(call: Call, pointing: Pointing) -> None:
    given = str(call.arguments["action_type"])
    name = given.strip().upper()
    say = _SAY.get(_ALIASES.get(name, name))
    if say is None:
        near = nearest(name, _SAY)
        raise Untranslatable(
            f"there is no action_type `{given[:40]}`",
            f"did it mean {near}?" if near else f"there are {', '.join(_SAY)}",
            call.place("action_type"),
        )
    add_all(pointing.plan, call, say(Fields(call, pointing)))


# --- what each action becomes ------------------------------------------------------------------------


def _button(fields: Fields) -> str:
    return (fields.maybe_text("button", "click_type") or "left").strip().casefold()


def _click(fields: Fields) -> Iterable[Operation]:
    button = _button(fields)
    count = fields.whole("num_clicks", "clicks", default=1, most=3)
    if button.startswith("wheel_"):
        return [words.scroll(button.removeprefix("wheel_"), count, fields.at())]
    return words.click(fields.at(), button, count)


def _fixed_click(button: str, count: int) -> Callable[[Fields], Iterable[Operation]]:
    return lambda fields: words.click(fields.at(), button, count)


def _hold(name: str) -> Callable[[Fields], Iterable[Operation]]:
    def held(fields: Fields) -> Iterable[Operation]:
        button = words.button_named(_button(fields))
        named: Value = None if button == "left" else button
        return [Operation(name, words.arguments(box=fields.at(), button=named))]

    return held


def _to(name: str, parameter: str) -> Callable[[Fields], Iterable[Operation]]:
    def moved(fields: Fields) -> Iterable[Operation]:
        box = fields.at()
        if box is None:
            raise fields.missing("x")
        return [Operation(name, {parameter: box})]

    return moved


def _scroll(fields: Fields) -> Iterable[Operation]:
    across, up = fields.number("dx"), fields.number("dy", "clicks")
    if across is None and up is None:
        raise fields.missing("dy")
    box = fields.at()
    if up or not across:
        yield words.scroll("up" if up else "down", up or 0, box)
    if across:
        yield words.scroll("right", across, box)


def _keys(fields: Fields) -> Iterable[Operation]:
    yield fields.chord("keys", "key")


def _key(name: str) -> Callable[[Fields], Iterable[Operation]]:
    return lambda fields: [Operation(name, {"key": words.key_named(fields.text("key"))})]


_SAY: dict[str, Callable[[Fields], Iterable[Operation]]] = {
    "MOVE_TO": _to("HOVER", "box"),
    "CLICK": _click,
    "MOUSE_DOWN": _hold("MOUSE_DOWN"),
    "MOUSE_UP": _hold("MOUSE_UP"),
    "RIGHT_CLICK": _fixed_click("right", 1),
    "DOUBLE_CLICK": _fixed_click("left", 2),
    "DRAG_TO": _to("DRAG", "to"),
    "SCROLL": _scroll,
    "TYPING": lambda fields: [words.typed(fields.text("text"))],
    "PRESS": _keys,
    "KEY_DOWN": _key("KEY_DOWN"),
    "KEY_UP": _key("KEY_UP"),
    "HOTKEY": _keys,
    "WAIT": lambda fields: [Operation("WAIT", {"seconds": WAIT})],
    "FAIL": lambda fields: [Operation("FAIL")],
    "DONE": lambda fields: [Operation("END")],
}

"""OSWorld's computer_13: `{"action_type": "CLICK", "x": 325.2, "y": 401.4, "num_clicks": 2}`.

The parameters stand beside the action_type or in an object of their own. The prompt that defines the
actions contradicts itself further down, and models follow either half: MOUSE_MOVE for MOVE_TO, KEY for
PRESS and HOTKEY, TYPE for TYPING, `click_type` for `button`, and the wheel among the buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cogscript.dialects.core import builders
from cogscript.dialects.core.coordinates import SCREENS
from cogscript.dialects.core.draft import Action, DialectOptions, Draft
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.argument_names import AMOUNTS, BUTTONS, COUNTS, DIRECTIONS
from cogscript.dialects.formats.containers import Piece, pieces
from cogscript.dialects.formats.json_values import JsonObject
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls import walk
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields, action_of, add_all, add_translated
from cogscript.dialects.formats.tool_calls.plan import Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import PlanPlaces, furthest
from cogscript.dialects.formats.tool_calls.walk import glimpse
from cogscript.dialects.formats.tool_calls.written_calls import calls_in_text, names_pattern
from cogscript.dialects.scripts.pyautogui.called import Called, Tracked
from cogscript.dialects.scripts.pyautogui.other_functions import OTHERS
from cogscript.dialects.scripts.pyautogui.read import SCREEN, say_assumed
from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Source
from cogscript.language.model.tree import Operation

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
    return isinstance(value.get("action_type"), str) and not _is_explained(value)


def _is_explained(value: JsonObject) -> bool:
    """Whether it is an action of the prompt's list: a note, and types in the place of values."""
    return value.keys() <= {"action_type", "note", "parameters"} and "note" in value


def _word(word: str) -> JsonObject | None:
    """OSWorld's own "WAIT", "DONE" and "FAIL", which stand in a list without braces."""
    if word.upper() not in ("WAIT", "DONE", "FAIL"):
        return None
    made = JsonObject()
    made["action_type"] = word
    return made


SHAPE = Shape(_bare, lambda name: name.startswith("computer.") and name in OTHERS, words=_word)
"""Of the functions of code, only OpenCUA's own are called as tools: one called `input` is anybody's."""


_CALLED = {name.lower(): name for name in ACTIONS if " " not in name}
_PATTERN = names_pattern(tuple(_CALLED))
_SHAPE_OF_CALLS = SHAPE._replace(
    in_text=lambda piece, span: calls_in_text(piece, span, _PATTERN, {"wait": ("time",)})
)
"""Some benchmarks let its actions be written as calls; others have the same, so the dialect must be told."""

MERGES = ALL_RULES


def detect(source: Source) -> float:
    """Never by itself: plans of OSWorld may hold code, too."""
    return 0.0


def is_used(source: Source) -> bool:
    return bool(glimpse(source, SHAPE))


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options, SCREEN)
    read_piece = reader_of(source, _SHAPE_OF_CALLS)
    for piece in pieces(source):
        if piece.role not in ("user", "system", "tool"):
            read_piece(piece, draft)
    say_assumed(draft)
    return draft


def reader_of(source: Source, shape: Shape = SHAPE) -> Callable[[Piece, Draft], bool]:
    """What adds the actions in a piece of this file to a draft. Where nothing gives the display, and they lie
    beyond OSWorld's own, the first larger one that holds them is taken."""
    right, bottom = furthest(walk.read_plan(source, shape))
    larger = next((size for size in SCREENS if right <= size.width and bottom <= size.height), SCREEN)
    return lambda piece, draft: _read_piece(piece, draft, larger, shape)


def _read_piece(piece: Piece, draft: Draft, larger: Size, shape: Shape) -> bool:
    """Add the actions in a piece of a file; whether there was one, or a broken one."""
    plan = walk.read_piece(piece, shape)
    assumed = larger if draft.screen is SCREEN and plan.calls else draft.screen
    draft.screen = draft.options.screen or plan.metadata.screen or assumed
    if not plan.calls and not (plan.events and "action_type" in piece.text):
        return False
    places = PlanPlaces(draft, plan, "pixels", (SCREEN, Size(3840, 2160)))
    translate(plan, draft, lambda call: _add(call, places))
    return True


def _add(call: ToolCall, places: PlanPlaces) -> None:
    if call.name and call.name not in _CALLED:
        _add_function(call, places)
        return
    given = _CALLED[call.name] if call.name else str(call.arguments["action_type"])
    name = given.strip().upper()
    own = _TRANSLATE.get(_ALIASES.get(name, name))
    make = own or action_of(given, _IN_SMALL, places.draft, call.place("action_type"))
    fields = Fields(call, places)
    add_translated(fields, make(fields))


def _add_function(call: ToolCall, places: PlanPlaces) -> None:
    """A function of OpenCUA's code, called as a tool: `computer.wait`."""
    pointer = Tracked(places.draft.options.coordinates or "pixels")
    called = Called(call.name, dict(call.arguments), places.draft, call.span, pointer)
    operations = OTHERS[call.name][1](called)
    called.report_unused()
    add_all(places.draft, call, operations)


# --- what each action becomes ------------------------------------------------------------------------


def _click(fields: Fields) -> Iterable[Operation]:
    button = (fields.maybe_text(*BUTTONS) or "left").strip().casefold()
    if button.startswith("wheel_"):
        count = fields.whole(*COUNTS, default=1, most=100)
        return [builders.scroll(button.removeprefix("wheel_"), count, fields.place())]
    return common.click()(fields)


def _to(name: str, parameter: str) -> Translate:
    return lambda fields: [Operation(name, {parameter: fields.need_place("x")})]


def _scroll(fields: Fields) -> Iterable[Operation]:
    box = fields.place()
    direction = fields.maybe_text(*DIRECTIONS)
    if direction is not None:
        amount = fields.notches(*AMOUNTS, "dy", "clicks")
        if amount is None:
            raise fields.missing("dy")
        return [builders.scroll(direction, abs(amount), box)]
    across, up = fields.number("dx"), fields.number("dy", "clicks")
    if across is None and up is None:
        raise fields.missing("dy")
    made = []
    if up or not across:
        made.append(builders.scroll("up" if up else "down", up or 0, box))
    if across:
        made.append(builders.scroll("right", across, box))
    return made


_KEYS = ("key", "keys")

_TRANSLATE: dict[str, Translate] = {
    "MOVE_TO": lambda fields: common.move(fields, "x"),
    "CLICK": _click,
    "MOUSE_DOWN": common.named_button("MOUSE_DOWN"),
    "MOUSE_UP": common.named_button("MOUSE_UP"),
    "RIGHT_CLICK": common.click("right"),
    "DOUBLE_CLICK": common.click("left", 2),
    "TRIPLE_CLICK": common.click("left", 3),
    "DRAG_TO": _to("DRAG", "to"),
    "SCROLL": _scroll,
    "TYPING": common.enter_text,
    "PRESS": common.keys_pressed(*_KEYS),
    "KEY_DOWN": common.keys_held("KEY_DOWN", *_KEYS),
    "KEY_UP": common.keys_held("KEY_UP", *_KEYS),
    "HOTKEY": common.keys_pressed("keys", "key"),
    "WAIT": common.wait(WAIT),
    "FAIL": common.plain("FAIL"),
    "DONE": common.plain("END"),
}
_IN_SMALL = {name.casefold(): made for name, made in _TRANSLATE.items()}

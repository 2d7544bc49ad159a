"""What each action of mobile_use becomes: GUI-Plus, Qwen-VL, GUI-Owl and MAI-UI."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.dialects.agents.gui_plus.computer import WAIT, open_app
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.json_values import JsonObject
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.custom_tools import tool
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.tree import Operation


def _key(fields: Fields) -> Iterable[Operation]:
    text = fields.text("text", "key", "keys", "keycode")
    found = phone_key(text)
    if found is not None:
        return [found]
    given = JsonObject()
    given["key"] = text
    return [tool("key", given)]


def _swipe(fields: Fields) -> Iterable[Operation]:
    """From one place to another, or in the direction that the finger goes."""
    direction = fields.maybe_text("direction")
    if direction is None:
        return common.swipe(fields)
    return [common.finger(direction, fields.place())]


def _scroll_page(fields: Fields) -> Iterable[Operation]:
    """In a direction, the page's: the finger goes the other way."""
    direction = fields.maybe_text("direction")
    if direction is None:
        return common.swipe(fields)
    return [common.finger(common.opposite(direction), fields.place())]


def _drag(fields: Fields) -> Iterable[Operation]:
    """A phone has no pointer: both places must be given."""
    drags = list(common.drag(fields))
    if any("box" not in drag.arguments for drag in drags):
        raise fields.missing("coordinate2")
    return drags


def _button(fields: Fields) -> Iterable[Operation]:
    name = fields.text("button", "text", "key")
    button = name.strip().casefold()
    found = phone_key(button) if button not in ("clear",) else None
    if found is None or found.name != "SYSTEM_BUTTON":
        raise Untranslatable(f"a phone has no button `{name[:40]}`", span=fields.call.place("button"))
    return [found]


MOBILE: dict[str, Translate] = {
    "key": _key,
    "click": common.tap(),
    "tap": common.tap(),
    "left_click": common.tap(),
    "double_click": common.tap(2),
    "double_tap": common.tap(2),
    "long_press": common.long_press,
    "swipe": _swipe,
    "scroll": _scroll_page,
    "drag": _drag,
    "type": common.enter_text,
    "input_text": common.enter_text,
    "clear_text": common.plain("TYPE", text="", clear=True),
    "system_button": _button,
    "home": common.plain("SYSTEM_BUTTON", button="home"),
    "back": common.plain("SYSTEM_BUTTON", button="back"),
    "open": open_app,
    "open_app": open_app,
    "wait": common.wait(WAIT),
    "answer": common.answer,
    "interact": common.ask,
    "call_user": common.ask,
    "calluser": common.ask,
    "ask_user": common.ask,
    "terminate": common.terminate,
}

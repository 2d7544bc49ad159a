"""What each function of Gemini's computer use becomes: those of the first model, and those of Gemini 3."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action
from cogscript.dialects.formats.argument_names import CLEARS, ENTERS
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.box import GRID, Size
from cogscript.language.model.tree import Operation

PAGE = 8
"""Notches of a whole page, and of the first model's usual magnitude of 800."""
_MAGNITUDE = 800
_PIXELS = 300
"""How far `scroll` goes by default."""
_HEIGHT = 1000
"""Pixels that a page is high where the plan does not say it."""
_LONG_PRESS = 2
_ONLY_PHONES = frozenset({"back", "recents", "app_switch", "power", "volume_up", "volume_down"})
ON_A_PHONE = frozenset({"open_app", "list_apps", "long_press", "long_press_at", "go_home"})
"""Functions that only the phone's environment has."""
SEARCH = "https://www.google.com/"


def _typed_there(fields: Fields) -> Iterable[Operation]:
    operation = Operation("TYPE", builders.arguments(box=fields.at(), text=fields.text("text")))
    if fields.given(*CLEARS) is None or fields.flag(*CLEARS):
        operation.arguments["clear"] = True
    if fields.given(*ENTERS) is None or fields.flag(*ENTERS):
        operation.arguments["enter"] = True
    return [operation]


def _scrolled_page(fields: Fields) -> Iterable[Operation]:
    return [builders.scroll(fields.text("direction"), PAGE, None)]


def _scrolled_there(fields: Fields) -> Iterable[Operation]:
    """By a magnitude in thousandths of the page."""
    direction, magnitude = fields.text("direction"), fields.number("magnitude")
    if magnitude is None:
        magnitude = _MAGNITUDE
    size = fields.draft.screen or Size(_HEIGHT, _HEIGHT)
    side = size.width if direction in ("left", "right") else size.height
    turned = max(1, builders.notches_of(magnitude / GRID * side))
    fields.draft.repaired(
        fields.call.place("magnitude"), f"a magnitude of {magnitude:g} is read as {turned} notches"
    )
    return [builders.scroll(direction, turned, fields.at())]


def _scrolled(fields: Fields) -> Iterable[Operation]:
    direction, pixels = fields.text("direction"), fields.number("magnitude_in_pixels", "magnitude")
    pixels = _PIXELS if pixels is None else pixels
    turned = builders.notches_of(pixels) or 1
    if pixels % builders.PIXELS_A_NOTCH:
        place = fields.call.place("magnitude_in_pixels", "magnitude")
        fields.draft.repaired(place, f"{pixels:g} pixels are read as {turned} notches")
    return [builders.scroll(direction, turned, fields.at())]


def _dragged(fields: Fields) -> Iterable[Operation]:
    start, end = common.start_of(fields), common.end_of(fields)
    if start is None or end is None:
        raise fields.missing("start_x" if start is None else "end_x")
    return [Operation("DRAG", {"box": start, "to": end})]


def _pressed_key(fields: Fields) -> Iterable[Operation]:
    """A key of the keyboard, or of a phone: only a plan of a phone means its Home button by `home`."""
    name = fields.text("key", "keys")
    phones = fields.draft.platform == "android" or name.strip().casefold() in _ONLY_PHONES
    found = phone_key(name) if phones else None
    return [found] if found else fields.chord("key", "keys")


def _pressed_long(fields: Fields) -> Iterable[Operation]:
    (operation,) = common.long_press(fields)
    operation.arguments.setdefault("seconds", _LONG_PRESS)
    return [operation]


def _listed(fields: Fields) -> Iterable[Operation]:
    fields.draft.remark("list_apps only asks: nothing to do")
    return []


BOTH: dict[str, Translate] = {
    "drag_and_drop": _dragged,
    "navigate": lambda fields: [builders.opened(fields.text("url"))],
    "go_back": common.plain("GO_BACK"),
    "go_forward": common.plain("KEY_PRESS", key="BrowserForward"),
    "open_app": lambda fields: [Operation("LAUNCH", {"app": fields.text("app_name", "app")})],
}
FIRST: dict[str, Translate] = {
    "open_web_browser": common.plain("LAUNCH", url="about:blank"),
    "click_at": common.tap(),
    "hover_at": common.move,
    "type_text_at": _typed_there,
    "key_combination": common.keys_pressed("keys", "key"),
    "scroll_document": _scrolled_page,
    "scroll_at": _scrolled_there,
    "wait_5_seconds": common.plain("WAIT", seconds=5),
    "search": common.plain("LAUNCH", url=SEARCH),
    "long_press_at": common.long_press,
    "go_home": common.plain("SYSTEM_BUTTON", button="home"),
}
THIRD: dict[str, Translate] = {
    "click": common.tap(),
    "double_click": common.tap(2),
    "triple_click": common.tap(3),
    "middle_click": common.click("middle"),
    "right_click": common.click("right"),
    "mouse_down": common.named_button("MOUSE_DOWN"),
    "mouse_up": common.named_button("MOUSE_UP"),
    "move": common.move,
    "type": common.enter_text,
    "wait": common.wait(1),
    "press_key": _pressed_key,
    "key_down": common.keys_held("KEY_DOWN", "key", "keys"),
    "key_up": common.keys_held("KEY_UP", "key", "keys"),
    "hotkey": common.keys_pressed("keys", "key"),
    "take_screenshot": common.plain("SCREENSHOT"),
    "scroll": _scrolled,
    "long_press": _pressed_long,
    "list_apps": _listed,
}
TRANSLATE = {**BOTH, **FIRST, **THIRD}


def _row(name: str, arguments: str = "", remark: str = "", query: bool = False) -> tuple[str, Action]:
    return name, Action(f'{{"name": "{name}", "args": {{{arguments}}}}}', remark, query)


_AT = '"x": 371, "y": 470'
ACTIONS: dict[str, Action] = dict(
    (
        _row("open_web_browser"),
        _row("click_at", _AT),
        _row("hover_at", _AT),
        _row(
            "type_text_at",
            f'{_AT}, "text": "green tea", "press_enter": false',
            "empties the field and presses Return by default",
        ),
        _row("key_combination", '"keys": "control+a"'),
        _row("scroll_document", '"direction": "down"', f"a page: {PAGE} notches"),
        _row("scroll_at", '"x": 500, "y": 500, "direction": "down", "magnitude": 400'),
        _row("drag_and_drop", '"x": 100, "y": 200, "destination_x": 300, "destination_y": 400'),
        _row("wait_5_seconds"),
        _row("navigate", '"url": "https://example.org"'),
        _row("search", "", "opens a search engine"),
        _row("go_back"),
        _row("go_forward"),
        _row("open_app", '"app_name": "Clock"', "on a phone"),
        _row("long_press_at", _AT, "on a phone"),
        _row("go_home", "", "on a phone"),
        *(
            _row(name, f'{_AT}, "intent": "open the menu"')
            for name in ("click", "double_click", "triple_click", "middle_click", "right_click",
                         "mouse_down", "mouse_up", "move")
        ),
        _row("type", '"text": "green tea", "press_enter": true', "into the field with the focus"),
        _row("wait", '"seconds": 2', "1 second by default"),
        _row("press_key", '"key": "enter"'),
        _row("key_down", '"key": "shift"'),
        _row("key_up", '"key": "shift"'),
        _row("hotkey", '"keys": ["control", "a"]'),
        _row("take_screenshot"),
        _row("scroll", '"x": 500, "y": 500, "direction": "down", "magnitude_in_pixels": 300'),
        _row("long_press", f'{_AT}, "seconds": 3', "on a phone; 2 seconds by default"),
        _row("list_apps", "", "on a phone", query=True),
    )
)  # fmt: skip

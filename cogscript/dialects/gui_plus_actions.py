"""What each action of computer_use, mobile_use and browser_use becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cogscript.dialects import words
from cogscript.dialects.json_fields import Fields
from cogscript.dialects.json_text import JsonObject
from cogscript.dialects.plan import Action, Untranslatable
from cogscript.dialects.tools import tool
from cogscript.language import keys
from cogscript.language.box import Box, from_pixels
from cogscript.language.operations import OPERATIONS
from cogscript.language.tree import Operation, Value

Translate = Callable[[Fields], Iterable[Operation]]

NOTCHES = 20
"""`pixels` up to this are notches, as the tool turns the wheel; more are pixels, a hundred a notch."""
PIXELS_A_NOTCH = 100
PAGE = 3
"""Notches of a scroll in the browser, which does not say how far: the tool's own 300 pixels."""
WAIT, BROWSER_WAIT = 2, 5
"""Seconds of a wait that does not say how long: the tools' own."""
WIKIPEDIA = "https://www.wikipedia.org/"

_BUTTONS = OPERATIONS["SYSTEM_BUTTON"].parameter("button")
_SYSTEM_BUTTONS = frozenset(_BUTTONS.choices if _BUTTONS else ())


def _table() -> Iterable[tuple[str, Action]]:
    def row(tool: str, action: str, rest: str = "", remark: str = "") -> tuple[str, Action]:
        example = f'{{"name": "{tool}", "arguments": {{"action": "{action}"{rest}}}}}'
        return f"{tool} {action}", Action(example, remark)

    at = ', "coordinate": [300, 200]'
    yield row("computer_use", "key", ', "keys": ["ctrl", "s"]')
    yield row("computer_use", "type", ', "text": "你好", "clear": 1, "enter": 1')
    for action in ("mouse_move", "left_click", "click", "right_click", "middle_click", "double_click",
                   "triple_click"):  # fmt: skip
        yield row("computer_use", action, at)
    yield row("computer_use", "left_click_drag", at, "from where the pointer is")
    yield row("computer_use", "drag", ', "coordinate": [10, 20], "coordinate2": [300, 200]')
    yield row("computer_use", "scroll", ', "pixels": -5', "up to 20 are notches, more are pixels")
    yield row("computer_use", "hscroll", ', "pixels": 5', "positive is to the right")
    yield row("computer_use", "wait", ', "time": 2')
    yield row("computer_use", "terminate", ', "status": "success"', "FAIL where the status is failure")
    yield row("computer_use", "answer", ', "text": "42"', "and END, where the plan ends with it")
    yield row("computer_use", "interact", ', "text": "log in, please"')
    yield row("computer_use", "call_user")
    yield row("mobile_use", "key", ', "text": "volume_up"', "a key the language lacks becomes a tool")
    yield row("mobile_use", "click", at)
    yield row("mobile_use", "long_press", at + ', "time": 2')
    yield row("mobile_use", "swipe", ', "coordinate": [500, 800], "coordinate2": [500, 200]')
    yield row("mobile_use", "type", ', "text": "济南"')
    yield row("mobile_use", "system_button", ', "button": "Back"')
    yield row("mobile_use", "open", ', "text": "Files"')
    yield row("mobile_use", "wait", ', "time": 2')
    yield row("mobile_use", "answer", ', "text": "42"', "and END, where the plan ends with it")
    yield row("mobile_use", "interact", ', "text": "log in, please"')
    yield row("mobile_use", "terminate", ', "status": "success"', "FAIL where the status is failure")
    yield row("browser_use", "click", ', "label": 3', "by name, where the elements came with the plan")
    yield row("browser_use", "type", ', "label": 3, "text": "abc"', "clears the field, and presses Return")
    yield row("browser_use", "scroll", ', "label": "WINDOW", "direction": "down"', "three notches")
    yield row("browser_use", "select", ', "label": 3, "option": "Large"')
    yield row("browser_use", "wait")
    yield row("browser_use", "go_back")
    yield row("browser_use", "wikipedia", "", "opens its first page")
    yield row("browser_use", "answer", ', "text": "42"', "and END, where the plan ends with it")
    yield row("browser_use", "goto", ', "url": "https://example.org"')
    yield (
        "a custom tool",
        Action('{"name": "save_to_file", "arguments": {"file_path": "a.txt", "content": "abc"}}', "TOOL"),
    )


ACTIONS = dict(_table())


# --- what more than one tool has --------------------------------------------------------------------


def _click(button: str, count: int = 1) -> Translate:
    return lambda fields: words.click(fields.box("coordinate", "coordinate1"), button, count)


def _key(fields: Fields) -> Iterable[Operation]:
    yield fields.chord("keys", "key", "text")


def _type(fields: Fields) -> Iterable[Operation]:
    operation = words.typed(fields.text("text"), fields.box("coordinate"))
    for flag in ("clear", "enter"):
        if fields.flag(flag):
            operation.arguments[flag] = True
    yield operation


def _wait(seconds: int) -> Translate:
    def waited(fields: Fields) -> Iterable[Operation]:
        given = fields.raw("time") is not None
        yield Operation("WAIT", {"seconds": fields.seconds("time", default=seconds) if given else seconds})

    return waited


def _terminate(fields: Fields) -> Iterable[Operation]:
    status = (fields.maybe_text("status") or "success").casefold()
    if status not in ("success", "failure", "fail", "failed"):
        raise Untranslatable(f"`{status[:40]}` is no status to end with", span=fields.call.place("status"))
    reason = fields.maybe_text("text")
    if status == "success":
        return [Operation("END")]
    return [Operation("FAIL", words.arguments(reason=reason))]


def _answer(fields: Fields) -> Iterable[Operation]:
    yield Operation("ANSWER", {"text": fields.text("text", "answer", "content")})


def _ask(fields: Fields) -> Iterable[Operation]:
    question = fields.maybe_text("text", "question") or "The agent asks for your help."
    yield Operation("ASK_USER", {"question": question})


def _drag(fields: Fields) -> Iterable[Operation]:
    end = fields.box("coordinate2", "end_coordinate")
    start = fields.box("coordinate", "coordinate1", "start_coordinate")
    if end is None:
        start, end = None, start
    if end is None:
        raise fields.missing("coordinate")
    yield Operation("DRAG", words.arguments(box=start, to=end))


# --- computer_use ------------------------------------------------------------------------------------


def _scroll(direction: str) -> Translate:
    def scrolled(fields: Fields) -> Iterable[Operation]:
        pixels = fields.number("pixels", "amount")
        if pixels is None:
            raise fields.missing("pixels")
        notches = pixels
        if abs(pixels) > NOTCHES:
            notches = round(pixels / PIXELS_A_NOTCH) or (1 if pixels > 0 else -1)
            fields.plan.repaired(
                fields.call.place("pixels"), f"{pixels:g} pixels are read as {abs(notches):g} notches"
            )
        yield words.scroll(direction, notches, fields.box("coordinate"))

    return scrolled


COMPUTER: dict[str, Translate] = {
    "key": _key,
    "hotkey": _key,
    "type": _type,
    "mouse_move": lambda fields: [Operation("HOVER", {"box": fields.need_box("coordinate")})],
    "left_click": _click("left"),
    "click": _click("left"),
    "right_click": _click("right"),
    "middle_click": _click("middle"),
    "double_click": _click("left", 2),
    "computer_double_click": _click("left", 2),
    "triple_click": _click("left", 3),
    "left_click_drag": _drag,
    "drag": _drag,
    "scroll": _scroll("up"),
    "hscroll": _scroll("right"),
    "wait": _wait(WAIT),
    "terminate": _terminate,
    "stop": _terminate,
    "done": _terminate,
    "answer": _answer,
    "interact": _ask,
    "call_user": _ask,
    "calluser": _ask,
    "screenshot": lambda fields: [Operation("SCREENSHOT")],
}


# --- mobile_use --------------------------------------------------------------------------------------


def _phone_key(fields: Fields) -> Iterable[Operation]:
    text = fields.text("text", "key", "keys")
    name = text.strip().casefold().removeprefix("keycode_")
    if name in _SYSTEM_BUTTONS:
        return [Operation("SYSTEM_BUTTON", {"button": name})]
    if name == "clear":
        return [Operation("TYPE", {"text": "", "clear": True})]
    if keys.canonical(name):
        return [words.chord([name])]
    given = JsonObject()
    given["key"] = text
    return [tool("key", given)]


def _press_long(fields: Fields) -> Iterable[Operation]:
    seconds: Value = None if fields.raw("time") is None else fields.seconds("time", default=1)
    yield Operation("LONG_PRESS", words.arguments(box=fields.need_box("coordinate"), seconds=seconds))


def _swipe(fields: Fields) -> Iterable[Operation]:
    start, end = fields.need_box("coordinate", "coordinate1"), fields.need_box("coordinate2")
    yield Operation("SWIPE", {"box": start, "to": end})


def _button(fields: Fields) -> Iterable[Operation]:
    button = fields.text("button").strip().casefold()
    if button not in _SYSTEM_BUTTONS:
        raise Untranslatable(f"a phone has no button `{button[:40]}`", span=fields.call.place("button"))
    yield Operation("SYSTEM_BUTTON", {"button": button})


MOBILE: dict[str, Translate] = {
    "key": _phone_key,
    "click": _click("left"),
    "long_press": _press_long,
    "swipe": _swipe,
    "scroll": _swipe,
    "type": _type,
    "system_button": _button,
    "open": lambda fields: [Operation("LAUNCH", {"app": fields.text("text", "app")})],
    "wait": _wait(WAIT),
    "answer": _answer,
    "interact": _ask,
    "call_user": _ask,
    "calluser": _ask,
    "terminate": _terminate,
}


# --- browser_use -------------------------------------------------------------------------------------


def _element(fields: Fields) -> dict[str, Value]:
    """What is known of the element with a label: its name, its kind and, in pixels, its place."""
    label = fields.maybe_text("label", "index")
    if label is None:
        if fields.raw("coordinate") is None:
            raise fields.missing("label")
        return {"box": fields.need_box("coordinate")}
    known = fields.call.elements.labelled(label) if fields.call.elements else None
    if known is None:
        fields.plan.repaired(fields.call.place("label", "index"), f"no element of the label {label} is known")
        return {"element_info": label}
    screen = fields.plan.screen
    box: Box | None = from_pixels(known.rect, screen) if known.rect and screen else None
    if box is None and not known.name:
        fields.plan.repaired(fields.call.place("label", "index"), f"the element {label} has no name")
    return words.arguments(
        box=box, element_type=known.kind or None, element_info=known.name or (None if box else label)
    )


def _page_scroll(fields: Fields) -> Iterable[Operation]:
    whole = fields.maybe_text("label") in (None, "WINDOW")
    where = {} if whole else _element(fields)
    operation = words.scroll(fields.text("direction"), PAGE, None)
    yield Operation(operation.name, {**where, **operation.arguments})


BROWSER: dict[str, Translate] = {
    "click": lambda fields: [Operation("CLICK", _element(fields))],
    "type": lambda fields: [
        Operation("TYPE", {**_element(fields), "text": fields.text("text"), "clear": True, "enter": True})
    ],
    "scroll": _page_scroll,
    "select": lambda fields: [
        Operation("SELECT", {**_element(fields), "option": fields.text("option", "text")})
    ],
    "wait": _wait(BROWSER_WAIT),
    "go_back": lambda fields: [Operation("GO_BACK")],
    "goback": lambda fields: [Operation("GO_BACK")],
    "goto": lambda fields: [Operation("LAUNCH", {"url": fields.text("url", "text")})],
    "wikipedia": lambda fields: [Operation("LAUNCH", {"url": WIKIPEDIA})],
    "answer": _answer,
    "terminate": _terminate,
}

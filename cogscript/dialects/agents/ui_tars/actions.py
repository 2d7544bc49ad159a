"""What each of UI-TARS's actions becomes, in all the spellings that its own programs accept."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.core.builders import arguments, click, key_named, opened, scroll, typed
from cogscript.dialects.core.draft import Action, Untranslatable
from cogscript.dialects.formats.argument_names import AMOUNTS, CLEARS, TEXTS
from cogscript.dialects.formats.replies.call_arguments import USUAL_NOTCHES, ReplyArguments
from cogscript.dialects.formats.tool_calls.common_actions import finger
from cogscript.language.model.box import Box
from cogscript.language.model.tree import Operation

_CLICKS = {
    "click": ("left", 1), "left_single": ("left", 1), "left_click": ("left", 1), "tap": ("left", 1),
    "left_click_single": ("left", 1),
    "left_double": ("left", 2), "left_double_click": ("left", 2), "double_click": ("left", 2),
    "double_tap": ("left", 2), "right_single": ("right", 1), "right_single_click": ("right", 1),
    "right_click": ("right", 1), "middle_click": ("middle", 1), "middle_single": ("middle", 1),
    "left_triple": ("left", 3), "triple_click": ("left", 3),
}  # fmt: skip
_WAIT = 5
_CONTENT = ("content", *TEXTS)
_WRITTEN_BREAK = "\\n"


def _clicked(given: ReplyArguments) -> list[Operation]:
    button, count = _CLICKS[plain_name(given.call.name)]
    named, times = given.button(button), given.count(count)
    if (button != "left" and named != button) or (count != 1 and times not in (1, count)):
        raise Untranslatable(f"{given.call.name} is given another button or count than its name says")
    return click(given.target(), named, times if count == 1 else count, keys=given.held(), **given.named())


def _dragged(given: ReplyArguments) -> list[Operation]:
    start, end = given.start(), given.end()
    if end is None:
        raise Untranslatable(f"{given.call.name} does not say where it ends")
    return [Operation("DRAG", arguments(box=start, to=end, seconds=given.touch_seconds(), keys=given.held()))]


def _swiped(given: ReplyArguments) -> list[Operation]:
    start, end, direction = given.start(), given.end(), given.text("direction")
    if end is not None:
        return [Operation("SWIPE", arguments(box=start, to=end, seconds=given.touch_seconds()))]
    if direction is None:
        raise Untranslatable(f"{given.call.name} does not say where it ends")
    return [finger(direction, start or Box.of(500, 500))]


def _typed(given: ReplyArguments) -> list[Operation]:
    text, box = given.text(*_CONTENT), given.start()
    if text is None or (not text and box is None):
        raise Untranslatable("there is no text to type")
    return [typed(_with_return(text, given), box, clear=given.flag(*CLEARS))]


def _with_return(text: str, given: ReplyArguments) -> str:
    """Its programs take a backslash and an `n` at the end for a line break, too: both press Return."""
    if text.endswith(_WRITTEN_BREAK):
        text = text.removesuffix(_WRITTEN_BREAK) + "\n"
    if _WRITTEN_BREAK in text:
        given.draft.repaired(
            given.place(given.call.span), "a backslash and an `n` in the text are typed as they are"
        )
    return text


def _scrolled(given: ReplyArguments) -> list[Operation]:
    start, end = given.start(), given.end()
    if end is not None:
        given.text("direction")  # the two places say it, too
        return [Operation("SWIPE", arguments(box=start, to=end))]
    count = given.notches(*AMOUNTS, "clicks")
    notches = USUAL_NOTCHES if count is None else count
    return [scroll(given.needed("direction"), notches, start)]


def _pressed_long(given: ReplyArguments) -> list[Operation]:
    return [Operation("LONG_PRESS", arguments(box=given.target(), seconds=given.touch_seconds()))]


def _finished(given: ReplyArguments) -> list[Operation]:
    content = given.text(*_CONTENT, "answer", "message", "response", "result", "summary")
    return [*([Operation("ANSWER", {"text": content})] if content else []), Operation("END")]


def _asked(given: ReplyArguments) -> list[Operation]:
    question = given.text(*_CONTENT, "question", "message")
    return [Operation("ASK_USER", {"question": question or "The agent needs your help"})]


def _waited(given: ReplyArguments) -> list[Operation]:
    seconds = given.seconds()
    return [Operation("WAIT", {"seconds": _WAIT if seconds is None else seconds})]


def _key(name: str) -> Callable[[ReplyArguments], list[Operation]]:
    return lambda given: [Operation(name, {"key": key_named(given.needed("key", "keys", "press"))})]


def _button(name: str) -> Callable[[ReplyArguments], list[Operation]]:
    def made(given: ReplyArguments) -> list[Operation]:
        button = given.button("left")
        return [Operation(name, arguments(box=given.start(), button=None if button == "left" else button))]

    return made


def _hover(given: ReplyArguments) -> list[Operation]:
    return [Operation("HOVER", {"box": given.target()})]


def _keys(given: ReplyArguments) -> list[Operation]:
    return given.presses("key", "keys", "hotkey", "press", "text")


def _always(operation: str, /, **fixed: str) -> Callable[[ReplyArguments], list[Operation]]:
    return lambda given: [Operation(operation, dict(fixed))]


def _app(given: ReplyArguments) -> list[Operation]:
    return [Operation("LAUNCH", {"app": given.needed("app_name", "app", "name", "content", "text")})]


def _page(given: ReplyArguments) -> list[Operation]:
    return [opened(given.needed("url", "content", "text"))]


TRANSLATE: dict[str, Callable[[ReplyArguments], list[Operation]]] = {
    **dict.fromkeys(_CLICKS, _clicked),
    **dict.fromkeys(("drag", "left_drag", "select", "left_click_drag"), _dragged),
    **dict.fromkeys(("hover", "mouse_move", "move", "move_to"), _hover),
    **dict.fromkeys(("navigate", "open_url", "goto"), _page),
    **dict.fromkeys(("press_home", "home"), _always("SYSTEM_BUTTON", button="home")),
    **dict.fromkeys(("press_back", "navigate_back", "back", "go_back"), _always("GO_BACK")),
    **dict.fromkeys(("screenshot", "snapshot", "take_screenshot"), _always("SCREENSHOT")),
    "swipe": _swiped, "scroll": _scrolled, "long_press": _pressed_long, "type": _typed,
    **dict.fromkeys(("hotkey", "press", "press_key", "key_press"), _keys),
    "keydown": _key("KEY_DOWN"), "keyup": _key("KEY_UP"), "release": _key("KEY_UP"),
    "mouse_down": _button("MOUSE_DOWN"), "mouse_up": _button("MOUSE_UP"),
    "wait": _waited, "finished": _finished, "call_user": _asked,
    "open_app": _app, "open": _app,
    "press_enter": _always("KEY_PRESS", key="Return"),
    "open_computer": _always("TOOL", name="open_computer"),
}  # fmt: skip

POSITIONAL: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_CLICKS, ("start_box",)),
    **dict.fromkeys(("drag", "left_drag", "select", "left_click_drag", "swipe"), ("start_box", "end_box")),
    **dict.fromkeys(("hover", "mouse_move", "move", "move_to", "long_press"), ("start_box",)),
    **dict.fromkeys(("type", "finished", "call_user"), ("content",)),
    **dict.fromkeys(("hotkey", "press", "press_key", "key_press", "keydown", "keyup", "release"), ("key",)),
    **dict.fromkeys(("navigate", "open_url", "goto"), ("url",)),
    **dict.fromkeys(("open_app", "open"), ("app_name",)),
    "scroll": ("start_box", "direction"), "wait": ("time",),
}  # fmt: skip
"""What arguments mean that are given without a name."""


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


OTHERS = {
    "long_press": ("long_click", "long_tap", "press_and_hold", "tap_and_hold"),
    "left_double": ("dblclick", "double_press", "double_left_click"),
    "left_single": ("single_click", "single_tap", "mouse_click"),
    "right_single": ("context_click", "right_tap"),
    "type": ("input_text", "type_text", "enter_text", "write_text"),
    "navigate": ("go_to_url", "navigate_to", "visit_url", "open_website"),
    "open_app": ("launch_app", "start_app"),
    "hover": ("move_mouse", "mouse_hover"),
    "hotkey": ("press_keys", "press_hotkey", "keyboard_shortcut", "key_combo"),
    "call_user": ("ask_user",),
    "finished": ("finish", "task_complete", "task_completed"),
}
"""What other agents call the same, and what no other that writes such calls means otherwise."""
_BORROWED = {other: own for own, others in OTHERS.items() for other in others}
_PLAIN = {name.replace("_", ""): name for name in TRANSLATE} | {
    other.replace("_", ""): own for other, own in _BORROWED.items()
}
_WRITTEN = (*TRANSLATE, *_BORROWED, "hot_key")
NAMES = frozenset(
    (
        *_WRITTEN,
        *_PLAIN,
        *map(_camel, _WRITTEN),
        *("".join(map(str.capitalize, name.split("_"))) for name in _WRITTEN),
    )
)


def plain_name(name: str) -> str:
    """An action's name as it stands in the table: `leftDouble` and `left_double` are the same."""
    return _PLAIN.get(name.casefold().replace("_", ""), name)


def is_borrowed(name: str) -> bool:
    return plain_name(name) != name and name.casefold().replace("_", "") in {
        other.replace("_", "") for other in _BORROWED
    }


_POINT = "<point>340 260</point>"
ACTIONS: dict[str, Action] = {
    "click": Action(f"Action: click(point='{_POINT}')"),
    "left_single": Action("Action: left_single(start_box='(340,260)')"),
    "left_double": Action("Action: left_double(start_box='[340,260]')"),
    "right_single": Action("Action: right_single(start_box='<|box_start|>(340,260)<|box_end|>')"),
    "middle_click": Action("Action: middle_click(start_box='340, 260, 340, 260')"),
    "left_triple": Action("Action: left_triple(start_box='<bbox>340 260 340 260</bbox>')"),
    "hover": Action("Action: hover(start_box='(340,260)')"),
    "mouse_move": Action("Action: mouse_move(start_box='(340,260)')"),
    "mouse_down": Action("Action: mouse_down(point='(340,260)', button='right')"),
    "mouse_up": Action("Action: mouse_up(point='(340,260)')"),
    "drag": Action("Action: drag(start_box='(100,200)', end_box='(300,400)')"),
    "select": Action("Action: select(start='(100,200)', end='(300,400)')"),
    "swipe": Action("Action: swipe(start_box='(500,800)', end_box='(500,200)')"),
    "scroll": Action(
        f"Action: scroll(point='{_POINT}', direction='down')",
        f"{USUAL_NOTCHES} notches; two places are a swipe",
    ),
    "long_press": Action("Action: long_press(start_box='(340,260)', time='2')"),
    "type": Action(r"Action: type(content='杭州天气\n')", "a line break at the end is the Return key"),
    "hotkey": Action("Action: hotkey(key='ctrl c')"),
    "press": Action("Action: press(key='enter')", "held down, where a release of the same key follows"),
    "keydown": Action("Action: keydown(key='shift')"),
    "keyup": Action("Action: keyup(key='shift')", "`release` is the same"),
    "wait": Action("Action: wait()", f"{_WAIT} seconds, as its prompt says"),
    "finished": Action("Action: finished(content='17.00')", "without content only END"),
    "call_user": Action("Action: call_user()"),
    "open_app": Action("Action: open_app(app_name='微信')"),
    "navigate": Action("Action: navigate(url='example.com')", "also `open_url`"),
    "press_home": Action("Action: press_home()"),
    "press_back": Action("Action: press_back()"),
    "press_enter": Action("Action: press_enter()"),
    "navigate_back": Action("Action: navigate_back()"),
    "screenshot": Action("Action: screenshot()"),
    "open_computer": Action("Action: open_computer()", "a tool of Agent TARS"),
    "a function call": Action(
        '{"name": "click", "arguments": "{\\"point\\": \\"<point>340 260</point>\\"}"}'
    ),
    "a parsed action": Action(
        '{"action_type": "click", "action_inputs": {"start_box": "[0.34,0.26,0.34,0.26]"}}'
    ),
    "a function tag": Action(
        "<function=click><parameter=point><point>340 260</point></parameter></function>"
    ),
}

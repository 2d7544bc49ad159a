"""A workflow as a transcript of computer-use tool calls: the display declared, a call for each step.

What the `computer` tool of 2025 can do is said with it; windows, elements by name and the clipboard with
the tools of their own that the reference has.
"""

from __future__ import annotations

import json
from typing import Any

from cogscript.dialects import words
from cogscript.dialects.coordinates import Frame
from cogscript.dialects.exporting import Unsayable
from cogscript.dialects.json_write import Saying, display_of, header_of, key_word, say_steps
from cogscript.dialects.plan import Context
from cogscript.dialects.tools import tool_arguments
from cogscript.language import variables
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.tree import Operation, Workflow

NAME = "computer-use"
_Call = tuple[str, dict[str, Any]]
_CLICKS = {
    "CLICK": "left_click", "RIGHT_CLICK": "right_click", "MIDDLE_CLICK": "middle_click",
    "DOUBLE_CLICK": "double_click", "TRIPLE_CLICK": "triple_click",
}  # fmt: skip
_WINDOW = {
    "activate": "focus", "maximize": "maximize", "minimize": "minimize", "restore": "restore",
    "close": "close",
}  # fmt: skip


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    said: list[Diagnostic] = []
    display = display_of(context)
    content: list[dict[str, Any]] = []
    for operation, calls in say_steps(workflow, NAME, Frame(*display), _say, said, ends=True):
        if operation.description:
            content.append({"type": "text", "text": operation.description})
        content += [{"type": "tool_use", "name": name, "input": given} for name, given in calls]
    header = header_of(workflow)
    definition = {
        "type": "computer_20251124", "name": "computer", "enable_zoom": True,
        "display_width_px": display.width, "display_height_px": display.height,
    }  # fmt: skip
    task = [{"role": "user", "content": header["title"]}] if "title" in header else []
    transcript = {
        **({"platform": header["platform"]} if "platform" in header else {}),
        "tools": [definition],
        "messages": [*task, {"role": "assistant", "content": content}],
    }
    return json.dumps(transcript, ensure_ascii=False, indent=2) + "\n", said


def _computer(action: str, **given: object) -> _Call:
    return "computer", {"action": action, **{key: value for key, value in given.items() if value is not None}}


def _say(saying: Saying) -> list[_Call]:
    name = saying.name
    if name in _CLICKS and (saying.has("box") or not saying.has("element_info")):
        return [_computer(_CLICKS[name], coordinate=saying.point(), text="+".join(saying.held()) or None)]
    if name.startswith("SCROLL_"):
        return [_scroll(saying)]
    say = _SAY.get(name)
    if say is None:
        raise Unsayable(f"{NAME} has no words for {name}")
    return say(saying)


def _scroll(saying: Saying) -> _Call:
    return _computer(
        "scroll",
        coordinate=saying.maybe_point(),
        scroll_direction=saying.name.removeprefix("SCROLL_").casefold(),
        scroll_amount=saying.number("step_count"),
        text="+".join(saying.held()) or None,
    )


def _by_name(saying: Saying) -> dict[str, Any]:
    role = saying.take("element_type")
    return {"name": saying.text("element_info"), **({"role": role} if isinstance(role, str) else {})}


def _type(saying: Saying) -> list[_Call]:
    text = saying.text("text") + ("\n" if saying.take("enter") is True else "")
    if saying.has("element_info") and not saying.has("box"):
        if text.endswith("\n") and saying.has("enter"):
            return [
                ("type_into_element", {**_by_name(saying), "text": text[:-1]}),
                _computer("key", text="Return"),
            ]
        return [("type_into_element", {**_by_name(saying), "text": text})]
    calls = [_computer("left_click", coordinate=saying.point())] if saying.has("box") else []
    if saying.take("clear") is True:
        calls.append(_computer("key", text="ctrl+a"))
    return [*calls, _computer("type", text=text)]


def _key_press(saying: Saying) -> list[_Call]:
    key = key_word(saying.text("key"))
    if saying.has("seconds"):
        return [_computer("hold_key", text=key, duration=saying.number("seconds"))]
    times = saying.take("times")
    return [_computer("key", text=key, repeat=times if times not in (None, 1) else None)]


def _gesture(saying: Saying) -> list[_Call]:
    actions = saying.take("actions")
    names = words.chord_keys(saying.operation)
    if names is not None:
        return [_computer("key", text="+".join(map(key_word, names)))]
    verbs = {"KEY_DOWN": "press", "KEY_PRESS": "combo", "KEY_UP": "release"}
    return [
        ("virtual_keyboard", {"action": verbs[each.name], "text": key_word(str(each.arguments.get("key")))})
        for each in (actions if isinstance(actions, list) else [])
        if isinstance(each, Operation) and each.name in verbs
    ]


def _drag(saying: Saying) -> list[_Call]:
    if saying.has("button") and saying.operation.arguments["button"] != "left":
        raise Unsayable(f"{NAME} drags with the left button alone")
    return [_computer("left_click_drag", start_coordinate=saying.point(), coordinate=saying.point("to"))]


def _button(saying: Saying, action: str) -> list[_Call]:
    if saying.take("button") not in (None, "left"):
        raise Unsayable(f"{NAME} presses and releases the left button alone")
    return [_computer(action, coordinate=saying.maybe_point())]


def _long_press(saying: Saying) -> list[_Call]:
    return [
        _computer("left_mouse_down", coordinate=saying.point()),
        _computer("wait", duration=saying.number("seconds", 1)),
        _computer("left_mouse_up"),
    ]


def _launch(saying: Saying) -> list[_Call]:
    if saying.has("url"):
        raise Unsayable(f"{NAME} opens applications, not links")
    return [("open_application", {"app": saying.text("app")})]


def _window(saying: Saying) -> list[_Call]:
    action = saying.text("action")
    title = saying.take("title")
    bind = [("bind_window", {"action": "bind", "title": title})] if isinstance(title, str) else []
    if action == "activate" and bind:
        return bind
    if action not in _WINDOW:
        left, top, *corner = saying.corners()
        sized = (
            {"width": corner[0] - left, "height": corner[1] - top} if corner and action == "resize" else {}
        )
        moved = {} if action == "resize" else {"x": left, "y": top}
        return [*bind, ("window_management", {"action": "move_resize", **moved, **sized})]
    return [*bind, ("window_management", {"action": _WINDOW[action]})]


def _clipboard(saying: Saying) -> list[_Call]:
    if saying.text("output") != variables.spell("clipboard"):
        raise Unsayable(f"{NAME} reads the clipboard, but into no variable of that name")
    saying.take("result")
    return [("read_clipboard", {})]


def _screenshot(saying: Saying) -> list[_Call]:
    return [_computer("zoom", region=saying.corners()) if saying.has("box") else _computer("screenshot")]


def _ask(saying: Saying) -> list[_Call]:
    return [("teach_step", {"explanation": saying.text("question")})]


def _tool(saying: Saying) -> list[_Call]:
    arguments = tool_arguments(saying.operation)
    for key in [*saying.operation.arguments]:
        if key not in ("output", "sensitive"):
            saying.take(key)
    return [(str(saying.operation.arguments.get("name")), arguments)]


_SAY = {
    "CLICK": lambda saying: [("click_element", _by_name(saying))],
    "HOVER": lambda saying: [_computer("mouse_move", coordinate=saying.point())],
    "TYPE": _type,
    "KEY_PRESS": _key_press,
    "KEY_DOWN": lambda saying: [
        ("virtual_keyboard", {"action": "press", "text": key_word(saying.text("key"))})
    ],
    "KEY_UP": lambda saying: [
        ("virtual_keyboard", {"action": "release", "text": key_word(saying.text("key"))})
    ],
    "GESTURE": _gesture,
    "DRAG": _drag,
    "MOUSE_DOWN": lambda saying: _button(saying, "left_mouse_down"),
    "MOUSE_UP": lambda saying: _button(saying, "left_mouse_up"),
    "LONG_PRESS": _long_press,
    "WAIT": lambda saying: [_computer("wait", duration=saying.number("seconds"))],
    "SCREENSHOT": _screenshot,
    "LAUNCH": _launch,
    "WINDOW": _window,
    "QUOTE_CLIPBOARD": _clipboard,
    "SET_CLIPBOARD": lambda saying: [("write_clipboard", {"text": saying.text("text")})],
    "ASK_USER": _ask,
    "TOOL": _tool,
}

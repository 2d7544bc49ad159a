"""A workflow as a GUI-Plus chat log: the task, then a reply with one <tool_call> for each action.

The tool is that of the workflow's platform: mobile_use for a phone, computer_use otherwise. Tools that
the language calls by name (TOOL) are called by theirs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cogscript.dialects import words
from cogscript.dialects.coordinates import frame_of
from cogscript.dialects.exporting import Unsayable
from cogscript.dialects.gui_plus_actions import NOTCHES, PIXELS_A_NOTCH
from cogscript.dialects.json_write import Saying, header_of, key_word, say_steps
from cogscript.dialects.plan import Context
from cogscript.dialects.tools import tool_arguments
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.tree import Workflow

NAME = "gui-plus"
_Arguments = dict[str, Any]
_CLICKS = {
    "CLICK": "left_click", "RIGHT_CLICK": "right_click", "MIDDLE_CLICK": "middle_click",
    "DOUBLE_CLICK": "double_click", "TRIPLE_CLICK": "triple_click", "HOVER": "mouse_move",
}  # fmt: skip
_SIGNS = {"UP": ("scroll", 1), "DOWN": ("scroll", -1), "LEFT": ("hscroll", -1), "RIGHT": ("hscroll", 1)}


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    said: list[Diagnostic] = []
    header = header_of(workflow)
    phone = header.get("platform") in ("android", "ios")
    say = _Say(phone, _ends_with_answer(workflow))
    frame = frame_of(context.coordinates or "thousandths", context.screen)
    messages: list[dict[str, Any]] = []
    if "title" in header:
        messages.append({"role": "user", "content": f"Instruction: {' '.join(header['title'].split())}"})
    for operation, calls in say_steps(workflow, NAME, frame, say, said):
        about = f"Action: {operation.description}\n" if operation.description else ""
        for name, arguments in calls:
            call = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
            messages.append({"role": "assistant", "content": f"{about}<tool_call>\n{call}\n</tool_call>"})
            about = ""
    log = {
        **({"platform": header["platform"]} if "platform" in header else {}),
        **({"screen": list(context.screen)} if context.screen else {}),
        "messages": messages,
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n", said


def _ends_with_answer(workflow: Workflow) -> bool:
    """Whether the plan's last word is an answer, which then says END as well."""
    return [operation.name for operation in workflow.operations[-2:]] == ["ANSWER", "END"]


class _Say:
    def __init__(self, phone: bool, answers: bool) -> None:
        self.tool = "mobile_use" if phone else "computer_use"
        self.table = _PHONE if phone else _DESKTOP
        self.answers = answers
        self.answered = False

    def __call__(self, saying: Saying) -> list[tuple[str, _Arguments]]:
        name = saying.name
        if name == "TOOL":
            return [_custom(saying)]
        if name == "END" and self.answered and self.answers:
            return []
        self.answered = name == "ANSWER"
        say = self.table.get(name) or _BOTH.get(name)
        if say is None:
            raise Unsayable(f"{self.tool} has no words for {name}")
        if saying.has("element_info") and not saying.has("box") and "box" not in saying.operation.arguments:
            raise Unsayable(f"{self.tool} cannot name an element without its place")
        return [(self.tool, each) for each in say(saying)]


def _custom(saying: Saying) -> tuple[str, _Arguments]:
    for key in [*saying.operation.arguments]:
        if key not in ("output", "sensitive"):
            saying.take(key)
    return str(saying.operation.arguments.get("name")), tool_arguments(saying.operation)


def _action(name: str, **given: object) -> _Arguments:
    return {"action": name, **{key: value for key, value in given.items() if value is not None}}


def _click(saying: Saying) -> list[_Arguments]:
    return [_action(_CLICKS[saying.name], coordinate=saying.point())]


def _scroll(saying: Saying) -> list[_Arguments]:
    action, sign = _SIGNS[saying.name.removeprefix("SCROLL_")]
    notches = saying.number("step_count")
    pixels = notches * PIXELS_A_NOTCH if notches > NOTCHES else notches
    return [_action(action, coordinate=saying.maybe_point(), pixels=sign * pixels)]


def _type(saying: Saying) -> list[_Arguments]:
    flags = {flag: 1 for flag in ("clear", "enter") if saying.take(flag) is True}
    text = saying.text("text")
    if text.endswith("\n") and len(text) > 1 and "enter" not in flags:
        saying.lost.append("a line break at the end that is no Return key")
    return [_action("type", text=text, coordinate=saying.maybe_point(), **flags)]


def _keys(saying: Saying) -> list[_Arguments]:
    names = words.chord_keys(saying.operation)
    if names is None:
        raise Unsayable("computer_use presses keys together, and this is no chord")
    saying.take("actions")
    saying.take("key")
    times = saying.take("times")
    action = _action("key", keys=[key_word(name) for name in names])
    return [action] * (times if isinstance(times, int) else 1)


def _drag(saying: Saying) -> list[_Arguments]:
    if saying.take("button") not in (None, "left"):
        raise Unsayable("computer_use drags with the left button alone")
    return [_action("drag", coordinate=saying.point(), coordinate2=saying.point("to"))]


def _phone_key(saying: Saying) -> list[_Arguments]:
    return [_action("key", text=key_word(saying.text("key")))]


def _long_press(saying: Saying) -> list[_Arguments]:
    time = saying.number("seconds") if saying.has("seconds") else None
    return [_action("long_press", coordinate=saying.point(), time=time)]


def _swipe(saying: Saying) -> list[_Arguments]:
    return [_action("swipe", coordinate=saying.point(), coordinate2=saying.point("to"))]


def _launch(saying: Saying) -> list[_Arguments]:
    if saying.has("url"):
        raise Unsayable("mobile_use opens applications, not links")
    return [_action("open", text=saying.text("app"))]


def _button(saying: Saying) -> list[_Arguments]:
    button = saying.text("button")
    if button in ("back", "home", "menu", "enter"):
        return [_action("system_button", button=button.capitalize())]
    return [_action("key", text=button)]


_BOTH: dict[str, Callable[[Saying], list[_Arguments]]] = {
    "TYPE": _type,
    "WAIT": lambda saying: [_action("wait", time=saying.number("seconds"))],
    "END": lambda saying: [_action("terminate", status="success")],
    "FAIL": lambda saying: [
        _action("terminate", status="failure", text=saying.text("reason") if saying.has("reason") else None)
    ],
    "ANSWER": lambda saying: [_action("answer", text=saying.text("text"))],
    "ASK_USER": lambda saying: [_action("interact", text=saying.text("question"))],
}

_DESKTOP: dict[str, Callable[[Saying], list[_Arguments]]] = {
    **dict.fromkeys(_CLICKS, _click),
    **{f"SCROLL_{direction}": _scroll for direction in _SIGNS},
    "KEY_PRESS": _keys,
    "GESTURE": _keys,
    "DRAG": _drag,
}

_PHONE: dict[str, Callable[[Saying], list[_Arguments]]] = {
    "CLICK": lambda saying: [_action("click", coordinate=saying.point())],
    "KEY_PRESS": _phone_key,
    "LONG_PRESS": _long_press,
    "SWIPE": _swipe,
    "LAUNCH": _launch,
    "SYSTEM_BUTTON": _button,
}

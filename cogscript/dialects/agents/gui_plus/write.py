"""A workflow as a GUI-Plus chat log: the task, then a reply with one <tool_call> for each action.

The tool is that of the workflow's platform: mobile_use for a phone, computer_use otherwise. Tools that
the language calls by name (TOOL) are called by theirs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cogscript.dialects.core import builders
from cogscript.dialects.core.builders import MOST_NOTCHES, PIXELS_A_NOTCH
from cogscript.dialects.core.coordinates import GUI_PLUS, space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import Exporter, NotExportable, StepExport, header_of, key_name
from cogscript.dialects.formats.tool_calls.custom_tools import tool_arguments
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow

NAME = "gui-plus"
_Arguments = dict[str, Any]
_CLICKS = {
    "CLICK": "left_click", "RIGHT_CLICK": "right_click", "MIDDLE_CLICK": "middle_click",
    "DOUBLE_CLICK": "double_click", "TRIPLE_CLICK": "triple_click", "HOVER": "mouse_move",
}  # fmt: skip
_SIGNS = {"UP": ("scroll", 1), "DOWN": ("scroll", -1), "LEFT": ("hscroll", -1), "RIGHT": ("hscroll", 1)}


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    header = header_of(workflow)
    phone = header.get("platform") in ("android", "ios")
    space = space_of(options.coordinates or "thousandths", options.screen, GUI_PLUS)
    write_one = _CallWriter(phone, _ends_with_answer(workflow))
    exporter = Exporter(NAME, space, write_one, acts_on="phone" if phone else "screen")
    messages: list[dict[str, Any]] = []
    if "title" in header:
        messages.append({"role": "user", "content": f"Instruction: {' '.join(header['title'].split())}"})
    for operation, calls in exporter.steps(workflow):
        about = f"Action: {operation.description}\n" if operation.description else ""
        for name, arguments in calls:
            call = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
            messages.append({"role": "assistant", "content": f"{about}<tool_call>\n{call}\n</tool_call>"})
            about = ""
    log = {
        **({"platform": header["platform"]} if "platform" in header else {}),
        **({"screen": list(options.screen)} if options.screen else {}),
        "messages": messages,
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n", exporter.diagnostics


def _ends_with_answer(workflow: Workflow) -> bool:
    """Whether the plan ends with an answer, which then means END as well."""
    return [operation.name for operation in workflow.operations[-2:]] == ["ANSWER", "END"]


class _CallWriter:
    def __init__(self, phone: bool, answers: bool) -> None:
        self.tool = "mobile_use" if phone else "computer_use"
        self.table = _PHONE if phone else _DESKTOP
        self.answers = answers
        self.answered = False

    def __call__(self, step: StepExport) -> list[tuple[str, _Arguments]]:
        name = step.name
        if name == "TOOL":
            return [_custom(step)]
        if name == "END" and self.answered and self.answers:
            return []
        self.answered = name == "ANSWER"
        write_one = self.table.get(name) or _BOTH.get(name)
        if write_one is None:
            raise NotExportable(f"{self.tool} has no {name}")
        if step.has("element_info") and not step.has("box") and "box" not in step.operation.arguments:
            raise NotExportable(f"{self.tool} cannot name an element without its place")
        return [(self.tool, each) for each in write_one(step)]


def _custom(step: StepExport) -> tuple[str, _Arguments]:
    step.take_all(but=("output", "sensitive"))
    return str(step.operation.arguments.get("name")), tool_arguments(step.operation)


def _action(name: str, **given: object) -> _Arguments:
    return {"action": name, **{key: value for key, value in given.items() if value is not None}}


def _click(step: StepExport) -> list[_Arguments]:
    return [_action(_CLICKS[step.name], coordinate=step.point())]


def _scroll(step: StepExport) -> list[_Arguments]:
    action, sign = _SIGNS[step.name.removeprefix("SCROLL_")]
    notches = step.number("step_count")
    pixels = notches * PIXELS_A_NOTCH if notches > MOST_NOTCHES else notches
    return [_action(action, coordinate=step.maybe_point(), pixels=sign * pixels)]


def _type(step: StepExport) -> list[_Arguments]:
    flags = {flag: 1 for flag in ("clear", "enter") if step.take(flag) is True}
    text = step.text("text")
    if text.endswith("\n") and len(text) > 1 and "enter" not in flags:
        step.losses.append("a line break at the end that is no Return key")
    return [_action("type", text=text, coordinate=step.maybe_point(), **flags)]


def _keys(step: StepExport) -> list[_Arguments]:
    names = builders.chord_keys(step.operation)
    if names is None:
        raise NotExportable("computer_use presses keys together, and this is not a chord")
    step.take("actions")
    step.take("key")
    times = step.take("times")
    action = _action("key", keys=[key_name(name) for name in names])
    return [action] * (times if isinstance(times, int) else 1)


def _drag(step: StepExport) -> list[_Arguments]:
    if step.take("button") not in (None, "left"):
        raise NotExportable("computer_use drags with the left button only")
    return [_action("drag", coordinate=step.point(), coordinate2=step.point("to"))]


def _phone_key(step: StepExport) -> list[_Arguments]:
    return [_action("key", text=key_name(step.text("key")))]


def _long_press(step: StepExport) -> list[_Arguments]:
    time = step.number("seconds") if step.has("seconds") else None
    return [_action("long_press", coordinate=step.point(), time=time)]


def _swipe(step: StepExport) -> list[_Arguments]:
    return [_action("swipe", coordinate=step.point(), coordinate2=step.point("to"))]


def _launch(step: StepExport) -> list[_Arguments]:
    if step.has("url"):
        raise NotExportable("mobile_use opens applications, not links")
    return [_action("open", text=step.text("app"))]


def _button(step: StepExport) -> list[_Arguments]:
    button = step.text("button")
    if button in ("back", "home", "menu", "enter"):
        return [_action("system_button", button=button.capitalize())]
    return [_action("key", text=button)]


_BOTH: dict[str, Callable[[StepExport], list[_Arguments]]] = {
    "TYPE": _type,
    "WAIT": lambda step: [_action("wait", time=step.number("seconds"))],
    "END": lambda step: [_action("terminate", status="success")],
    "FAIL": lambda step: [
        _action("terminate", status="failure", text=step.text("reason") if step.has("reason") else None)
    ],
    "ANSWER": lambda step: [_action("answer", text=step.text("text"))],
    "ASK_USER": lambda step: [_action("interact", text=step.text("question"))],
}

_DESKTOP: dict[str, Callable[[StepExport], list[_Arguments]]] = {
    **dict.fromkeys(_CLICKS, _click),
    **{f"SCROLL_{direction}": _scroll for direction in _SIGNS},
    "KEY_PRESS": _keys,
    "GESTURE": _keys,
    "DRAG": _drag,
}

_PHONE: dict[str, Callable[[StepExport], list[_Arguments]]] = {
    "CLICK": lambda step: [_action("click", coordinate=step.point())],
    "KEY_PRESS": _phone_key,
    "LONG_PRESS": _long_press,
    "SWIPE": _swipe,
    "LAUNCH": _launch,
    "SYSTEM_BUTTON": _button,
}

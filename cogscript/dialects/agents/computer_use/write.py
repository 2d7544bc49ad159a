"""A workflow as a transcript of computer-use tool calls: the display declared, a call for each step.

What the `computer` tool of 2025 can do is written with it; windows, elements by name and the clipboard with
the tools of their own that the reference has.
"""

from __future__ import annotations

import json
from typing import Any

from cogscript.dialects.agents.computer_use.windows_tools import ONLY_WINDOWS
from cogscript.dialects.core import builders
from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import (
    Binding,
    Exporter,
    NotExportable,
    StepExport,
    display_of,
    header_of,
    key_name,
)
from cogscript.dialects.formats.tool_calls.custom_tools import tool_arguments
from cogscript.language.model import variables
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation, Workflow

NAME = "computer-use"
_Call = tuple[str, dict[str, Any]]
_RESULT = "a tool's answer"
_UNBIND: _Call = ("bind_window", {"action": "unbind"})
_CLICKS = {
    "CLICK": "left_click", "RIGHT_CLICK": "right_click", "MIDDLE_CLICK": "middle_click",
    "DOUBLE_CLICK": "double_click", "TRIPLE_CLICK": "triple_click",
}  # fmt: skip
_WINDOW = {
    "activate": "focus", "maximize": "maximize", "minimize": "minimize", "restore": "restore",
    "close": "close",
}  # fmt: skip


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    display = display_of(options)
    header = header_of(workflow)
    exporter = Exporter(
        NAME,
        CoordinateSpace(*display),
        _write,
        ends=True,
        bind=lambda step: _bind(step, display),
        binds=("window", "app", "monitor"),
    )
    steps = list(exporter.steps(workflow))
    if header.get("platform") == "windows" or any(
        name in ONLY_WINDOWS for _, calls in steps for name, _ in calls
    ):
        # On Windows what is opened is bound, and what follows in the workflow is done on the screen.
        steps = [(each, [*calls, _UNBIND] if each.name == "LAUNCH" else calls) for each, calls in steps]
    messages: list[dict[str, Any]] = []
    for operation, calls in steps:
        if operation.description:
            _content(messages, "assistant").append({"type": "text", "text": operation.description})
        for name, given in calls:
            if name == _RESULT:
                _content(messages, "user").append({"type": "tool_result", "content": given["text"]})
            else:
                call = {"type": "tool_use", "name": name, "input": given}
                _content(messages, "assistant").append(call)
    definition = {
        "type": "computer_20251124", "name": "computer", "enable_zoom": True,
        "display_width_px": display.width, "display_height_px": display.height,
    }  # fmt: skip
    task = [{"role": "user", "content": header["title"]}] if "title" in header else []
    transcript = {
        **({"platform": header["platform"]} if "platform" in header else {}),
        "tools": [definition],
        "messages": [*task, *messages],
    }
    return json.dumps(transcript, ensure_ascii=False, indent=2) + "\n", exporter.diagnostics


def _content(messages: list[dict[str, Any]], role: str) -> list[dict[str, Any]]:
    """The content of the last message, if it is of this role, or else of a new one."""
    if not messages or messages[-1]["role"] != role:
        messages.append({"role": role, "content": []})
    content: list[dict[str, Any]] = messages[-1]["content"]
    return content


def _bind(step: StepExport, display: Size) -> Binding[_Call]:
    """The window is bound, and a tool's answer says how large it is: its pixels mean nothing otherwise."""
    if step.has("monitor"):
        number = step.number("monitor")
        back: _Call = ("switch_display", {"display": "auto"})
        return Binding([("switch_display", {"display": str(number)})], [back], CoordinateSpace(*display))
    window, app, box = step.take("window"), step.take("app"), step.take("box")
    step.take("background")  # what is done in a bound window never takes the pointer
    if isinstance(window, str):
        before: list[_Call] = [("bind_window", {"action": "bind", "title": window})]
        if isinstance(app, str):
            step.losses.append("app")
    else:
        before = [("open_application", {"app": app})]
    space = None
    if isinstance(box, Box) and not box.is_point and not box.fault:
        left, top, right, bottom = box.rect(display)
        rect = f"Window rect: x={left}, y={top}, width={right - left}, height={bottom - top}"
        before += [("window_management", {"action": "get_rect"}), (_RESULT, {"text": rect})]
        space = CoordinateSpace(right - left, bottom - top)
    return Binding(before, [_UNBIND], space)


def _computer(action: str, **given: object) -> _Call:
    return "computer", {"action": action, **{key: value for key, value in given.items() if value is not None}}


def _write(step: StepExport) -> list[_Call]:
    name = step.name
    if name in _CLICKS and (step.has("box") or name != "CLICK" or not _is_told(step)):
        return [_computer(_CLICKS[name], coordinate=step.point(), text="+".join(step.held()) or None)]
    if name.startswith("SCROLL_"):
        return [_scroll(step)]
    write_one = _WRITERS.get(name)
    if write_one is None:
        raise NotExportable(f"{NAME} has no {name}")
    return write_one(step)


def _scroll(step: StepExport) -> _Call:
    return _computer(
        "scroll",
        coordinate=step.maybe_point(),
        scroll_direction=step.name.removeprefix("SCROLL_").casefold(),
        scroll_amount=step.number("step_count"),
        text="+".join(step.held()) or None,
    )


_TELLING = {"element_info": "name", "element_type": "role", "id": "automationId"}


def _is_told(step: StepExport) -> bool:
    return any(map(step.has, _TELLING))


def _by_name(step: StepExport) -> dict[str, Any]:
    return {theirs: step.text(ours) for ours, theirs in _TELLING.items() if step.has(ours)}


def _type(step: StepExport) -> list[_Call]:
    text = step.text("text") + ("\n" if step.take("enter") is True else "")
    if _is_told(step) and not step.has("box"):
        if text.endswith("\n") and step.has("enter"):
            return [
                ("type_into_element", {**_by_name(step), "text": text[:-1]}),
                _computer("key", text="Return"),
            ]
        return [("type_into_element", {**_by_name(step), "text": text})]
    calls = [_computer("left_click", coordinate=step.point())] if step.has("box") else []
    if step.take("clear") is True:
        calls.append(_computer("key", text="ctrl+a"))
    return [*calls, _computer("type", text=text)]


def _key_press(step: StepExport) -> list[_Call]:
    key = key_name(step.text("key"))
    if step.has("seconds"):
        return [_computer("hold_key", text=key, duration=step.number("seconds"))]
    times = step.take("times")
    return [_computer("key", text=key, repeat=times if times not in (None, 1) else None)]


def _gesture(step: StepExport) -> list[_Call]:
    actions = step.take("actions")
    names = builders.chord_keys(step.operation)
    if names is not None:
        return [_computer("key", text="+".join(map(key_name, names)))]
    verbs = {"KEY_DOWN": "press", "KEY_PRESS": "combo", "KEY_UP": "release"}
    return [
        ("virtual_keyboard", {"action": verbs[each.name], "text": key_name(str(each.arguments.get("key")))})
        for each in (actions if isinstance(actions, list) else [])
        if isinstance(each, Operation) and each.name in verbs
    ]


def _drag(step: StepExport) -> list[_Call]:
    if step.has("button") and step.operation.arguments["button"] != "left":
        raise NotExportable(f"{NAME} drags with the left button only")
    return [_computer("left_click_drag", start_coordinate=step.point(), coordinate=step.point("to"))]


def _button(step: StepExport, action: str) -> list[_Call]:
    if step.take("button") not in (None, "left"):
        raise NotExportable(f"{NAME} presses and releases the left button only")
    return [_computer(action, coordinate=step.maybe_point())]


def _long_press(step: StepExport) -> list[_Call]:
    return [
        _computer("left_mouse_down", coordinate=step.point()),
        _computer("wait", duration=step.number("seconds", 1)),
        _computer("left_mouse_up"),
    ]


def _launch(step: StepExport) -> list[_Call]:
    if step.has("url"):
        raise NotExportable(f"{NAME} opens applications, not links")
    return [("open_application", {"app": step.text("app")})]


def _window(step: StepExport) -> list[_Call]:
    action = step.text("action")
    title, app = step.take("title"), step.take("app")
    if isinstance(app, str):
        if isinstance(title, str):
            step.losses.append("app")
        elif action == "activate":
            return [("open_application", {"app": app})]
        else:
            raise NotExportable(f"{NAME} finds a window by its title, and this one is given by its program")
    bind: list[_Call] = []
    unbind: list[_Call] = []
    if isinstance(title, str):
        bind, unbind = [("bind_window", {"action": "bind", "title": title})], [_UNBIND]
    if action not in _WINDOW:
        left, top, *corner = step.corners()
        sized = (
            {"width": corner[0] - left, "height": corner[1] - top} if corner and action == "resize" else {}
        )
        moved = {} if action == "resize" else {"x": left, "y": top}
        return [*bind, ("window_management", {"action": "move_resize", **moved, **sized}), *unbind]
    return [*bind, ("window_management", {"action": _WINDOW[action]}), *unbind]


def _clipboard(step: StepExport) -> list[_Call]:
    if step.text("output") != variables.spell("clipboard"):
        raise NotExportable(f"{NAME} reads the clipboard, but into no variable of that name")
    step.take("result")
    return [("read_clipboard", {})]


def _screenshot(step: StepExport) -> list[_Call]:
    return [_computer("zoom", region=step.corners()) if step.has("box") else _computer("screenshot")]


def _ask(step: StepExport) -> list[_Call]:
    return [("teach_step", {"explanation": step.text("question")})]


def _allow(step: StepExport) -> list[_Call]:
    apps, clipboard = step.take("apps"), step.take("clipboard")
    given: dict[str, Any] = {"apps": apps if isinstance(apps, list) else []}
    if step.has("reason"):
        given["reason"] = step.text("reason")
    if clipboard in ("read", "both"):
        given["clipboardRead"] = True
    if clipboard in ("write", "both"):
        given["clipboardWrite"] = True
    if step.take("system_keys") is True:
        given["systemKeyCombos"] = True
    return [("request_access", given)]


def _show(step: StepExport) -> list[_Call]:
    if step.take("wait") is not True:
        raise NotExportable(f"a note of {NAME} waits for the person, and SHOW has no `wait=True`")
    anchor = {"anchor": step.point()} if step.has("box") else {}
    return [("teach_step", {"explanation": step.text("text"), **anchor})]


def _status(step: StepExport) -> list[_Call]:
    message = step.text("text")
    shown = {"action": "show", "message": message} if message else {"action": "hide"}
    return [("status_indicator", shown)]


def _tool(step: StepExport) -> list[_Call]:
    arguments = tool_arguments(step.operation)
    step.take_all(but=("output", "sensitive"))
    return [(str(step.operation.arguments.get("name")), arguments)]


_WRITERS = {
    "CLICK": lambda step: [("click_element", _by_name(step))],
    "HOVER": lambda step: [_computer("mouse_move", coordinate=step.point())],
    "TYPE": _type,
    "KEY_PRESS": _key_press,
    "KEY_DOWN": lambda step: [("virtual_keyboard", {"action": "press", "text": key_name(step.text("key"))})],
    "KEY_UP": lambda step: [("virtual_keyboard", {"action": "release", "text": key_name(step.text("key"))})],
    "GESTURE": _gesture,
    "DRAG": _drag,
    "MOUSE_DOWN": lambda step: _button(step, "left_mouse_down"),
    "MOUSE_UP": lambda step: _button(step, "left_mouse_up"),
    "LONG_PRESS": _long_press,
    "WAIT": lambda step: [_computer("wait", duration=step.number("seconds"))],
    "SCREENSHOT": _screenshot,
    "LAUNCH": _launch,
    "WINDOW": _window,
    "QUOTE_CLIPBOARD": _clipboard,
    "SET_CLIPBOARD": lambda step: [("write_clipboard", {"text": step.text("text")})],
    "ASK_USER": _ask,
    "ALLOW": _allow,
    "SHOW": _show,
    "STATUS": _status,
    "TOOL": _tool,
}

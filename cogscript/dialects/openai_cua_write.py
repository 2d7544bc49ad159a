"""A workflow as the output of a response: a computer_call for each action, the display declared."""

from __future__ import annotations

import json
from typing import Any

from cogscript.dialects import words
from cogscript.dialects.coordinates import Frame
from cogscript.dialects.exporting import Unsayable, unsayable
from cogscript.dialects.json_write import Saying, display_of, header_of, key_word, say_steps
from cogscript.dialects.plan import Context
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.tree import Workflow

NAME = "openai"
_ENVIRONMENTS = {"windows": "windows", "macos": "mac", "linux": "linux", "browser": "browser"}
_BUTTONS = {"CLICK": "left", "RIGHT_CLICK": "right", "MIDDLE_CLICK": "wheel"}
_PIXELS_A_NOTCH = 100
_WAIT = 2
_SIGNS = {"UP": ("scroll_y", -1), "DOWN": ("scroll_y", 1), "LEFT": ("scroll_x", -1), "RIGHT": ("scroll_x", 1)}


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    said: list[Diagnostic] = []
    display = display_of(context)
    header = header_of(workflow)
    output: list[dict[str, Any]] = []
    for operation, actions in say_steps(workflow, NAME, Frame(*display), _say, said, ends=True):
        if operation.description:
            summary = {"type": "summary_text", "text": operation.description}
            output.append({"type": "reasoning", "summary": [summary]})
        checks = [{"code": "sensitive", "message": "ask a person first"}]
        sensitive = {"pending_safety_checks": checks} if operation.arguments.get("sensitive") is True else {}
        output += [{"type": "computer_call", "action": action, **sensitive} for action in actions]
    environment = _ENVIRONMENTS.get(header.get("platform", ""))
    if "platform" in header and environment is None:
        reason = f"{NAME} has no environment for {header['platform']}"
        said.append(unsayable(workflow, workflow.operations[0], reason))
    tool = {
        "type": "computer_use_preview",
        "display_width": display.width,
        "display_height": display.height,
        **({"environment": environment} if environment else {}),
    }
    task = [{"role": "user", "content": header["title"]}] if "title" in header else []
    response = {"tools": [tool], "input": task, "output": output}
    return json.dumps(response, ensure_ascii=False, indent=2) + "\n", said


def _at(saying: Saying) -> dict[str, Any]:
    x, y = saying.point()
    return {"x": x, "y": y}


def _held(saying: Saying) -> dict[str, Any]:
    held = saying.held()
    return {"keys": held} if held else {}


def _say(saying: Saying) -> list[dict[str, Any]]:
    name = saying.name
    saying.take("sensitive")
    if name in _BUTTONS:
        return [{"type": "click", "button": _BUTTONS[name], **_at(saying), **_held(saying)}]
    if name == "DOUBLE_CLICK":
        return [{"type": "double_click", **_at(saying), **_held(saying)}]
    if name == "HOVER":
        return [{"type": "move", **_at(saying), **_held(saying)}]
    if name.startswith("SCROLL_"):
        return [_scroll(saying)]
    if name == "DRAG":
        return [_drag(saying)]
    if name in ("KEY_PRESS", "GESTURE"):
        return _keypress(saying)
    if name == "TYPE":
        return _type(saying)
    if name == "WAIT":
        if saying.number("seconds") != _WAIT:
            saying.lost.append(f"its time: a `wait` is {_WAIT} s")
        return [{"type": "wait"}]
    if name == "SCREENSHOT" and not saying.has("box"):
        return [{"type": "screenshot"}]
    raise Unsayable(f"{NAME} has no words for {name}")


def _scroll(saying: Saying) -> dict[str, Any]:
    if not saying.has("box"):
        raise Unsayable(f"{NAME} scrolls at a place, and {saying.name} names none")
    axis, sign = _SIGNS[saying.name.removeprefix("SCROLL_")]
    turned = {"scroll_x": 0, "scroll_y": 0, axis: sign * saying.number("step_count") * _PIXELS_A_NOTCH}
    return {"type": "scroll", **_at(saying), **turned, **_held(saying)}


def _drag(saying: Saying) -> dict[str, Any]:
    if saying.take("button") not in (None, "left"):
        raise Unsayable(f"{NAME} drags with the left button alone")
    places = [saying.point("box"), saying.point("to")]
    return {"type": "drag", "path": [{"x": x, "y": y} for x, y in places], **_held(saying)}


def _keypress(saying: Saying) -> list[dict[str, Any]]:
    names = words.chord_keys(saying.operation)
    if names is None:
        raise Unsayable(f"{NAME} presses keys together, and this is no chord")
    saying.take("actions")
    saying.take("key")
    times = saying.take("times")
    action = {"type": "keypress", "keys": [key_word(name) for name in names]}
    return [action] * (times if isinstance(times, int) else 1)


def _type(saying: Saying) -> list[dict[str, Any]]:
    if saying.has("element_info") and not saying.has("box"):
        raise Unsayable(f"{NAME} cannot name an element without its place")
    actions: list[dict[str, Any]] = []
    if saying.has("box"):
        actions.append({"type": "click", "button": "left", **_at(saying)})
    if saying.take("clear") is True:
        actions.append({"type": "keypress", "keys": ["ctrl", "a"]})
    text = saying.text("text") + ("\n" if saying.take("enter") is True else "")
    return [*actions, {"type": "type", "text": text}]

"""A workflow as the output of a response: a computer_call for each action, the display declared."""

from __future__ import annotations

import json
from typing import Any

from cogscript.dialects.core import builders
from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import (
    LOST,
    Exporter,
    NotExportable,
    StepExport,
    display_of,
    header_of,
    key_name,
)
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow

NAME = "openai"
_ENVIRONMENTS = {"windows": "windows", "macos": "mac", "linux": "linux", "browser": "browser"}
_BUTTONS = {"CLICK": "left", "RIGHT_CLICK": "right", "MIDDLE_CLICK": "wheel"}
_WAIT = 2
_SIGNS = {"UP": ("scroll_y", -1), "DOWN": ("scroll_y", 1), "LEFT": ("scroll_x", -1), "RIGHT": ("scroll_x", 1)}


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    display = display_of(options)
    header = header_of(workflow)
    output: list[dict[str, Any]] = []
    exporter = Exporter(NAME, CoordinateSpace(*display), _write, ends=True)
    for operation, actions in exporter.steps(workflow):
        if operation.description:
            summary = {"type": "summary_text", "text": operation.description}
            output.append({"type": "reasoning", "summary": [summary]})
        checks = [{"code": "sensitive", "message": "ask a person first"}]
        sensitive = {"pending_safety_checks": checks} if operation.arguments.get("sensitive") is True else {}
        output += [{"type": "computer_call", "action": action, **sensitive} for action in actions]
    environment = _ENVIRONMENTS.get(header.get("platform", ""))
    if "platform" in header and environment is None:
        reason = f"{NAME} has no environment for {header['platform']}"
        exporter.report(workflow, workflow.operations[0], reason, LOST)
    tool = {
        "type": "computer_use_preview",
        "display_width": display.width,
        "display_height": display.height,
        **({"environment": environment} if environment else {}),
    }
    task = [{"role": "user", "content": header["title"]}] if "title" in header else []
    response = {"tools": [tool], "input": task, "output": output}
    return json.dumps(response, ensure_ascii=False, indent=2) + "\n", exporter.diagnostics


def _at(step: StepExport) -> dict[str, Any]:
    x, y = step.point()
    return {"x": x, "y": y}


def _held(step: StepExport) -> dict[str, Any]:
    held = step.held()
    return {"keys": held} if held else {}


def _write(step: StepExport) -> list[dict[str, Any]]:
    name = step.name
    step.take("sensitive")
    if name in _BUTTONS:
        return [{"type": "click", "button": _BUTTONS[name], **_at(step), **_held(step)}]
    if name == "DOUBLE_CLICK":
        return [{"type": "double_click", **_at(step), **_held(step)}]
    if name == "HOVER":
        return [{"type": "move", **_at(step), **_held(step)}]
    if name.startswith("SCROLL_"):
        return [_scroll(step)]
    if name == "DRAG":
        return [_drag(step)]
    if name in ("KEY_PRESS", "GESTURE"):
        return _keypress(step)
    if name == "TYPE":
        return _type(step)
    if name == "WAIT":
        if step.number("seconds") != _WAIT:
            step.losses.append(f"its time: a `wait` is {_WAIT} s")
        return [{"type": "wait"}]
    if name == "SCREENSHOT" and not step.has("box"):
        return [{"type": "screenshot"}]
    raise NotExportable(f"{NAME} has no {name}")


def _scroll(step: StepExport) -> dict[str, Any]:
    if not step.has("box"):
        raise NotExportable(f"{NAME} scrolls at a place, and {step.name} names none")
    axis, sign = _SIGNS[step.name.removeprefix("SCROLL_")]
    turned = {"scroll_x": 0, "scroll_y": 0, axis: sign * step.number("step_count") * builders.PIXELS_A_NOTCH}
    return {"type": "scroll", **_at(step), **turned, **_held(step)}


def _drag(step: StepExport) -> dict[str, Any]:
    if step.take("button") not in (None, "left"):
        raise NotExportable(f"{NAME} drags with the left button only")
    places = [step.point("box"), step.point("to")]
    return {"type": "drag", "path": [{"x": x, "y": y} for x, y in places], **_held(step)}


def _keypress(step: StepExport) -> list[dict[str, Any]]:
    names = builders.chord_keys(step.operation)
    if names is None:
        raise NotExportable(f"{NAME} presses keys together, and this is not a chord")
    step.take("actions")
    step.take("key")
    times = step.take("times")
    action = {"type": "keypress", "keys": [key_name(name) for name in names]}
    return [action] * (times if isinstance(times, int) else 1)


def _type(step: StepExport) -> list[dict[str, Any]]:
    if step.has("element_info") and not step.has("box"):
        raise NotExportable(f"{NAME} cannot name an element without its place")
    actions: list[dict[str, Any]] = []
    if step.has("box"):
        actions.append({"type": "click", "button": "left", **_at(step)})
    if step.take("clear") is True:
        actions.append({"type": "keypress", "keys": ["ctrl", "a"]})
    text = step.text("text") + ("\n" if step.take("enter") is True else "")
    return [*actions, {"type": "type", "text": text}]

"""A workflow as OSWorld's computer_13 actions: a list of objects with `action_type` and its parameters."""

from __future__ import annotations

import json
from typing import Any

from cogscript.dialects.core.builders import CLICKS, chord_keys
from cogscript.dialects.core.coordinates import space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import DISPLAY, Exporter, NotExportable, StepExport, header_of
from cogscript.dialects.scripts.pyautogui.write import key_name
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow

NAME = "computer-13"
_WAIT = 2
_SIGNS = {"UP": ("dy", 1), "DOWN": ("dy", -1), "LEFT": ("dx", -1), "RIGHT": ("dx", 1)}


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    space = space_of(options.coordinates or "pixels", options.screen or DISPLAY)
    exporter = Exporter(NAME, space, _write)
    actions: list[dict[str, Any]] = []
    for operation, written in exporter.steps(workflow):
        said = {"thought": operation.description} if operation.description and written else {}
        for action in written:
            actions.append({**said, **action})
            said = {}
    title = header_of(workflow).get("title")
    screen = {"screen": list(options.screen)} if options.screen else {}
    plan = {**({"instruction": title} if title else {}), **screen, "actions": actions}
    return json.dumps(plan, ensure_ascii=False, indent=2) + "\n", exporter.diagnostics


def _action(kind: str, **parameters: object) -> dict[str, Any]:
    return {"action_type": kind, **{name: value for name, value in parameters.items() if value is not None}}


def _at(step: StepExport, name: str = "box") -> dict[str, Any]:
    x, y = step.point(name)
    return {"x": x, "y": y}


def _write(step: StepExport) -> list[dict[str, Any]]:
    held = [key_name(name) for name in step.held_keys()]
    actions = _act(step)
    return [
        *(_action("KEY_DOWN", key=key) for key in held),
        *actions,
        *(_action("KEY_UP", key=key) for key in reversed(held)),
    ]


def _act(step: StepExport) -> list[dict[str, Any]]:
    name = step.name
    if name in CLICKS:
        button, count = CLICKS[name]
        return [_action("CLICK", button=button, num_clicks=count, **_at(step))]
    if name.startswith("SCROLL_"):
        return _scroll(step)
    match name:
        case "HOVER":
            return [_action("MOVE_TO", **_at(step))]
        case "DRAG":
            if step.take("button") not in (None, "left"):
                raise NotExportable(f"{NAME} drags with the left button only")
            return [_action("MOVE_TO", **_at(step)), _action("DRAG_TO", **_at(step, "to"))]
        case "MOUSE_DOWN" | "MOUSE_UP":
            moved = [_action("MOVE_TO", **_at(step))] if step.has("box") else []
            return [*moved, _action(name, button=str(step.take("button") or "left"))]
        case "TYPE":
            return _type(step)
        case "KEY_PRESS" | "GESTURE" | "KEY_DOWN" | "KEY_UP":
            return _keys(step)
        case "WAIT":
            if step.number("seconds") != _WAIT:
                step.losses.append(f"its time: a WAIT is {_WAIT} s")
            return [_action("WAIT")]
        case "END":
            return [_action("DONE")]
        case "FAIL":
            return [_action("FAIL")]
    raise NotExportable(f"{NAME} has no {name}")


def _scroll(step: StepExport) -> list[dict[str, Any]]:
    axis, sign = _SIGNS[step.name.removeprefix("SCROLL_")]
    moved = [_action("MOVE_TO", **_at(step))] if step.has("box") else []
    notches = sign * step.number("step_count")
    return [*moved, _action("SCROLL", **{"dx": 0, "dy": 0, axis: notches})]


def _type(step: StepExport) -> list[dict[str, Any]]:
    if step.has("element_info") and not step.has("box"):
        raise NotExportable(f"{NAME} cannot name an element without its place")
    actions = [_action("CLICK", button="left", num_clicks=1, **_at(step))] if step.has("box") else []
    if step.take("clear") is True:
        actions.append(_action("HOTKEY", keys=["ctrl", "a"]))
    text = step.text("text")
    if step.take("enter") is True:
        text += "\n"
    elif text.endswith("\n"):
        step.losses.append("a line break at the end that is not the Return key")
    return [*actions, _action("TYPING", text=text)]


def _keys(step: StepExport) -> list[dict[str, Any]]:
    if step.name in ("KEY_DOWN", "KEY_UP"):
        return [_action(step.name, key=key_name(step.text("key")))]
    names = chord_keys(step.operation)
    step.take("key"), step.take("actions")
    if names is None:
        raise NotExportable(f"{NAME} presses keys together, and this is not a chord")
    if len(names) > 1:
        return [_action("HOTKEY", keys=[key_name(name) for name in names])]
    times = step.take("times")
    return [_action("PRESS", key=key_name(names[0]))] * (times if isinstance(times, int) else 1)

"""A workflow as computer_13 actions, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cogscript.dialects import words
from cogscript.dialects.coordinates import Frame
from cogscript.dialects.exporting import Unsayable
from cogscript.dialects.json_write import Saying, display_of, header_of, say_steps
from cogscript.dialects.plan import Context
from cogscript.language import keys
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.tree import Workflow

NAME = "osworld"
_WAIT = 2
_KEYS = {
    "return": "enter", "left_ctrl": "ctrl", "left_alt": "alt", "left_shift": "shift", "left_super": "win",
    "right_ctrl": "ctrlright", "right_alt": "altright", "right_shift": "shiftright",
    "right_super": "winright", "escape": "esc",
}  # fmt: skip
_Action = dict[str, Any]
_CLICKS: dict[str, _Action] = {
    "CLICK": {"action_type": "CLICK"},
    "RIGHT_CLICK": {"action_type": "RIGHT_CLICK"},
    "DOUBLE_CLICK": {"action_type": "DOUBLE_CLICK"},
    "MIDDLE_CLICK": {"action_type": "CLICK", "button": "middle"},
    "TRIPLE_CLICK": {"action_type": "CLICK", "num_clicks": 3},
    "HOVER": {"action_type": "MOVE_TO"},
}
_SIGNS = {"UP": ("dy", 1), "DOWN": ("dy", -1), "LEFT": ("dx", -1), "RIGHT": ("dx", 1)}


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    said: list[Diagnostic] = []
    header = header_of(workflow)
    known = {
        **({"task": header["title"]} if "title" in header else {}),
        **({"platform": header["platform"]} if "platform" in header else {}),
        **({"screen": list(context.screen)} if context.screen else {}),
    }
    lines: list[_Action] = [known] if known else []
    frame = Frame(*display_of(context))
    for operation, actions in say_steps(workflow, NAME, frame, _say, said):
        about = {"thought": operation.description} if operation.description else {}
        for action in actions:
            lines.append({**about, **action})
            about = {}
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), said


def key_word(name: str) -> str:
    """A key by pyautogui's name."""
    key = keys.canonical(name)
    if key is None:
        raise Unsayable(f"there is no key `{name[:40]}`")
    plain = keys.label(key).replace(" ", "").casefold()
    return _KEYS.get(key) or (key if keys.is_character(key) else plain)


def _at(saying: Saying, name: str = "box") -> _Action:
    x, y = saying.point(name)
    return {"x": x, "y": y}


def _say(saying: Saying) -> list[_Action]:
    name = saying.name
    if saying.has("element_info") and not saying.has("box"):
        raise Unsayable(f"{NAME} cannot name an element without its place")
    if name in _CLICKS:
        return [{**_CLICKS[name], **_at(saying)}]
    if name.startswith("SCROLL_"):
        axis, sign = _SIGNS[name.removeprefix("SCROLL_")]
        turned = {"dx": 0, "dy": 0, axis: sign * saying.number("step_count")}
        moved = [{"action_type": "MOVE_TO", **_at(saying)}] if saying.has("box") else []
        return [*moved, {"action_type": "SCROLL", **turned}]
    say = _SAY.get(name)
    if say is None:
        raise Unsayable(f"{NAME} has no words for {name}")
    return say(saying)


def _drag(saying: Saying) -> list[_Action]:
    if saying.take("button") not in (None, "left"):
        raise Unsayable(f"{NAME} drags with the left button alone")
    return [
        {"action_type": "MOVE_TO", **_at(saying)},
        {"action_type": "DRAG_TO", **_at(saying, "to")},
    ]


def _mouse(saying: Saying) -> list[_Action]:
    moved = [{"action_type": "MOVE_TO", **_at(saying)}] if saying.has("box") else []
    return [*moved, {"action_type": saying.name, "button": saying.take("button") or "left"}]


def _type(saying: Saying) -> list[_Action]:
    actions: list[_Action] = [{"action_type": "CLICK", **_at(saying)}] if saying.has("box") else []
    if saying.take("clear") is True:
        actions.append({"action_type": "HOTKEY", "keys": ["ctrl", "a"]})
    text = saying.text("text") + ("\n" if saying.take("enter") is True else "")
    return [*actions, {"action_type": "TYPING", "text": text}]


def _chord(saying: Saying) -> list[_Action]:
    names = words.chord_keys(saying.operation)
    if names is None:
        raise Unsayable(f"{NAME} presses keys together, and this is no chord")
    saying.take("actions")
    return [{"action_type": "HOTKEY", "keys": [key_word(name) for name in names]}]


def _press(saying: Saying) -> list[_Action]:
    times = saying.take("times")
    action = {"action_type": "PRESS", "key": key_word(saying.text("key"))}
    return [action] * (times if isinstance(times, int) else 1)


def _wait(saying: Saying) -> list[_Action]:
    if saying.number("seconds") != _WAIT:
        saying.lost.append(f"its time: a WAIT is {_WAIT} s")
    return [{"action_type": "WAIT"}]


_SAY: dict[str, Callable[[Saying], list[_Action]]] = {
    "DRAG": _drag,
    "MOUSE_DOWN": _mouse,
    "MOUSE_UP": _mouse,
    "TYPE": _type,
    "KEY_PRESS": _press,
    "KEY_DOWN": lambda saying: [{"action_type": "KEY_DOWN", "key": key_word(saying.text("key"))}],
    "KEY_UP": lambda saying: [{"action_type": "KEY_UP", "key": key_word(saying.text("key"))}],
    "GESTURE": _chord,
    "WAIT": _wait,
    "FAIL": lambda saying: [{"action_type": "FAIL"}],
    "END": lambda saying: [{"action_type": "DONE"}],
}

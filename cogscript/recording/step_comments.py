"""A recorded step in the words of a person: the comment above its line."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.language.model import keys
from cogscript.language.model.tree import Value
from cogscript.recording.box_frame import BoxFrame
from cogscript.recording.input_events import Hit
from cogscript.recording.recorded_step import RecordedStep

LONGEST_QUOTE = 48

_VERBS = {
    "CLICK": "Click", "DOUBLE_CLICK": "Double-click", "TRIPLE_CLICK": "Triple-click",
    "RIGHT_CLICK": "Right-click", "MIDDLE_CLICK": "Middle-click", "HOVER": "Point at",
    "LONG_PRESS": "Press and hold",
}  # fmt: skip

_EVERYDAY = {
    f"{side}_{key}": word
    for side in ("left", "right")
    for key, word in (("ctrl", "Ctrl"), ("alt", "Alt"), ("super", "Super"), ("shift", "Shift"))
}


def comment(step: RecordedStep, arguments: dict[str, Value], frame: BoxFrame) -> str:
    """What a step does, in the words of a person."""
    name = step.name
    held = "+".join(_everyday_label(key) for key in _strings(arguments.get("keys")))
    if name in _VERBS:
        said = _VERBS[name] if _named(step.target) else _VERBS[name].removesuffix(" at") + " in"
        return f"{said} {_what(step, frame)}" + (f" with {held} held" if held else "")
    if name == "TYPE":
        text = "the secret" if step.secret_field else quote(str(arguments["text"]))
        into = f" into {_named(step.focus)}" if step.focus and _named(step.focus) else ""
        return f"Type {text}{into}" + (" and press Return" if arguments.get("enter") else "")
    if name == "KEY_PRESS":
        times = arguments.get("times", 1)
        held_for = f" for {arguments['seconds']} seconds" if "seconds" in arguments else ""
        return f"Press {arguments['key']}" + (f" {times} times" if times != 1 else "") + held_for
    if name == "GESTURE":
        pressed = [_everyday(key) for key in step.presses]
        return f"Press {'+'.join([*map(_everyday, step.held), ', '.join(pressed)])}"
    if name == "DRAG":
        button = f" with the {arguments['button']} button" if "button" in arguments else ""
        what = _what(step, frame) if _named(step.target) else f"from {_what(step, frame)}"
        return f"Drag {what} to {frame.region(step.to)}{button}"
    if name == "WAIT":
        return f"Wait {arguments['seconds']} seconds, as it was recorded"
    notches = arguments.get("step_count")
    direction = name.removeprefix("SCROLL_").lower()
    return f"Scroll {direction} {notches} notch{'es' if notches != 1 else ''} in {_what(step, frame)}"


def _what(step: RecordedStep, frame: BoxFrame) -> str:
    target = step.target
    said = _named(target)
    if not said:
        return frame.region(step.at)
    around = target.container or ("menu" if target.role == "menu item" else "") if target else ""
    return said + (f" in the {around}" if around else "")


def _named(target: Hit | None) -> str:
    if target is None:
        return ""
    name = one_line(target.name)
    if name:
        return quote(name)
    return f"the {target.role}" if target.role and target.role not in ("area", "page", "window") else ""


def _everyday(key: str) -> str:
    return _EVERYDAY.get(key) or keys.label(key)


def _everyday_label(label: str) -> str:
    return _everyday(keys.canonical(label) or label)


def _strings(value: Value) -> Iterable[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else ()


def one_line(text: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def quote(text: str) -> str:
    plain = one_line(text)
    return f"'{plain[: LONGEST_QUOTE - 1]}…'" if len(plain) > LONGEST_QUOTE else f"'{plain}'"

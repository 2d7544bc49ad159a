"""A workflow as a Python script with pyautogui, one statement a line, each with its comment above it."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.core.builders import CLICKS, chord_keys
from cogscript.dialects.core.coordinates import space_of
from cogscript.dialects.core.draft import DialectOptions
from cogscript.dialects.core.step_export import DISPLAY, Exporter, NotExportable, StepExport, header_of
from cogscript.language.model import keys
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Workflow

_NAMES = {
    "left_ctrl": "ctrl", "right_ctrl": "ctrlright", "left_alt": "alt", "right_alt": "altright",
    "left_shift": "shift", "right_shift": "shiftright", "left_super": "win", "right_super": "winright",
    "return": "enter", "escape": "esc", "page_up": "pageup", "page_down": "pagedown",
    "print_screen": "printscreen", "caps_lock": "capslock", "num_lock": "numlock",
    "scroll_lock": "scrolllock", "menu": "apps",
}  # fmt: skip
_MODULES = ("sys", "time", "webbrowser", "pyautogui", "pyperclip")
_FUNCTIONS = {"CLICK": "click", "DOUBLE_CLICK": "doubleClick", "TRIPLE_CLICK": "tripleClick",
              "RIGHT_CLICK": "rightClick", "MIDDLE_CLICK": "middleClick", "HOVER": "moveTo"}  # fmt: skip


def write(workflow: Workflow, options: DialectOptions) -> tuple[str, list[Diagnostic]]:
    """The workflow as a script that runs, and what pyautogui has no function for."""
    return write_code(workflow, options, statements)


def write_code(
    workflow: Workflow, options: DialectOptions, write_one: Callable[[StepExport], list[str]]
) -> tuple[str, list[Diagnostic]]:
    """The workflow as code, a list of statements for each operation."""
    space = space_of(options.coordinates or "pixels", options.screen or DISPLAY)
    lines: list[str] = []
    title = header_of(workflow).get("title")
    exporter = Exporter("pyautogui code", space, write_one)
    for operation, code in exporter.steps(workflow):
        if operation.description:
            lines.append(f"# {operation.description}")
        lines += code
    used = [name for name in _MODULES if any(f"{name}." in line for line in lines)]
    head = [f'"""{_docstring(title)}"""', ""] if title else []
    code_lines = [*head, *(f"import {name}" for name in used), "", *lines]
    return "\n".join(code_lines).rstrip("\n") + "\n", exporter.diagnostics


def _docstring(title: str) -> str:
    return " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"')


def key_name(name: str) -> str:
    """A key as pyautogui calls it."""
    key = keys.canonical(name)
    if key is None:
        raise NotExportable(f"there is no key `{name[:40]}`")
    return _NAMES.get(key) or (key if keys.is_character(key) else key.replace("_", ""))


def _key(name: str) -> str:
    return repr(key_name(name))


def _place(step: StepExport, name: str = "box") -> str:
    x, y = step.point(name)
    return f"{x:g}, {y:g}"


def statements(step: StepExport) -> list[str]:
    held = [_key(key) for key in step.held_keys()]
    code = _act(step)
    if not held:
        return code
    return [f"with pyautogui.hold([{', '.join(held)}]):", *(f"    {line}" for line in code)]


def _act(step: StepExport) -> list[str]:
    name = step.name
    if name in CLICKS or name == "HOVER":
        return [f"pyautogui.{_FUNCTIONS[name]}({_place(step)})"]
    match name:
        case "SCROLL_UP" | "SCROLL_DOWN" | "SCROLL_LEFT" | "SCROLL_RIGHT":
            return [_scroll(step)]
        case "DRAG":
            button = step.take("button")
            seconds = step.number("seconds")
            more = f", duration={seconds:g}" if seconds else ""
            more += f", button={button!r}" if isinstance(button, str) and button != "left" else ""
            start = f"pyautogui.moveTo({_place(step)})"
            return [start, f"pyautogui.dragTo({_place(step, 'to')}{more})"]
        case "MOUSE_DOWN" | "MOUSE_UP":
            function = "mouseDown" if name == "MOUSE_DOWN" else "mouseUp"
            place = _place(step) if step.has("box") else ""
            button = step.take("button")
            named = f"button={button!r}" if isinstance(button, str) and button != "left" else ""
            return [f"pyautogui.{function}({', '.join(filter(None, (place, named)))})"]
        case "TYPE":
            return _type(step)
        case "KEY_PRESS" | "GESTURE" | "KEY_DOWN" | "KEY_UP":
            return _keys(step)
    return _other(step)


def _scroll(step: StepExport) -> str:
    count = int(step.number("step_count"))
    vertical = step.name in ("SCROLL_UP", "SCROLL_DOWN")
    signed = count if step.name in ("SCROLL_UP", "SCROLL_RIGHT") else -count
    place = f", {_place(step)}" if step.has("box") else ""
    return f"pyautogui.{'scroll' if vertical else 'hscroll'}({signed}{place})"


def _type(step: StepExport) -> list[str]:
    text = step.text("text")
    before = [f"pyautogui.click({_place(step)})"] if step.has("box") else []
    if step.take("enter") is True:
        text += "\n"
    elif text.endswith("\n"):
        raise NotExportable("pyautogui enters a line break at the end as the Return key")
    if any(not character.isascii() for character in text):
        step.losses.append("characters that pyautogui cannot type")
    return [*before, f"pyautogui.write({text!r})"]


def _keys(step: StepExport) -> list[str]:
    if step.name in ("KEY_DOWN", "KEY_UP"):
        function = "keyDown" if step.name == "KEY_DOWN" else "keyUp"
        return [f"pyautogui.{function}({_key(step.text('key'))})"]
    names = chord_keys(step.operation)
    step.take("key"), step.take("actions")
    if names is None:
        raise NotExportable("pyautogui presses keys together or one by one; this gesture is neither")
    if len(names) > 1:
        return [f"pyautogui.hotkey({', '.join(map(_key, names))})"]
    times = step.number("times", 1)
    return [f"pyautogui.press({_key(names[0])}{f', presses={times:g}' if times != 1 else ''})"]


def _other(step: StepExport) -> list[str]:
    match step.name:
        case "WAIT":
            return [f"time.sleep({step.number('seconds'):g})"]
        case "SET_CLIPBOARD":
            return [f"pyperclip.copy({step.text('text')!r})"]
        case "SCREENSHOT":
            file = repr(step.text("file")) if step.has("file") else ""
            return [f"pyautogui.screenshot({file})"]
        case "LAUNCH" if step.has("url") and step.take("url") != "None":
            return [f"webbrowser.open({step.text('url')!r})"]
        case "ASK_USER":
            return [f"pyautogui.alert({step.text('question')!r})"]
        case "END":
            return ["sys.exit()"]
        case "FAIL":
            return [f"sys.exit({step.text('reason')!r})" if step.has("reason") else "sys.exit(1)"]
    raise NotExportable(f"pyautogui has no function for {step.name}")

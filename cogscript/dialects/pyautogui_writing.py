"""A workflow as a Python script with pyautogui, one statement a line, each with its comment above it."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.coordinates import frame_of
from cogscript.dialects.exporting import Unsayable
from cogscript.dialects.json_write import DISPLAY, Saying, header_of, say_steps
from cogscript.dialects.plan import Context
from cogscript.dialects.pyautogui_calls import GAVE_UP
from cogscript.dialects.words import CLICKS, chord_keys
from cogscript.language import keys
from cogscript.language.diagnostic import Diagnostic
from cogscript.language.tree import Workflow

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


def write(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    """The workflow as a script that runs, and what pyautogui has no function for."""
    return _write(workflow, context, _say)


def write_code(workflow: Workflow, context: Context) -> tuple[str, list[Diagnostic]]:
    """The same for OSWorld, whose loop reads the words DONE and FAIL behind the code."""
    words = {"END": "DONE", "FAIL": "FAIL"}

    def say(saying: Saying) -> list[str]:
        if saying.name == "FAIL" and saying.operation.arguments.get("reason") == GAVE_UP:
            saying.take("reason")
        return [words[saying.name]] if saying.name in words else _say(saying)

    return _write(workflow, context, say)


def _write(
    workflow: Workflow, context: Context, say: Callable[[Saying], list[str]]
) -> tuple[str, list[Diagnostic]]:
    said: list[Diagnostic] = []
    frame = frame_of(context.coordinates or "pixels", context.screen or DISPLAY)
    lines: list[str] = []
    title = header_of(workflow).get("title")
    for operation, code in say_steps(workflow, "pyautogui code", frame, say, said):
        if operation.description:
            lines.append(f"# {operation.description}")
        lines += code
    used = [name for name in _MODULES if any(f"{name}." in line for line in lines)]
    head = [f'"""{_docstring(title)}"""', ""] if title else []
    return "\n".join([*head, *(f"import {name}" for name in used), "", *lines]).rstrip("\n") + "\n", said


def _docstring(title: str) -> str:
    text = " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"')
    return text


def _key(name: str) -> str:
    key = keys.canonical(name)
    if key is None:
        raise Unsayable(f"there is no key `{name[:40]}`")
    return repr(_NAMES.get(key, key.replace("_", "")))


def _place(saying: Saying, name: str = "box") -> str:
    x, y = saying.point(name)
    return f"{x:g}, {y:g}"


def _say(saying: Saying) -> list[str]:
    held = [_key(key) for key in saying.held()]
    code = _act(saying)
    if not held:
        return code
    return [f"with pyautogui.hold([{', '.join(held)}]):", *(f"    {line}" for line in code)]


def _act(saying: Saying) -> list[str]:
    name = saying.name
    if name in CLICKS or name == "HOVER":
        return [f"pyautogui.{_FUNCTIONS[name]}({_place(saying)})"]
    match name:
        case "SCROLL_UP" | "SCROLL_DOWN" | "SCROLL_LEFT" | "SCROLL_RIGHT":
            return [_scroll(saying)]
        case "DRAG":
            button = saying.take("button")
            seconds = saying.number("seconds")
            more = f", duration={seconds:g}" if seconds else ""
            more += f", button={button!r}" if isinstance(button, str) and button != "left" else ""
            start = f"pyautogui.moveTo({_place(saying)})"
            return [start, f"pyautogui.dragTo({_place(saying, 'to')}{more})"]
        case "MOUSE_DOWN" | "MOUSE_UP":
            function = "mouseDown" if name == "MOUSE_DOWN" else "mouseUp"
            place = _place(saying) if saying.has("box") else ""
            button = saying.take("button")
            named = f"button={button!r}" if isinstance(button, str) and button != "left" else ""
            return [f"pyautogui.{function}({', '.join(filter(None, (place, named)))})"]
        case "TYPE":
            return _type(saying)
        case "KEY_PRESS" | "GESTURE" | "KEY_DOWN" | "KEY_UP":
            return _keys(saying)
    return _other(saying)


def _scroll(saying: Saying) -> str:
    count = int(saying.number("step_count"))
    vertical = saying.name in ("SCROLL_UP", "SCROLL_DOWN")
    signed = count if saying.name in ("SCROLL_UP", "SCROLL_RIGHT") else -count
    place = f", {_place(saying)}" if saying.has("box") else ""
    return f"pyautogui.{'scroll' if vertical else 'hscroll'}({signed}{place})"


def _type(saying: Saying) -> list[str]:
    text = saying.text("text")
    before = [f"pyautogui.click({_place(saying)})"] if saying.has("box") else []
    if saying.take("enter") is True:
        text += "\n"
    elif text.endswith("\n"):
        raise Unsayable("pyautogui enters a line break at the end as the Return key")
    if any(not character.isascii() for character in text):
        saying.lost.append("characters that pyautogui cannot type")
    return [*before, f"pyautogui.write({text!r})"]


def _keys(saying: Saying) -> list[str]:
    if saying.name in ("KEY_DOWN", "KEY_UP"):
        function = "keyDown" if saying.name == "KEY_DOWN" else "keyUp"
        return [f"pyautogui.{function}({_key(saying.text('key'))})"]
    names = chord_keys(saying.operation)
    saying.take("key"), saying.take("actions")
    if names is None:
        raise Unsayable("pyautogui presses keys together or one by one; this gesture is neither")
    if len(names) > 1:
        return [f"pyautogui.hotkey({', '.join(map(_key, names))})"]
    times = saying.number("times", 1)
    return [f"pyautogui.press({_key(names[0])}{f', presses={times:g}' if times != 1 else ''})"]


def _other(saying: Saying) -> list[str]:
    match saying.name:
        case "WAIT":
            return [f"time.sleep({saying.number('seconds'):g})"]
        case "SET_CLIPBOARD":
            return [f"pyperclip.copy({saying.text('text')!r})"]
        case "SCREENSHOT":
            file = repr(saying.text("file")) if saying.has("file") else ""
            return [f"pyautogui.screenshot({file})"]
        case "LAUNCH" if saying.has("url") and saying.take("url") != "None":
            return [f"webbrowser.open({saying.text('url')!r})"]
        case "ASK_USER":
            return [f"pyautogui.alert({saying.text('question')!r})"]
        case "END":
            return ["sys.exit()"]
        case "FAIL":
            return [f"sys.exit({saying.text('reason')!r})" if saying.has("reason") else "sys.exit(1)"]
    raise Unsayable(f"pyautogui has no function for {saying.name}")

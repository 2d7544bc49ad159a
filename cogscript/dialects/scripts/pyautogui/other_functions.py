"""The other functions that code calls beside pyautogui: programs, pages, the clipboard, pauses, the end; and
those of other toolkits' `computer`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from cogscript.dialects.core.builders import arguments, click, key_named, split_keys, strokes, typed
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.pyautogui.called import Called
from cogscript.dialects.scripts.pyautogui.functions import AT, GAVE_UP, asked, asked_secretly, slept
from cogscript.language.model.tree import Operation, Value

LEAVING = ("sys.exit", "exit", "quit", "os._exit")
"""Functions that end the script."""
_WAIT = 20
"""Seconds of `computer.wait()`, as OpenCUA's prompt says."""
_COMPUTER_CLICKS = {
    "click": ("left", 1), "left_click": ("left", 1), "right_click": ("right", 1),
    "middle_click": ("middle", 1), "double_click": ("left", 2), "triple_click": ("left", 3),
}  # fmt: skip
"""What other toolkits' `computer` has beside pyautogui's own functions."""

_PROGRAM = re.compile(
    r"^(?:[A-Za-z]:|\\\\|%\w+%|\.{0,2}\\)[^\"]*?\.(?:exe|bat|cmd|com|lnk|msc)(?=\s|$)", re.I
)
"""A program of Windows by its whole path, which may hold spaces."""
_ADDRESS = re.compile(r"(?:https?|file|mailto|ms-[a-z]+):", re.I)
ONLY_THE_CONSOLE = re.compile(
    r"\s*(?:cls|clear|reset|(?:title|color|mode|chcp|echo)\b[^&|<>]*|cls\s*\|\|\s*clear)\s*$", re.I
)
"""Commands that are seen nowhere but where the script was started."""
_REDIRECTED = re.compile(r"\s(?:\d|&)?>{1,2}\s*(?:&\d|/dev/null|\$null|NUL)", re.I)
"""Where a command's output goes, which nobody sees."""


def _opened_on_a_phone(called: Called) -> list[Operation]:
    return [Operation("LAUNCH", {"app": called.text("app_name")})]


def _swiped(called: Called) -> list[Operation]:
    """A finger on a phone, in code of models that act on both."""
    end, start = called.place_named("to_coord"), called.place_named("from_coord")
    if start is None or end is None:
        raise Untranslatable("the swipe does not say from where to where it goes")
    return [Operation("SWIPE", {"box": start, "to": end})]


_OPENERS = ("start", "xdg-open", "open", "explorer", "explorer.exe")
_WAITS = "the script waits here until the program ends, which is not kept"


def _split(command: str) -> list[str]:
    """The words of a command line; a path of Windows keeps its backslashes, and its spaces."""
    try:
        if "\\" not in command:
            return shlex.split(command)
        if program := _PROGRAM.match(command.strip()):
            rest = command.strip()[program.end() :]
            return [program[0], *_split_windows(rest)]
        return _split_windows(command)
    except ValueError:
        raise Untranslatable("a quote is not closed") from None


def _split_windows(command: str) -> list[str]:
    return [word.strip('"') for word in shlex.split(command, posix=False)]


def _words(called: Called) -> list[str]:
    command = called.get("command")
    if isinstance(command, str):
        command = _REDIRECTED.sub("", command.removeprefix("nohup ")).strip()
    words = _split(command) if isinstance(command, str) else command
    called.get("shell")
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise Untranslatable(f"{called.name} does not say which program")
    if any(re.search(r"[|<>;`$]", word) and not _ADDRESS.match(word) for word in words):
        raise Untranslatable(f"`{str(command)[:40]}` would have to be run by a shell")
    return words


def _started(called: Called) -> list[Operation]:
    """A program that goes on by itself, with its arguments."""
    words = _words(called)
    return _opened(words) or [_launched(words)]


def _launched(words: list[str]) -> Operation:
    given: list[Value] = [word for word in words[1:] if word != "&"]
    return Operation("LAUNCH", arguments(app=words[0], arguments=given or None))


def _opened(words: list[str]) -> list[Operation]:
    """What the shell's own opener opens: `start chrome`, `open -a Safari`, `xdg-open https://…`."""
    words = words[2:] if [word.casefold() for word in words[:2]] == ["cmd", "/c"] else words
    if len(words) < 2 or words[0].casefold() not in _OPENERS:
        return []
    rest = [word for word in words[1:] if word not in ("", "-a", "-n", "/max", "/min", "/b", "/wait")]
    if not rest or any(word.startswith(("/", "-")) for word in rest[:1] if words[0] == "start"):
        return []
    if _ADDRESS.match(rest[0]) and len(rest) == 1:
        return [Operation("LAUNCH", {"url": rest[0]})]
    if words[0].casefold() in ("xdg-open", "open") and "-a" not in words:
        return [Operation("LAUNCH", {"app": words[0], "arguments": list[Value](rest)})]
    return [_launched([word for word in rest if word != "--args"])]


def _commanded(called: Called) -> list[Operation]:
    """A command that is waited for. Which programs show themselves is told by how they are called."""
    command = called.get("command")
    if isinstance(command, str) and ONLY_THE_CONSOLE.match(command):
        said = f"`{command.strip()[:40]}` changes only the console that the script was started in: left out"
        called.draft.repaired(called.span, said)
        return []
    words = _words(called)
    if opened := _opened(words):
        return opened
    if words[-1] != "&" and not words[0].casefold().endswith(".exe"):
        raise Untranslatable(f"`{' '.join(words)[:40]}` is a command of a shell, which is not run here")
    if words[-1] != "&":
        called.draft.repaired(called.span, _WAITS)
    return [_launched(words)]


def _typed_by_keyboard(called: Called) -> list[Operation]:
    if delay := called.number("delay"):
        called.draft.remark(f"delay={delay:g} is not kept")
    return [typed(called.text("text"))]


def _chords(text: str) -> list[Operation]:
    """`ctrl+a, del`: one after the other."""
    return [each for part in (text.split(", ") if text != ", " else [text]) for each in strokes(part)]


def _held(name: str, text: str) -> list[Operation]:
    keys = split_keys(text)
    return [
        Operation(name, {"key": key_named(key)}) for key in (keys if name == "KEY_DOWN" else reversed(keys))
    ]


def _file_opened(called: Called) -> list[Operation]:
    command = called.text("command")
    return [Operation("LAUNCH", {"url" if _ADDRESS.match(command) else "app": command})]


def _browsed(called: Called) -> list[Operation]:
    called.get("new")  # a tab or a window: the browser's page all the same
    return [Operation("LAUNCH", {"url": called.text("url")})]


def _terminated(called: Called) -> list[Operation]:
    status = str(called.get("status", "success")).casefold()
    answer = called.get("answer") or called.get("data")
    answers = [Operation("ANSWER", {"text": answer})] if isinstance(answer, str) else []
    if status in ("failure", "fail", "failed", "infeasible"):
        return [*answers, Operation("FAIL", {"reason": GAVE_UP})]
    return [*answers, Operation("END")]


def _exited(called: Called) -> list[Operation]:
    status = called.get("status")
    if not status:
        return [Operation("END")]
    return [Operation("FAIL", {"reason": status} if isinstance(status, str) else {})]


def _waited(called: Called) -> list[Operation]:
    given = [called.number(name) for name in ("seconds", "duration", "time")]
    return [Operation("WAIT", {"seconds": next((each for each in given if each), _WAIT)})]


def _clicked_as(button: str, count: int) -> Callable[[Called], list[Operation]]:
    return lambda called: click(called.box(), button, count)


OTHERS: dict[str, tuple[tuple[str, ...], Callable[[Called], list[Operation]]]] = {
    "time.sleep": (("seconds",), slept),
    "asyncio.sleep": (("seconds",), slept),
    **dict.fromkeys(
        ("pyperclip.copy", "clipboard.copy"),
        (("text",), lambda called: [Operation("SET_CLIPBOARD", {"text": called.text("text")})]),
    ),
    **dict.fromkeys(
        ("webbrowser.open", "webbrowser.open_new", "webbrowser.open_new_tab"),
        (("url", "new"), _browsed),
    ),
    "subprocess.Popen": (("command",), _started),
    **dict.fromkeys(
        ("os.system", "os.popen", "subprocess.run", "subprocess.call", "subprocess.check_call"),
        (("command",), _commanded),
    ),
    "keyboard.write": (("text", "delay"), _typed_by_keyboard),
    **dict.fromkeys(
        ("keyboard.press_and_release", "keyboard.send"),
        (("hotkey",), lambda called: _chords(called.text("hotkey"))),
    ),
    "keyboard.press": (("hotkey",), lambda called: _held("KEY_DOWN", called.text("hotkey"))),
    "keyboard.release": (("hotkey",), lambda called: _held("KEY_UP", called.text("hotkey"))),
    "os.startfile": (("command",), _file_opened),
    "input": (("text",), asked),
    "getpass.getpass": (("prompt", "stream"), asked_secretly),
    **dict.fromkeys(LEAVING, (("status",), _exited)),
    "computer.terminate": (("status", "answer"), _terminated),
    "computer.answer": (("text",), lambda called: [Operation("ANSWER", {"text": called.text("text")})]),
    "computer.wait": (("seconds",), _waited),
    **{f"computer.{name}": (AT, _clicked_as(*how)) for name, how in _COMPUTER_CLICKS.items()},
    "computer.mouse_move": (AT, lambda called: [Operation("HOVER", arguments(box=called.box()))]),
    "computer.type": (("text",), lambda called: [typed(called.text("text"))]),
    "computer.key": (("text",), lambda called: strokes(called.text("text"))),
    "computer.screenshot": ((), lambda called: [Operation("SCREENSHOT")]),
    "mobile.wait": (("seconds",), _waited),
    "mobile.open_app": (("app_name",), _opened_on_a_phone),
    "mobile.home": ((), lambda called: [Operation("SYSTEM_BUTTON", {"button": "home"})]),
    "mobile.back": ((), lambda called: [Operation("GO_BACK")]),
    "mobile.long_press": (AT, lambda called: [Operation("LONG_PRESS", arguments(box=called.box()))]),
    "mobile.swipe": (("from_coord", "to_coord"), _swiped),
    "mobile.terminate": (("status", "answer"), _terminated),
}  # fmt: skip

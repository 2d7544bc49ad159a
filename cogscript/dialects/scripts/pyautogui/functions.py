"""What each pyautogui function becomes, and the few others that agents' code calls with it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cogscript.dialects.core.builders import arguments, chord, click, key_named, scroll, strokes, typed
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.scripts.pyautogui.code_pictures import is_found, pictured
from cogscript.dialects.scripts.step_wording import WORDING
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation, Value

_WAIT = 20
"""Seconds of `computer.wait()`, as OpenCUA's prompt says."""
GAVE_UP = "the agent gave up"
SPECIAL = {"WAIT": Operation("WAIT", {"seconds": 2}), "DONE": Operation("END"),
           "FAIL": Operation("FAIL", {"reason": GAVE_UP})}  # fmt: skip
"""The words that OSWorld's agents write instead of code, in capitals. Its own loop waits two seconds."""

_COMPUTER_CLICKS = {
    "click": ("left", 1), "left_click": ("left", 1), "right_click": ("right", 1),
    "middle_click": ("middle", 1), "double_click": ("left", 2), "triple_click": ("left", 3),
}  # fmt: skip
"""What other toolkits' `computer` has beside pyautogui's own functions."""

CLICKS = {"click": ("left", 1), "leftClick": ("left", 1), "rightClick": ("right", 1),
          "middleClick": ("middle", 1), "doubleClick": ("left", 2), "tripleClick": ("left", 3)}  # fmt: skip

_AT = ("x", "y")
_MOVED = ("duration", "tween", "logScreenshot", "_pause")
_CLICK = (*_AT, "clicks", "interval", "button", *_MOVED)
_ONCE = (*_AT, "interval", *_MOVED)
_OFTEN = (*_AT, "interval", "button", *_MOVED)
_BY = ("xOffset", "yOffset")
SIGNATURES: dict[str, tuple[str, ...]] = {
    "click": _CLICK, "leftClick": _ONCE, "rightClick": _ONCE, "middleClick": _ONCE, "doubleClick": _OFTEN,
    "tripleClick": _OFTEN, "moveTo": (*_AT, *_MOVED), "moveRel": (*_BY, *_MOVED), "move": (*_BY, *_MOVED),
    "dragTo": (*_AT, "duration", "tween", "button"), "dragRel": (*_BY, "duration", "tween", "button"),
    "drag": (*_BY, "duration", "tween", "button"),
    "mouseDown": (*_AT, "button", *_MOVED), "mouseUp": (*_AT, "button", *_MOVED),
    "scroll": ("clicks", *_AT), "vscroll": ("clicks", *_AT), "hscroll": ("clicks", *_AT),
    "typewrite": ("message", "interval"), "write": ("message", "interval"),
    "press": ("keys", "presses", "interval"), "keyDown": ("key",), "keyUp": ("key",),
    "sleep": ("seconds",), "countdown": ("seconds",),
    "screenshot": ("imageFilename", "region"), "alert": ("text", "title"),
    "confirm": ("text", "title"), "prompt": ("text", "title"), "password": ("text", "title"),
}  # fmt: skip

QUERIES = frozenset(
    {"position", "size", "resolution", "onScreen", "pixel", "pixelMatchesColor", "getActiveWindowTitle",
     "failSafeCheck", "isValidKey", "getInfo", "printInfo", "useImageNotFoundException"}
)  # fmt: skip
"""What only asks; the plan goes on as if it were not there."""
HARMLESS = ("time.time", "time.perf_counter", "datetime.", "random.", "math.", "logging.", "logger.",
            "os.path.", "os.getcwd", "platform.")  # fmt: skip
"""How calls begin that do nothing on the screen; what they give is not known."""
ASKING = ("pyautogui.prompt", "pyautogui.password", "pyautogui.confirm", "input")
WINDOWS = frozenset({"activate", "minimize", "maximize", "restore", "close"})
CONSTANTS = {"LEFT": "left", "MIDDLE": "middle", "RIGHT": "right", "PRIMARY": "left", "SECONDARY": "right"}
OTHER_NAMES = {"text": "message", "string": "message", "key": "keys", "amount": "clicks", "times": "presses"}
"""What agents call an argument whose name is another: what is meant is plain."""


_TIMING = ("interval", "duration")
_TYPING = ("write", "typewrite")
SLOW = 0.4
"""Seconds between two clicks that are no double click any more."""
_MOST_SLOW = 100
_MOST_WRITTEN = 10
"""Clicks that are written one by one; more are one that is repeated."""
_WITHOUT_EFFECT = ("tween", "logScreenshot", "_pause", "root", "timeout", "mask", *WORDING)


@dataclass(slots=True)
class Tracked:
    """Where the code has moved the pointer, in its own numbers, and in which system they are."""

    system: str
    place: tuple[float, float] | None = None
    seen: list[float] = field(default_factory=list)
    """Every number of a place: they tell fractions from pixels."""
    read: list[Span] = field(default_factory=list)
    """Where code was found, whatever it does."""


class Called:
    """One call: its arguments by name, where it stands, and the pointer before it."""

    def __init__(self, name: str, given: dict[str, Any], draft: Draft, span: Span, pointer: Tracked) -> None:
        self.name = name
        self._given = given
        self._used: set[str] = set()
        self.draft = draft
        self.span = span
        self.pointer = pointer

    def get(self, name: str, default: Any = None) -> Any:
        """An argument by name. Asking for it marks it as used."""
        self._used.add(name)
        return self._given.get(name, default)

    def has(self, name: str) -> bool:
        return name in self._given

    def report_unused(self) -> None:
        """Refuse the call for an argument that it does not take; how fast it is done is only noted."""
        for name, value in self._given.items():
            if name in self._used or name in _WITHOUT_EFFECT or value is None:
                continue
            if name not in _TIMING:
                raise Untranslatable(f"`{name[:40]}` of {self.name} is not understood")
            if (
                name == "interval"
                and isinstance(value, int | float)
                and value >= SLOW
                and self.name not in _TYPING
            ):
                self.draft.repaired(self.span, f"{value:g} seconds between one and the next are not kept")
            elif value:
                self.draft.remark(f"{name}={value} is not kept")

    def number(self, name: str, default: float | None = None) -> float | None:
        value = self.get(name, default)
        if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
            return value
        raise Untranslatable(f"`{name}` of {self.name} is not a number")

    def box(self) -> Box | None:
        """The place that `x` and `y` name; None where they are not given. The pointer goes there."""
        x: Any = self.get("x")
        y: Any = self.get("y")
        if x is None and y is None:
            x = self.get("coordinate")
        if isinstance(x, list) and len(x) == 2 and y is None:
            x, y = x
        if x is None and y is None:
            return None
        if isinstance(x, str) or is_found([x, y]):
            raise Untranslatable(f"{self.name} cannot look for a picture")
        if x is None or y is None:
            if self.pointer.place is None:
                raise Untranslatable(
                    f"{self.name} gives one coordinate, and where the pointer is is not known"
                )
            x = self.pointer.place[0] if x is None else x
            y = self.pointer.place[1] if y is None else y
        if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (x, y)):
            raise Untranslatable(f"the place of {self.name} is not two numbers")
        return self.at(x, y)

    def target(self) -> tuple[Box | None, str | None]:
        """Where it points: a place, or a picture of it, or neither."""
        picture = pictured(self.get("x"), self.get("y"), self.draft, self.span)
        if picture is None:
            return self.box(), None
        self.pointer.place = None  # only the screen knows
        return None, picture

    def moved(self) -> Box:
        """The place so far from the pointer's."""
        if self.pointer.place is None:
            raise Untranslatable(f"{self.name} starts where the pointer is, and the plan does not say where")
        x, y = self.pointer.place
        both = self.get("xOffset")
        if isinstance(both, list) and len(both) == 2 and all(isinstance(each, int | float) for each in both):
            return self.at(x + both[0], y + both[1])
        return self.at(x + (self.number("xOffset", 0) or 0), y + (self.number("yOffset", 0) or 0))

    def at(self, x: float, y: float) -> Box:
        self.pointer.seen += [x, y]
        box = self.draft.box(self.draft.space(self.pointer.system), (x, y), self.span)
        self.pointer.place = (x, y)
        return box

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str):
            raise Untranslatable(f"`{name}` of {self.name} is not a text")
        return value

    def keys(self, name: str) -> list[str]:
        value = self.get(name)
        listed: list[Any] = value if isinstance(value, list) else [value]
        if not listed or not all(isinstance(each, str) for each in listed):
            raise Untranslatable(f"`{name}` of {self.name} names no keys")
        return list(listed)


def _clicked(called: Called) -> list[Operation]:
    button, count = CLICKS[called.name]
    box, picture = called.target()
    times = called.number("clicks", count)
    number = count if times is None else int(times)
    button = str(called.get("button") or button)
    pause = called.number("interval") if number > 1 else None
    if number > _MOST_WRITTEN and (pause is None or pause < SLOW):
        return _repeated(number, click(box, button, 1, picture=picture), pause)
    if pause is None or pause < SLOW:
        made = click(box, button, number, picture=picture)
        if pause and (len(made) > 1 or (box is None and picture is None)):
            called.draft.repaired(called.span, f"{pause:g} seconds between one and the next are not kept")
        return made
    made = click(box, button, 1, picture=picture)
    if number > _MOST_SLOW:
        return _repeated(number, made, pause)
    for _ in range(number - 1):
        made += [Operation("WAIT", {"seconds": pause}), *click(box, button, 1, picture=picture)]
    return made


def _repeated(times: int, made: list[Operation], pause: float | None) -> list[Operation]:
    waits = [Operation("WAIT", {"seconds": pause})] if pause else []
    return [Operation("REPEAT", {"times": times}, body=[*made, *waits])]


def _dragged(called: Called) -> list[Operation]:
    end = called.moved() if called.has("xOffset") or called.has("yOffset") else called.box()
    if end is None:
        raise Untranslatable("the drag does not say where it ends")
    button = str(called.get("button") or "left")
    seconds = called.number("duration") or None
    # It starts where the pointer is, which the plan knows or the screen does.
    return [
        Operation("DRAG", arguments(to=end, seconds=seconds, button=None if button == "left" else button))
    ]


def _hovered(called: Called) -> list[Operation]:
    box, picture = called.target()
    return [Operation("HOVER", arguments(box=box, picture=picture))]


def _button(name: str) -> Callable[[Called], list[Operation]]:
    def made(called: Called) -> list[Operation]:
        button = str(called.get("button") or "left").casefold()
        box, picture = called.target()
        other = None if button == "left" else button
        return [Operation(name, arguments(box=box, picture=picture, button=other))]

    return made


def _scrolled(direction: str) -> Callable[[Called], list[Operation]]:
    def made(called: Called) -> list[Operation]:
        clicks = called.number("clicks")
        if clicks is None:
            raise Untranslatable(f"{called.name} does not say how far")
        if clicks % 1:
            called.draft.repaired(called.span, f"{clicks:g} notches are read as {round(clicks)}")
        return [scroll(direction, clicks, called.box())]

    return made


def _written(called: Called) -> list[Operation]:
    message = called.get("message")
    if isinstance(message, list):
        names = called.keys("message")
        if all(len(name) == 1 for name in names):
            return [typed("".join(names))]
        return [_stroke(name) for name in names]
    return [typed(called.text("message"))]


def _stroke(name: str) -> Operation:
    """One key; of a capital letter pyautogui makes that letter, with Shift."""
    return chord(["shift", name] if len(name) == 1 and name.isupper() else [name])


def _pressed(called: Called) -> list[Operation]:
    times = called.number("presses", 1)
    if times is None or not 0 <= times <= 1000:
        raise Untranslatable("press does not say how often")
    names = called.keys("keys")
    one = _stroke(names[0]) if len(names) == 1 else None
    if one is not None and one.name == "KEY_PRESS" and times != 1:
        return [Operation("KEY_PRESS", {**one.arguments, "times": int(times)})]
    return [_stroke(name) for _ in range(int(times)) for name in names]


def _key(name: str) -> Callable[[Called], list[Operation]]:
    return lambda called: [Operation(name, {"key": key_named(called.keys("key")[0])})]


def _slept(called: Called) -> list[Operation]:
    seconds = called.number("seconds")
    if seconds is None or seconds < 0:
        raise Untranslatable("sleep does not say how long")
    return [Operation("WAIT", {"seconds": seconds})]


def _waited(called: Called) -> list[Operation]:
    given = [called.number(name) for name in ("seconds", "duration", "time")]
    return [Operation("WAIT", {"seconds": next((each for each in given if each), _WAIT)})]


def _clicked_as(button: str, count: int) -> Callable[[Called], list[Operation]]:
    return lambda called: click(called.box(), button, count)


def _pictured(called: Called) -> list[Operation]:
    file = called.get("imageFilename")
    region = called.get("region")
    box = None
    if isinstance(region, list) and len(region) == 4 and all(isinstance(each, int) for each in region):
        left, top, width, height = region
        space = called.draft.space(called.pointer.system)
        box = called.draft.box(space, (left, top, left + width, top + height), called.span)
    return [Operation("SCREENSHOT", arguments(file=file if isinstance(file, str) else None, box=box))]


def _asked(called: Called) -> list[Operation]:
    for name in ("button", "buttons", "default"):
        if given := called.get(name):
            called.draft.repaired(called.span, f"{name} of {called.name}, {str(given)[:40]}, is not kept")
    return [Operation("ASK_USER", {"question": str(called.get("text") or "Go on?")})]


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        raise Untranslatable("a quote is not closed") from None


def _started(called: Called) -> list[Operation]:
    """A program that goes on by itself, with its arguments."""
    command = called.get("command")
    words = _split(command) if isinstance(command, str) else command
    called.get("shell")
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise Untranslatable(f"{called.name} does not say which program")
    if any(re.search(r"[|<>;`$]", word) for word in words):
        raise Untranslatable(f"`{str(command)[:40]}` would have to be run by a shell")
    given: list[Value] = [word for word in words[1:] if word != "&"]
    return [Operation("LAUNCH", arguments(app=words[0], arguments=given or None))]


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


PYAUTOGUI: dict[str, Callable[[Called], list[Operation]]] = {
    **dict.fromkeys(CLICKS, _clicked),
    "moveTo": _hovered,
    "moveRel": lambda called: [Operation("HOVER", {"box": called.moved()})],
    "move": lambda called: [Operation("HOVER", {"box": called.moved()})],
    "dragTo": _dragged, "dragRel": _dragged, "drag": _dragged,
    "mouseDown": _button("MOUSE_DOWN"), "mouseUp": _button("MOUSE_UP"),
    "scroll": _scrolled("up"), "vscroll": _scrolled("up"), "hscroll": _scrolled("right"),
    "typewrite": _written, "write": _written, "press": _pressed,
    "keyDown": _key("KEY_DOWN"), "keyUp": _key("KEY_UP"),
    "hotkey": lambda called: [chord(called.keys("keys"))],
    "shortcut": lambda called: [chord(called.keys("keys"))],
    "sleep": _slept, "countdown": _slept, "screenshot": _pictured,
    "alert": _asked, "confirm": _asked, "prompt": _asked, "password": _asked,
}  # fmt: skip

OTHERS: dict[str, tuple[tuple[str, ...], Callable[[Called], list[Operation]]]] = {
    "time.sleep": (("seconds",), _slept),
    "pyperclip.copy": (("text",), lambda called: [Operation("SET_CLIPBOARD", {"text": called.text("text")})]),
    **dict.fromkeys(
        ("webbrowser.open", "webbrowser.open_new", "webbrowser.open_new_tab"),
        (("url", "new"), _browsed),
    ),
    "subprocess.Popen": (("command",), _started),
    "os.startfile": (("command",), lambda called: [Operation("LAUNCH", {"app": called.text("command")})]),
    "input": (("text",), _asked),
    **dict.fromkeys(("sys.exit", "exit", "quit"), (("status",), _exited)),
    "computer.terminate": (("status", "answer"), _terminated),
    "computer.answer": (("text",), lambda called: [Operation("ANSWER", {"text": called.text("text")})]),
    "computer.wait": (("seconds",), _waited),
    **{f"computer.{name}": (_AT, _clicked_as(*how)) for name, how in _COMPUTER_CLICKS.items()},
    "computer.mouse_move": (_AT, lambda called: [Operation("HOVER", arguments(box=called.box()))]),
    "computer.type": (("text",), lambda called: [typed(called.text("text"))]),
    "computer.key": (("text",), lambda called: strokes(called.text("text"))),
    "computer.screenshot": ((), lambda called: [Operation("SCREENSHOT")]),
}  # fmt: skip

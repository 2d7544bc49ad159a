"""What each command of xdotool becomes."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool import xdotool_windows as windows
from cogscript.dialects.scripts.xdotool.other_programs import slept
from cogscript.dialects.scripts.xdotool.script_state import Made, ScriptState, Words, number
from cogscript.dialects.scripts.xdotool.tool_options import ALL_COMMANDS
from cogscript.dialects.scripts.xdotool.unknown_values import ASKED, is_number_mark
from cogscript.dialects.scripts.xdotool.xdotool_keys import key_names, pressed
from cogscript.language.model.diagnostic import Span, nearest
from cogscript.language.model.tree import Operation

_WHEEL = {"4": "up", "5": "down", "6": "left", "7": "right"}
_BUTTONS = {"1": "left", "2": "middle", "3": "right"}
_QUERIES = frozenset(
    {
        "getmouselocation", "getactivewindow", "getwindowfocus", "getwindowname", "getwindowpid",
        "getwindowgeometry", "getwindowclassname", "getdisplaygeometry", "get_desktop", "get_num_desktops",
        "get_desktop_viewport", "get_desktop_for_window", "version", "help",
    }
)  # fmt: skip
_SLOW = 400
"""Milliseconds between two clicks that are no double click any more."""
_KEPT = 200
"""Milliseconds between two keys that are kept as a wait: nobody types so slowly."""
_NOTICED = 100
"""Milliseconds between two keys that are worth a word."""
_MOST_WRITTEN = 10
_MOST = 100_000


class ToolSession(ScriptState):
    """Goes through what a script tells xdotool to do."""

    def run(self, words: list[str], span: Span) -> list[Operation]:
        """What one run of xdotool with these words does."""
        return self.run_lines([words], span)

    def run_lines(self, lines: list[list[str]], span: Span) -> list[Operation]:
        """What one run of xdotool does that reads its commands: what a line types ends with the line."""
        self.window, self.is_behind, self.has_window, self.done = None, False, False, []
        self.before = None  # a run puts the pointer back only where it has moved it itself
        return [operation for words in lines for operation in self._line(words, span)]

    def _line(self, words: list[str], span: Span) -> list[Operation]:
        made: list[Operation] = []
        rest = list(words)
        while rest:
            name, rest = rest[0], rest[1:]
            if name in ("--help", "-h", "--version", "-v"):
                return made
            if name == "xdotool":
                self.draft.repaired(span, "`xdotool` stands again among its own commands")
                continue
            make = COMMANDS.get(name)
            if make is None:
                _refuse(name)
            operations, rest = make(Words(name, rest), self, span)
            made += operations
            self.done += operations
        return made

    def ticket(self, words: list[str], span: Span) -> str:
        """What stands for the window that such a run of xdotool prints the number of."""
        asked = words[:1]
        if asked == ["search"] and "--sync" in words:
            self.draft.repaired(span, "the window is waited for where it is used")
            words = [word for word in words if word != "--sync"]
        if asked not in (["getactivewindow"], ["getwindowfocus"], ["search"]):
            raise Untranslatable("what it prints is known only when it runs")
        if self.run(words, span) or (asked == ["search"] and self.window is None):
            raise Untranslatable("what it prints is known only when it runs")
        if asked == ["search"]:
            self.say_narrowed(span)
        return self.remember(self.window)


def _refuse(name: str) -> NoReturn:
    near = nearest(name, COMMANDS) if name not in ALL_COMMANDS else ""
    raise Untranslatable(f"xdotool's `{name[:40]}` has no operation", f"did it mean {near}?" if near else "")


def _slept(words: Words, reader: ScriptState, span: Span) -> Made:
    return [slept([words.take()])], words.words


def _moved(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    corner = _corner(words, reader, span) if "window" in words.options else (0.0, 0.0)
    if words.options.get("screen", "0") != "0":
        reader.lose()
        raise Untranslatable("it is a place of another screen")
    if words.words[:1] == ["restore"]:
        words.take()
        if reader.before is not None:
            return [Operation("HOVER", {"box": reader.box(*reader.before, span)})], words.words
        reader.pointer = None
        reader.lose()
        reader.draft.repaired(span, "the pointer is not put back to where it was")
        return [], words.words
    x, y = words.take(), words.take()
    if not words.options.keys() & {"window", "polar"} and reader.is_put_back(x, y, span):
        return [], words.words
    across, down = float(number(x)) + corner[0], float(number(y)) + corner[1]
    if "polar" in words.options:
        across, down = _turned(across, down, (reader.screen.width // 2, reader.screen.height // 2))
    return [Operation("HOVER", {"box": reader.box(across, down, span)})], words.words


def _corner(words: Words, reader: ScriptState, span: Span) -> tuple[float, float]:
    """Where the window stands that a place is counted from, if the script has put it there."""
    known = None
    if words.options["window"] not in ("%1", "%@") or reader.window is not None:
        with suppress(Untranslatable):
            found = reader.window_of(words.options["window"], span)
            known = reader.corners.get(found) if found else None
    if known is None or "polar" in words.options:
        reader.lose()
        raise Untranslatable("a place that is counted from a window is not known here")
    reader.draft.repaired(span, "the place is counted from where the script has put the window")
    return known


def _turned(degrees: float, distance: float, start: tuple[float, float]) -> tuple[int, int]:
    """So far from a place: 0 degrees is up, 90 is right."""
    angle = math.radians(degrees)
    return round(start[0] + math.sin(angle) * distance), round(start[1] - math.cos(angle) * distance)


def _moved_by(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    across, down = float(number(words.take())), float(number(words.take()))
    if reader.pointer is None or reader.is_lost:
        refused = Untranslatable("where the pointer is before it moves is not in the script")
        if reader.is_lost or "polar" in words.options:
            reader.lose()
            raise refused
        reader.drift = (reader.drift[0] + across, reader.drift[1] + down)
        reader.draft.untranslatable(span, refused.reason)
        return [], words.words
    x, y = reader.pointer[0] + across, reader.pointer[1] + down
    if "polar" in words.options:
        x, y = _turned(across, down, reader.pointer)
    return [Operation("HOVER", {"box": reader.box(x, y, span)})], words.words


def _clicked(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    reader.refuse_lost()
    front = words.to_window(reader, span) if "window" in words.options else []
    if reader.is_behind and not front:
        reader.draft.repaired(
            span, "the click goes to the pointer's place, and not to the window that was found"
        )
    count, pause = words.times(), words.milliseconds("delay")
    button = words.take()
    if button in _WHEEL:
        if count > 1 and pause >= _NOTICED:
            _say_pause(pause, reader)
        return [*front, builders.scroll(_WHEEL[button], count, None)], words.words
    if ASKED in button or is_number_mark(button):
        raise Untranslatable("which mouse button it is, is not in the script")
    if button not in _BUTTONS:
        raise Untranslatable(f"there is no mouse button `{button[:40]}`")
    return [*front, *_clicks(_BUTTONS[button], count, pause)], words.words


def _clicks(button: str, count: int, pause: float) -> list[Operation]:
    if count <= 3 and pause < _SLOW:
        return builders.click(None, button, count)
    waits = [Operation("WAIT", {"seconds": builders.touch_seconds(pause)})] if pause >= _NOTICED else []
    return _again([builders.click(None, button)], count, waits)


def _again(made: list[list[Operation]], times: int, waits: list[Operation]) -> list[Operation]:
    """The same several times, with a wait between one and the next."""
    if times > 1 and times * len(made) > _MOST_WRITTEN:
        return [Operation("REPEAT", {"times": times}, body=[each for one in made for each in [*one, *waits]])]
    rounds = [one for _ in range(times) for one in made]
    between = [*(each for one in rounds[:-1] for each in [*one, *waits]), *(rounds[-1] if rounds else [])]
    return [Operation(each.name, dict(each.arguments)) for each in between]


def _button(name: str) -> Callable[[Words, ScriptState, Span], Made]:
    def make(words: Words, reader: ScriptState, span: Span) -> Made:
        words.take_options()
        reader.refuse_lost()
        front = words.to_window(reader, span) if "window" in words.options else []
        button = builders.button_named(words.take())
        made = Operation(name, builders.arguments(button=None if button == "left" else button))
        return [*front, made], words.words

    return make


def _keys(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    front = words.to_window(reader, span)
    times, pause, between = words.times(), words.milliseconds("delay"), words.milliseconds("repeat-delay")
    if times > _MOST:
        raise Untranslatable(f"{times} presses are not written out")
    chords = [press for word in words.until_command() for press in pressed(word, reader.draft, span)]
    if not chords:
        raise Untranslatable("no key is named")
    longest = max(pause if len(chords) * times > 1 else 0, between if times > 1 else 0)
    if longest >= _KEPT:
        waits = [Operation("WAIT", {"seconds": builders.touch_seconds(longest)})]
        return [*front, *_again([[each] for each in chords], times, waits)], words.words
    if longest >= _NOTICED:
        _say_pause(longest, reader)
    if len(chords) == 1 and chords[0].name == "KEY_PRESS" and times > 1:
        chords[0].arguments["times"] = times
        return [*front, *chords], words.words
    return [*front, *builders.repeated(_again([[each] for each in chords], times, []))], words.words


def _say_pause(milliseconds: float, reader: ScriptState) -> None:
    reader.draft.remark(f"{milliseconds / 1000:g} seconds between one and the next are not kept")


def _key(name: str) -> Callable[[Words, ScriptState, Span], Made]:
    def make(words: Words, reader: ScriptState, span: Span) -> Made:
        words.take_options()
        front = words.to_window(reader, span)
        named = [each for word in words.until_command() for each in key_names(word, reader.draft, span)]
        return [*front, *(Operation(name, {"key": builders.key_named(each)}) for each in named)], words.words

    return make


def _typed(words: Words, reader: ScriptState, span: Span) -> Made:
    """Everything after it is text."""
    words.take_options()
    is_given = "window" in words.options
    front = words.to_window(reader, span)
    if front and not is_given:
        reader.draft.repaired(span, "the window that was found comes to the front, and is typed into")
    if "file" in words.options:
        raise Untranslatable("what is typed is not in the script")
    typed, rest = list(words.words), []
    if "terminator" in words.options and words.options["terminator"] in typed:
        at = typed.index(words.options["terminator"])
        typed, rest = typed[:at], typed[at + 1 :]
    elif "args" in words.options:
        count = int(number(words.options["args"]))
        typed, rest = typed[:count], typed[count:]
    if not typed or any(map(is_number_mark, typed)):  # the window's number is typed
        raise Untranslatable("what is typed is not in the script")
    if len(typed) > 1:
        reader.draft.repaired(span, "xdotool types its words without the spaces between them")
    text = "".join(typed)
    if not text:
        return front, rest
    if words.milliseconds("delay") >= _NOTICED and len(text) > 1:
        _say_pause(words.milliseconds("delay"), reader)
    return [*front, builders.typed(text)], rest


COMMANDS: dict[str, Callable[[Words, ScriptState, Span], Made]] = {
    "mousemove": _moved,
    "mousemove_relative": _moved_by,
    "click": _clicked,
    "mousedown": _button("MOUSE_DOWN"),
    "mouseup": _button("MOUSE_UP"),
    "key": _keys,
    "keydown": _key("KEY_DOWN"),
    "keyup": _key("KEY_UP"),
    "type": _typed,
    "sleep": _slept,
    "search": windows.searched,
    **dict.fromkeys(("windowactivate", "windowfocus", "windowraise", "windowmap"), windows.doing("activate")),
    "windowminimize": windows.doing("minimize"),
    "windowunmap": windows.doing("hide"),
    **dict.fromkeys(("windowclose", "windowquit", "windowkill"), windows.doing("close")),
    **dict.fromkeys(("windowmove", "windowsize"), windows.placed),
    "windowstate": windows.stated,
    **dict.fromkeys(_QUERIES, windows.queried),
}

"""What each command of xdotool becomes, and what one run of it remembers for the next command."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.scripts.xdotool.tool_options import OPTION, take_options
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import Span, nearest
from cogscript.language.model.tree import Operation

_WHEEL = {"4": "up", "5": "down", "6": "left", "7": "right"}
_BUTTONS = {"1": "left", "2": "middle", "3": "right"}
_QUERIES = frozenset(
    {
        "getmouselocation", "getactivewindow", "getwindowfocus", "getwindowname", "getwindowpid",
        "getwindowgeometry", "getwindowclassname", "getdisplaygeometry", "get_desktop", "get_num_desktops",
        "get_desktop_viewport", "get_desktop_for_window", "version",
    }
)  # fmt: skip
_UNSAYABLE = frozenset(
    {
        "windowsize", "windowmove", "windowlower", "windowmap", "windowunmap", "windowkill", "windowreparent",
        "windowstate", "set_window", "selectwindow", "behave", "behave_screen_edge", "set_num_desktops",
        "set_desktop_viewport", "set_desktop", "set_desktop_for_window", "exec", "help",
    }
)  # fmt: skip
"""Commands of xdotool that no operation says."""
_NUMBER = re.compile(r"-?\d{1,5}(?:\.\d+)?")
_TICKET = "window-"
"""What stands for a window's number among the words: no title, which could be a word of xdotool's."""
_AROUND = re.compile(r"^\^|^\.\*|\.\*$|\$$|^\.+|\.+$")
_PATTERN = re.compile(r"\.[*+]|[|\[\]\\^$]|\w\*")
_KEEPS_ACTIVE = frozenset({"HOVER", "SCROLL", "SET_CLIPBOARD"})
"""After these the same window is active; during a wait, a person or a program may bring another one."""
_TAKES_FRONT = frozenset({"WINDOW", "LAUNCH"})
_SLOW = 400
"""Milliseconds between two clicks that are no double click any more."""
_MOST_CLICKS = 200
_ALIASES = {"iso_left_tab": "shift+Tab"}


class ToolSession:
    """What the commands of a script share: the pointer's place, the windows that it has found."""

    def __init__(self, draft: Draft, screen: Size) -> None:
        self.draft = draft
        self.screen = screen
        self.pointed: Span | None = None
        self.pointer: tuple[float, float] | None = None
        """Where the script has moved the pointer, in pixels."""
        self.window: str | None = None
        """The title that the last search of this run of xdotool looked for."""
        self.is_behind = False
        """Whether that window has been found and not yet brought to the front: keys go to it all the same."""
        self._windows: list[tuple[str | None, int]] = []
        """The windows that the script has numbers for: the title, or None for the one that was active after
        so many steps."""
        self._done: list[str] = []
        """What this run of xdotool has made so far, and is not yet in the draft."""

    def run(self, words: list[str], span: Span) -> list[Operation]:
        """What one run of xdotool with these words does."""
        return self.run_lines([words], span)

    def run_lines(self, lines: list[list[str]], span: Span) -> list[Operation]:
        """What one run of xdotool does that reads its commands: what a line types ends with the line."""
        self.window, self.is_behind, self._done = None, False, []
        return [operation for words in lines for operation in self._line(words, span)]

    def _line(self, words: list[str], span: Span) -> list[Operation]:
        made: list[Operation] = []
        rest = list(words)
        while rest:
            name, rest = rest[0], rest[1:]
            make = COMMANDS.get(name)
            if make is None:
                near = nearest(name, COMMANDS)
                raise Untranslatable(
                    f"xdotool's `{name[:40]}` has no operation", f"did it mean {near}?" if near else ""
                )
            operations, rest = make(Words(name, rest), self, span)
            made += operations
            self._done += [operation.name for operation in operations]
        return made

    def ticket(self, words: list[str], span: Span) -> str:
        """What stands for the window that such a run of xdotool prints the number of."""
        active = words[:1] in (["getactivewindow"], ["getwindowfocus"])
        if not active and words[:1] != ["search"]:
            raise Untranslatable("what it prints is known only when it runs")
        if self.run(words, span) or (not active and self.window is None):
            raise Untranslatable("what it prints is known only when it runs")
        self._windows.append((None if active else self.window, len(self.draft.steps)))
        return f"{_TICKET}{len(self._windows) - 1}"

    def title_of(self, word: str, span: Span, closes: bool = False) -> str | None:
        """The title of a window, None for the active one; one by its number only that session knew."""
        if word == "%1" and self.window is not None:
            return self.window
        if not re.fullmatch(rf"{_TICKET}\d+", word):
            raise Untranslatable("a window is found by its title, and this one is given by a number")
        title, seen = self._windows[int(word.removeprefix(_TICKET))]
        if title is None:
            self._say_another(seen, span, closes)
        return title

    def _say_another(self, seen: int, span: Span, closes: bool) -> None:
        """Say that the window that was active after so many steps may be another one than is active now."""
        steps = (step.operation.name if step.operation else "" for step in self.draft.steps[seen:])
        since = {*steps, *self._done} - _KEEPS_ACTIVE
        if since & _TAKES_FRONT or (since and closes):
            raise Untranslatable(
                "its window is the one that was active before, and another one may be active since",
                "give that window's title: WINDOW(action='activate', title='…')",
            )
        if since:
            self.draft.repaired(
                span, "its window is the one that was active before: here it is the one that is active now"
            )

    def box(self, x: float, y: float, span: Span) -> Box:
        self.pointer = (x, y)
        self.pointed = self.pointed or span
        self.draft.screen = self.screen
        return self.draft.box(self.draft.space("pixels"), (x, y), span)


class Words:
    """The words after a command: its options, its arguments, and what belongs to the next one."""

    def __init__(self, command: str, words: list[str]) -> None:
        self.command = command
        self.words = words
        self.options: dict[str, str] = {}

    def take_options(self) -> None:
        self.options |= take_options(self.command, self.words)

    def to_window(self, reader: ToolSession, span: Span) -> list[Operation]:
        """The window that keys or clicks are sent to comes to the front first: so they are taken there."""
        given = self.options.get("window")
        behind = reader.window if reader.is_behind else None
        title = reader.title_of(given, span) if given is not None else behind
        if title is None:
            return []
        reader.is_behind = False
        return [Operation("WINDOW", {"action": "activate", "title": title})]

    def take(self) -> str:
        if not self.words:
            raise Untranslatable("an argument is missing")
        return self.words.pop(0)

    def until_command(self) -> Iterator[str]:
        while self.words and self.words[0] not in COMMANDS and self.words[0] not in _UNSAYABLE:
            if OPTION.match(self.words[0]):
                raise Untranslatable(
                    f"`{self.words[0][:40]}` stands where {self.command} takes no option any more"
                )
            yield self.words.pop(0)


_Made = tuple[list[Operation], list[str]]


def _number(word: str) -> str:
    if not _NUMBER.fullmatch(word):
        raise Untranslatable(f"`{word[:40]}` is not a number")
    return word


def slept(words: list[str]) -> Operation:
    seconds = 0.0
    for text in words or [""]:
        match = re.fullmatch(r"(\d{0,6}(?:\.\d+)?)([smh]?)", text)
        if not match or not match[1] or match[1] == ".":
            raise Untranslatable("sleep does not say how long")
        seconds += float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]
    return Operation("WAIT", {"seconds": int(seconds) if seconds.is_integer() else seconds})


def _slept(words: Words, reader: ToolSession, span: Span) -> _Made:
    return [slept([words.take()])], words.words


def _moved(words: Words, reader: ToolSession, span: Span) -> _Made:
    words.take_options()
    if "window" in words.options or "polar" in words.options:
        raise Untranslatable("a place that is counted from a window is not known here")
    if words.options.get("screen", "0") != "0":
        raise Untranslatable("it is a place of another screen")
    if words.words[:1] == ["restore"]:
        words.take()
        reader.pointer = None
        reader.draft.repaired(span, "the pointer is not put back to where it was")
        return [], words.words
    x, y = _number(words.take()), _number(words.take())
    return [Operation("HOVER", {"box": reader.box(float(x), float(y), span)})], words.words


def _moved_by(words: Words, reader: ToolSession, span: Span) -> _Made:
    words.take_options()
    if reader.pointer is None or "polar" in words.options:
        raise Untranslatable("where the pointer is before it moves is not in the script")
    x, y = (float(_number(words.take())) + start for start in reader.pointer)
    return [Operation("HOVER", {"box": reader.box(x, y, span)})], words.words


def _clicked(words: Words, reader: ToolSession, span: Span) -> _Made:
    words.take_options()
    front = words.to_window(reader, span) if "window" in words.options else []
    count = int(float(_number(words.options.get("repeat") or "1")))
    pause = float(_number(words.options.get("delay") or "0"))
    if not 1 <= count <= _MOST_CLICKS:
        raise Untranslatable(f"{count} clicks are not written out")
    button = words.take()
    if button in _WHEEL:
        return [*front, builders.scroll(_WHEEL[button], count, None)], words.words
    if button not in _BUTTONS:
        raise Untranslatable(f"there is no mouse button `{button[:40]}`")
    if count > 1 and pause >= _SLOW:
        made = builders.click(None, _BUTTONS[button], 1)
        for _ in range(count - 1):
            made.append(Operation("WAIT", {"seconds": pause / 1000}))
            made += builders.click(None, _BUTTONS[button], 1)
        return [*front, *made], words.words
    if count > 3:
        return [
            *front,
            *(each for _ in range(count) for each in builders.click(None, _BUTTONS[button])),
        ], words.words
    return [*front, *builders.click(None, _BUTTONS[button], count)], words.words


def _button(name: str) -> Callable[[Words, ToolSession, Span], _Made]:
    def make(words: Words, reader: ToolSession, span: Span) -> _Made:
        words.take_options()
        front = words.to_window(reader, span) if "window" in words.options else []
        button = builders.button_named(words.take())
        made = Operation(name, builders.arguments(button=None if button == "left" else button))
        return [*front, made], words.words

    return make


def _split_keys(word: str) -> list[str]:
    return builders.split_keys(_ALIASES.get(word.casefold(), word))


def _keys(words: Words, reader: ToolSession, span: Span) -> _Made:
    words.take_options()
    front = words.to_window(reader, span)
    times = int(float(_number(words.options.get("repeat") or "1")))
    if not 1 <= times <= _MOST_CLICKS:
        raise Untranslatable(f"{times} presses are not written out")
    chords = [press for word in words.until_command() for press in builders.presses(_split_keys(word))]
    if not chords:
        raise Untranslatable("no key is named")
    repeated = [Operation(each.name, dict(each.arguments)) for _ in range(times) for each in chords]
    return [*front, *builders.repeated(repeated)], words.words


def _key(name: str) -> Callable[[Words, ToolSession, Span], _Made]:
    def make(words: Words, reader: ToolSession, span: Span) -> _Made:
        words.take_options()
        front = words.to_window(reader, span)
        named = [each for word in words.until_command() for each in _split_keys(word)]
        return [*front, *(Operation(name, {"key": builders.key_named(each)}) for each in named)], words.words

    return make


def _typed(words: Words, reader: ToolSession, span: Span) -> _Made:
    """Everything after it is text."""
    words.take_options()
    front = words.to_window(reader, span)
    if "file" in words.options:
        raise Untranslatable("what is typed is not in the script")
    typed, rest = list(words.words), []
    if "terminator" in words.options and words.options["terminator"] in typed:
        at = typed.index(words.options["terminator"])
        typed, rest = typed[:at], typed[at + 1 :]
    elif "args" in words.options:
        count = int(_number(words.options["args"]))
        typed, rest = typed[:count], typed[count:]
    if not typed or any(_TICKET in word for word in typed):  # the window's number is typed
        raise Untranslatable("what is typed is not in the script")
    if len(typed) > 1:
        reader.draft.repaired(span, "xdotool types its words without the spaces between them")
    return [*front, builders.typed("".join(typed))], rest


def _searched(words: Words, reader: ToolSession, span: Span) -> _Made:
    words.take_options()
    if not words.words or ("pid" in words.options and words.words[0] in COMMANDS):
        raise Untranslatable("a window is found by its title, and this search gives none")
    pattern = words.take()
    words.take_options()  # xdotool reads none there, but what is meant is plain
    if words.options.keys() & {"class", "classname", "pid", "role"}:
        raise Untranslatable("a window is found by its title alone, and this search wants more")
    for name in sorted(words.options.keys() & {"desktop", "screen"}):
        reader.draft.repaired(span, f"the window is looked for everywhere, and not on one {name} alone")
    title = _AROUND.sub("", pattern)
    if _PATTERN.search(title) or not title.strip():
        raise Untranslatable(f"`{pattern[:40]}` is a pattern, and a window is found by a part of its title")
    if title != pattern:
        reader.draft.repaired(span, f"`{pattern[:40]}` is looked for as a part of the title")
    reader.window, reader.is_behind = title, True
    return [], words.words


def _window(action: str) -> Callable[[Words, ToolSession, Span], _Made]:
    def make(words: Words, reader: ToolSession, span: Span) -> _Made:
        words.take_options()
        titles: list[str | None] = [
            reader.title_of(number, span, action == "close") for number in words.until_command()
        ]
        titles = titles or [reader.window]
        reader.is_behind = False
        return [
            Operation("WINDOW", builders.arguments(action=action, title=each)) for each in titles
        ], words.words

    return make


def _queried(words: Words, reader: ToolSession, span: Span) -> _Made:
    words.take_options()
    if words.command in ("getactivewindow", "getwindowfocus"):
        reader.window, reader.is_behind = None, False
        return [], words.words
    asked = words.words[:1]
    if asked and asked[0] not in COMMANDS and asked[0] not in _UNSAYABLE and not OPTION.match(asked[0]):
        words.take()  # the window that it asks about
        words.take_options()
    return [], words.words


COMMANDS: dict[str, Callable[[Words, ToolSession, Span], _Made]] = {
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
    "search": _searched,
    "windowactivate": _window("activate"),
    "windowfocus": _window("activate"),
    "windowraise": _window("activate"),
    "windowminimize": _window("minimize"),
    "windowclose": _window("close"),
    "windowquit": _window("close"),
    **dict.fromkeys(_QUERIES, _queried),
}

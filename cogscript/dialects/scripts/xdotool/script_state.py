"""What the commands of a script share: the pointer's place, the windows that were found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.scripts.xdotool.tool_options import ALL_COMMANDS, OPTION, take_options
from cogscript.dialects.scripts.xdotool.unknown_values import (
    ASKED,
    ONE_WINDOW,
    POINTER_MARK,
    PROCESS_MARK,
    WINDOW,
    WINDOW_MARK,
    in_the_middle,
    is_number_mark,
)
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation, Value

_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d+)?")
BY_NUMBER = "a window is found by its title, and this one is given by a number"
_KEEPS_ACTIVE = frozenset({"HOVER", "SCROLL", "SET_CLIPBOARD"})
"""After these the same window is active; during a wait, a person or a program may bring another one."""
_LEAVES_FRONT = frozenset({"activate", "move", "resize", "maximize", "restore"})
"""What the active window can be told without another one becoming active."""
_LOCATED = re.compile(rf"{POINTER_MARK}x-(\d+) {POINTER_MARK}y-(\d+)")
_AROUND = re.compile(r"^\^|^\.\*|\.\*$|\$$|^\.+|\.+$")
_PATTERN = re.compile(r"\.[*+]|[|\[\]\\^$]|\w\*")


class ShellWindow(NamedTuple):
    """What a search finds a window by."""

    title: str = ""
    """A part of its title."""
    app: str = ""
    """A name of its program, which the class of its windows is one of; or the process's number."""

    def given(self, title: str = "title") -> dict[str, Value]:
        """The arguments that name it: those of WINDOW, or with `window` those of IN."""
        return {name: text for name, text in ((title, self.title), ("app", self.app)) if text}


def number(word: str) -> str:
    word = in_the_middle(word)
    if ASKED in word or is_number_mark(word):
        raise Untranslatable("a number in it is not in the script")
    if not _NUMBER.fullmatch(word):
        raise Untranslatable(f"`{word[:40]}` is not a number")
    return word


class ScriptState:
    """The state of a script, as far as its commands of xdotool tell it."""

    def __init__(self, draft: Draft, screen: Size) -> None:
        self.draft = draft
        self.screen = screen
        self.pointed: Span | None = None
        self.extent = (0.0, 0.0)
        """How far right and down its places go, in pixels."""
        self.pointer: tuple[float, float] | None = None
        """Where the script has moved the pointer, in pixels."""
        self.before: tuple[float, float] | None = None
        """Where it was before this run of xdotool moved it last."""
        self.is_lost = False
        """Whether the script has moved the pointer to a place that is not known here."""
        self.drift = (0.0, 0.0)
        """How far it has moved a pointer whose place is not known from where that was at first."""
        self._stays = 0
        """How often the pointer has got a place that says nothing of the one before."""
        self._placed = 0
        """How many steps there were when the script put the pointer somewhere."""
        self._located: list[tuple[int, tuple[float, float]]] = []
        """Where the pointer was when the script asked: at which stay, and how far it had drifted."""
        self.window: ShellWindow | None = None
        """What the last search of this run of xdotool looked for."""
        self.has_window = False
        """Whether this run of xdotool has searched for one, or asked for the active one."""
        self.is_behind = False
        """Whether that window has been found and not yet brought to the front: keys go to it all the same."""
        self.is_narrowed = False
        """Whether the last search looks for more than a title, which is all that is looked for here."""
        self._windows: list[tuple[ShellWindow | None, int]] = []
        """The windows that the script has numbers for: what was found, or None for the one that was active
        after so many steps."""
        self.corners: dict[ShellWindow, tuple[float, float]] = {}
        """Where the script has put a window."""
        self.done: list[Operation] = []
        """What this run of xdotool has made so far, and is not yet in the draft."""

    def say_narrowed(self, span: Span) -> None:
        """Say it where the window that was found is used."""
        if self.is_narrowed:
            self.draft.repaired(span, "the window is looked for by its title alone, and not by its program")

    def remember(self, found: ShellWindow | None) -> str:
        """What stands for the number of a window: of the active one, where none was searched for."""
        self._windows.append((found, len(self.draft.steps)))
        return f"{WINDOW_MARK}{len(self._windows) - 1}"

    def window_of(self, word: str, span: Span, closes: bool = False) -> ShellWindow | None:
        """What a window was found by, None for the active one; one by its number only that session knew."""
        if word in ("%1", "%@") and self.has_window:
            if word == "%@" and self.window is not None:
                self.draft.repaired(span, ONE_WINDOW)
            return self.window
        if not WINDOW.fullmatch(word):
            raise Untranslatable(BY_NUMBER)
        found, seen = self._windows[int(word.removeprefix(WINDOW_MARK))]
        if found is None:
            self._say_another(seen, span, closes)
        return found

    def _say_another(self, seen: int, span: Span, closes: bool) -> None:
        """Say that the window that was active after so many steps may be another one than is active now."""
        steps = [step.operation for step in self.draft.steps[seen:]]
        since = [each for each in (*steps, *self.done) if each is None or each.name not in _KEEPS_ACTIVE]
        if any(each is not None and _takes_front(each) for each in since) or (since and closes):
            raise Untranslatable(
                "its window is the one that was active before, and another one may be active since",
                "give that window's title: WINDOW(action='activate', title='…')",
            )
        if since:
            self.draft.repaired(
                span, "its window is the one that was active before: here it is the one that is active now"
            )

    def found_window(self) -> ShellWindow | None:
        """The window that a command means that names none."""
        if not self.has_window:
            raise Untranslatable("no window is named, and none was searched for")
        return self.window

    def text_in(self, pattern: str, span: Span, of: str = "a part of its title") -> str:
        """The text that a pattern looks for; Untranslatable where it looks for more than one."""
        if is_number_mark(pattern):
            raise Untranslatable("what the window is called is known only when it runs")
        text = _AROUND.sub("", pattern)
        if _PATTERN.search(text) or not text.strip():
            raise Untranslatable(f"`{pattern[:40]}` is a pattern, and a window is found by {of}")
        if text != pattern:
            self.draft.repaired(span, f"`{pattern[:40]}` is looked for as {of}")
        return text

    def program_in(self, pattern: str, span: Span) -> str:
        """The program whose windows have the class that a pattern looks for."""
        program = self.text_in(pattern, span, "a name of its program")
        self.draft.repaired(
            span, f"the window is found by its program: `{program[:40]}` is taken to be one of its names"
        )
        return program

    def program_of(self, process: str) -> str:
        """The program whose process has a number: one that the script started, or looked up by its name."""
        if not process.startswith(PROCESS_MARK):
            raise Untranslatable("the number of a process is another one in every session")
        return process.removeprefix(PROCESS_MARK)

    def box(self, x: float, y: float, span: Span) -> Box:
        """A place of the pointer."""
        box = self.area((x, y), span)
        self.before, self.pointer, self.is_lost, self.drift = self.pointer, (x, y), False, (0.0, 0.0)
        self._stays += 1
        self._placed = len(self.draft.steps)
        return box

    def lose(self) -> None:
        """The pointer goes to a place that is not known here."""
        self.is_lost = True
        self._stays += 1

    def located(self, is_shell: bool) -> str:
        """What `getmouselocation` prints: numbers where the script has just put the pointer, else what stands
        for them; while it waits, a person may have moved it."""
        steps = [step.operation for step in self.draft.steps[self._placed :]]
        if self.pointer is not None and not self.is_lost and all(each and _is_quick(each) for each in steps):
            x, y = (f"{each:g}" for each in self.pointer)
        else:
            self._located.append((self._stays, self.drift))
            x, y = (f"{POINTER_MARK}{axis}-{len(self._located) - 1}" for axis in "xy")
        form = "X={}\nY={}\nSCREEN=0\nWINDOW={}w" if is_shell else "x:{} y:{} screen:0 window:{}w"
        return form.format(x, y, POINTER_MARK)

    def is_put_back(self, x: str, y: str, span: Span) -> bool:
        """Whether the pointer is told to go to where it was when the script asked for its place: it is there
        still, where nothing else was told to it."""
        asked = _LOCATED.fullmatch(f"{x} {y}")
        if asked is None or self._located[int(asked[1])] != self._located[int(asked[2])]:
            return False
        stay, drift = self._located[int(asked[1])]
        if stay != self._stays:
            self.pointer = None
            self.lose()
            self.draft.repaired(span, "the pointer is not put back to where it was")
            return True
        self.drift = drift
        self.draft.repaired(span, "the pointer is taken to be where it was when its place was asked for")
        return True

    def area(self, corners: tuple[float, ...], span: Span) -> Box:
        """A place on the screen, in pixels of the display that is assumed."""
        self.extent = (max(self.extent[0], *corners[::2]), max(self.extent[1], *corners[1::2]))
        self.pointed = self.pointed or span
        self.draft.screen = self.screen
        return self.draft.box(self.draft.space("pixels"), corners, span)

    def refuse_lost(self) -> None:
        if self.is_lost or self.drift != (0.0, 0.0):
            raise Untranslatable("the pointer was moved to a place that is not known here")


def _is_quick(operation: Operation) -> bool:
    """Whether a person hardly moves the pointer while it is done."""
    return operation.name not in ("WAIT", "ASK_USER", "LAUNCH")


def _takes_front(operation: Operation) -> bool:
    given = operation.arguments
    return operation.name == "LAUNCH" or (
        operation.name == "WINDOW"
        and (bool(given.keys() & {"title", "app"}) or given.get("action") not in _LEAVES_FRONT)
    )


class Words:
    """The words after a command: its options, its arguments, and what belongs to the next one."""

    def __init__(self, command: str, words: list[str]) -> None:
        self.command = command
        self.words = words
        self.options: dict[str, str] = {}

    def take_options(self) -> None:
        self.options |= take_options(self.command, self.words)

    def to_window(self, reader: ScriptState, span: Span) -> list[Operation]:
        """The window that keys or clicks are sent to comes to the front first: so they are taken there."""
        given = self.options.get("window")
        behind = reader.window if reader.is_behind else None
        found = reader.window_of(given, span) if given is not None else behind
        if found is None:
            return []
        reader.is_behind = False
        return [window("activate", found)]

    def take(self) -> str:
        if not self.words:
            raise Untranslatable("an argument is missing")
        return self.words.pop(0)

    def until_command(self) -> Iterator[str]:
        while self.words and self.words[0] not in ALL_COMMANDS:
            if OPTION.match(self.words[0]):
                raise Untranslatable(
                    f"`{self.words[0][:40]}` stands where {self.command} takes no option any more"
                )
            yield self.words.pop(0)

    def milliseconds(self, option: str) -> float:
        return float(number(self.options.get(option) or "0"))

    def times(self) -> int:
        count = int(float(number(self.options.get("repeat") or "1")))
        if count < 1:
            raise Untranslatable(f"it cannot be repeated {count} times")
        return count


Made = tuple[list[Operation], list[str]]
"""What a command does, and the words that are left for the next one."""


def window(action: str, found: ShellWindow | None, **more: Value) -> Operation:
    return Operation("WINDOW", {"action": action, **(found.given() if found else {}), **more})

"""The commands of xdotool, and of wmctrl, that find, move, size and close windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.script_state import (
    BY_NUMBER,
    Made,
    ScriptState,
    ShellWindow,
    Words,
    number,
    window,
)
from cogscript.dialects.scripts.xdotool.tool_options import ALL_COMMANDS, OPTION
from cogscript.dialects.scripts.xdotool.unknown_values import is_number_mark
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_STATES = {"MAXIMIZED_VERT": "maximize", "MAXIMIZED_HORZ": "maximize", "HIDDEN": "minimize"}
_UNDOING = {"maximize": "restore", "minimize": "activate"}
_SEARCHED = frozenset({"name", "title", "class", "classname", "role"})
"""What a search looks at; by default at all of it."""
_BESIDES = {
    "windowraise": "the window also gets the keyboard",
    "windowkill": "the window is asked to close, and its program is not ended by force",
    "windowunmap": "the window is put off the screen",
    "windowmap": "the window is brought to the front",
}
"""What is done otherwise than the command says."""


def searched(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    by = words.options.keys() & _SEARCHED
    found = ShellWindow()
    if process := words.options.get("pid"):
        found = found._replace(app=reader.program_of(process))
    if not process or (words.words and words.words[0] not in ALL_COMMANDS):
        found = _sought(words.take(), by, found, reader, span)
        before = dict(words.options)
        words.take_options()  # xdotool reads none there, but what is meant is plain
        more = (words.options.keys() - before.keys()) & _SEARCHED
        if by and more and words.words and words.words[0] not in ALL_COMMANDS:
            found = _sought(words.take(), more, found, reader, span)
        elif not by:
            by = more
    for name in sorted(words.options.keys() & {"desktop", "screen"}):
        reader.draft.repaired(span, f"the window is looked for everywhere, and not on one {name} alone")
    reader.is_narrowed = bool(found.title and not found.app and (not by or by & {"class", "classname"}))
    if words.words or "sync" in words.options:
        reader.say_narrowed(span)
    reader.window, reader.is_behind, reader.has_window = found, True, True
    if "sync" in words.options and not words.words:
        reader.draft.repaired(span, "the window is waited for, and comes to the front")
        return [window("activate", reader.window)], []
    return [], words.words


def _sought(
    pattern: str, by: AbstractSet[str], found: ShellWindow, reader: ScriptState, span: Span
) -> ShellWindow:
    """What a search finds, with one pattern more."""
    if "role" in by:
        raise Untranslatable("a window is found by its title or its program, and not by its role")
    if by and not by & {"name", "title"}:
        return found._replace(app=reader.program_in(pattern, span))
    return found._replace(title=reader.text_in(pattern, span))


def doing(action: str) -> Callable[[Words, ScriptState, Span], Made]:
    """What a command does that takes windows and nothing else."""

    def make(words: Words, reader: ScriptState, span: Span) -> Made:
        words.take_options()
        numbers = list(words.until_command())
        if action == "activate" and words.words and any(each.isdecimal() for each in numbers):
            # What else it does on the screen is known all the same.
            reader.draft.untranslatable(span, BY_NUMBER)
            reader.window, reader.is_behind = None, False
            return [], words.words
        meant: list[ShellWindow | None] = [
            reader.window_of(each, span, action == "close") for each in numbers
        ]
        meant = meant or [reader.found_window()]
        reader.is_behind = False
        for each in meant:
            if action != "activate" and each is not None:
                reader.corners.pop(each, None)
        if besides := _BESIDES.get(words.command):
            reader.draft.repaired(span, besides)
        return [window(action, each) for each in meant], words.words

    return make


def placed(words: Words, reader: ScriptState, span: Span) -> Made:
    """`windowmove` and `windowsize`: two numbers, with a window before them or without."""
    words.take_options()
    for option in sorted(words.options.keys() & {"relative", "usehints"}):
        raise Untranslatable(f"`--{option}` counts from what only the window knows")
    given: list[str] = []
    while words.words and len(given) < 3 and words.words[0] not in ALL_COMMANDS:
        given.append(words.take())
    if len(given) < 2:
        raise Untranslatable("an argument is missing")
    meant = reader.window_of(given.pop(0), span) if len(given) == 3 else reader.found_window()
    if given[0] == "x" or given[1] == "y":
        raise Untranslatable("where the window is before it moves is not in the script")
    across = _pixels(given[0], reader.screen.width)
    down = _pixels(given[1], reader.screen.height)
    reader.is_behind = False
    if words.command == "windowmove":
        if meant is not None:
            reader.corners[meant] = (across, down)
        return [window("move", meant, box=reader.area((across, down), span))], words.words
    return [window("resize", meant, box=reader.area((0, 0, across, down), span))], words.words


def _pixels(word: str, extent: int) -> float:
    if word.endswith("%"):
        return float(number(word[:-1])) * extent / 100
    return float(number(word))


def stated(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    meant = [reader.window_of(each, span) for each in words.until_command()]
    meant = meant or [reader.found_window()]
    made: list[Operation] = []
    for how, state in words.options.items():
        made += [_state(how, state.upper().removeprefix("_NET_WM_STATE_"), each) for each in meant]
        if state.upper().startswith("MAXIMIZED"):
            reader.draft.repaired(span, "the window changes its width and its height")
    return made, words.words


def _state(how: str, state: str, meant: ShellWindow | None) -> Operation:
    action = _STATES.get(state)
    if action is None or how not in ("add", "remove"):
        raise Untranslatable(f"that a window is to {how} the state {state[:40].lower()} has no operation")
    return window(action if how == "add" else _UNDOING[action], meant)


def queried(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    if words.command in ("getactivewindow", "getwindowfocus"):
        reader.window, reader.is_behind, reader.has_window = None, False, True
        return [], words.words
    asked = words.words[:1]
    if asked and asked[0] not in ALL_COMMANDS and not OPTION.match(asked[0]):
        words.take()  # the window that it asks about
        words.take_options()
    return [], words.words


def wmctrl(words: list[str], reader: ScriptState, span: Span) -> list[Operation]:
    """What wmctrl does with a window."""
    flags = [
        word for word in words if re.fullmatch(r"-[a-zA-Z]+", word) and word not in ("-a", "-R", "-c", "-r")
    ]
    letters = "".join(flag[1:] for flag in flags)
    if not words or (re.fullmatch(r"[lpGdmxh]+", letters) and len(flags) == len(words)):
        return []  # it only lists
    what, named, how, rest = "", ":ACTIVE:", "", list(words)
    changed = None
    while rest:
        word = rest.pop(0)
        if flag := re.fullmatch(r"-([iFvux]*)([aRcr]?)", word):
            how += flag[1]
            if flag[2] and rest:
                what, named = flag[2], rest.pop(0)
        elif word in ("-b", "-e") and rest and what == "r":
            changed = word, rest.pop(0)
        else:
            raise Untranslatable(f"what wmctrl does for `{word[:40]}` has no operation")
    meant = _told_to_wmctrl(named, how, reader, span)
    if changed:
        return _changed(*changed, meant, reader, span)
    if what not in ("a", "R", "c"):
        raise Untranslatable("what wmctrl does here has no operation")
    return [window("close" if what == "c" else "activate", meant)]


def _told_to_wmctrl(named: str, how: str, reader: ScriptState, span: Span) -> ShellWindow | None:
    """The window that wmctrl is given: by its number, its class (`code.Code`) or a part of its title."""
    if named == ":ACTIVE:":
        return None
    if "i" in how:
        return reader.window_of(named, span)
    if "x" in how:
        return ShellWindow(app=reader.program_in(named.strip(".").rpartition(".")[2], span))
    if is_number_mark(named):
        raise Untranslatable(BY_NUMBER)
    return ShellWindow(named)


def _changed(
    how: str, given: str, meant: ShellWindow | None, reader: ScriptState, span: Span
) -> list[Operation]:
    parts = given.split(",")
    if how == "-b":
        made = [_state(parts[0], each.upper(), meant) for each in parts[1:]]
        return made[:1] if len({each.arguments["action"] for each in made}) == 1 else made
    if len(parts) != 5:
        raise Untranslatable("wmctrl is not told where to put the window")
    x, y, width, height = (float(number(each)) for each in parts[1:])
    made = []
    if x >= 0 and y >= 0:
        made.append(window("move", meant, box=reader.area((x, y), span)))
        if meant is not None:
            reader.corners[meant] = (x, y)
    if width > 0 and height > 0:
        made.append(window("resize", meant, box=reader.area((0, 0, width, height), span)))
    if not made or (x < 0) != (y < 0) or (width < 0) != (height < 0):
        raise Untranslatable("a part of the window's place is kept, and only the window knows it")
    return made

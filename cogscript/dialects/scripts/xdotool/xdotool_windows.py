"""The commands of xdotool, and of wmctrl, that find, move, size and close windows."""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.script_state import Made, ScriptState, Words, number, window
from cogscript.dialects.scripts.xdotool.tool_options import ALL_COMMANDS, OPTION
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_STATES = {"MAXIMIZED_VERT": "maximize", "MAXIMIZED_HORZ": "maximize", "HIDDEN": "minimize"}
_UNDOING = {"maximize": "restore", "minimize": "activate"}
_BESIDES = {
    "windowraise": "the window also gets the keyboard",
    "windowkill": "the window is asked to close, and its program is not ended by force",
    "windowunmap": "the window is put off the screen",
    "windowmap": "the window is brought to the front",
}
"""What is done otherwise than the command says."""


def searched(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    if not words.words or ("pid" in words.options and words.words[0] in ALL_COMMANDS):
        raise Untranslatable("a window is found by its title, and this search gives none")
    pattern = words.take()
    words.take_options()  # xdotool reads none there, but what is meant is plain
    if words.options.keys() & {"class", "classname", "pid", "role"}:
        raise Untranslatable("a window is found by its title alone, and this search wants more")
    for name in sorted(words.options.keys() & {"desktop", "screen"}):
        reader.draft.repaired(span, f"the window is looked for everywhere, and not on one {name} alone")
    reader.window, reader.is_behind = reader.title_in(pattern, span), True
    if not words.options.keys() & {"name", "title"}:
        reader.draft.remark("the window is looked for by its title alone, and not by its program")
    if "sync" in words.options and not words.words:
        reader.draft.repaired(span, "the window is waited for, and comes to the front")
        return [window("activate", reader.window)], []
    return [], words.words


def doing(action: str) -> Callable[[Words, ScriptState, Span], Made]:
    """What a command does that takes windows and nothing else."""

    def make(words: Words, reader: ScriptState, span: Span) -> Made:
        words.take_options()
        titles: list[str | None] = [
            reader.title_of(number, span, action == "close") for number in words.until_command()
        ]
        titles = titles or [reader.window]
        reader.is_behind = False
        for each in titles:
            if action != "activate" and each is not None:
                reader.corners.pop(each, None)
        if besides := _BESIDES.get(words.command):
            reader.draft.repaired(span, besides)
        return [window(action, each) for each in titles], words.words

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
    title = reader.title_of(given.pop(0), span) if len(given) == 3 else reader.window
    if given[0] == "x" or given[1] == "y":
        raise Untranslatable("where the window is before it moves is not in the script")
    across = _pixels(given[0], reader.screen.width)
    down = _pixels(given[1], reader.screen.height)
    reader.is_behind = False
    if words.command == "windowmove":
        if title is not None:
            reader.corners[title] = (across, down)
        return [window("move", title, box=reader.area((across, down), span))], words.words
    return [window("resize", title, box=reader.area((0, 0, across, down), span))], words.words


def _pixels(word: str, extent: int) -> float:
    if word.endswith("%"):
        return float(number(word[:-1])) * extent / 100
    return float(number(word))


def stated(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    titles = [reader.title_of(each, span) for each in words.until_command()] or [reader.window]
    made: list[Operation] = []
    for how, state in words.options.items():
        made += [_state(how, state.upper().removeprefix("_NET_WM_STATE_"), title) for title in titles]
        if state.upper().startswith("MAXIMIZED"):
            reader.draft.repaired(span, "the window changes its width and its height")
    return made, words.words


def _state(how: str, state: str, title: str | None) -> Operation:
    action = _STATES.get(state)
    if action is None or how not in ("add", "remove"):
        raise Untranslatable(f"that a window is to {how} the state {state[:40].lower()} has no operation")
    return window(action if how == "add" else _UNDOING[action], title)


def queried(words: Words, reader: ScriptState, span: Span) -> Made:
    words.take_options()
    if words.command in ("getactivewindow", "getwindowfocus"):
        reader.window, reader.is_behind = None, False
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
    if "x" in letters:
        raise Untranslatable("a window is found by its title alone, and this search wants more")
    what, title, rest = "", None, list(words)
    by_number = False
    while rest:
        word = rest.pop(0)
        if found := re.fullmatch(r"-([iFvu]*)([aRcr]?)", word):
            by_number = by_number or "i" in found[1]
            if found[2] and rest:
                what, named = found[2], rest.pop(0)
                by_number = by_number or rest[:1] == ["-i"]
                title = None if named == ":ACTIVE:" else reader.title_of(named, span) if by_number else named
        elif word in ("-b", "-e") and rest and what == "r":
            return _changed(word, rest.pop(0), title, reader, span)
        else:
            raise Untranslatable(f"what wmctrl does for `{word[:40]}` has no operation")
    if what not in ("a", "R", "c"):
        raise Untranslatable("what wmctrl does here has no operation")
    return [window("close" if what == "c" else "activate", title)]


def _changed(how: str, given: str, title: str | None, reader: ScriptState, span: Span) -> list[Operation]:
    parts = given.split(",")
    if how == "-b":
        made = [_state(parts[0], each.upper(), title) for each in parts[1:]]
        return made[:1] if len({each.arguments["action"] for each in made}) == 1 else made
    if len(parts) != 5:
        raise Untranslatable("wmctrl is not told where to put the window")
    x, y, width, height = (float(number(each)) for each in parts[1:])
    made = []
    if x >= 0 and y >= 0:
        made.append(window("move", title, box=reader.area((x, y), span)))
        if title is not None:
            reader.corners[title] = (x, y)
    if width > 0 and height > 0:
        made.append(window("resize", title, box=reader.area((0, 0, width, height), span)))
    if not made or (x < 0) != (y < 0) or (width < 0) != (height < 0):
        raise Untranslatable("a part of the window's place is kept, and only the window knows it")
    return made

"""The options of each command of xdotool: which take a value, and which are flags.

One table, after xdotool's manual and what each command prints for `--help`. An option that is not in it, or
that has no value where it takes one, is refused: the word after it could be anything.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cogscript.dialects.core.draft import Untranslatable

OPTION = re.compile(r"--|-[A-Za-z]")
_SHORT = {"-c": "clearmodifiers", "-w": "window", "-d": "delay", "-r": "repeat", "-p": "polar"}


class _Options(NamedTuple):
    flags: tuple[str, ...] = ()
    valued: tuple[str, ...] = ()


_KEYS = _Options(("clearmodifiers",), ("window", "delay", "repeat", "repeat-delay"))
_BUTTON = _Options(("clearmodifiers",), ("window",))
_SYNC = _Options(("sync",))
_SHELL = _Options(("shell",), ("prefix",))
ALL_COMMANDS = frozenset(
    {
        "getactivewindow", "getwindowfocus", "getwindowname", "getwindowclassname", "getwindowpid",
        "getwindowgeometry", "getdisplaygeometry", "search", "selectwindow", "help", "version", "behave",
        "behave_screen_edge", "click", "getmouselocation", "key", "keydown", "keyup", "mousedown",
        "mousemove", "mousemove_relative", "mouseup", "set_window", "type", "windowactivate", "windowfocus",
        "windowkill", "windowclose", "windowquit", "windowmap", "windowminimize", "windowmove",
        "windowraise", "windowlower", "windowreparent", "windowsize", "windowstate", "windowunmap",
        "set_num_desktops", "get_num_desktops", "set_desktop", "get_desktop", "set_desktop_for_window",
        "get_desktop_for_window", "get_desktop_viewport", "set_desktop_viewport", "exec", "sleep",
    }
)  # fmt: skip
"""Every command of xdotool: what begins with one of these words belongs to it."""
_TABLE = {
    "search": _Options(
        ("name", "class", "classname", "role", "title", "all", "any", "onlyvisible", "sync", "shell"),
        ("limit", "maxdepth", "desktop", "screen", "pid", "prefix"),
    ),
    "key": _KEYS,
    "keydown": _KEYS,
    "keyup": _KEYS,
    "type": _Options(("clearmodifiers",), ("window", "delay", "args", "terminator", "file")),
    "mousemove": _Options(("clearmodifiers", "sync", "polar"), ("window", "screen")),
    "mousemove_relative": _Options(("clearmodifiers", "sync", "polar")),
    "click": _Options(("clearmodifiers",), ("window", "repeat", "delay")),
    "mousedown": _BUTTON,
    "mouseup": _BUTTON,
    **dict.fromkeys(("windowactivate", "windowfocus", "windowminimize", "windowmap", "windowunmap"), _SYNC),
    "windowsize": _Options(("sync", "usehints")),
    "windowmove": _Options(("sync", "relative")),
    "windowstate": _Options((), ("add", "remove", "toggle")),
    "getmouselocation": _SHELL,
    "getwindowgeometry": _SHELL,
    **dict.fromkeys(("getdisplaygeometry", "get_desktop_viewport"), _Options(("shell",))),
    "getwindowfocus": _Options(("f",)),
}
"""A command that is not here has no options."""


def take_options(command: str, words: list[str]) -> dict[str, str]:
    """The options at the beginning of the words after a command, which are taken away; a flag's value is
    empty."""
    taken: dict[str, str] = {}
    known = _TABLE.get(command, _Options())
    while words and OPTION.match(words[0]):
        given, mark, value = words.pop(0).partition("=")
        if given == "--":
            return taken
        name = _full_name(command, given, known)
        if name in known.flags and mark:
            raise Untranslatable(f"`{given[:40]}` of {command} takes no value")
        if name in known.valued and not mark:
            if not words or OPTION.match(words[0]):
                raise Untranslatable(f"`{given[:40]}` of {command} is given no value")
            value = words.pop(0)
        taken[name] = value
    return taken


def _full_name(command: str, given: str, known: _Options) -> str:
    """xdotool takes an option with one dash or two, and its beginning where no other begins so."""
    all_known = (*known.flags, *known.valued)
    name = _SHORT.get(given, given.lstrip("-"))
    begun = [each for each in all_known if each.startswith(name)]
    if name in all_known or len(begun) == 1:
        return name if name in all_known else begun[0]
    raise Untranslatable(f"the option `{given[:40]}` of {command} is not known")

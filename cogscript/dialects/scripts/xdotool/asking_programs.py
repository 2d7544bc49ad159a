"""Which commands only tell something, so that leaving them out changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_commands import simple_commands
from cogscript.dialects.scripts.xdotool.shell_words import (
    Comment,
    ShellWord,
    Unclosed,
    Value,
    expanded,
    expansions,
    tokens,
)
from cogscript.dialects.scripts.xdotool.tool_options import ALL_COMMANDS
from cogscript.dialects.scripts.xdotool.wrappers import unwrapped

_ASKING = frozenset(
    {
        "wmctrl", "xrandr", "xdpyinfo", "xwininfo", "xprop", "xset", "pgrep", "pidof", "date", "cat",
        "grep", "egrep", "awk", "sed", "head", "tail", "cut", "tr", "sort", "uniq", "wc", "ls", "find",
        "which", "dirname", "basename", "realpath", "readlink", "pwd", "mktemp", "id", "whoami", "hostname",
        "uname", "ps", "jq", "bc", "expr", "shuf", "tput", "identify", "nproc", "stat", "echo", "printf",
        "seq", "true", "xargs", "test", "command", "curl", "cd", "tesseract", "nmcli", "acpi", "file",
        "rev", "tac", "column", "env", "xinput", "pactl",
    }
)  # fmt: skip
"""Programs that only tell something."""
PICTURING = frozenset({"scrot", "import", "maim", "gnome-screenshot", "spectacle", "magick"})
"""Programs that take a picture of the screen."""
UNKNOWN_FILE = "the picture's name is known only when it runs, and is not kept"
_FILE_FOLLOWS = ("-f", "--file", "-o", "--output")
_ASKED_OF_TOOL = re.compile(r"get\w+|search|version")


def only_asks(text: str) -> bool:
    """Whether the commands in a word only tell something, so that leaving them out changes nothing."""
    for start, end in expansions(text):
        found = text[start:end]
        if not found.startswith(("$(", "`")) or found.startswith("$(("):
            continue
        inside = found[2:-1] if found.startswith("$(") else found[1:-1]
        if inside.lstrip().startswith("<"):
            continue  # `$(<file)`
        try:
            commands = simple_commands([each for each in tokens(inside) if not isinstance(each, Comment)])
        except (Unclosed, Untranslatable):
            return False
        for command in commands:
            words = unwrapped([word.plain for word in command.words]).words
            name = words[0].rpartition("/")[2] if words else ""
            asks = name in _ASKING or (name == "xdotool" and len(words) > 1 and all(
                _ASKED_OF_TOOL.fullmatch(word) for word in words if word in ALL_COMMANDS
            ))  # fmt: skip
            if not asks or not all(only_asks(word.plain) for word in command.words):
                return False
    return True


def without_unknown_file(
    words: list[ShellWord], value: Value, text: str, say: Callable[[str], None]
) -> list[ShellWord]:
    """A picture of the screen is taken also where only a run knows how its file is called."""
    if words[0].plain not in PICTURING or len(words) < 2:
        return words
    last = words[-1]
    try:
        expanded(last, value)
    except Untranslatable:
        if only_asks(text[last.start : last.end]):
            say(UNKNOWN_FILE)
            is_named = (
                words[0].plain in ("gnome-screenshot", "spectacle") and words[-2].plain in _FILE_FOLLOWS
            )
            return words[: -2 if is_named else -1]
    return words

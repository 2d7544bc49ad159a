"""Which commands only tell something, so that leaving them out changes nothing."""

from __future__ import annotations

import re

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_commands import simple_commands
from cogscript.dialects.scripts.xdotool.shell_words import Comment, Unclosed, expansions, tokens
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

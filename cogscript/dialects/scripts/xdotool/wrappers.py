"""What stands before a command and runs it: `sudo`, `timeout 5`, `bash -c "…"`, `docker exec name`."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

_PLAIN = frozenset({"nohup", "exec", "command", "time", "setsid", "stdbuf", "eatmydata", "xvfb-run",
                    "dbus-launch", "dbus-run-session", "sudo", "env", "nice", "ionice", "timeout", "runuser",
                    "builtin", "unbuffer", "systemd-inhibit", "caffeinate", "gosu", "doas"})  # fmt: skip
_VALUED = {
    "sudo": ("-u", "-g", "-h", "-p", "-C", "-U"),
    "env": ("-u", "-C", "-S"),
    "nice": ("-n",),
    "ionice": ("-c", "-n", "-p"),
    "timeout": ("-s", "-k"),
    "runuser": ("-u", "-g", "-G"),
    "xvfb-run": ("-s", "-n", "-e", "-f", "-p", "-w"),
    "doas": ("-u", "-C"),
    "exec": ("-a",),
    "docker": ("-e", "-u", "-w", "--env", "--user", "--workdir", "--env-file"),
    "ssh": ("-i", "-p", "-o", "-l", "-F", "-J", "-b", "-c", "-L", "-R", "-D"),
    "su": ("-s", "--shell"),
}
"""The options of each that take the next word."""
_FIRST = {"timeout": 1, "gosu": 1}
"""How many words of its own each has after its options."""
_SHELLS = ("bash", "sh", "zsh", "dash", "ksh")
_SETTING = re.compile(r"[A-Za-z_]\w*=.*", re.S)


class BareCommand(NamedTuple):
    """A command without what stands before it."""

    words: list[str]
    script: str | None = None
    """A script that it runs instead of a program."""
    arguments: tuple[str, ...] = ()
    """What that script is given: `$0`, `$1` …"""
    elsewhere: str = ""
    """The container or the machine that it runs in."""
    limit: str = ""
    """After how long it would be ended."""


def unwrapped(words: list[str]) -> BareCommand:
    elsewhere = limit = ""
    while words:
        name = words[0].rpartition("/")[2]
        if _SETTING.fullmatch(words[0]):
            words = words[1:]
        elif name == "eval":
            return BareCommand([], " ".join(words[1:]), (), elsewhere, limit)
        elif name in _SHELLS and (at := _after_c(words)):
            return BareCommand([], words[at], tuple(words[at + 1 :]), elsewhere, limit)
        elif (name == "su" or (name == "runuser" and "-u" not in words)) and "-c" in words[:-1]:
            return BareCommand([], words[words.index("-c") + 1], (), elsewhere, limit)
        elif name in ("docker", "podman", "lxc", "docker-compose") and "exec" in words[:3]:
            rest = _without_options("docker", words[words.index("exec") :])
            elsewhere, words = (rest[0] if rest else ""), rest[1:]
        elif name == "ssh":
            rest = _without_options("ssh", words)
            if len(rest) < 2:
                return BareCommand(words)
            return BareCommand([], " ".join(rest[1:]), (), rest[0])
        elif name in _PLAIN and len(words) > 1:
            if name == "command" and words[1] in ("-v", "-V"):
                return BareCommand([])
            rest = _without_options(name, words)
            if len(rest) <= _FIRST.get(name, 0):
                return BareCommand(words)
            limit = rest[0] if name == "timeout" else limit
            words = rest[_FIRST.get(name, 0) :]
        else:
            break
    return BareCommand(words, None, (), elsewhere, limit)


def _after_c(words: list[str]) -> int:
    """Where the script stands that a shell is given."""
    for at, word in enumerate(words[1:-1], 1):
        if re.fullmatch(r"-[a-z]*c", word):
            return at + 1
        if not word.startswith("-"):
            break
    return 0


def _without_options(name: str, words: list[str]) -> list[str]:
    rest = list(words[1:])
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option == "--":
            break
        if option in _VALUED.get(name, ()) and rest:
            rest.pop(0)
    return rest


def given_by_xargs(words: list[str], given: str) -> list[list[str]]:
    """The commands that `xargs` runs with what it reads."""
    rest, mark = list(words[1:]), None
    each_alone = False
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option in ("-I", "--replace") and rest:
            mark = rest.pop(0)
        elif option.startswith("-I") or option == "-i":
            mark = option[2:] or "{}"
        elif option in ("-n", "-L", "-P", "-d", "-s", "-E") and rest:
            each_alone = each_alone or (option in ("-n", "-L") and rest[0] == "1")
            rest.pop(0)
        elif option in ("-n1", "-L1"):
            each_alone = True
    if mark is not None:
        return [[word.replace(mark, line.strip()) for word in rest] for line in given.splitlines()]
    try:
        items = shlex.split(given)
    except ValueError:
        items = given.split()
    return [[*rest, item] for item in items] if each_alone else [[*rest, *items]]

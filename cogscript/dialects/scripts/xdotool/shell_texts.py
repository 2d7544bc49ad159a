"""Which text is a shell script with xdotool, and where the commands stand in one that is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from cogscript.dialects.scripts.xdotool.tool_options import ALL_COMMANDS

_VALUE = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"';&|()<>]*)"
_SUDO = r"sudo(?:[ \t]+-(?:u[ \t]+\S+|[A-Z]))*"
_BEFORE = r"env|nohup|exec|command|builtin|time|nice|setsid"
_SETTINGS = rf"(?:(?:[A-Za-z_]\w*={_VALUE}|{_SUDO}|{_BEFORE}|timeout[ \t]+\S+|!)[ \t]+)*"
"""What stands before the program and does not change what it does."""
_MARK = r"[ \t]*(?:[$>+*-][ \t]+|\d{1,3}[.)][ \t]+|[\w.-]+@[\w.-]+[^\s$#%>]*[$#%>][ \t]*)?`?"
"""What stands before a command: a prompt, a bullet, a number, the plus of a trace."""
MISSPELT = frozenset({"xdotools", "xdottool", "xdotol", "xodtool", "xdtool", "xdootool", "xdotoo", "xdootol"})
"""What people write for xdotool by mistake."""
_TOOL = rf"(?:[.~]{{0,2}}/(?:[\w.-]+/)*)?(?:xdotool|{'|'.join(sorted(MISSPELT))})"
_SHEBANG = r"\A\ufeff?#[ \t]?![ \t]*\S*(?:/|[ \t])xdotool[ \t]*(?:-[ \t]*)?\r?"
"""The first line of a script that xdotool itself runs; some editors put a blank into it."""
_RUNNERS = r"su|sudo|bash|sh|docker|podman|ssh|xvfb-run|runuser|eval|timeout|env|xargs|watch|nohup|gosu"
"""Programs that run another one, which they are given."""
_NAMED = "|".join(sorted(ALL_COMMANDS))
_SIGN = re.compile(
    rf"(?:^{_MARK}|[;&|{{(][ \t]*|\$\(|`|\b(?:then|do|else|if|while|until)[ \t]+){_SETTINGS}{_TOOL}[ \t]+"
    r"(?:\w|[\"']?\$\{?\w|-[ \t]*(?:<<|\r?$)|\\\n)"
    rf"|^[ \t]*(?:{_RUNNERS})\b[^\n]*[\"' \t]{_TOOL}[ \t]+(?:{_NAMED})\b"
    r"|^[ \t]*(?:(?:export|readonly|local|declare)[ \t]+)?"
    rf"\w+=[\"']?{_TOOL}(?:[\"']?[ \t]*$|[ \t]+(?:{_NAMED})\b)"
    rf"|^[ \t]*[\w\"'*|.-]{{1,40}}\)[ \t]*{_SETTINGS}{_TOOL}[ \t]+\w[^\n]*;;"
    rf"|{_SHEBANG}$",
    re.M,
)
_LINE = re.compile(
    rf"^{_MARK}(?P<command>{_SETTINGS}(?:{_TOOL}[ \t]+[\w-]|sleep[ \t]+[\d.]|\w+=(?:\$\(|`)[ \t]*xdotool)"
    r"(?:[^`\n]*(?=`[ \t]+[-–—:(][^`\n]*$)|[^\n]*?(?=`?[ \t]*\r?$)))"
)
"""A command that fills its line; one between backticks may have a remark behind it."""
_SAID = re.compile(rf"{_TOOL}[ \t]+(?:mouse|key|click|type|search|window)\w*[ \t]+[\w'\"-]")
"""A command in the middle of a sentence."""
_OF_XDOTOOL = re.compile(rf"{_SHEBANG}\n")
_STRUCTURE = re.compile(
    r"^[ \t]*(?:(?:function[ \t]+)?\w+[ \t]*\(\)[ \t]*(?:\{|$)"
    r"|(?:if|while|until)[ \t]+\S.*;[ \t]*(?:then|do)\b|for[ \t]+\S.*;[ \t]*do\b"
    r"|(?:then|do|done|fi|esac)[ \t]*$)",
    re.M,
)
"""What no prose has: functions, loops, conditions."""
_PROSE = re.compile(r"^[^\W\d_a-z][^\W\d_A-Z]*[ ,]|[^\W\d_)`][.:!?。：][ \t]*$")
"""A line that begins or ends as a sentence does."""
_CODE = re.compile(r"[\w./~-]+(?:[ \t]+-|.*[;&|$=\"'])|\w+=|(?:export|cd|exit)\b|[./][\w./-]+$")
"""A line that a shell runs."""
_SURELY_CODE = re.compile(
    r".*(?<!&)&[ \t]*$|\w+=\S|(?:export|wmctrl|xclip|scrot|import|notify-send|xdg-open)[ \t]+[\w\"'$-]"
)
"""A line that nobody says."""
_OF_SHELLS = re.compile(r"[$=|<>]|&[ \t]*$|&&|[ \t]-{1,2}\w|;;|[{}()][ \t]*$")
"""What stands in no sentence."""
_CONTINUED = re.compile(r"((?<=\\)[ \t]*\r?\n[ \t]*)(>[ \t])")
SHELLS = frozenset({"sh", "bash", "shell", "zsh", "ksh"})
"""Languages of code fences whose every line a shell runs."""
SHELL_FENCES = SHELLS | frozenset(
    {
        "", "console", "shellscript", "terminal", "fish", "text", "txt",
        "plain", "plaintext", "sh-session", "shell-session", "bash-session", "xdotool",
    }
)  # fmt: skip
_NEEDING = frozenset({"type", "key", "keydown", "keyup", "click", "mousemove", "search", "sleep"})
"""Commands that are nothing without an argument."""
_PLAIN = re.compile(rf"{_SETTINGS}{_TOOL}[ \t]|sleep[ \t]|#|\w+=|(?:if|for|while|then|do|done|fi|else)\b")


class CommandPlace(NamedTuple):
    """Where commands stand among sentences."""

    start: int
    end: int
    is_sentence: bool = False
    """Whether a command stands in the middle of one."""


def is_claimed(text: str) -> bool:
    return bool(_SIGN.search(text) or own_commands(text))


def is_said(text: str) -> bool:
    """Whether a command stands in it anywhere."""
    return _SAID.search(text) is not None


def own_commands(text: str) -> str:
    """The commands of a text that xdotool itself runs, without its name before them; empty for any other."""
    if of_xdotool := _OF_XDOTOOL.match(text):
        rest = text[of_xdotool.end() :]
        return "" if _are_of_a_shell(rest) else rest
    return text if _are_own_commands(text) else ""


def _are_of_a_shell(text: str) -> bool:
    """Whether lines begin with xdotool's name, and others with what it does not know: whatever the first line
    says, a shell has run them."""
    names = {
        line.split()[0] for _, line in _lines(text) if line.strip() and not line.lstrip().startswith("#")
    }
    return "xdotool" in names and not names <= {"xdotool", *ALL_COMMANDS}


def _are_own_commands(text: str) -> bool:
    """Whether every line is a command of xdotool without its name before it, and not each of them one that
    an agent writes just so: `type "green tea"`."""
    lines = [line.split() for _, line in _lines(text) if line.strip() and not line.lstrip().startswith("#")]
    names = {words[0] for words in lines}
    return (
        len(lines) > 1
        and names <= ALL_COMMANDS
        and bool(names - {"type", "click", "sleep"})
        and all(len(words) > 1 or words[0] not in _NEEDING for words in lines)
    )


def is_script(text: str, *, is_fenced: bool) -> bool:
    """Whether every line is meant to be done, and none is prose or has a mark before it."""
    lines = [line.strip() for _, line in _lines(text) if line.strip()]
    if text.lstrip("\ufeff").startswith("#!") or _STRUCTURE.search(text):
        return True
    known = sum(bool(_PLAIN.match(line)) for line in lines)
    marked = sum(bool(_LINE.match(line)) and not _PLAIN.match(line) for line in lines)
    spoken = any(_is_spoken(line) for line in lines)
    commands = any(_SIGN.search(line) for line in lines)
    return commands and not marked and (is_fenced or not spoken or known * 2 >= len(lines))


def _is_spoken(line: str) -> bool:
    return bool(_PROSE.search(line)) and not _PLAIN.match(line) and not _OF_SHELLS.search(line)


def commands_in_prose(text: str) -> Iterator[CommandPlace]:
    """The commands among sentences: neighbouring lines of code in one column belong together."""
    kinds = [(start, line, _column_of_code(line)) for start, line in _lines(text)]
    until = 0
    """Where what was found last ends: lines before that belong to it."""
    for column, group in groupby(kinds, key=lambda each: each[2]):
        lines = [(start, line) for start, line, _ in group if start >= until]
        together = column is not None and (
            any(_LINE.match(line) for _, line in lines)
            or all(_SURELY_CODE.match(line.strip()) for _, line in lines)
        )
        if together and lines:
            until = _continued(text, lines[-1][0] + len(lines[-1][1].rstrip()))
            yield CommandPlace(lines[0][0], until)
            continue
        for start, line in lines:
            if start < until:
                continue
            if found := _LINE.match(line):
                until = _continued(text, start + found.end("command"))
                yield CommandPlace(start + found.start("command"), until)
            elif _SAID.search(line) and not line.lstrip().startswith("#"):
                yield CommandPlace(start, start + max(1, len(line.rstrip())), is_sentence=True)


def _continued(text: str, end: int) -> int:
    """Where a command ends that goes on behind a backslash, line after line."""
    while text.startswith("\\", end - 1) and re.match(r"[ \t]*\r?\n", text[end : end + 20]):
        following = text.find("\n", end) + 1
        end = text.find("\n", following)
        end = len(text.rstrip()) if end < 0 else following + len(text[following:end].rstrip())
    return end


def without_prompts(text: str) -> str:
    """A text without the `>` that a shell writes before the lines that a command goes on in: blanks stand
    for it, so that every place stays as it is."""
    return _CONTINUED.sub(lambda found: found[1] + " " * len(found[2]), text)


def _column_of_code(line: str) -> int | None:
    """In which column a line of code begins; None for any other line, and for one with a mark before it."""
    text = line.strip()
    found = _LINE.match(line)
    if found:
        is_code = not line[: found.start("command")].strip() and not text.startswith("`")
    else:
        is_code = bool(text) and not _SAID.search(text) and bool(_CODE.match(text)) and not _is_spoken(text)
    return len(line) - len(line.lstrip()) if is_code else None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line.rstrip("\r\n")
        at += len(line)

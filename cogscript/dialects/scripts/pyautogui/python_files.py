"""Whether a text is meant as a Python file, and what of it can be read where it is not quite Python.

A line that stands by itself and is broken is left out and said. Where something broken decides about other
lines (the head of a function, a loop), nothing that the file does is sure, and it is not read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

from cogscript.dialects.formats.python_syntax import NotPython, parse

_IMPORTS = re.compile(
    r"^[ \t]*(?:import[ \t]+(?:\w+(?:[ \t]+as[ \t]+\w+)?,[ \t]*)*|from[ \t]+)pyautogui\b", re.M
)
_CODE_LINE = re.compile(
    r"(?:def|class|for|while|if|elif|else|with|try|except|finally|async)\b.*:[ \t]*(?:#.*)?$"
    r"|(?:import|from)[ \t]+[\w.]+|print\b|@\w|return\b|[\w.]+(?:\[[^\]]*\])?[ \t]*[+*/-]?=(?!=)|[\w.]+\("
)
_DECIDES = re.compile(r"(?:def|class|for|while|if|elif|else|with|try|except|finally|async|@)\b|@")
_GOES_ON = re.compile(r"(?:else|elif|except|finally)\b|[)\]}]")


_FEW_NOTES = 5
"""Of so many statements one may be a note."""
PLACE = "..."
"""What stands in the code where a broken part was."""


class BrokenPart(NamedTuple):
    """A part of a file that is not Python: where it stands, and why."""

    start: int
    end: int
    reason: str
    decides: bool
    """Whether other lines depend on it."""
    line: int
    """The line, from 1, of what stands in its place."""


class PythonFile(NamedTuple):
    """A text that is meant as a Python file: what can be read of it, every line in its place."""

    code: str | None
    """None where all of it can be read as it stands, without its margin."""
    broken: list[BrokenPart]


def python_file(text: str) -> PythonFile | None:
    """The file that a text is meant as; None for a text that only holds code."""
    imports = _IMPORTS.search(text)
    if not imports or "```" in text:
        return None
    if _fault(text) is None:
        return PythonFile(text, [])
    if _fault(dedent(text)) is None:
        return PythonFile(None, [])
    return without_broken_lines(text, imports.end())


def without_broken_lines(text: str, imported: int | None = None) -> PythonFile | None:
    """Code that does not parse, without the parts that are at fault; None where something else is there.
    Of a file, a few lines behind what it imports may be none of it: notes, or what it has shown."""
    broken: list[BrokenPart] = []
    code = text
    parts, notes = list(_parts(text)), 0
    for start, end in parts:
        fault = _fault(text[start:end])
        if fault is None:
            continue
        line = text[start:end].split("\n", 1)[0]
        if not _CODE_LINE.match(line):
            notes += 1
            if imported is None or start < imported or notes * _FEW_NOTES > len(parts):
                return None
        at = _line_start(text, start, fault.line)
        decides = bool(_DECIDES.match(line))
        line_end = text.find("\n", at)
        broken.append(
            BrokenPart(
                at, line_end if line_end > at else end, fault.reason, decides, text.count("\n", 0, start) + 1
            )
        )
        blank = re.sub(r"[^\n]", " ", code[start:end])
        code = (
            code[:start]
            + (PLACE + blank[len(PLACE) :] if blank.startswith(" " * len(PLACE)) else blank)
            + code[end:]
        )
    return PythonFile(code, broken) if broken and _fault(code) is None else None


def _fault(code: str) -> NotPython | None:
    try:
        parse(code)
    except NotPython as fault:
        return fault
    return None


def _line_start(text: str, start: int, line: int) -> int:
    for _ in range(line - 1):
        following = text.find("\n", start)
        if following < 0:
            break
        start = following + 1
    return start


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """The statements of a file: each line at its margin, with the lines that belong to it."""
    starts: list[int] = []
    at = 0
    quote = ""
    decorated = False
    for line in text.splitlines(keepends=True):
        stands = line.strip() and line[0] not in " \t#" and not quote
        if stands and not decorated and not _GOES_ON.match(line):
            starts.append(at)
        decorated = bool(stands) and line.startswith("@")
        for mark in re.findall(r'"""|\'\'\'', line):
            quote = "" if quote == mark else quote or mark
        at += len(line)
    yield from zip(starts, [*starts[1:], len(text)], strict=True)

"""The log that UI.Vision writes: a line `Executing: | type | id=name | tea |` for each command."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.formats.json_values import JsonObject
from cogscript.language.model.diagnostic import Span

_EXECUTED = re.compile(
    r"^[^\n|]*\bExecuting:[ \t]*\|[ \t]*(?:(?P<Command>\w+)[ \t]*\|[ \t]*(?P<Target>[^\n|]*?)[ \t]*"
    r"\|[ \t]*(?P<Value>[^\n|]*?)[ \t]*\|[ \t]*\r?$|(?P<rest>[^\n]*))",
    re.M,
)
"""Of a line with more strokes than these it is not to be told where a part ends."""


def is_log(text: str) -> bool:
    return _EXECUTED.search(text) is not None


def executed(text: str) -> Iterator[JsonObject]:
    """The commands that a log tells, as a macro has them."""
    for line in _EXECUTED.finditer(text):
        command = JsonObject(line.start())
        command.span = Span(line.start(), line.end())
        for name in ("Command", "Target", "Value"):
            part = name if line["rest"] is None else "rest"
            command[name] = line[part] if part == name or name == "Command" else ""
            command.places[name] = Span(line.start(part), max(line.end(part), line.start(part) + 1))
        yield command

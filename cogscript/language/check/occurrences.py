"""Where variables stand in the text of a workflow, to the character."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation, Text
from cogscript.language.syntax.strings import places


class Occurrence(NamedTuple):
    """One place where a variable is named."""

    name: str
    span: Span | None
    """From its first `_` to its last; None in a tree that was made in Python."""
    operation: Operation
    """The operation whose argument it stands in; for a test or an action, that one."""
    parameter: str


def occurrences(text: Text, source: Source | None) -> Iterator[Occurrence]:
    """The variables in a text, in order."""
    found = variables.occurrences(text.text) if variables.PREFIX in text.text else []
    if not found:
        return
    if text.span is None or source is None:
        spans: list[Span | None] = [None] * len(found)
    else:
        start, end = text.span
        written = source.text[start:end]
        # A variable whose quotes were forgotten is an error already, and still has its place.
        bare = written == text.text
        characters = [(at, at + 1) for at in range(len(written))] if bare else places(written)
        spans = [
            Span(start + characters[first][0], start + characters[after - 1][1]) for _, first, after in found
        ]
    for (name, _, _), span in zip(found, spans, strict=True):
        yield Occurrence(name, span, text.operation, text.parameter)

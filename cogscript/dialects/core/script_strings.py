"""A flow in YAML that something else holds as a string: the argument of a tool, a field of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.core.detection import CERTAIN
from cogscript.dialects.core.registry import reader_named
from cogscript.dialects.core.unwrapping import Unwrapped, unescaped
from cogscript.language.model.diagnostic import Source, Span

_STRING = re.compile(r'"(?:[^"\\\n]|\\.){20,}+"')
_FLOWS = ("maestro", "midscene")
_LARGEST = 1_000_000


def scripts_in_strings(text: str) -> Iterator[Unwrapped]:
    """The flows that stand in strings, one after the other."""
    made, offsets, notes = "", [], []
    for string in _STRING.finditer(text if len(text) <= _LARGEST else ""):
        if "\\n" not in string[0]:
            continue
        inner, places = unescaped(text, string.start() + 1, string.end() - 1)
        if "\n" not in inner:  # escaped twice
            again, at = unescaped(inner, 0, len(inner))
            inner, places = again, [places[each] for each in at]
        if any(reader_named(name).detect(Source(inner)) >= CERTAIN for name in _FLOWS):
            start = f"{'---' if made else ''}\n"
            made += start + inner + "\n"
            offsets += [*[string.start()] * len(start), *places[: len(inner)], string.end() - 1]
            notes.append(("the flow stands in a string, and nothing around it is used", Span(*string.span())))
    if made:
        yield Unwrapped(made, [*offsets, len(text)], notes)

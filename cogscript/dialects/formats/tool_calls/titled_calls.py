"""Calls whose name stands before the object of their arguments: `- left_click: {"coordinate": [1, 2]}`.

So sessions and documents list them. What stands in such a list and is no call of the agent is reported: it
must not be left out unsaid.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, NotJson, Parsed
from cogscript.dialects.formats.tool_calls.objects import acts
from cogscript.dialects.formats.tool_calls.plan import Broken, Event, Shape
from cogscript.language.model.diagnostic import Span

_TITLE = re.compile(
    r"(?:^|(?<=[\s(:]))(?P<mark>[`*]{0,3})(?P<name>[A-Za-z_][\w-]{1,80})(?(mark)[`*]{0,3})"
    r"[ \t]*(?:--?>?|[:=→—–➜]|=>|with|args:?|input:?)?[ \t]*[:]?[ \t]*`{0,3}(?:json)?[ \t]*\Z"
)
"""The name of a call, before the object of its arguments."""


class Titled(NamedTuple):
    """One such call, and where its line begins."""

    name: str
    arguments: JsonObject
    span: Span
    line: int


class TitledCalls:
    def __init__(self, shape: Shape) -> None:
        self.titles = shape.titles
        self.strangers: list[Event] = []
        """What is no call of this agent, as long as it is not sure that it stands in a list of calls."""
        self.is_listed = False

    def take(self, piece: Piece, at: int, value: Parsed | NotJson, events: list[Event]) -> Titled | None:
        """The call whose arguments an object is, if its name stands before it on its line; the events get
        what is listed among such calls, and is none."""
        line = max(at, piece.text.rfind("\n", 0, value.span.start) + 1)
        title = _TITLE.search(piece.text, line, value.span.start) if self.titles else None
        if title is None or self.titles is None:
            return None
        given = value.value if isinstance(value, Parsed) else None
        if isinstance(given, JsonObject) and (acts(given) or _is_batch(given)):
            return None
        span = piece.place(title.start("name"), value.span.end)
        if self.titles(title["name"]) and isinstance(given, JsonObject):
            events += self.strangers
            self.strangers, self.is_listed = [], True
            return Titled(title["name"], given, span, line)
        if title["mark"] and not self.titles(title["name"]):
            stranger = Broken(span, f"`{title['name'][:40]}` is not a tool of this agent")
            (events if self.is_listed else self.strangers).append(stranger)
        return None


def _is_batch(value: JsonObject) -> bool:
    """Whether it holds calls of tools that are named, each with its own input."""
    actions = value.get("actions")
    return isinstance(actions, JsonArray) and all(
        isinstance(each, JsonObject) and "name" in each and "input" in each for each in actions
    )

"""JSON as agents write it, with the place of every value.

Strict JSON is read as it is. Four mistakes are mended and said, and no other: single quotes, trailing
commas, Python's literals (True, False, None), and missing closing brackets at the very end.
"""

from __future__ import annotations

from dataclasses import dataclass

from cogscript.language.diagnostic import Span

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(slots=True)
class Node:
    """A JSON value and where it stands; an array's items and an object's members are nodes too."""

    value: Json
    span: Span
    items: list[Node] | None = None
    members: dict[str, Node] | None = None


class NotJson(ValueError):
    """The text is no JSON, mended or not: why, and at which offset."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


def parse(
    text: str, start: int = 0, end: int | None = None, repairs: list[tuple[Span, str]] | None = None
) -> Node:
    """The one JSON value in a range of the text, white space around it; what was mended is added to
    `repairs`. Raises NotJson for anything else, nesting deeper than 200 included."""
    raise NotJson("not written yet", start)

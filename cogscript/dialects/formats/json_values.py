"""JSON values that know where they stand in the file, and what had to be repaired to read them."""

from __future__ import annotations

from typing import NamedTuple, Union

from cogscript.language.model.diagnostic import Span

JsonValue = Union[str, int, float, bool, None, "JsonObject", "JsonArray"]


class JsonObject(dict[str, "JsonValue"]):
    """An object that knows where it and each of its values stand."""

    __slots__ = ("places", "span")

    def __init__(self, start: int = 0) -> None:
        super().__init__()
        self.span = Span(start, start)
        self.places: dict[str, Span] = {}

    def place(self, *keys: str) -> Span:
        """The span of the first of the keys that is there; of the object when none is."""
        return next((self.places[key] for key in keys if key in self.places), self.span)


class JsonArray(list["JsonValue"]):
    """An array that knows where it and each of its items stand."""

    __slots__ = ("places", "span")

    def __init__(self, start: int = 0) -> None:
        super().__init__()
        self.span = Span(start, start)
        self.places: list[Span] = []


class JsonRepair(NamedTuple):
    """One thing that was not JSON and was read all the same: where first, and how often."""

    message: str
    span: Span
    times: int = 1

    @property
    def text(self) -> str:
        return self.message if self.times == 1 else f"{self.message} ({self.times} times)"


class Parsed(NamedTuple):
    value: JsonValue
    span: Span
    repairs: list[JsonRepair]


class Node(NamedTuple):
    """A JSON value and where it stands; an array's items and an object's members are nodes too."""

    value: JsonValue
    span: Span

    @property
    def items(self) -> list[Node] | None:
        if not isinstance(self.value, JsonArray):
            return None
        return [Node(value, place) for value, place in zip(self.value, self.value.places, strict=True)]

    @property
    def members(self) -> dict[str, Node] | None:
        if not isinstance(self.value, JsonObject):
            return None
        places = self.value.places
        return {key: Node(value, places[key]) for key, value in self.value.items()}


class NotJson(ValueError):
    """The text is not JSON, and not in a way that may be repaired: why, and where."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span
        self.begin = span.start
        """Where the value begins that is broken here."""
        self.partial: JsonValue = None
        """What was read before it broke: enough to tell whose plan it is."""
        self.unfinished: list[JsonObject | JsonArray] = []
        """Those of its objects and arrays that are not closed."""


class CutShort(NotJson):
    """It ends between two values: all that stands before is whole."""

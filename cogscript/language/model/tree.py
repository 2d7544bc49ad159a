"""The tree: operations with their arguments, spans and comments; blocks hold a body.

One node class serves everything, because every line of the language is `NAME(key=value, …)`. Two
operations are equal when they say the same: spans and comments do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Union

from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Diagnostic, Source, Span
from cogscript.language.model.variables import sole_name

Value = Union[str, int, float, bool, None, Box, "list[Value]", "Operation"]


class ItemSpan(NamedTuple):
    """Where an item of a list stands, and its own items when it is a list too."""

    start: int
    end: int
    items: tuple[ItemSpan, ...] = ()


class ArgumentSpan(NamedTuple):
    """Where an argument stands: its name from `start`, its value up to `end`."""

    start: int
    value_start: int
    end: int
    items: tuple[ItemSpan, ...] = ()
    """The items, when the value is a list."""


class Text(NamedTuple):
    """A text among an operation's arguments."""

    text: str
    span: Span | None
    """Where it stands, quotes included; None in a tree that was made in Python."""
    operation: Operation
    """The operation whose argument it is; for a test or an action, that one."""
    parameter: str


class Operation:
    """One `NAME(key=value, …)`. A block's opener also holds its body, branches and closer."""

    __slots__ = (
        "arguments", "body", "branches", "closer", "column", "end", "leading", "line", "name", "spans",
        "start", "trailing",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        arguments: dict[str, Value] | None = None,
        *,
        body: list[Operation] | None = None,
        branches: list[Operation] | None = None,
        closer: Operation | None = None,
        leading: list[str] | None = None,
        trailing: str = "",
    ) -> None:
        self.name = name
        self.arguments: dict[str, Value] = {} if arguments is None else arguments
        self.body = body
        """What a block holds; None for an operation that opens no block."""
        self.branches: list[Operation] = [] if branches is None else branches
        """ELSE_IF, ELSE, CATCH, FINALLY: operations with a body of their own."""
        self.closer = closer
        """The END_… that closes the block, kept for its comments and its place."""
        self.leading: list[str] = [] if leading is None else leading
        """The lines above: comments with their `#`, and "" for a blank line."""
        self.trailing = trailing
        """The comment at the end of the line, with its `#`."""
        self.start = self.end = 0
        self.line = self.column = 0
        """Where it begins in its file, from 1; 0 for one that was made in Python."""
        self.spans: dict[str, ArgumentSpan] | None = None

    @property
    def span(self) -> Span | None:
        return Span(self.start, self.end) if self.line else None

    def span_of(self, parameter: str) -> Span | None:
        """The place of an argument's value; of the operation where it is not given."""
        found = self.spans.get(parameter) if self.spans else None
        return Span(found.value_start, found.end) if found else self.span

    def item_span_of(self, parameter: str, index: int) -> Span | None:
        """The place of an item of a list; of the whole value where the list has no such item."""
        found = self.spans.get(parameter) if self.spans else None
        if found is None or index >= len(found.items):
            return self.span_of(parameter)
        return Span(*found.items[index][:2])

    def name_span_of(self, parameter: str) -> Span | None:
        """The place of an argument's name."""
        found = self.spans.get(parameter) if self.spans else None
        return Span(found.start, found.start + len(parameter)) if found else self.span

    @property
    def name_span(self) -> Span | None:
        return Span(self.start, self.start + len(self.name)) if self.line else None

    @property
    def output(self) -> str | None:
        """The variable that the operation sets; None when it sets none."""
        output = self.arguments.get("output")
        return sole_name(output) if isinstance(output, str) else None

    @property
    def description(self) -> str:
        """The comment directly above, without its `#`: the step's title."""
        lines: list[str] = []
        for line in reversed(self.leading):
            if not line:
                break
            lines.append(line.lstrip("#").strip())
        return " ".join(reversed(lines)).strip()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Operation)
            and self.name == other.name
            and _same(self.arguments, other.arguments)
            and self.body == other.body
            and self.branches == other.branches
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.name}({inside})" + (f" {self.body!r}" if self.body else "")

    def walk(self) -> Iterator[Operation]:
        """This operation and every one in its blocks, in file order; arguments are not entered."""
        yield self
        for child in self.body or ():
            yield from child.walk()
        for branch in self.branches:
            yield from branch.walk()

    def texts(self) -> Iterator[Text]:
        """Every text among the arguments, those in lists and in nested operations too."""
        for parameter in self.arguments:
            yield from self.texts_of(parameter)

    def texts_of(self, parameter: str) -> Iterator[Text]:
        """Every text in one argument."""
        found = self.spans.get(parameter) if self.spans else None
        place = ItemSpan(found.value_start, found.end, found.items) if found else None
        return self._texts(self.arguments[parameter], place, parameter)

    def _texts(self, value: Value, place: ItemSpan | None, parameter: str) -> Iterator[Text]:
        if isinstance(value, str):
            yield Text(value, Span(place.start, place.end) if place else None, self, parameter)
        elif isinstance(value, Operation):
            yield from value.texts()
        elif isinstance(value, list):
            places = place.items if place and place.items else [None] * len(value)
            for item, at in zip(value, places, strict=True):
                yield from self._texts(item, at, parameter)

    def to_json(self) -> dict[str, object]:
        shown: dict[str, object] = {
            "name": self.name,
            "args": {name: value_to_json(value) for name, value in self.arguments.items()},
            "line": self.line,
            "column": self.column,
        }
        if self.body is not None:
            shown["body"] = [child.to_json() for child in self.body]
        if self.branches:
            shown["branches"] = [branch.to_json() for branch in self.branches]
        return shown


def _same(left: object, right: object) -> bool:
    """Equality that keeps `True` from 1, and 1 from 1.0, and a box from a list."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    return left == right


def value_to_json(value: Value) -> object:
    if isinstance(value, Operation):
        return value.to_json()
    if isinstance(value, Box):
        return [list(value)]
    if isinstance(value, list):
        return [value_to_json(item) for item in value]
    return value


class Workflow:
    """A whole file: its operations, the comments after the last one, and where it came from.

    The tree of a wrong file holds what could be read of it, and `diagnostics` says what could not.
    """

    __slots__ = ("diagnostics", "operations", "source", "trailing")

    def __init__(
        self,
        operations: list[Operation] | None = None,
        *,
        trailing: list[str] | None = None,
        source: Source | None = None,
        diagnostics: list[Diagnostic] | None = None,
    ) -> None:
        self.operations: list[Operation] = [] if operations is None else operations
        self.trailing: list[str] = [] if trailing is None else trailing
        self.source = source
        self.diagnostics: list[Diagnostic] = [] if diagnostics is None else diagnostics
        """What was found wrong while reading the text, warnings too."""

    @property
    def is_broken(self) -> bool:
        """Whether the text has a mistake that cost part of the tree."""
        return any(each.is_error for each in self.diagnostics)

    @property
    def path(self) -> str | None:
        return self.source.path if self.source else None

    def walk(self) -> Iterator[Operation]:
        """Every operation in file order, blocks entered."""
        for operation in self.operations:
            yield from operation.walk()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Workflow) and self.operations == other.operations

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Workflow({self.operations!r})"

    def to_json(self) -> list[dict[str, object]]:
        return [operation.to_json() for operation in self.operations]

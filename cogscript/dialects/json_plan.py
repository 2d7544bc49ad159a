"""Finds an agent's calls in whatever JSON they come in, with what was said about each.

A single action, an array, JSON lines, a request or a response of a model's interface, a chat log, a
Markdown answer, a text with `<tool_call>` blocks: the same walk finds the calls in all of them. A dialect
only says what its own actions look like (Shape) and what each becomes. The walk also keeps what the
surroundings know: the task, the platform, the screen's size, the list of elements that came with a
screenshot, and what the agent said before it acted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cogscript.dialects.containers import Piece, pieces
from cogscript.dialects.element_list import ElementList
from cogscript.dialects.json_objects import (
    DESCRIPTIONS,
    RESULTS,
    SPOKEN,
    acts,
    is_definition,
    is_idle,
    kind_of,
    role_of,
    spoken,
)
from cogscript.dialects.json_surroundings import Surroundings
from cogscript.dialects.json_text import JsonArray, JsonObject, JsonValue, NotJson, Parsed, find
from cogscript.dialects.plan import Plan
from cogscript.language.diagnostic import Source, Span

_TEXTS = ("content", "text", "output", "response", "message", "completion", "prediction", "value", "action")
"""Keys whose strings may hold calls of their own."""
_CALL_ARGUMENTS = ("input", "arguments", "args", "parameters", "params")
_STEPS = frozenset({"actions", "steps", "trajectory", "user_history"})
"""Keys of lists in which every item is a step."""
_MARKS = re.compile(r"<(/?)(tool_call|tools|think|thinking)>|^[ \t]*(?:```|~~~)[^\n]*$", re.M | re.I)
_LABEL = re.compile(r"^[\s*#>-]*(?:action|thought|step \d+|动作|思考)\**\s*[:：]\**\s*", re.I)
_NESTING = 4
"""Strings of JSON within strings of JSON."""


class Shape(NamedTuple):
    """What a dialect's actions look like."""

    bare: Callable[[JsonObject], bool]
    """Whether an object is an action by itself."""
    named: Callable[[str], bool]
    """Whether a call of a tool with this name is one."""
    spoken: Callable[[Piece, Span], Iterator[tuple[Span, list[Event]]]] | None = None
    """The calls in a part of a text that is no JSON, for dialects that also write `name(key=value)`."""


@dataclass(slots=True)
class Call:
    """One call of a tool, or one bare action: its arguments, and everything known around it."""

    name: str
    arguments: JsonObject
    span: Span
    piece: Piece | None = None
    """The text in which the arguments' places count; None for the file itself."""
    description: str = ""
    sensitive: bool = False
    elements: ElementList | None = None
    """The elements that came with the last screenshot."""

    def place(self, *keys: str) -> Span:
        """Where the first of the arguments stands that is there; else the whole call."""
        found = next((self.arguments.places[key] for key in keys if key in self.arguments.places), None)
        if found is None:
            return self.span
        return found if self.piece is None else self.piece.place(*found)


class Broken(NamedTuple):
    """A place where a call should be, and why there is none."""

    span: Span
    reason: str


class Mended(NamedTuple):
    span: Span
    said: str


Event = Call | Broken | Mended


@dataclass(slots=True)
class Document:
    """What the walk found, in order."""

    events: list[Event] = field(default_factory=list)
    around: Surroundings = field(default_factory=Surroundings)

    @property
    def calls(self) -> list[Call]:
        return [event for event in self.events if isinstance(event, Call)]


def read_document(source: Source, shape: Shape) -> Document:
    return _Walk(source, shape).read()


def glimpse(source: Source, shape: Shape) -> list[Call]:
    """The calls of a text, also of one that was cut off: enough to tell whose it is."""
    return _Walk(source, shape, partial=True).read().calls


def read_piece(piece: Piece, shape: Shape) -> Document:
    """The calls in one piece of a file, for a dialect that shares its files with another."""
    walk = _Walk(piece.source, shape)
    walk.read_piece(piece)
    return walk.found


def translate(document: Document, plan: Plan, each: Callable[[Call], None]) -> Plan:
    """Add what every call becomes to the plan, and say what was mended and what is broken."""
    plan.title = plan.title or document.around.title
    plan.platform = plan.platform or document.around.platform
    for event in document.events:
        if isinstance(event, Mended):
            plan.repaired(event.span, event.said)
        elif isinstance(event, Broken):
            plan.untranslatable(event.span, event.reason)
        else:
            with plan.attempt(event.span, event.description):
                each(event)
    return plan


class _Walk:
    def __init__(self, source: Source, shape: Shape, *, partial: bool = False) -> None:
        self.source = source
        self.partial = partial
        self.shape = shape
        self.found = Document()
        self.around = self.found.around
        self.said = ""
        """What the agent said since its last call."""
        self.sensitive = False
        self.depth = 0

    def read(self) -> Document:
        values = self._only_json()
        if values is not None:
            for value in values:
                self._take(value, None)
        else:
            for piece in pieces(self.source):
                self.read_piece(piece)
        return self.found

    def read_piece(self, piece: Piece) -> None:
        if piece.node is not None:
            self._visit(piece.node.value, piece.node.span, None, piece.role)
        else:
            self._text(piece, piece.role)

    def _only_json(self) -> list[Parsed | NotJson] | None:
        """The values of a file that holds JSON alone: one value, or several one after the other."""
        text = self.source.text
        at = len(text) - len(text.lstrip("\ufeff \t\r\n"))
        if text[at : at + 1] not in ("{", "["):
            return None
        values: list[Parsed | NotJson] = []
        for value in find(text, at):
            if text[at : value.span.start].strip(" \t\r\n,") and isinstance(value, Parsed):
                return None
            values.append(value)
            at = value.span.end
        return values if values and not text[at:].strip(" \t\r\n,;`") else None

    def _take(self, value: Parsed | NotJson, piece: Piece | None) -> None:
        """One JSON value, or why it is none."""
        if isinstance(value, NotJson):
            if self.partial and value.partial is not None:
                self._visit(value.partial, value.span, piece, "")
            if piece is None or value.partial is not None:
                self.found.events.append(Broken(_place(piece, value.span), value.reason))
            return
        for mending in value.mendings:
            self.found.events.append(Mended(_place(piece, mending.span), mending.said))
        self._items(value.value, value.span, piece)

    def _items(self, value: JsonValue, span: Span, piece: Piece | None) -> None:
        """The steps of a list, or the one that stands alone; one that says nothing at all is told."""
        steps = [(value, span)]
        if isinstance(value, JsonArray) and any(isinstance(item, JsonObject) for item in value):
            steps = list(zip(value, value.places, strict=True))
        for item, place in steps:
            before = self._learnt()
            self._visit(item, place, piece, "")
            if self._learnt() == before and not is_idle(item) and (piece is None or acts(item)):
                reason = "there is no action of this agent here"
                self.found.events.append(Broken(_place(piece, place), reason))

    def _learnt(self) -> tuple[object, ...]:
        """What is known so far: it changes whenever something is understood."""
        around = self.around
        return (
            len(self.found.events), self.said, around.title, around.platform, around.screen,
            around.resolution, id(around.elements),
        )  # fmt: skip

    # --- values -------------------------------------------------------------------------------

    def _visit(self, value: JsonValue, span: Span, piece: Piece | None, role: str) -> None:
        if isinstance(value, JsonArray):
            for item, place in zip(value, value.places, strict=True):
                self._visit(item, place, piece, role)
        elif isinstance(value, JsonObject):
            self._object(value, piece, role)
        elif isinstance(value, str) and self.depth < _NESTING:
            self.depth += 1
            self._text(self._inside(value, span, piece), role)
            self.depth -= 1

    def _inside(self, text: str, span: Span, piece: Piece | None) -> Piece:
        """The text of a JSON string, able to say where in the file each character of it stands."""
        if piece is None:
            return Piece("text", self.source, span, text=text)
        return _Quoted(self.source, piece.place(*span), text)

    def _object(self, value: JsonObject, piece: Piece | None, role: str) -> None:
        role = role_of(value) or role
        acting = role not in ("user", "system", "developer", "tool")
        if acting and self._call(value, piece):
            return
        kind = kind_of(value)
        if kind in RESULTS or not acting:
            self._surroundings(value, piece, role)
            return
        self.around.learn(value)
        said = spoken(value)
        if said:
            self.said = said
        outer, self.sensitive = self.sensitive, self.sensitive or bool(value.get("pending_safety_checks"))
        for key, inner in value.items():
            if isinstance(inner, JsonObject | JsonArray) or (isinstance(inner, str) and key in _TEXTS):
                if key == "tools":
                    self.around.learn_all(inner)
                elif key in _STEPS:
                    self._items(inner, value.places[key], piece)
                elif not (key in DESCRIPTIONS or (key == "text" and kind in SPOKEN and said == inner)):
                    self._visit(inner, value.places[key], piece, role)
        self.sensitive = outer

    def _call(self, value: JsonObject, piece: Piece | None) -> bool:
        """Take the object as a call, if it is one."""
        described = spoken(value)
        if self.shape.bare(value):
            self._add("", value, _place(piece, value.span), piece, described)
            return True
        inner = value.get("function")
        call = inner if isinstance(inner, JsonObject) else value
        name = call.get("name")
        key = next((key for key in _CALL_ARGUMENTS if key in call), None)
        if not isinstance(name, str) or key is None or is_definition(call[key]):
            return False
        if not self.shape.named(name):
            place = _place(piece, value.span)
            self.found.events.append(Broken(place, f"`{name[:40]}` is no tool of this agent"))
            return True
        arguments = call[key]
        if isinstance(arguments, str):
            text = self._inside(arguments, call.places[key], piece)
            found = next(find(text.text), None)
            if not isinstance(found, Parsed) or not isinstance(found.value, JsonObject):
                reason = found.reason if isinstance(found, NotJson) else "the arguments are no JSON object"
                self.found.events.append(Broken(_place(piece, value.span), reason))
                return True
            arguments, piece = found.value, text
        if not isinstance(arguments, JsonObject):
            arguments = JsonObject(value.span.start)
        self._add(name, arguments, self._outer(value, inner, piece), piece, described)
        return True

    def _outer(self, value: JsonObject, inner: JsonValue, piece: Piece | None) -> Span:
        return (
            piece.span if piece is not None and isinstance(inner, JsonObject) else _place(piece, value.span)
        )

    def _add(self, name: str, arguments: JsonObject, span: Span, piece: Piece | None, said: str) -> None:
        self.found.events.append(
            Call(name, arguments, span, piece, said or self.said, self.sensitive, self.around.elements)
        )
        self.said = ""

    # --- what surrounds the calls -----------------------------------------------------------------

    def _surroundings(self, value: JsonValue, piece: Piece | None, role: str) -> None:
        """A person's or a program's part of the log: the task and what was seen, but no action."""
        if isinstance(value, JsonArray):
            for item in value:
                self._surroundings(item, piece, role)
        elif isinstance(value, JsonObject):
            self.around.learn(value)
            for key, inner in value.items():
                if isinstance(inner, JsonObject | JsonArray) or key in ("content", "text", "output", "value"):
                    self._surroundings(inner, piece, "tool" if kind_of(value) in RESULTS else role)
        elif isinstance(value, str):
            self.around.overhear(value, role)

    # --- texts --------------------------------------------------------------------------------------

    def _text(self, piece: Piece, role: str) -> None:
        if role in ("user", "system", "developer", "tool"):
            self.around.overhear(piece.text, role)
            return
        inside = ""
        at = 0
        for mark in (*_MARKS.finditer(piece.text), None):
            end = mark.start() if mark else len(piece.text)
            if inside == "tools":
                self.around.overhear(piece.text[at:end], "system")
            elif inside in ("think", "thinking"):
                self.said = self.said or piece.text[at:end].strip()
            else:
                self._region(piece, at, end)
            if mark:
                inside = "" if mark[1] or not mark[2] else mark[2].casefold()
                at = mark.end()

    def _region(self, piece: Piece, start: int, end: int) -> None:
        """A part of a text between two marks: calls written as text, JSON, and prose."""
        at = start
        for span, events in self.shape.spoken(piece, Span(start, end)) if self.shape.spoken else ():
            self._values(piece, at, span.start)
            for event in events:
                if isinstance(event, Call):
                    event.description = event.description or self.said
                    event.elements = self.around.elements
                    self.said = ""
                self.found.events.append(event)
            at = span.end
        self._values(piece, at, end)

    def _values(self, piece: Piece, start: int, end: int) -> None:
        at = start
        for value in find(piece.text, start, end):
            self._prose(piece.text[at : value.span.start])
            self._take(value, piece)
            at = max(at, value.span.end)
        self._prose(piece.text[at:end])

    def _prose(self, text: str) -> None:
        if text.strip(" \t\r\n,`[]"):
            self.around.overhear(text, "")
            self.said = "\n".join(filter(None, (_LABEL.sub("", line).strip() for line in text.splitlines())))


class _Quoted(Piece):
    """A string of JSON inside a string of JSON: its places are those of the outer one."""

    def __init__(self, source: Source, span: Span, text: str) -> None:
        super().__init__("text", source, span, text=text)

    def place(self, start: int, end: int) -> Span:
        return self.span


def _place(piece: Piece | None, span: Span) -> Span:
    return span if piece is None else piece.place(*span)

"""The calls of a plan in JSON, in order, and what is known around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cogscript.dialects.core.draft import Draft
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonObject
from cogscript.dialects.formats.tool_calls.metadata import PlanMetadata, Seen
from cogscript.language.model.diagnostic import Span


class Shape(NamedTuple):
    """What a dialect's actions look like."""

    bare: Callable[[JsonObject], bool]
    """Whether an object is an action by itself."""
    named: Callable[[str], bool]
    """Whether a call of a tool with this name is one."""
    in_text: Callable[[Piece, Span], Iterator[tuple[Span, list[Event]]]] | None = None
    """The calls in a part of a text that is not JSON, for dialects that also write `name(key=value)`."""
    words: Callable[[str], JsonObject | None] | None = None
    """A step of a list that is a word alone; None when the word is no action."""
    titles: Callable[[str], bool] | None = None
    """Whether this name, written before the object of its arguments, is that of one of its calls."""
    nested: bool = False
    """Whether it looks itself at parameters that stand in an object of their own."""


@dataclass(slots=True)
class ToolCall:
    """One call of a tool, or one bare action: its arguments, and everything known around it."""

    name: str
    arguments: JsonObject
    span: Span
    piece: Piece | None = None
    """The text in which the arguments' places count; None for the file itself."""
    description: str = ""
    sensitive: bool = False
    seen: Seen = field(default_factory=Seen)

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


class Repair(NamedTuple):
    """Something that was read otherwise than it was written."""

    span: Span
    message: str


Event = ToolCall | Broken | Repair


@dataclass(slots=True)
class JsonPlan:
    """What was found in a plan, in order."""

    events: list[Event] = field(default_factory=list)
    metadata: PlanMetadata = field(default_factory=PlanMetadata)

    @property
    def calls(self) -> list[ToolCall]:
        return [event for event in self.events if isinstance(event, ToolCall)]


def translate(plan: JsonPlan, draft: Draft, add: Callable[[ToolCall], None]) -> Draft:
    """Let `add` put what every call becomes into the draft, and report what was repaired and what is
    broken."""
    draft.title = draft.title or plan.metadata.title
    draft.platform = draft.platform or plan.metadata.platform
    for event in plan.events:
        if isinstance(event, Repair):
            draft.repaired(event.span, event.message)
        elif isinstance(event, Broken):
            draft.untranslatable(event.span, event.reason)
        else:
            with draft.attempt(event.span, event.description):
                add(event)
    return draft

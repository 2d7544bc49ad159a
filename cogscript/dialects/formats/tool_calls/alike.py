"""Members of a list that are made as the actions beside them, and of which nothing was understood."""

from __future__ import annotations

from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls.call_objects import placed
from cogscript.dialects.formats.tool_calls.objects import is_idle, role_of
from cogscript.dialects.formats.tool_calls.plan import Broken, Event
from cogscript.language.model.diagnostic import Span

_REASON = "it is made like the actions beside it, and was not understood"


class Alike:
    """One list. What has the keys of a member that acts is meant to act, too, and never left out unsaid."""

    def __init__(self, events: list[Event], piece: Piece | None) -> None:
        self._events = events
        self._piece = piece
        self._acting: set[frozenset[str]] = set()
        self._quiet: list[tuple[int, JsonObject, Span]] = []

    def saw(self, item: JsonValue, place: Span, before: int) -> None:
        """A member, and how many events there were before it."""
        if not isinstance(item, JsonObject):
            return
        if len(self._events) > before:
            self._acting.add(frozenset(item))
        elif not role_of(item) and not is_idle(item) and any(map(_holds_some, item.values())):
            self._quiet.append((before, item, place))

    def end(self) -> None:
        for at, item, place in reversed(self._quiet):
            if frozenset(item) in self._acting:
                self._events.insert(at, Broken(placed(self._piece, place), _REASON))


def _holds_some(value: JsonValue) -> bool:
    return isinstance(value, JsonObject) and bool(value)

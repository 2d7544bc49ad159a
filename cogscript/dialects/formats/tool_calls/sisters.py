"""Members of one object that say the same calls: as the model said them, and as a program read them.

A record of a step keeps both, under whatever names, and the step is one. The items of a list are steps each,
and so are members that are numbered.
"""

from __future__ import annotations

import re
from typing import Any

from cogscript.dialects.formats.argument_names import DESCRIPTIONS
from cogscript.dialects.formats.tool_calls.plan import Event, Repair, ToolCall

_NUMBERED = re.compile(r"\D*\d+\D*")
_NUMBERS = re.compile(r"[\[(\s]*-?\d+(?:\.\d+)?(?:\s*[,，\s]\s*-?\d+(?:\.\d+)?){1,3}[\])\s]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SAID = frozenset({*DESCRIPTIONS, "cot", "explain"})
"""What a model says beside an action, of which a program keeps nothing, or not all."""
_TWICE = "the record gives this twice: it is done once"


class Sisters:
    """What each member of an object gave, in the list of all events."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.given: list[tuple[int, int]] = []
        """Where the events of each member so far begin and end."""
        self.start = len(events)
        self.is_step = False

    def begin(self, key: str) -> None:
        """Another member comes."""
        self.end()
        self.start = len(self.events)
        self.is_step = bool(_NUMBERED.fullmatch(key))

    def end(self) -> None:
        """The member is read: what it repeats of an earlier one is taken out."""
        start, end = self.start, len(self.events)
        told = _told(self.events[start:end])
        if not told or self.is_step:
            return
        for index, (first, last) in enumerate(self.given):
            before = _told(self.events[first:last])
            if _holds(before, told):
                self._say(start, end)
                return
            if _holds(told, before):
                dropped = last - first
                self._say(first, last)
                moved = 1 - dropped
                later = [(a + moved, b + moved) for a, b in self.given[index + 1 :]]
                self.given = [*self.given[:index], *later, (start + moved, end + moved)]
                self.start = len(self.events)
                return
        self.given.append((start, end))
        self.start = end

    def _say(self, start: int, end: int) -> None:
        """Put a report in the place of what is told once more."""
        first = next(each for each in self.events[start:end] if isinstance(each, ToolCall))
        self.events[start:end] = [Repair(first.span, _TWICE)]
        self.start = len(self.events)


def _told(events: list[Event]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (each.name, {key: _plain(value) for key, value in each.arguments.items() if key not in _SAID})
        for each in events
        if isinstance(each, ToolCall)
    ]


def _plain(value: Any) -> Any:
    """A value however it is written: a place may stand in quotes, and a text may end in a line break."""
    if not isinstance(value, str):
        return value
    if len(value) < 60 and _NUMBERS.fullmatch(value):
        return [float(number) for number in _NUMBER.findall(value)]
    return value.strip()


def _holds(whole: list[tuple[str, dict[str, Any]]], part: list[tuple[str, dict[str, Any]]]) -> bool:
    """Whether some calls stand, one after the other, among others."""
    count = len(part)
    return any(whole[at : at + count] == part for at in range(len(whole) - count + 1))

"""The arguments of a text agent's call as what they should be: GLM-V and UI-TARS name them alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cogscript.dialects.calls import Call, CutOff, Given, Word
from cogscript.dialects.places import numbers_of
from cogscript.dialects.plan import Plan, Untranslatable
from cogscript.dialects.words import split_keys
from cogscript.language.box import Box
from cogscript.language.diagnostic import Span
from cogscript.language.tree import Value

PLACES = ("start_box", "point", "start_point", "box", "coordinate", "position")
ENDS = ("end_box", "end_point", "to")
TEXTS = ("content", "text", "value")
USUAL_NOTCHES = 5
"""Of the wheel, where a scroll says no count: what the agents' own programs turn it."""

_PLACEHOLDER = re.compile(r"\{[A-Za-z_][\w.()]*\}")


class Spoken:
    """One call: its arguments by the names that agents give them."""

    def __init__(
        self, call: Call, plan: Plan, place: Callable[[Span], Span], system: str, seen: list[float]
    ) -> None:
        self.call = call
        self.plan = plan
        self.place = place
        self.system = system
        self.seen = seen
        """Every number of a place, as it was said: they tell the coordinate system."""

    def box(self, *names: str) -> Box | None:
        """The place of the first of these arguments that is given."""
        given = self.call.get(*names)
        if given is None or given.value is None:
            return None
        span = self.place(given.span)
        numbers = numbers_of(given.value, span)
        self.seen.extend(numbers)
        fractions = max(numbers) <= 1 and any(number % 1 for number in numbers)
        frame = self.plan.frame("fractions" if fractions else self.system)
        return self.plan.box(frame, numbers, span)

    def target(self) -> Box:
        """Where a click goes; an end without a beginning is the place too."""
        box = self.box(*PLACES)
        if box is None and (box := self.box(*ENDS)) is not None:
            self.plan.repaired(self.place(self.call.span), "only an end was given, read as the place")
        if box is None:
            raise Untranslatable(f"{self.call.name} says no place")
        return box

    def text(self, *names: str) -> str | None:
        given = self.call.get(*names)
        return None if given is None or given.value is None else self._text(given)

    def _text(self, given: Given) -> str:
        value, span = given.value, self.place(given.span)
        if isinstance(value, CutOff):
            raise Untranslatable("the text is cut off", "ask the agent for the whole reply", span)
        if isinstance(value, Word) or (isinstance(value, str) and _PLACEHOLDER.fullmatch(value)):
            raise Untranslatable(f"`{value}` is a placeholder, not a text", span=span)
        if isinstance(value, str):
            return str(value)
        if isinstance(value, int | float):
            self.plan.repaired(span, f"the number {value} was read as text")
            return str(value)
        raise Untranslatable(f"`{given.name}` is no text", span=span)

    def needed(self, *names: str) -> str:
        text = self.text(*names)
        if not text:
            raise Untranslatable(f"{self.call.name} says no {names[0]}")
        return text

    def number(self, *names: str) -> float | None:
        given = self.call.get(*names)
        value: Any = given.value if given else None
        if given is None or value is None or value == "":
            return None
        if isinstance(value, str) and not isinstance(value, Word):
            written = re.fullmatch(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(?:s|sec|seconds?)?\s*", value)
            value = float(written[1]) if written else value
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            span = self.place(given.span)
            raise Untranslatable(f"`{given.name}` is no number", span=span)
        return int(value) if float(value).is_integer() else value

    def keys(self, *names: str) -> list[str]:
        given = self.call.get(*names)
        if given is not None and isinstance(given.value, list):
            return [str(each) for each in given.value]
        return split_keys(self.needed(*names))

    def named(self) -> dict[str, Value]:
        """What the call says about the element."""
        said = {name: self.text(name) for name in ("element_type", "element_info")}
        return {name: text for name, text in said.items() if text}

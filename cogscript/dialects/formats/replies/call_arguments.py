"""The arguments of a text agent's call, each as the kind of value it should be.

GLM-V, UI-TARS and AutoGLM name them alike. As with tool calls, an argument that nobody asked for refuses the
step if it changes what is done, and is reported otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.argument_names import (
    BUTTONS,
    COMMENTARY,
    COUNTS,
    END_PAIRS,
    ENDS,
    HELD,
    IN_PIXELS,
    MILLISECONDS,
    NAMING,
    SECONDS,
    START_PAIRS,
    STARTS,
    changes,
    plain,
)
from cogscript.dialects.formats.replies.places import numbers_of
from cogscript.dialects.formats.replies.text_calls import Argument, CutOff, TextCall, Word
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation, Value

LONG = 500
"""Seconds: so long a time without a unit may have been meant in milliseconds, and is reported."""
USUAL_NOTCHES = 5
"""Of the wheel, where a scroll gives no count: what the agents' own programs use."""

_PLACEHOLDER = re.compile(r"\{[A-Za-z_][\w.()]*\}")
_NUMBERED_KEY = re.compile(r"key_?\d")
_SECONDS = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(?:s|sec|secs|seconds?|秒)?\s*")


class ReplyArguments:
    """One call: its arguments by the names that agents give them. Asking for one marks it as used."""

    def __init__(
        self,
        call: TextCall,
        draft: Draft,
        place: Callable[[Span], Span],
        system: str,
        seen: list[float],
        positional: Sequence[str] = (),
    ) -> None:
        self.call = call
        self.draft = draft
        self.place = place
        self.system = system
        self.seen = seen
        """Every number of a place, as it was written: they tell the coordinate system."""
        self._given = _named(call, positional)
        self._used: set[int] = set()

    def get(self, *names: str) -> Argument | None:
        """The first argument of one of these names, in the order asked."""
        for name in names:
            for index, each in enumerate(self._given):
                if each.name in (name, plain(name)) or plain(each.name or "") == name:
                    if each.value is None:
                        continue
                    self._used.add(index)
                    return each
        return None

    def has(self, *names: str) -> bool:
        return any(each.name in names and each.value is not None for each in self._given)

    def report_unused(self) -> None:
        """Refuse the step for an argument that changes what is done and was not used; report others."""
        for index, each in enumerate(self._given):
            if index in self._used or each.name in COMMENTARY or each.value in (None, ""):
                continue
            span = self.place(each.span)
            if changes(each.name or "") or each.name in NAMING:
                raise Untranslatable(
                    f"`{each.name}` changes what is done, and is not understood here", span=span
                )
            self.draft.repaired(span, f"`{str(each.name)[:40]}` is not used")

    # --- places ---------------------------------------------------------------------------------

    def box(self, *names: str) -> Box | None:
        """The place of the first of these arguments that is given."""
        given = self.get(*names)
        if given is None:
            return None
        span = self.place(given.span)
        return self._placed(numbers_of(given.value, span), span)

    def _placed(self, numbers: Sequence[float], span: Span) -> Box:
        self.seen.extend(numbers)
        fractions = max(numbers) <= 1 and any(number % 1 for number in numbers)
        space = self.draft.space("fractions" if fractions else self.system)
        return self.draft.box(space, tuple(numbers), span)

    def start(self) -> Box | None:
        return self.box(*STARTS) or self._paired(START_PAIRS)

    def end(self) -> Box | None:
        return self.box(*ENDS) or self._paired(END_PAIRS)

    def _paired(self, pairs: Sequence[tuple[str, str]]) -> Box | None:
        """The place of the first of these pairs of which any number is given."""
        return next((box for pair in pairs if (box := self._pair(*pair)) is not None), None)

    def _pair(self, *names: str) -> Box | None:
        """A place given as two numbers."""
        numbers = [self.number(name) for name in names]
        if all(number is None for number in numbers):
            return None
        if any(number is None for number in numbers):
            raise Untranslatable(f"{self.call.name} gives only one of `{names[0]}` and `{names[1]}`")
        return self._placed([each for each in numbers if each is not None], self.place(self.call.span))

    def target(self) -> Box:
        """Where a click goes; an end without a beginning is the place too."""
        box = self.start()
        if box is None and (box := self.end()) is not None:
            self.draft.repaired(self.place(self.call.span), "only an end was given, read as the place")
        if box is None:
            raise Untranslatable(f"{self.call.name} gives no place")
        return box

    # --- texts, numbers, keys -------------------------------------------------------------------

    def text(self, *names: str) -> str | None:
        given = self.get(*names)
        return None if given is None else self._text(given)

    def _text(self, given: Argument) -> str:
        value, span = given.value, self.place(given.span)
        if isinstance(value, CutOff):
            raise Untranslatable("the text is cut off", "ask the agent for the whole reply", span)
        if isinstance(value, Word) or (isinstance(value, str) and _PLACEHOLDER.fullmatch(value)):
            raise Untranslatable(f"`{value}` is a placeholder, not a text", span=span)
        if isinstance(value, str):
            return str(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            self.draft.repaired(span, f"the number {value} was read as text")
            return str(value)
        raise Untranslatable(f"`{given.name}` is not a text", span=span)

    def needed(self, *names: str) -> str:
        text = self.text(*names)
        if not text:
            raise Untranslatable(f"{self.call.name} gives no {names[0]}")
        return text

    def number(self, *names: str) -> float | None:
        given = self.get(*names)
        value: Any = given.value if given else None
        if given is None or value == "":
            return None
        if isinstance(value, str) and not isinstance(value, Word):
            written = _SECONDS.fullmatch(value)
            value = float(written[1]) if written else value
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise Untranslatable(f"`{given.name}` is not a number", span=self.place(given.span))
        return int(value) if float(value).is_integer() else value

    def notches(self, *names: str) -> float | None:
        """How far to scroll, in notches of the wheel; pixels, where its name says so, are reported."""
        given, amount = self.get(*names), self.number(*names)
        if given is None or amount is None or amount <= builders.MOST_NOTCHES or given.name not in IN_PIXELS:
            return amount
        turned = builders.notches_of(amount)
        self.draft.repaired(self.place(given.span), f"{amount:g} pixels are read as {turned} notches")
        return turned

    def seconds(self, *names: str) -> float | None:
        """A time, given as seconds or as milliseconds."""
        milliseconds = self.number(*MILLISECONDS)
        if milliseconds is None:
            given, number = self.get(*SECONDS, *names), self.number(*SECONDS, *names)
            if given is not None and number is not None and number >= LONG:
                report = f"{number:g} is read as seconds, not milliseconds"
                self.draft.repaired(self.place(given.span), report)
            return number
        seconds = milliseconds / 1000
        return int(seconds) if seconds.is_integer() else seconds

    def touch_seconds(self) -> float | None:
        """How long a finger stays down, or is on its way. Agents' own programs count milliseconds, and models
        write them so."""
        milliseconds = self.number(*MILLISECONDS)
        seconds = self.seconds() if milliseconds is not None else self.number(*SECONDS)
        if seconds is None or seconds <= builders.LONGEST_TOUCH or milliseconds is not None:
            return seconds
        self.draft.repaired(self.place(self.call.span), f"a touch of {seconds:g} is read as milliseconds")
        return builders.touch_seconds(seconds)

    def presses(self, *names: str) -> list[Operation]:
        """Keys pressed together, given as a list, as one text, or one by one as `key1`, `key2`."""
        given = self.get(*names)
        numbered = [each for each in self._given if _NUMBERED_KEY.fullmatch(each.name or "")]
        if given is None and numbered:
            return builders.presses([self.needed(each.name or "") for each in numbered])
        if given is not None and isinstance(given.value, list):
            return builders.presses([str(each) for each in given.value])
        text = self.needed(*names)
        words = text.split()
        if len(words) > 1 and not builders.is_modifier(words[0]) and any(map(builders.is_modifier, words)):
            self.draft.repaired(
                self.place(self.call.span), "a modifier that is named last is held for the others"
            )
        return builders.strokes(text)

    def held(self) -> list[Value] | None:
        """Keys held down meanwhile."""
        given = self.get(*HELD)
        if given is None or not given.value:
            return None
        listed = given.value if isinstance(given.value, list) else builders.split_keys(str(given.value))
        return [builders.key_named(str(name)) for name in listed]

    def flag(self, *names: str) -> bool | None:
        """True, or None where it is not given or says no."""
        given = self.get(*names)
        said = str(given.value).strip().casefold() if given is not None else "false"
        if given is not None and said not in ("true", "false", "1", "0", "yes", "no"):
            raise Untranslatable(f"`{given.name}` is neither True nor False", span=self.place(given.span))
        return True if said in ("true", "1", "yes") else None

    def button(self, default: str) -> str:
        name = self.text(*BUTTONS)
        return builders.button_named(name) if name else default

    def count(self, default: int) -> int:
        number = self.number(*COUNTS)
        return default if number is None else round(number)

    def named(self) -> dict[str, Value]:
        """What the call says about the element."""
        named = {name: self.text(name) for name in ("element_type", "element_info")}
        return {name: text for name, text in named.items() if text}


def _named(call: TextCall, positional: Sequence[str]) -> list[Argument]:
    """The arguments with a name each; those given by place take the names of `positional` in order, and
    two or four numbers in a row are one place."""
    given: list[Argument] = []
    names = list(positional)
    waiting = [each for each in call.given if each.name is None]
    while waiting:
        numbers: list[Argument] = []
        while waiting and type(waiting[0].value) in (int, float):
            numbers.append(waiting.pop(0))
        if len(numbers) in (2, 4) and names and names[0] in STARTS:
            span = Span(numbers[0].span.start, numbers[-1].span.end)
            given.append(Argument(names.pop(0), [each.value for each in numbers], span))
            if len(numbers) == 4 and names and names[0] in ENDS:
                given[-1:] = [
                    Argument(given[-1].name, [each.value for each in numbers[:2]], span),
                    Argument(names.pop(0), [each.value for each in numbers[2:]], span),
                ]
            continue
        for each in numbers or [waiting.pop(0)]:
            if not names:
                raise Untranslatable(f"an argument of {call.name} has no name", span=None)
            given.append(Argument(names.pop(0), each.value, each.span))
    return [*given, *(each for each in call.given if each.name is not None)]

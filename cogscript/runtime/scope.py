"""A workflow's variables, and the secrets that no text going out may carry.

Variables are texts. Secrets belong to the whole run: a value once marked secret is masked wherever it
would appear, whatever variable it has wandered into. The mask names the variable, so that a resumed
run can put the value back where the record holds the mask.
"""

from __future__ import annotations

import json
import re

from cogscript.language.model import variables
from cogscript.language.model.diagnostic import Fault, nearest


class Secrets:
    """The values that must not go out."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None

    def __len__(self) -> int:
        return len(self._names)

    def add(self, name: str, value: str) -> None:
        """Keep this value from every text that goes out, also as an escaped or quoted text."""
        if not value or value in self._names:
            return
        for spelling in (value, repr(value)[1:-1], json.dumps(value)[1:-1]):
            self._names.setdefault(spelling, name)
        longest_first = sorted(self._names, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def mask(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: _mark(self._names[match.group()]), text)

    def unmask(self, text: str) -> str:
        """The text that was masked: what a resumed run needs."""
        for spelling, name in self._names.items():
            if _mark(name) in text:
                text = text.replace(_mark(name), spelling)
        return text

    def holds(self, text: str) -> bool:
        return self._pattern is not None and self._pattern.search(text) is not None


def _mark(name: str) -> str:
    return f"⟨secret {name}⟩"


class Unknown:
    """What a dry run has in the place of a value that it would have to read."""


UNKNOWN = Unknown()


class Scope:
    """The variables of one workflow; a called one has its own."""

    __slots__ = ("unknown", "values")

    def __init__(self, values: dict[str, str] | None = None) -> None:
        self.values: dict[str, str] = dict(values or {})
        self.unknown: set[str] = set()
        """In a dry run: variables that a real run would read from the screen, the model, a person."""

    def value_of(self, name: str) -> str:
        try:
            return self.values[name]
        except KeyError:
            guess = nearest(name, self.values)
            raise Fault(
                "unset-variable",
                f"the variable `{variables.spell(name)}` has no value here",
                f"did you mean `{variables.spell(guess)}`?" if guess else "",
            ) from None

    def expand(self, text: str) -> str:
        return variables.expand(text, self.value_of)

    def set(self, name: str, value: str) -> None:
        self.values[name] = value
        self.unknown.discard(name)

    def set_unknown(self, name: str) -> None:
        """A dry run cannot know the value: the variable stands for itself."""
        self.values[name] = variables.spell(name)
        self.unknown.add(name)

    def knows(self, text: object) -> bool:
        """Whether every variable in a text has a value that is really known."""
        if not self.unknown or not isinstance(text, str):
            return True
        return self.unknown.isdisjoint(variables.names(text))

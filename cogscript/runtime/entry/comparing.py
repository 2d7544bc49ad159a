"""Whether a field holds what was entered, judged by its text before and after.

Pure: no screen, no field. A field may do things to a text that a person would not call wrong (trim it, write
it in capitals, group its digits, complete it); it may also drop, cut or double it, and that is wrong. The
place of the caret is not known, so the text may have been inserted anywhere and may have replaced a part.
"""

from __future__ import annotations

from enum import Enum
from itertools import takewhile
from typing import NamedTuple

from cogscript.tables.numbers import read as read_number


class Comparison(Enum):
    EXACT = "exact"
    ALIKE = "alike"
    """The same to a person: other case, spaces or separators, a number written otherwise."""
    COMPLETED = "completed"
    """The text, and a rest that the field added by itself."""
    UNCHANGED = "unchanged"
    OTHER = "other"


class Change(NamedTuple):
    """What became of a text: at `start`, `removed` was replaced by `added`."""

    start: int
    removed: str
    added: str


def change(before: str, after: str) -> Change:
    """The smallest change that makes one text of the other."""
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    return Change(start, before[start : len(before) - end], after[start : len(after) - end])


def _common(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def compare(before: str, after: str, text: str) -> Comparison:
    """What a field did with a text that was entered into it."""
    if after == before:
        return Comparison.EXACT if after == text else Comparison.UNCHANGED
    if _inserted(before, after, text):
        return Comparison.EXACT
    added = change(before, after).added
    if any(_alike(held, text) for held in (added, after)):
        return Comparison.ALIKE
    if after.endswith(added) and _completes(added, text):
        return Comparison.COMPLETED
    return Comparison.OTHER


def _inserted(before: str, after: str, text: str) -> bool:
    """Whether the text stands in it whole, between a beginning and an end of what was there."""
    at = after.find(text)
    while at >= 0 and after[:at] == before[:at]:
        rest = after[at + len(text) :]
        if len(rest) <= len(before) - at and before.endswith(rest):
            return True
        at = after.find(text, at + 1)
    return False


# What editors make of plain signs, and the plain signs.
_TYPOGRAPHY = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "−": "-"}
)


def _plain(text: str) -> str:
    return " ".join(text.translate(_TYPOGRAPHY).casefold().split())


def _alike(held: str, text: str) -> bool:
    one, other = _plain(held), _plain(text)
    if one == other:
        return True
    numbers = read_number(one), read_number(other)
    if numbers[0] is not None and numbers[1] is not None:
        return numbers[0].value == numbers[1].value and _digits(one, other)
    return _only_separated(one, other)


def _digits(one: str, other: str) -> bool:
    """Whether both are written in digits alone: `5.00` is `5`, but `5 km` is another entry."""
    return not any(character.isalpha() for character in one + other)


def _only_separated(held: str, text: str) -> bool:
    """Whether a mask added signs between the characters, and lost none: `(030) 12-34` for `0301234`."""
    left = iter(held)
    skipped: list[str] = []
    for wanted in text.replace(" ", ""):
        for character in left:
            if character == wanted:
                break
            skipped.append(character)
        else:
            return False
    return bool(text.strip()) and not any(map(str.isalnum, (*skipped, *left)))


def _completes(added: str, text: str) -> bool:
    """Whether a field went on by itself after the text; the text twice is no completion."""
    one, other = added.casefold(), text.casefold()
    return bool(other.strip()) and one.startswith(other) and not one.startswith(other * 2) and "\n" not in one

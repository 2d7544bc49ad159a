"""The one home of variable syntax: `__CogName_<name>__`.

A name is any text without `__`. Expansion is one pass: an inserted value is never looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Callable

PREFIX = "__CogName_"
SUFFIX = "__"

# The shortest reading wins, so that two variables may stand side by side:
# `__CogName_a____CogName_b__` is `a` and then `b`.
_PATTERN = re.compile(r"__CogName_((?:(?!__)[\s\S])+)__")


def spell(name: str) -> str:
    """How a variable of this name is written."""
    return f"{PREFIX}{name}{SUFFIX}"


def is_name(name: str) -> bool:
    """Whether a text can be a variable's name."""
    return sole_name(spell(name)) == name


def sole_name(text: str) -> str | None:
    """The name of the variable that the whole text is; None when it is anything else."""
    match = _PATTERN.fullmatch(text)
    return match.group(1) if match else None


def names(text: str) -> list[str]:
    """The variables a text uses, in order, repeats included."""
    return _PATTERN.findall(text) if PREFIX in text else []


def occurrences(text: str) -> list[tuple[str, int, int]]:
    """Each variable a text uses with the range it stands at."""
    return [(match.group(1), match.start(), match.end()) for match in _PATTERN.finditer(text)]


def expand(text: str, value_of: Callable[[str], str]) -> str:
    """The text with each variable replaced by its value, in one pass."""
    if PREFIX not in text:
        return text
    return _PATTERN.sub(lambda match: value_of(match.group(1)), text)

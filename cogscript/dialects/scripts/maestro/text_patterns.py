"""Maestro takes every text for a pattern: which are plain, and which stand for one of several texts."""

from __future__ import annotations

import re

_PLAIN = r"(?P<text>(?:[^\\^$.|?*+()\[\]{}]|\.(?![*+?{])|\\[^\w\s])+)"
"""A full stop alone stands for any character, and everybody who writes one means it."""
_ANYTHING = r"(?:(?:\.|\\s|\(\.\*\)|\[\\s\\S\])[*+?]\??|\(\.[*+]\)){0,3}"
CONTAINS = re.compile(rf"(?:\(\?[a-z]+\))?\^?{_ANYTHING}{_PLAIN}{_ANYTHING}\$?")
"""A text with anything, or with spaces, before or after it."""
ALL_OF_IT = re.compile(rf"\^{_PLAIN}\$")
ENDS = re.compile(r"\.\*[:/]?(?:id/)?([\w-]+)")
PATTERN = re.compile(r"\.\*|\.\+|\\[dwsDWS]|\[[^\]]+\]|\(\?|\|")
_LETTER = r"[^\W\d_]"
MAY_BE_PATTERN = re.compile(
    rf"\b{_LETTER}{{1,2}}\.(?={_LETTER}{{2}})|{_LETTER}{{2}}\.(?:t|s|m|d|re|ll|ve)\b"
    rf"|(?:^|\s)\.(?=\s|$)|(?<!\.)\.\.(?!\.)|\w\?(?=\w)|{_LETTER}\*|\{{\d+(?:,\d*)?\}}",
    re.I,
)
"""A full stop where an apostrophe would stand, or alone; and other signs of a pattern that texts have."""
_EITHER = re.compile(r"(?P<before>\^?(?:\.\*)?)\((?P<inside>[^()]+)\)(?P<after>(?:\.\*)?\$?)")


def alternatives(text: str) -> list[str]:
    """`Home|Start`, `.*(Log in|Sign in).*`: the texts of which one is meant; none where it is one, or
    another kind of pattern."""
    found = _EITHER.fullmatch(text.strip())
    inside = found["inside"] if found else text.strip()
    parts = inside.split("|")
    if len(parts) < 2 or not all(part.strip() for part in parts) or re.search(r"[()]", inside):
        return []
    before, after = (found["before"], found["after"]) if found else ("", "")
    return [f"{before}{part}{after}" for part in parts]

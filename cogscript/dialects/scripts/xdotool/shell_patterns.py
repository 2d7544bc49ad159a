"""The patterns of a shell, `*.txt` and `[[:digit:]]`, as Python writes them."""

from __future__ import annotations

import re
from fnmatch import translate


def with_classes(pattern: str) -> str:
    """`[[:digit:]]` as `[0-9]`."""
    classes = {"digit": "0-9", "alpha": "a-zA-Z", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z",
               "space": " \t\n\r", "xdigit": "0-9a-fA-F"}  # fmt: skip
    return re.sub(r"\[:(\w+):\]", lambda match: classes.get(match[1], match[0]), pattern)


def as_regex(glob: str) -> str:
    """A shell's pattern as Python writes it."""
    return translate(with_classes(glob)).removeprefix("(?s:").removesuffix(")\\Z").removesuffix(")\\z")


def without(value: str, pattern: str, where: str) -> str:
    """A value without the part at its beginning (#) or end (%) that fits: the shortest, or the longest."""
    lengths = range(len(value) + 1)
    for length in lengths if len(where) == 1 else reversed(lengths):
        at = length if where[0] == "#" else len(value) - length
        piece = value[:at] if where[0] == "#" else value[at:]
        if re.fullmatch(pattern, piece, re.S):
            return value[at:] if where[0] == "#" else value[:at]
    return value

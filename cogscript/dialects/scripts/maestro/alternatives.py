"""A pattern of Maestro's that stands for one of several texts: `Home|Start`, `.*(Log in|Sign in).*`."""

from __future__ import annotations

import re

_EITHER = re.compile(r"(?P<before>\^?(?:\.\*)?)\((?P<inside>[^()]+)\)(?P<after>(?:\.\*)?\$?)")


def alternatives(text: str) -> list[str]:
    """The texts of which one is meant; none where it is a single one, or another kind of pattern."""
    found = _EITHER.fullmatch(text.strip())
    inside = found["inside"] if found else text.strip()
    parts = inside.split("|")
    if len(parts) < 2 or not all(part.strip() for part in parts) or re.search(r"[()]", inside):
        return []
    before, after = (found["before"], found["after"]) if found else ("", "")
    return [f"{before}{part}{after}" for part in parts]

"""The marks of a text that holds calls: tags around calls, tools and thoughts, and fences of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_MARKS = re.compile(r"<(/?)(tool_call|tools|think|thinking|tink)>|^[ \t]*(?:```|~~~)[^\n]*$", re.M | re.I)
THOUGHTS = ("think", "thinking", "tink")
_IN_A_STRING = ("\\n", '{\\"', ' {\\"')
"""What stands after a mark inside a string of JSON: an escape."""


def marks(text: str) -> Iterator[re.Match[str]]:
    """The marks of a text, without those inside a thought: a call that is only thought of is not made. A
    thought that the agent never closed ends where it acts."""
    found = list(_all_marks(text))
    thoughts = [(index, bool(mark[1])) for index, mark in enumerate(found) if _is_thought(mark)]
    until = 0
    for (opens, closing), (closes, closed) in pairwise(thoughts):
        if closed and not closing:
            yield from found[until : opens + 1]
            until = closes
    yield from found[until:]


def _is_thought(mark: re.Match[str]) -> bool:
    return (mark[2] or "").casefold() in THOUGHTS


def _all_marks(text: str) -> Iterator[re.Match[str]]:
    """The marks of a text, without those inside a string of its JSON: that string has marks of its own."""
    quoted = ""
    for mark in _MARKS.finditer(text):
        tag = (mark[2] or "").casefold()
        if quoted:
            quoted = "" if mark[1] and tag == quoted else quoted
        elif tag and text.startswith(_IN_A_STRING, mark.end()):
            quoted = tag
        elif not (tag and text.endswith("\\n", 0, mark.start())):
            yield mark

"""The code fences of a text: where each opens and closes, and which are only shown.

A fence in a thought shows nothing that is done, and one inside the text that an action types is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

FenceKind = Literal["text", "fence"]

_FENCE = re.compile(
    r"^(?P<before>[ \t]*|[^`\n]*?(?=```[A-Za-z]))(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+#.-]*)"
    r"[ \t]*\r?\n",
    re.M,
)
"""How a fence opens: on a line of its own, or, where it names its language, after words."""
_THOUGHT = re.compile(r"<(think|thinking|thought)>")
_INLINE_FENCE = re.compile(r"^[ \t]*```([^`\n]+)```[ \t]*$", re.M)
_TEXT_OF_A_CALL = re.compile(
    r"""[(,]\s*[^\W\d]\w*\s*=\s*(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')(?=\s*[,)])""", re.S
)


def parts(text: str, start: int, end: int) -> Iterator[tuple[FenceKind, int, int, str]]:
    """The text between fences, and what is inside them with their language, in order."""
    at = begin = start
    shown = [*_thoughts(text, start, end), *_texts(text, start, end)]
    while match := _FENCE.search(text, begin, end):
        inside = next((stop for first, stop in shown if first <= match.start() < stop), None)
        if inside is not None:
            begin = inside
            continue
        close = _close(match, text, end, shown)
        if close is None and match["before"].strip():
            begin = match.end()
            continue
        yield from _inline(text, at, match.end("before"))
        yield "fence", match.end(), close.start() if close else end, match["language"].casefold()
        at = begin = close.end() if close else end
    yield from _inline(text, at, end)


def _close(opened: re.Match[str], text: str, end: int, shown: list[tuple[int, int]]) -> re.Match[str] | None:
    """Where a fence closes: on a line of its own, or at the end of the last one inside it; but not in a text
    that stands inside it."""
    found = (
        each
        for each in closing(opened).finditer(text, opened.end(), end)
        if not any(first <= each.start() < stop for first, stop in shown if first > opened.start())
    )
    return next(found, None)


def closing(opened: re.Match[str]) -> re.Pattern[str]:
    """How a fence closes: on a line of its own, or at the end of the last one inside it."""
    return re.compile(rf"(?:^[ \t]*|(?<=[^\s`~])){opened['mark']}+[ \t]*\r?$", re.M)


def code_fences(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """The code fences of a text: how each opens, and where what is inside it ends."""
    at = 0
    while opened := _FENCE.search(text, at):
        closed = closing(opened).search(text, opened.end())
        if closed is None and opened["before"].strip():
            at = opened.end()
            continue
        yield opened, closed.start() if closed else len(text)
        at = closed.end() if closed else len(text)


def _thoughts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where an agent thinks, as far as it says where that ends: a fence there shows nothing that is done."""
    at = start
    while opened := _THOUGHT.search(text, at, end):
        closed = text.find(f"</{opened[1]}>", opened.end(), end)
        if closed < 0:
            return
        yield opened.start(), closed
        at = closed


def _texts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The texts of calls that go over several lines: what looks like a fence there is typed."""
    for each in _TEXT_OF_A_CALL.finditer(text, start, end) if "```" in text or "~~~" in text else ():
        if "\n" in each[0]:
            yield each.span()


def _inline(text: str, start: int, end: int) -> Iterator[tuple[FenceKind, int, int, str]]:
    at = start
    for match in _INLINE_FENCE.finditer(text, start, end):
        yield "text", at, match.start(), ""
        yield "fence", match.start(1), match.end(1), ""
        at = match.end()
    yield "text", at, end, ""

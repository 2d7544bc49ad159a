"""Logs that print each reply twice: as the object that a model's interface gives, and as the text in it.

Such a reply is one. The text is taken out before anything is read, and the object stays. They belong together
where one stands beside the other: no other reply is between them, and each has one partner at most, so that
the same reply given again by a later step is done again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from cogscript.dialects.core.action_shapes import actions_in, first_action
from cogscript.dialects.core.empty_marks import Told
from cogscript.dialects.core.leads import is_label
from cogscript.dialects.core.unwrapping import string_at

_LARGEST = 1_000_000
_SHORTEST = 6
_NAMED = re.compile(r"(?<=[\w\"'])\s*[:=]\s*(?P<quote>[\"'])")
"""Before a string that is the value of a field."""
_BRACE_OF_FIELD = re.compile(r"[\w\"'][ \t]*[:=][ \t]*(?=\{)")
_BEGINNING = 16
"""Characters that tell objects apart well enough to look for one."""
_FIELD = re.compile(r"[{(,][ \t]*[\"']?\w{1,40}[\"']?\s*[:=]\s*\Z")
_THOUGHT = re.compile(r"\A.*</think(?:ing)?>", re.S)
_OF_REQUESTS = re.compile(r"""["']?role["']?\s*[:=]\s*["'](?:user|system|human)["']""")
_MESSAGE = "the log gives this reply as an object and as text: it is done once"


class _Given(NamedTuple):
    start: int
    end: int
    reply: str
    is_text: bool


def without_copies(text: str) -> tuple[list[Told], list[tuple[str, int]]] | None:
    """The text without the replies that stand there as objects, too, and what is to be said; None where there
    are none."""
    if len(text) > _LARGEST or "\n" not in text.strip():
        return None
    given = sorted({*_objects(text), *_inner_objects(text)})
    given = sorted({*given, *_texts(text, given)})
    dropped: list[_Given] = []
    at = 0
    while at + 1 < len(given):
        first, second = given[at], given[at + 1]
        if (
            first.is_text != second.is_text
            and first.reply == second.reply
            and not any(True for _ in actions_in(text, first.end, second.start))
        ):
            dropped.append(first if first.is_text else second)
            at += 1
        at += 1
    if not dropped:
        return None
    told: list[Told] = []
    at = 0
    for each in dropped:
        told.append(Told(text[at : each.start], at))
        at = each.end
    return [*told, Told(text[at:], at)], [(_MESSAGE, each.start) for each in dropped]


def _objects(text: str) -> Iterator[_Given]:
    """The strings in objects that hold a reply whose text stands elsewhere on lines of its own."""
    ends = {line.rstrip()[-_SHORTEST:] for line in text.splitlines()}
    at = 0
    while named := _NAMED.search(text, at):
        at = named.end()
        string = string_at(text, named.start("quote"), named["quote"])
        if string is None:
            continue
        inner, end = string
        for reply in dict.fromkeys((inner.strip(), _THOUGHT.sub("", inner).strip())):
            if len(reply) < _SHORTEST or reply.partition("\n")[0].rstrip()[-_SHORTEST:] not in ends:
                continue
            if text.find(reply, end) < 0 and text.find(reply, 0, named.start()) < 0:
                continue
            line = text[text.rfind("\n", 0, named.start()) + 1 : named.start()]
            if first_action(reply) is not None and not _OF_REQUESTS.search(line):
                yield _Given(named.end() - 1, end, reply, False)
                at = end
                break


def _inner_objects(text: str) -> Iterator[_Given]:
    """Objects that are fields of others, and stand elsewhere on a line of their own."""
    begun = {text[each.end() : each.end() + _BEGINNING] for each in _BRACE_OF_FIELD.finditer(text)}
    for line in {line.strip() for line in text.splitlines()} if begun else ():
        if line[:_BEGINNING] in begun and line.endswith("}") and first_action(line) is not None:
            at = text.find(line)
            while at >= 0:
                if _FIELD.search(text, max(0, at - 60), at):
                    yield _Given(at, at + len(line), line, False)
                at = text.find(line, at + len(line))


def _texts(text: str, objects: list[_Given]) -> Iterator[_Given]:
    """Where the replies of objects stand as text, on lines of their own."""
    starts = [each.start for each in objects]
    for reply in {each.reply for each in objects}:
        at = text.find(reply)
        while at >= 0:
            end = at + len(reply)
            last = bisect_right(starts, at) - 1
            inside = last >= 0 and at < objects[last].end
            before = text[text.rfind("\n", 0, at) + 1 : at]
            begun = not before.strip() or is_label(before)
            if begun and not inside and not text[end:].partition("\n")[0].strip(" \t\r`"):
                yield _Given(at, end, reply, True)
            at = text.find(reply, end)

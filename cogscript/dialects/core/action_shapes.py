"""Where in a text something begins that looks like an action of any agent, whoever reads it.

The names are those of the examples that every agent's dialect gives, and of its CALLS where it knows more,
so that a call in ordinary code or in a sentence about something else is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from cogscript.dialects.core.registry import BUILT_IN, reader_named
from cogscript.language.model.diagnostic import Span

_CALLED = re.compile(r"(?:^|\n)(?:Action: )?([A-Za-z_][\w.]*)\(")
_FUNCTION = re.compile(r'"name": "(\w+_\w+)", "args"')
_NAMED = re.compile(r'"(?:action|action_type|type|name)": "(\w+)"')
_AHEAD = 300
"""Characters of an object in which it says what it does."""
_BRACE = re.compile(r"[{}]")
_LONGEST = 2000
_VALUE = r"""(?=[ \t]*(?:["'\[({<)）“]|\\["']|-?\d|[^\W\d]\w*[ \t]*[=＝:]))"""


@cache
def action_names() -> tuple[frozenset[str], frozenset[str]]:
    """What agents call their actions, as functions and in objects."""
    calls: set[str] = set()
    objects: set[str] = set()
    for name, dialect in BUILT_IN.items():
        if dialect.folder.startswith("agents."):
            reader = reader_named(name)
            calls.update(getattr(reader, "CALLS", ()))
            for action in reader.ACTIONS.values():
                calls.update(_CALLED.findall(action.example), _FUNCTION.findall(action.example))
                objects.update(_NAMED.findall(action.example))
    return frozenset(calls - {"with"}), frozenset(objects)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    calls, objects = action_names()
    called = "|".join(sorted(map(re.escape, calls), key=len, reverse=True))
    named = "|".join(sorted(objects, key=len, reverse=True))
    start = re.compile(
        rf"(?:(?<=\\n)|(?<![\w.\\-]))(?:(?P<call>{called})[ \t]*[(（]{_VALUE}"
        rf"|(?P<applied>{named}|computer|mobile|browser)\(\{{(?=\s*[\"'}}]))"
        r"|(?P<tagged>\b[a-z_]{3,40})(?=(?:\\n|\s)*<arg_key>)"
        r"|(?P<object>\{)(?=\s*[\"'])|(?P<fields>(?<!\w)action:[A-Z_]{3,20}(?=\t|\s*$))",
        re.M,
    )
    told = re.compile(rf"""["'](?:action|action_type|type|name)["']\s*:\s*["'](?:{named})["']""")
    return start, told


def actions_in(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """What looks like an action: an object, or a call up to its bracket."""
    limit = len(text) if end is None else end
    begins, told = _patterns()
    for found in begins.finditer(text, start, limit):
        if not found["object"]:
            yield Span(*found.span())
        elif told.search(text, found.end(), min(limit, found.end() + _AHEAD)):
            yield Span(found.start(), _closed(text, found.start(), limit))


def _closed(text: str, start: int, limit: int) -> int:
    """Where the object ends that begins here; a long one is not followed to its end."""
    depth = 0
    for brace in _BRACE.finditer(text, start, min(limit, start + _LONGEST)):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end()
    return min(limit, start + _LONGEST)


def first_action(text: str, start: int = 0, end: int | None = None) -> int | None:
    found = next(actions_in(text, start, end), None)
    return None if found is None else found.start

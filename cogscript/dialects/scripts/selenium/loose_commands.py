"""Commands that were cut out of a project or a macro: objects one after the other, without what was around
them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.core.draft import Draft
from cogscript.dialects.formats.code_fences import code_fences
from cogscript.dialects.formats.json_text import find
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, NotJson
from cogscript.language.model.diagnostic import Span

_BETWEEN = re.compile(r"[\s,\[\]\ufeff]*")
_REST = re.compile(r"[^\s,\[\]\ufeff](?:.*[^\s,\[\]\ufeff])?", re.S)


def _ranges(text: str) -> Iterator[tuple[int, int]]:
    """Where JSON may stand: in the whole text, or in its code fences."""
    fences = [(opened.end(), end) for opened, end in code_fences(text)]
    return iter(fences or [(0, len(text))])


def begins_with_command(text: str, name: str, *others: str) -> bool:
    """Whether JSON of a text begins with a command: an object with these keys."""
    for start, end in _ranges(text):
        at = _BETWEEN.match(text, start, end)
        found = next(find(text, at.end() if at else start, end), None)
        if found is None or isinstance(found, NotJson) or (at and found.span.start > at.end()):
            continue
        value = found.value[0] if isinstance(found.value, JsonArray) and found.value else found.value
        if (
            isinstance(value, JsonObject)
            and isinstance(value.get(name), str)
            and all(key in value for key in others)
        ):
            return True
    return False


def loose_commands(text: str, name: str, draft: Draft) -> Iterator[JsonObject]:
    """The commands of a text; what stands among them and is none is said."""
    for start, end in _ranges(text):
        at = start
        for found in find(text, start, end):
            span = found.span if not isinstance(found, NotJson) else Span(found.begin, found.span.end)
            _say_rest(text, at, span.start, draft)
            at = span.end
            if isinstance(found, NotJson):
                draft.untranslatable(found.span, found.reason)
                continue
            values = list(found.value) if isinstance(found.value, JsonArray) else [found.value]
            for value in values:
                if isinstance(value, JsonObject) and isinstance(value.get(name), str):
                    yield value
                else:
                    draft.untranslatable(
                        value.span if isinstance(value, JsonObject) else span, "it is no command"
                    )
        _say_rest(text, at, end, draft)


def _say_rest(text: str, start: int, end: int, draft: Draft) -> None:
    if rest := _REST.search(text, start, end):
        draft.untranslatable(Span(rest.start(), rest.end()), "it is no command")

"""The numbers of a place that an agent wrote as text, by the grammar in grammars/place.lark."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lark import Lark
from lark.exceptions import LarkError

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.replies.text_calls import TextCall, Word
from cogscript.language.model.diagnostic import Span
from cogscript.language.syntax.grammars import grammar_text

_LONGEST = 200
_ATTRIBUTES = re.compile(
    r"""<point\s+x\s*=\s*["']?([-\d.]+)["']?[\s,]+y\s*=\s*["']?([-\d.]+?)["']?\s*/?>(?:</point>)?"""
)


@cache
def _parser() -> Lark:
    return Lark(grammar_text("place.lark"), parser="lalr", lexer="basic")


def numbers_of(value: Any, span: Span) -> tuple[float, ...]:
    """The numbers of a place given as text, as a list or as a list in a list."""
    if isinstance(value, str) and not isinstance(value, Word):
        return _written(value, span)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return numbers_of(value[0], span)  # element=[<point>250 126</point>]
    flat = _flat(value)
    if flat is None:
        raise Untranslatable(f"`{_shown(value)}` is not a place", span=span)
    return flat


def _flat(value: Any) -> tuple[float, ...] | None:
    """The numbers of [[a,b,c,d]], [a,b,c,d], (x,y), [[a,b],[c,d]] and {x, y}; None for anything else."""
    if isinstance(value, dict) and value.keys() == {"x", "y"}:
        value = [value["x"], value["y"]]
    if not isinstance(value, list) or not value:
        return None
    numbers: list[float] = []
    for item in value:
        inner = item if isinstance(item, list) else [item]
        if not all(type(number) in (int, float) for number in inner):
            return None
        numbers += inner
    return tuple(numbers)


def _written(text: str, span: Span) -> tuple[float, ...]:
    if not text.strip(" ()[]"):
        raise Untranslatable("the place is empty", span=span)
    try:
        if len(text) > _LONGEST:
            raise Untranslatable(f"`{_shown(text)}` is not a place", span=span)
        tree = _parser().parse(_ATTRIBUTES.sub(r"(\1,\2)", text))
    except LarkError:
        raise Untranslatable(f"`{_shown(text)}` is not a place", span=span) from None
    numbers = tree.scan_values(lambda token: True)
    return tuple(float(token) if "." in token else int(token) for token in numbers)


def _shown(value: Any) -> str:
    text = f"{value.name}(…)" if isinstance(value, TextCall) else str(value)
    return text if len(text) <= 40 else text[:40] + "…"

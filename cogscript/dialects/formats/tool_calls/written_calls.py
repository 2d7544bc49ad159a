"""Tool calls written as text, `name(key=value, …)`, one a line, for the agents that also do that.

The names are the dialect's own, so that prose is never taken for a call. What follows a call on its
line, after an arrow or a hash, is a remark on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.replies import text_calls
from cogscript.dialects.formats.tool_calls.plan import Broken, Event, Repair, ToolCall
from cogscript.language.model.diagnostic import Span

_ANOTHER = re.compile(r"`?[ \t]*(?:&{1,2}|;|,|\||\bthen\b|\band\b|->)[ \t]*(?P<name>[A-Za-z_]\w*\([^\n]*)")
"""Another call that is joined to one on its line."""
_REMARK = re.compile(r"[ \t]*(?:←|<-|#|//)[ \t]*(?P<remark>[^\n]*)")


def names_pattern(
    names: Sequence[str], alone: Sequence[str] = (), tools: Sequence[str] = ()
) -> re.Pattern[str]:
    """Finds the calls of these names, each at the start of a line; those in `alone` need no brackets. Tools
    that are told their action (`computer(action='key', …)`) are found anywhere."""

    def either(words: Sequence[str]) -> str:
        return "|".join(sorted(map(re.escape, words), key=len, reverse=True))

    behind = rf"|(?:(?<={either(alone)})(?=`?[ \t]*(?:$|\r|←|<-|#|//)))" if alone else ""
    begun = r"^[ \t]*(?:[-*•>]|\d+[.)])?[ \t]*`?"
    if tools:
        called = rf"(?:{either(tools)})\("
        begun = rf"(?:{begun}(?!{called})|(?<![\w.])(?={called}\s*action\s*=))"
    return re.compile(rf"{begun}(?P<name>{either((*names, *tools))})(?:(?P<open>\(){behind})", re.M)


def calls_in_text(
    piece: Piece, span: Span, pattern: re.Pattern[str], positional: dict[str, tuple[str, ...]]
) -> Iterator[tuple[Span, list[Event]]]:
    """The calls in a range of a piece's text, each with its extent there.

    `positional` names the arguments that a call gives without a name.
    """
    at = span.start
    while found := pattern.search(piece.text, at, span.end):
        begin = found.start("name")
        end = found.end()
        repairs: list[Event] = []
        call: ToolCall | Broken = ToolCall(found["name"], JsonObject(begin), piece.place(begin, end), piece)
        if found["open"]:
            try:
                read = text_calls.read_call(piece.text, begin, span.end)
            except text_calls.Unreadable as refusal:
                where = refusal.span or Span(begin, end)
                call = Broken(piece.place(*where), refusal.reason)
                end = max(end, where.end)
            else:
                end = read.span.end
                repairs = [Repair(piece.place(*read.span), repair) for repair in read.repairs]
                call = _call(read, piece, positional.get(read.name, ()))
        if text_calls.SPOKEN_OF.match(piece.text, end, span.end):
            at = end
            continue
        remark = _REMARK.match(piece.text, end, span.end)
        if remark:
            end = remark.end()
            if isinstance(call, ToolCall):
                call.description = remark["remark"].strip()
        more = _ANOTHER.match(piece.text, end, span.end)
        if more and not pattern.match(piece.text, more.start("name"), span.end):
            # Never a remark: what is joined to a call like another one would have been done, too.
            place = piece.place(more.start("name"), more.end())
            repairs.append(Broken(place, "another action stands behind this one, and is not understood"))
            end = more.end()
        yield Span(begin, end), [*repairs, call] if not more else [call, *repairs]
        at = end


def _call(read: text_calls.TextCall, piece: Piece, names: tuple[str, ...]) -> ToolCall | Broken:
    arguments = JsonObject(read.span.start)
    for index, given in enumerate(read.given):
        if given.name is None and index >= len(names):
            takes = f"{len(names)} arguments" if names else "no arguments"
            return Broken(piece.place(*given.span), f"`{read.name}` takes {takes} without a name")
        label = names[index] if given.name is None else given.name
        try:
            arguments[label] = _value(given.value, given.span.start)
        except ValueError as refusal:
            return Broken(piece.place(*given.span), str(refusal))
        arguments.places[label] = given.span
    return ToolCall(read.name, arguments, piece.place(*read.span), piece)


def _value(value: Any, at: int) -> JsonValue:
    if isinstance(value, text_calls.Word):
        raise ValueError(f"`{value}` stands for a value: this is a template")
    if isinstance(value, text_calls.CutOff):
        raise ValueError("the text is cut off")
    if isinstance(value, list):
        items = JsonArray()
        items.extend(_value(item, at) for item in value)
        return items
    if isinstance(value, text_calls.Mapped):
        made = JsonObject(at)
        made.update((key, _value(inner, at)) for key, inner in value.items())
        made.places.update(value.places)
        return made
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise ValueError("a call cannot stand in a call here")

"""Calls whose arguments stand one a line below the tool's name, as transcripts of sessions write them:

**Tool:** computer
- action: left_click
- coordinate: [512, 384]

And calls as a session shows them in a terminal: `desk - computer (MCP)(action: "key", text: "Return")`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cogscript.dialects.formats.argument_names import PARAMETERS
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_text import parse
from cogscript.dialects.formats.json_values import JsonObject, JsonValue, NotJson
from cogscript.dialects.formats.tool_calls.plan import Broken, Event, ToolCall
from cogscript.language.model.diagnostic import Span

_TITLE = re.compile(
    r"^[ \t>*#-]*(?:(?:tool|function)(?:[ _]?(?:use|call|name))?|name)[ \t*`]*[:：][ \t*`]*"
    r"(?P<name>[A-Za-z_][\w-]{1,80})[ \t*`]*\r?\n"
    r"(?:[ \t*]*(?:args|arguments|input|parameters)?[ \t*]*[:：]?[ \t*]*\r?\n)*",
    re.M | re.I,
)
_ARGUMENT = re.compile(
    r"[ \t]*(?:[-*•][ \t]+)?[`*]{0,2}(?P<key>[A-Za-z_]\w{0,40})[`*]{0,2}[ \t]*[:=][ \t]*"
    r"(?P<value>[^\n]*?)[ \t]*(?:\r?\n|\Z)"
)


_SHOWN = re.compile(
    r"^[^\w\n]*(?:[\w-]+ - )?(?P<name>[A-Za-z_][\w-]{1,80}) \(MCP\)\("
    r"(?P<given>(?:[^()\"]|\"(?:[^\"\\]|\\.)*\"){0,4000})\)",
    re.M,
)


def calls_in_lists(
    piece: Piece, span: Span, is_tool: Callable[[str], bool]
) -> Iterator[tuple[Span, list[Event]]]:
    """The calls in a range of a piece's text, each with its extent there."""
    for title in _TITLE.finditer(piece.text, span.start, span.end):
        if not is_tool(title["name"]):
            continue
        arguments = JsonObject(title.start())
        at = title.end()
        while (given := _ARGUMENT.match(piece.text, at, span.end)) and given["value"]:
            if given["key"].casefold() in PARAMETERS:
                break  # all of them, in an object
            arguments[given["key"]] = _value(given["value"])
            arguments.places[given["key"]] = Span(*given.span("value"))
            at = given.end()
        if arguments:
            extent = Span(title.start(), at)
            yield extent, [ToolCall(title["name"], arguments, piece.place(*extent), piece)]


def calls_in_terminals(
    piece: Piece, span: Span, is_tool: Callable[[str], bool]
) -> Iterator[tuple[Span, list[Event]]]:
    """Such calls in a range of a piece's text; lines that the terminal broke are one."""
    for call in _SHOWN.finditer(piece.text, span.start, span.end):
        extent, place = Span(call.start("name"), call.end()), piece.place(call.start("name"), call.end())
        if not is_tool(call["name"]):
            continue
        try:
            given = parse("{" + re.sub(r"\s*\n\s*", " ", call["given"]) + "}").value
        except NotJson as fault:
            yield extent, [Broken(place, fault.reason)]
            continue
        arguments = JsonObject(call.start())
        for key, value in given.items() if isinstance(given, JsonObject) else ():
            arguments[key], arguments.places[key] = value, Span(*call.span("given"))
        yield extent, [ToolCall(call["name"], arguments, place, piece)]


def _value(text: str) -> JsonValue:
    try:
        return parse(text).value
    except NotJson:
        return text.strip("`")

"""Tool calls written with tags, as some models do whatever they were told: three ways of it.

`<function=NAME><parameter=KEY>VALUE</parameter></function>`,
`<invoke name="NAME"><parameter name="KEY">VALUE</parameter></invoke>`, also with `function` for `invoke`, and
`<tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value></tool_call>`, also without arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_text import parse
from cogscript.dialects.formats.json_values import JsonObject, JsonValue, NotJson
from cogscript.dialects.formats.tool_calls.plan import Broken, Event, ToolCall
from cogscript.language.model.diagnostic import Span

_OPENING = re.compile(
    r"""<function=(?P<function>[\w.-]+)>|<(?:\w+:)?(?:invoke|function) name=["'](?P<invoke>[\w.-]+)["']>"""
    r"""|(?P<bare>[A-Za-z_][\w.-]*)\s*(?=<arg_key>)|<tool_call>\s*(?P<alone>[A-Za-z_]\w{2,40})\s*(?=</tool_call>)"""
)
_BARE = re.compile(r"(?<=[\s>])[A-Za-z_][\w.-]*\s*(?=<arg_key>)")
_LAST = "</arg_value>"
_CLOSING = re.compile(r"</func\w*>|</(?:\w+:)?invoke>|</tool_call>")
"""Also one that its model did not finish: `</functi>`."""
_CALLED_INSIDE = re.compile(r"""\s*<parameter(?:=\w+| name=["']\w+["'])>\s*(?=<function[= ])""")
"""What a model puts around a call that it writes twice: the call is what is inside."""
_PARAMETER = re.compile(
    r"""<parameter=(?P<own>\w+)>|<(?:\w+:)?parameter name=["'](?P<name>\w+)["'](?:\s[^>]*)?>"""
    r"""|<arg_key>(?P<key>[^<]{1,60})</arg_key>\s*<arg_value>"""
)
_PARAMETER_END = re.compile(r"</(?:\w+:)?parameter>|</arg_value>")
_LEFT_OPEN = re.compile(r"\s*(?=<parameter[= ])|\s*\Z")
"""Where a parameter ends that its model did not close."""
_POINT = re.compile(
    r"\s*<object>\s*<parameter=x>\s*(?P<x>[\d.]+)\s*</parameter>\s*<parameter=y>\s*(?P<y>[\d.]+)\s*</parameter>\s*"
    r"</object>"
)
"""A place as an object of two parameters."""
_OWN_LINES = re.compile(r"\r?\n(.*?)\r?\n[ \t]*", re.S)
_TEXTS = ("text", "action", "option", "content", "key")
"""Arguments that are texts, also where they look like a number."""


def calls_in_tags(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    """The calls in a range of a piece's text, each with its extent there."""
    at = span.start
    while found := _OPENING.search(piece.text, at, span.end):
        if inner := _CALLED_INSIDE.match(piece.text, found.end(), span.end):
            at = inner.end()
            continue
        close = _CLOSING.search(piece.text, found.end(), span.end)
        end = close.start() if close else span.end
        following = _BARE.search(piece.text, found.end(), end) if found["bare"] else None
        if following is not None or (close is None and found["bare"]):
            # Without a tag of its own, the call ends with its last argument.
            limit = following.start() if following else end
            last = piece.text.rfind(_LAST, found.end(), limit)
            close, end = None, limit if last < 0 else last + len(_LAST)
        name = found["function"] or found["invoke"] or found["bare"] or found["alone"]
        yield Span(found.start(), end), [_call(piece, name, found.start(), found.end(), end)]
        at = close.end() if close else end


def _call(piece: Piece, name: str, start: int, at: int, end: int) -> Event:
    arguments = JsonObject(start)
    place = piece.place(start, end)
    while parameter := _PARAMETER.search(piece.text, at, end):
        point = _POINT.match(piece.text, parameter.end(), end)
        inside = point.end() if point else parameter.end()
        close = _PARAMETER_END.search(piece.text, inside, end) or _LEFT_OPEN.search(piece.text, inside, end)
        if piece.text[at : parameter.start()].strip() or close is None:
            break
        key = (parameter["own"] or parameter["name"] or parameter["key"]).strip()
        if key == "type" and "action" not in arguments:
            key = "action"
        text = f"({point['x']}, {point['y']})" if point else piece.text[parameter.end() : close.start()]
        try:
            if key in _TEXTS:
                value: JsonValue = _written(text, key)
            elif point:
                value = parse(text).value
            else:  # with its places in the text of the piece
                value = parse(piece.text, parameter.end(), close.start()).value
        except NotJson:
            value = text.strip()
        arguments[key] = value
        arguments.places[key] = Span(parameter.end(), close.start())
        at = close.end()
    if piece.text[at:end].strip():
        return Broken(piece.place(at, end), "the call is not complete: this is no parameter")
    return ToolCall(name, arguments, place, piece)


def _written(text: str, key: str) -> str:
    """A text as it stands; where its tags have lines of their own, without those line breaks."""
    if key not in ("text", "content"):
        return text.strip()
    own_lines = _OWN_LINES.fullmatch(text)
    return own_lines[1] if own_lines else text

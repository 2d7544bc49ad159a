"""JSON as models write it: read as JSON, with the place of every value, and repaired only as REPAIRS says.

Each repair is reported with its place. Everything else that is not JSON is refused with the place and the
reason: a text that was cut short is not guessed at. The reader keeps its own stack, so that a hundred
thousand nested brackets cost a message and not the interpreter's stack, and it never looks at a
character twice: the cost is linear, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.formats.json_values import (
    CutShort,
    JsonArray,
    JsonObject,
    JsonRepair,
    JsonValue,
    Node,
    NotJson,
    Parsed,
)
from cogscript.language.model.diagnostic import Span

REPAIRS = (
    "single quotes around a text, as Python writes them",
    "a comma before a closing bracket",
    "`True`, `False` and `None`",
    "a tuple, and an object as Python prints it: `ActionClick(x=3, y=4)`",
    "a comment after `#` or `//`, up to the end of its line",
    "three dots in a list or between brackets of their own, for what was left out",
    "a key without quotes, as JavaScript prints it",
    "one closing bracket missing at the very end",
    "a raw line break or tab inside a text",
    "half of a surrogate pair, or NUL, read as U+FFFD",
    "a key given twice, of which the last one counts",
)
"""What is not JSON and is read all the same; docs/dialects.md lists it."""

MAX_DEPTH = 100
"""Brackets within brackets; a plan has a dozen at most."""
MAX_CHARACTERS = 32_000_000
"""A plan of 10,000 steps has two million; more than this is not a plan."""
MAX_VALUES = 1_000_000
"""Texts, numbers and brackets; a plan of 10,000 steps has a hundred and fifty thousand."""

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<mark>[{}\[\]():,=])
      | "(?P<string>[^"\\]*+(?:\\.[^"\\]*+)*+)"
      | '(?P<single>[^'\\]*+(?:\\.[^'\\]*+)*+)'
      | (?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])
      | (?P<word>[^\W\d]\w*)
    )""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_COMMENT = re.compile(r"[ \t\r\n]*(?P<comment>(?:\#|//)[^\n]*)(?=\n)")
"""Up to the end of its line; on the last line nothing would be left of the brackets."""
_SPACE = re.compile(r"[ \t\r\n]*")
_LEFT_OUT = re.compile(
    r"[ \t\r\n]*,?[ \t\r\n]*(?P<dots>\.\.\.|…)(?P<comma>[ \t\r\n]*,)?(?=[ \t\r\n]*[\]}\[{\"'/#])"
)
"""Dots for further items, as documents write them. Beside the members of an object they are none of its own:
there an action may lack what it needs."""
_COLON = re.compile(r"[ \t\r\n]*:")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x1f]")
_SURROGATE = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")
_LITERALS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_PYTHON: dict[str, bool | None] = {"True": True, "False": False, "None": None}
_ESCAPED = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "'": "'",
}  # fmt: skip
_CLOSER = {"{": "}", "[": "]", "(": ")"}
_OPENING = re.compile(
    r"""\{\s*(?:["'}]|[A-Za-z_]\w*:[ \t])|\[\s*(?:[\[{"'\]]|-?\d|[A-Z]\w*\()"""
    r"""|(?<![\w.])(?:[a-z_]\w*\.){0,4}+[A-Z]\w*?[a-z]\w*\((?=\s*[a-z_]\w*=)"""
)
"""What JSON begins with in the middle of prose: a bracket, and something only JSON has after it; or an object
as Python prints it, or a program makes it: `json_action.JSONAction(x=3, y=4)`."""
_MADE = re.compile(r"(?:\.[^\W\d]\w*){0,4}\(")


def first(text: str, start: int = 0, end: int | None = None) -> Parsed:
    """The JSON value that begins at `start`; what follows it is not looked at. Raises NotJson."""
    return _JsonReader(text, start, len(text) if end is None else end).read()


def parse(
    text: str, start: int = 0, end: int | None = None, repairs: list[tuple[Span, str]] | None = None
) -> Node:
    """The one JSON value in a range of the text, white space around it; what was repaired is added to
    `repairs`. Raises NotJson for anything else."""
    limit = len(text) if end is None else end
    found = first(text, start, limit)
    after = _space(text, found.span.end, limit)
    if after < limit:
        raise NotJson("there is more after the JSON", Span(after, limit))
    if repairs is not None:
        repairs.extend((repair.span, repair.text) for repair in found.repairs)
    return Node(found.value, found.span)


def find(text: str, start: int = 0, end: int | None = None) -> Iterator[Parsed | NotJson]:
    """Every object and array in a text that holds other things too, and every one that is broken.

    After a broken one the search continues after what was read of it, so that no character is read twice.
    """
    limit = len(text) if end is None else end
    if limit - start > MAX_CHARACTERS:
        yield _too_long(start, limit)
        return
    at = start
    while opening := _OPENING.search(text, at, limit):
        try:
            found = first(text, opening.start(), limit)
        except NotJson as fault:
            fault.begin = opening.start()
            yield fault
            at = max(fault.span.end, opening.end())
        else:
            yield found
            at = found.span.end


def _space(text: str, at: int, end: int) -> int:
    match = _SPACE.match(text, at, end)
    return match.end() if match else at


def _too_long(start: int, end: int) -> NotJson:
    millions, limit = (end - start) // 1_000_000, MAX_CHARACTERS // 1_000_000
    return NotJson(f"{millions} million characters of JSON; the limit is {limit}", Span(start, start + 1))


class _JsonReader:
    """One pass over the text with a stack of its own."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.at = start
        self.values = 0
        self.repairs: dict[str, JsonRepair] = {}
        self.stack: list[JsonObject | JsonArray] = []
        self.keys: list[str] = []
        """The key each open object waits to fill; "" for an array."""
        self.closers: list[str] = []

    def read(self) -> Parsed:
        if self.end - self.start > MAX_CHARACTERS:
            raise _too_long(self.start, self.end)
        kind, token, begin = self._token("a value")
        value = self._value(kind, token, begin)
        try:
            while self.stack:
                value = self._next()
        except NotJson as refusal:
            refusal.unfinished = list(self.stack)
            while self.stack:
                refusal.partial = self._close(self.stack[-1], self.at)
            raise
        where = value.span if isinstance(value, JsonObject | JsonArray) else Span(begin, self.at)
        return Parsed(value, where, list(self.repairs.values()))

    # --- tokens -----------------------------------------------------------------------------

    def _token(self, wanted: str) -> tuple[str, str, int]:
        """The next token's kind, its text, and where it begins."""
        match = _TOKEN.match(self.text, self.at, self.end)
        while match is None and self.stack and (comment := _COMMENT.match(self.text, self.at, self.end)):
            self._repair("a comment, which JSON does not have", comment.start("comment"), comment.end())
            self.at = comment.end()
            match = _TOKEN.match(self.text, self.at, self.end)
        if match is None or match.lastgroup is None:
            return self._no_token(wanted)
        self.at = match.end()
        kind = match.lastgroup
        begin = match.start(kind)
        return kind, match[kind], begin - 1 if kind in ("string", "single") else begin

    def _no_token(self, wanted: str) -> tuple[str, str, int]:
        at = _space(self.text, self.at, self.end)
        if at >= self.end:
            return "end", "", at
        character = self.text[at]
        if character in "\"'":
            raise NotJson("this string never ends: the text was cut short", Span(at, self.end))
        if character.isdigit() or character == "-":
            raise NotJson("this is not a JSON number", Span(at, at + 1))
        raise NotJson(f"expected {wanted}, found `{character}`", Span(at, at + 1))

    # --- values -----------------------------------------------------------------------------

    def _next(self) -> JsonValue:
        """Read the next item of the innermost bracket, or close it; the value if it was the last."""
        inner = self.stack[-1]
        is_object = isinstance(inner, JsonObject)
        closer = self.closers[-1]
        if (dots := _LEFT_OUT.match(self.text, self.at, self.end)) and not (is_object and inner):
            self._repair("something is left out here", dots.start("dots"), dots.end("dots"))
            self.at = dots.end("dots") if inner else dots.end()
        wanted = "`,`" if inner else "a key" if is_object else "a value"
        kind, token, begin = self._token(f"{wanted} or `{closer}`")
        if len(inner):
            if kind == "mark" and token == ",":
                comma = begin
                kind, token, begin = self._token("a key" if is_object else "a value")
                if kind == "mark" and token == closer:
                    self._repair("a comma before the closing bracket", comma, comma + 1)
                    return self._close(inner, begin + 1)
                if kind == "end":
                    raise self._cut_short(inner)
            elif not (kind == "mark" and token == closer) and kind != "end":
                raise NotJson(f"expected `,` or `{closer}`, found `{token}`", self._here(begin))
        if kind == "mark" and token == closer:
            return self._close(inner, begin + 1)
        if kind == "end":
            return self._missing_bracket(inner, closer, begin)
        if isinstance(inner, JsonObject):
            self.keys[-1] = self._key(inner, kind, token, begin)
            kind, token, begin = self._token("a value")
        return self._value(kind, token, begin)

    def _key(self, inner: JsonObject, kind: str, token: str, begin: int) -> str:
        printed = self.closers[-1] == ")"
        if kind not in (("word",) if printed else ("string", "single", "word")):
            raise NotJson(f"a key is a quoted text; found `{token}`", self._here(begin))
        if kind == "word" and not printed:
            if not _COLON.match(self.text, self.at, self.end):
                raise NotJson(f"a key is a quoted text; found `{token}`", self._here(begin))
            self._repair("a key without quotes", begin, self.at)
        key = token if kind == "word" else self._string(kind, token, begin)
        place = self._here(begin)
        if key in inner:
            self._repair(f"the key `{key[:40]}` is given twice, and the last one counts", *place)
        between = "=" if printed else ":"
        mark, colon, at = self._token(f"`{between}`")
        if mark == "end":
            raise self._cut_short(inner)
        if colon != between or mark != "mark":
            raise NotJson(f"expected `{between}` after the key, found `{colon}`", self._here(at))
        return key

    def _value(self, kind: str, token: str, begin: int) -> JsonValue:
        value: JsonValue
        self.values += 1
        if self.values > MAX_VALUES:
            raise NotJson(f"more than {MAX_VALUES:,} values are not a plan", Span(begin, self.end))
        if kind == "mark" and token in _CLOSER:
            if len(self.stack) >= MAX_DEPTH:
                raise NotJson(f"more than {MAX_DEPTH} brackets within each other", self._here(begin))
            if token == "(":
                self._repair("a tuple as Python writes it", begin, self.at)
            self._open(JsonObject(begin) if token == "{" else JsonArray(begin), _CLOSER[token])
            return None
        made = _MADE.match(self.text, self.at, self.end) if kind == "word" else None
        if made is not None and len(self.stack) < MAX_DEPTH:
            self.at = made.end()
            self._repair("an object as Python prints it", begin, self.at)
            self._open(JsonObject(begin), ")")
            return None
        if kind in ("string", "single"):
            value = self._string(kind, token, begin)
        elif kind == "number":
            value = self._number(token, begin)
        elif kind == "word" and token in _LITERALS:
            value = _LITERALS[token]
        elif kind == "word" and token in _PYTHON:
            value = _PYTHON[token]
            self._repair(f"`{token}` as Python writes it", begin, self.at)
        elif kind == "end":
            raise self._cut_short(self.stack[-1] if self.stack else None)
        else:
            raise NotJson(f"expected a value, found `{token[:40]}`", self._here(begin))
        self._put(value, Span(begin, self.at))
        return value

    def _open(self, inner: JsonObject | JsonArray, closer: str) -> None:
        self.stack.append(inner)
        self.keys.append("")
        self.closers.append(closer)

    def _put(self, value: JsonValue, place: Span) -> None:
        if not self.stack:
            return
        inner = self.stack[-1]
        if isinstance(inner, JsonObject):
            inner[self.keys[-1]] = value
            inner.places[self.keys[-1]] = place
        else:
            inner.append(value)
            inner.places.append(place)

    def _close(self, inner: JsonObject | JsonArray, end: int) -> JsonValue:
        inner.span = Span(inner.span.start, end)
        self.at = end
        self.stack.pop()
        self.keys.pop()
        self.closers.pop()
        self._put(inner, inner.span)
        return inner

    def _number(self, token: str, begin: int) -> int | float:
        try:
            value = float(token) if any(mark in token for mark in ".eE") else int(token)
        except ValueError:  # more digits than Python converts
            raise NotJson("this number is far too long", self._here(begin)) from None
        if isinstance(value, float) and value in (float("inf"), float("-inf")):
            raise NotJson("this number is far too large", self._here(begin))
        return value

    def _string(self, kind: str, token: str, begin: int) -> str:
        if kind == "single":
            self._repair("single quotes around a text", begin, self.at)
        if _CONTROL.search(token):
            self._repair("a raw line break or control character inside a text", begin, self.at)
        if "\\" in token:
            token = self._unescape(token, begin)
        if not token.isascii() and (halves := _SURROGATE.sub(_join, token)) != token:
            if "\N{REPLACEMENT CHARACTER}" in halves:
                self._repair("half of a surrogate pair, read as U+FFFD", begin, self.at)
            token = halves
        if "\0" in token:  # a .cog file cannot hold it
            self._repair("the NUL character inside a text, read as U+FFFD", begin, self.at)
            token = token.replace("\0", "\N{REPLACEMENT CHARACTER}")
        return token

    def _unescape(self, token: str, begin: int) -> str:
        def replacement(match: re.Match[str]) -> str:
            if match[1]:
                return chr(int(match[1], 16))
            if match[2] not in _ESCAPED:
                at = begin + 1 + match.start()
                raise NotJson(f"`\\{match[2]}` is not an escape of JSON", Span(at, at + 2))
            return _ESCAPED[match[2]]

        return _ESCAPE.sub(replacement, token)

    # --- what is wrong ------------------------------------------------------------------------

    def _here(self, begin: int) -> Span:
        return Span(begin, max(self.at, begin + 1))

    def _repair(self, message: str, start: int, end: int) -> None:
        known = self.repairs.get(message)
        self.repairs[message] = (
            known._replace(times=known.times + 1) if known else JsonRepair(message, Span(start, end))
        )

    def _missing_bracket(self, inner: JsonObject | JsonArray, closer: str, at: int) -> JsonValue:
        if len(self.stack) > 1 or not inner:
            raise self._cut_short(inner)
        self._repair(f"the last `{closer}` is missing", at - 1, at)
        return self._close(inner, at)

    def _cut_short(self, inner: JsonObject | JsonArray | None) -> NotJson:
        if inner is None:
            return NotJson("there is no JSON here", Span(self.start, max(self.start + 1, self.at)))
        many = f"{len(self.stack)} brackets are" if len(self.stack) > 1 else "a bracket is"
        start = inner.span.start
        return CutShort(f"the text was cut short: {many} still open", Span(start, max(self.end, start + 1)))


def _join(match: re.Match[str]) -> str:
    pair = match[0]
    if len(pair) == 2:
        return chr(0x10000 + ((ord(pair[0]) - 0xD800) << 10) + (ord(pair[1]) - 0xDC00))
    return "\N{REPLACEMENT CHARACTER}"

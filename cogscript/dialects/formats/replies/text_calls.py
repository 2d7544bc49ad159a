"""Calls in an agent's text, by the grammar in grammars/agent_call.lark, with what had to be repaired.

The tokens are the grammar's own terminals. They are fed to Lark's parser one by one, so that a call ends
where the grammar says it ends and the prose after it is never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedToken, VisitError
from lark.visitors import Transformer

from cogscript.dialects.core.draft import Untranslatable
from cogscript.language.model.diagnostic import Span
from cogscript.language.syntax.grammars import grammar_text
from cogscript.language.syntax.strings import BadEscape, unquote

_LONGEST_NUMBER = 30
_DEEPEST = 50
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "none": None, "null": None}
_VALUES = frozenset({"STRING", "CURLY", "ESCAPED", "LOOSE", "MARKED", "NUMBER", "_CLOSE_LIST", "_CLOSE_MAP"})
"""Tokens that end a value."""
_ARGUMENT = re.compile(r"[^\W\d]\w*\s*[=＝]")
_WORDS = re.compile(
    r"[^\W\d]\w*(?:[ ]+(?![^\W\d]\w*\s*[=＝])[^\W\d]\w*){1,3}(?=\s*(?:[,，)）]|[^\W\d]\w*\s*[=＝]))"
)
_SLASH = re.compile(r"(?<!\\)((?:\\\\)*)\\/")
_WIDE = re.compile(r"[（）【】［］，、＝“”＂‘’＇]")

SPOKEN_OF = re.compile(r"['\")]*[ \t]+(?:should|must|returns?|takes|accepts?|is|was|will|can|raises?)\b")
"""How a sentence goes on whose subject is a call."""


class Word(str):
    """A word without quotes that is no value: a placeholder of a template."""

    __slots__ = ()


class CutOff(str):
    """A text whose closing quote is missing: complete only if something in it says so."""

    __slots__ = ()


@dataclass(slots=True)
class Argument:
    """An argument: its name (None where it was given by place), its value, where it stands."""

    name: str | None
    value: Any
    span: Span


class Mapped(dict[str, Any]):
    """An object as an argument, with the places of its values."""

    __slots__ = ("places",)

    def __init__(self, pairs: list[tuple[str, Argument]]) -> None:
        super().__init__((key, value.value) for key, value in pairs)
        self.places = {key: value.span for key, value in pairs}


@dataclass(slots=True)
class TextCall:
    """A call as it was read; spans are offsets in the text it was read from."""

    name: str
    given: list[Argument]
    span: Span
    repairs: list[str] = field(default_factory=list)

    def get(self, *names: str) -> Argument | None:
        """The first argument of one of these names, in the order asked."""
        for name in names:
            for each in self.given:
                if each.name == name:
                    return each
        return None

    def value(self, *names: str) -> Any:
        found = self.get(*names)
        return found.value if found else None


class Unreadable(Untranslatable):
    """Something begins like a call, and is none."""


# --- the grammar ------------------------------------------------------------------------------------


@cache
def _parser() -> Lark:
    return Lark(grammar_text("agent_call.lark"), parser="lalr", lexer="basic", maybe_placeholders=False)


@cache
def _lexer(without: str = "") -> re.Pattern[str]:
    """One expression of all terminals, texts before names before marks; two readings of quotes."""
    patterns = {each.name: each.pattern.to_regexp() for each in _parser().terminals}
    first = ("STRING", "CURLY", "ESCAPED", "LOOSE", "UNCLOSED", "NUMBER", "NAME")
    order = [*first, *(name for name in patterns if name not in first)]
    return re.compile("|".join(f"(?P<{name}>{patterns[name]})" for name in order if name != without))


def _tokens(text: str, at: int, end: int, lexer: re.Pattern[str]) -> Iterator[Token]:
    while at < end:
        match = lexer.match(text, at, end)
        if match is None or match.end() == at:
            raise Unreadable(f"`{text[at]}` is not expected here", span=Span(at, at + 1))
        at = match.end()
        if match.lastgroup != "SPACE":
            yield Token(str(match.lastgroup), match.group(), match.start(), end_pos=match.end())


class _Builder(Transformer[Token, Any]):
    """Makes the call while Lark reduces, and notes what is not as it should be written."""

    def __init__(self) -> None:
        super().__init__()
        self.repairs: list[str] = []
        self.of_json: dict[Span, str] = {}
        """Texts that are otherwise with JSON's escapes, which has one more than Python: `\\/` is a slash."""

    def text(self, children: list[Token]) -> Argument:
        token = children[0]
        literal, value = str(token), ""
        try:
            if token.type == "MARKED":
                value = literal
            elif token.type == "ESCAPED":
                self.repairs.append("the quotes were escaped")
                value = unquote(f"'{literal[2:-2]}'")
            elif token.type == "UNCLOSED":
                self.repairs.append("the closing quote was missing")
                value = CutOff(unquote(f"'{literal[1:]}'"))
            else:
                if token.type == "LOOSE" and literal[0] in literal[1:-1].replace("\\" + literal[0], ""):
                    self.repairs.append("quotes inside the text were not escaped")
                value = unquote(literal)
                if literal[0] == '"' and "\\/" in literal:
                    self.of_json[_span(token)] = unquote(_SLASH.sub(r"\1/", literal))
        except BadEscape as bad:
            raise Unreadable(str(bad), span=_span(token)) from None
        return Argument(None, value, _span(token))

    def NUMBER(self, token: Token) -> Argument:
        if len(token) > _LONGEST_NUMBER:
            raise Unreadable(f"a number of {len(token)} digits is too long", span=_span(token))
        return Argument(None, float(token) if "." in token else int(token), _span(token))

    def listed(self, children: list[Any]) -> Argument:
        values = [_valued(child) for child in children]
        span = _around(values)
        return Argument(None, [each.value for each in values], span)

    def pair(self, children: list[Any]) -> tuple[str, Argument]:
        key, given = children
        value = _valued(given)
        if value.span in self.of_json:
            value = Argument(value.name, self.of_json[value.span], value.span)
        return str(key.value if isinstance(key, Argument) else key), value

    def mapped(self, children: list[tuple[str, Argument]]) -> Argument:
        span = _around([value for _, value in children])
        return Argument(None, Mapped(children), span)

    def argument(self, children: list[Any]) -> Argument:
        *name, last = children
        value = _valued(last)
        if not name:
            return value
        return Argument(str(name[0]), value.value, value.span)

    def call(self, children: list[Any]) -> TextCall:
        name, *given = children
        if len(given) == 1 and given[0].name is None and isinstance(given[0].value, Mapped):
            # As programs log a call: its only argument is the object of all its arguments.
            named = given[0].value
            given = [Argument(key, value, named.places[key]) for key, value in named.items()]
        span = Span(name.start_pos, max([name.end_pos, *(each.span.end for each in given)]))
        return TextCall(str(name), given, span)

    def start(self, children: list[TextCall]) -> TextCall:
        return children[0]


def _valued(child: Any) -> Argument:
    """A value with its place: a nested call, or a word that is a constant or a placeholder."""
    if isinstance(child, Argument):
        return child
    if isinstance(child, TextCall):
        return Argument(None, child, child.span)
    word = str(child)
    value: Any = _CONSTANTS.get(word.casefold(), Word(word))
    return Argument(None, value, _span(child))


def _span(token: Token) -> Span:
    return Span(token.start_pos or 0, token.end_pos or 0)


def _around(values: list[Argument]) -> Span:
    return Span(values[0].span.start, values[-1].span.end) if values else Span(0, 0)


# --- reading ----------------------------------------------------------------------------------------


def read_call(text: str, at: int, end: int | None = None) -> TextCall:
    """The call that begins at an offset; Unreadable, with the place, when it is none."""
    end = len(text) if end is None else end
    try:
        return _read(text, at, end, _lexer())
    except Unreadable as first:
        try:
            # A quote followed by a comma need not close: `text='Hello', she said'`.
            return _read(text, at, end, _lexer("STRING"))
        except Unreadable:
            raise first from None


def _read(text: str, at: int, end: int, lexer: re.Pattern[str]) -> TextCall:
    builder = _Builder()
    stream: Any = _parser().parse_interactive()
    depth = 0
    last, before = Span(at, at), ""
    named = False
    """Whether the token before stands for the value of an argument."""
    closed = False
    try:
        for token in _tokens(text, at, end, lexer):
            # Another line that begins like a sentence ends a call whose bracket was forgotten.
            if depth == 1 and "\n" in text[last.end : token.start_pos] and _ended(stream, token):
                break
            if (token.start_pos or 0) < last.end:
                continue  # one of the words that were read together
            if depth == 1 and token.type == "NAME" and before == "_EQUALS":
                token = _joined(token, text, end)
            is_value = before in _VALUES or (before == "NAME" and named)
            named = before == "_EQUALS"
            if depth == 1 and is_value and _ARGUMENT.match(text, token.start_pos or 0, end):
                stream.feed_token(Token("_COMMA", ",", last.end, end_pos=last.end))
                builder.repairs.append("a comma was missing between two arguments")
            if depth == 1 and token.type == "_COLON" and before == "NAME":
                builder.repairs.append("a colon was read as the equals sign of an argument")
            stream.feed_token(token)
            last, before = _span(token), token.type
            depth += token.type in ("_OPEN", "_OPEN_LIST", "_OPEN_MAP")
            depth -= token.type in ("_CLOSE", "_CLOSE_LIST", "_CLOSE_MAP")
            if depth > _DEEPEST:
                raise Unreadable(f"brackets are nested more than {_DEEPEST} deep", span=last)
            if depth == 0 and token.type == "_CLOSE":
                closed = True
                break
        if not closed:
            stream.feed_token(Token("_CLOSE", ")", last.end, end_pos=last.end))
        tree = stream.feed_eof()
    except UnexpectedToken as unexpected:
        raise _unreadable(text, unexpected, last, closed) from None
    try:
        call: TextCall = builder.transform(tree)
    except VisitError as wrapped:
        if isinstance(wrapped.orig_exc, Unreadable):
            raise wrapped.orig_exc from None
        raise
    call.span = Span(at, last.end)
    call.repairs = list(dict.fromkeys(builder.repairs))
    if not closed:
        call.repairs.append("the closing bracket was missing")
    outside = _WIDE.search(_without_texts(text, at, last.end, lexer))
    if outside:
        call.repairs.append("full-width punctuation was read as plain")
    return call


def _joined(token: Token, text: str, end: int) -> Token:
    """A value of several words without quotes as one: `action=Long Press`."""
    words = _WORDS.match(text, token.start_pos or 0, end)
    return token if words is None else Token("NAME", words.group(), words.start(), end_pos=words.end())


def _ended(stream: Any, token: Token) -> bool:
    """Whether the call could end before a token that cannot go on with it."""
    accepted = stream.accepts()
    return "_CLOSE" in accepted and token.type not in accepted


def _without_texts(text: str, at: int, end: int, lexer: re.Pattern[str]) -> str:
    tokens = _tokens(text, at, end, lexer)
    return "".join(
        token[0] + token[-1] if token.type == "CURLY" else token
        for token in tokens
        if token.type not in ("STRING", "ESCAPED", "LOOSE", "UNCLOSED")
    )


def _unreadable(text: str, unexpected: UnexpectedToken, last: Span, closed: bool) -> Unreadable:
    token = unexpected.token
    if not closed and token.type == "_CLOSE" and token.end_pos == token.start_pos:
        return Unreadable("the action is cut off", "ask the agent for the whole reply", last)
    shown = text[token.start_pos : (token.start_pos or 0) + 20].split("\n")[0] or "the end"
    return Unreadable(f"`{shown}` is not expected here", span=_span(token))

"""Where in a text the cursor is: in which operation's brackets, in which argument, in which quotes.

The text is looked at from the operation's beginning up to the cursor only, so what follows may be missing:
a person who types has not written it yet.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from cogscript.editor.texts import OpenText
from cogscript.language.model.operations import OPERATIONS, Kind, Parameter, Spec
from cogscript.language.syntax.parse_tables import TERMINALS

_LEXEME = re.compile(
    f"(?P<string>{TERMINALS['STRING']})"
    r"""|(?P<begun>'''[\s\S]*\Z|\"""[\s\S]*\Z|['"][^\n]*)"""
    f"|(?P<comment>{TERMINALS['COMMENT']})"
    r"|(?P<call>[^\W\d]\w*)[ \t]*\(|(?P<open>[(\[])|(?P<close>[)\]])"
    r"|(?P<name>[^\W\d]\w*)[ \t]*=|(?P<comma>,)|(?P<word>\w+)|(?P<other>[\s\S])"
)
_BEGINS = re.compile(r"[ \t]*([^\W\d]\w*)[ \t]*\(")
_FAR = 200
"""Lines to go back at most for the beginning of an operation that could not be read."""


class Cursor(NamedTuple):
    """What stands around the cursor."""

    offset: int
    call: str | None = None
    """The operation whose brackets the cursor is in, the innermost."""
    start: int = 0
    """Where that operation begins."""
    parameter: str | None = None
    """The argument whose value the cursor is in."""
    given: frozenset[str] = frozenset()
    """The arguments before the cursor."""
    quoted: str | None = None
    """What stands between the opening quote and the cursor; None outside quotes."""
    word: str = ""
    """The word that ends at the cursor."""
    comment: bool = False
    in_list: bool = False

    @property
    def spec(self) -> Spec | None:
        return OPERATIONS.get(self.call) if self.call else None

    @property
    def described(self) -> Parameter | None:
        """What the table says of the argument."""
        return self.spec.parameter(self.parameter) if self.spec and self.parameter else None

    @property
    def kind(self) -> Kind | None:
        return self.described.kind if self.described else None


class _Call:
    def __init__(self, name: str | None, start: int) -> None:
        self.name = name
        self.start = start
        self.parameter: str | None = None
        self.given: set[str] = set()


def cursor_at(text: OpenText, offset: int) -> Cursor:
    source = text.source.text
    for start in _beginnings(text, offset):
        found = _look(source, start, offset)
        spec = OPERATIONS.get(_name_at(source, start))
        # A test or a key on a line of its own may stand in the brackets of a line above.
        if found.call or not (spec and (spec.role == "test" or spec.key_action)):
            return found
    return _look(source, source.rfind("\n", 0, offset) + 1, offset)


def _beginnings(text: OpenText, offset: int) -> list[int]:
    """Where the operation around the cursor may begin, the likeliest first."""
    at = bisect_right(text.lines, offset, key=lambda each: each.start) - 1
    found = [text.lines[at].start] if at >= 0 and offset < text.lines[at].end else []
    starts = text.source.starts()
    line = bisect_right(starts, offset) - 1
    for number in range(line, max(-1, line - _FAR), -1):
        begun = _BEGINS.match(text.source.text, starts[number], offset)
        if begun:
            found.append(begun.start(1))
            spec = OPERATIONS.get(begun.group(1))
            if spec and not (spec.role == "test" or spec.key_action):
                break
    return found


def _name_at(source: str, start: int) -> str:
    found = _BEGINS.match(source, start)
    return found.group(1) if found else ""


def _look(source: str, start: int, offset: int) -> Cursor:
    calls: list[_Call] = []
    quoted: str | None = None
    word, comment = "", False
    for match in _LEXEME.finditer(source, start, offset):
        kind = match.lastgroup
        quoted, word, comment = None, "", kind == "comment"
        if kind == "call":
            calls.append(_Call(match["call"], match.start()))
        elif kind == "open":
            calls.append(_Call(None, match.start()))
        elif kind == "close":
            if calls:
                calls.pop()
        elif kind == "name" and calls:
            calls[-1].parameter = match["name"]
            calls[-1].given.add(match["name"])
        elif kind == "comma" and calls and calls[-1].name:
            calls[-1].parameter = None
        elif kind == "begun":
            mark = 3 if match.group().startswith(("'''", '"""')) else 1
            quoted = match.group()[mark:]
        elif kind == "word":
            word = match.group()
    lists = 0
    while calls and calls[-1].name is None:  # inside a list: the argument is that of the call around it
        calls.pop()
        lists += 1
    if not calls:
        return Cursor(offset, quoted=quoted, word=word, comment=comment)
    call = calls[-1]
    return Cursor(
        offset, call.name, call.start, call.parameter, frozenset(call.given), quoted, word, comment, lists > 0
    )

"""Builds the tree while the parser reduces, one method a rule of grammars/cog.lark.

Tokens become values here; what is wrong with a single value is collected and does not stop the
parser. Places are offsets into the whole source, whatever piece of it is being parsed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple

from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Diagnostic, Note, Source, Span
from cogscript.language.model.operations import MISSPELT, OPERATIONS
from cogscript.language.model.tree import ArgumentSpan, ItemSpan, Operation, Value

MAX_DIGITS = 400
"""Room for every number a float can be; Python itself refuses to read much longer ones."""
MAX_NESTING = 50
"""Brackets within brackets; no workflow needs more, and a tree must be walkable."""

_DIGITS = re.compile(r"\d+")
_CONSTANTS: dict[str, bool | None] = {"True": True, "False": False, "None": None}


class Token:
    """A piece of text that the grammar names, and where it stands."""

    __slots__ = ("end_pos", "start_pos", "type", "value")

    def __init__(self, type_: str, value: str, start: int, end: int) -> None:
        self.type = type_
        self.value = value
        self.start_pos = start
        self.end_pos = end


class _Given(NamedTuple):
    """An argument as parsed; no name when it is a value alone."""

    name: str | None
    value: Value
    start: int
    value_start: int
    end: int
    depth: int
    items: tuple[ItemSpan, ...] = ()


class _Listed:
    """A list value that still knows its place, those of its items, and how deep it nests."""

    __slots__ = ("box", "depth", "end_pos", "items", "places", "start_pos")

    def __init__(self, start: int, end: int) -> None:
        self.start_pos = start
        self.end_pos = end
        self.depth = 1
        self.items: list[Value] = []
        self.places: list[ItemSpan] = []
        self.box: Box | None = None
        """What it says, where it is a box that the terminal did not take for one."""


class Builder:
    """Makes the tree as the parser reduces; collects what is wrong with single values."""

    def __init__(self, source: Source, base: int = 0) -> None:
        """Build from a piece of `source` that begins at `base`."""
        self.source = source
        self.base = base
        self.starts = source.starts()
        self.diagnostics: list[Diagnostic] = []
        self.depths: dict[int, int] = {}
        """How deep the operations nest that hold others or lists; 1 for all that are not here."""

    def report(self, code: str, message: str, start: int, end: int, **more: Any) -> None:
        span = Span(start + self.base, end + self.base)
        self.diagnostics.append(Diagnostic(code, message, span=span, source=self.source, **more))

    # --- called by the parser, once a rule ---------------------------------------------------

    def start(self, children: list[Any]) -> list[Operation]:
        return [child if isinstance(child, Operation) else self._bare(child) for child in children]

    def _bare(self, token: Token) -> Operation:
        name = token.value
        spec = OPERATIONS.get(name)
        if spec is None or not spec.bare:
            self.report(
                "missing-brackets",
                f"an operation is written with brackets: `{name}(…)`",
                token.start_pos,
                token.end_pos,
                suggestion=f"{name}()",
            )
        operation = Operation(name)
        self._place(operation, token.start_pos, token.end_pos)
        return operation

    def _place(self, operation: Operation, start: int, end: int) -> None:
        start += self.base
        operation.start = start
        operation.end = end + self.base
        operation.line = line = bisect_right(self.starts, start)
        operation.column = start - self.starts[line - 1] + 1

    def operation(self, children: list[Any]) -> Operation:
        opening: Token = children[0]
        name = opening.value[:-1].rstrip()
        arguments: dict[str, Value] = {}
        spans: dict[str, ArgumentSpan] = {}
        nameless: list[_Given] = []
        base = self.base
        depth = 1
        for given in children[1:-1]:
            key = given[0]
            if key is None:
                nameless.append(given)
            elif key in arguments:
                self._repeated(name, given, spans[key])
            else:
                value = given[1]
                if type(value) is Operation or type(value) is list:
                    depth = max(depth, given[5] + 1)
                arguments[key] = value
                spans[key] = ArgumentSpan(given[2] + base, given[3] + base, given[4] + base, given[6])
        if nameless and name in OPERATIONS:  # else that there is no such operation is all there is to say
            self._positional(name, nameless, set(arguments))
        if name in MISSPELT:
            right = MISSPELT[name]
            self.report(
                "misspelt-operation",
                f"`{name}` is a misspelling in CogAgent's own documents; it is read as `{right}`",
                opening.start_pos,
                opening.start_pos + len(name),
                severity="warning",
                suggestion=right,
            )
            name = right
        operation = Operation(name, arguments)
        operation.spans = spans
        if depth > 1 and self._bounded(depth, opening.start_pos):
            self.depths[id(operation)] = depth
        elif depth > 1:
            arguments.clear()
            spans.clear()
        self._place(operation, opening.start_pos, children[-1].end_pos)
        return operation

    def _positional(self, name: str, nameless: list[_Given], taken: set[str]) -> None:
        from cogscript.language.syntax.meant_keyword import keyword_for  # only when something is wrong

        for given in nameless:
            keyword = keyword_for(OPERATIONS[name], given.value, taken)
            taken.add(keyword or "")
            text = self.source.text[given.value_start + self.base : given.end + self.base]
            if type(given.value) is str and text[:1] not in ("'", '"'):
                text = f"'{text}'"
                self._withdraw("unquoted-text", given.value_start)
            self.report(
                "positional-argument",
                f"arguments of {name} are given by keyword: `key=value`",
                given.value_start,
                given.end,
                suggestion=f"{keyword}={text}" if keyword and len(text) < 60 else None,
            )

    def _withdraw(self, code: str, start: int) -> None:
        """Take back what another report at the same place says as well."""
        place = start + self.base
        self.diagnostics = [
            each
            for each in self.diagnostics
            if each.code != code or not each.span or each.span.start != place
        ]

    def _repeated(self, name: str, given: _Given, first: ArgumentSpan) -> None:
        self.report(
            "repeated-parameter",
            f"{name} is given `{given.name}` twice",
            given.start,
            given.end,
            notes=(Note("first given here", Span(first.start, first.end)),),
        )

    def argument(self, children: list[Any]) -> _Given:
        value = children[-1]
        if len(children) == 1:
            start, end, read = self._value(value)
            return _Given(None, read, start, start, end, 1)
        key: Token = children[0]
        start, end, read = self._value(value)
        name = key.value[:-1].rstrip()
        if type(value) is Token:
            return _Given(name, read, key.start_pos, start, end, 1)
        items = tuple(value.places) if type(value) is _Listed else ()
        return _Given(name, read, key.start_pos, start, end, self._depth(value), items)

    def list(self, children: list[Any]) -> _Listed:
        listed = _Listed(children[0].start_pos, children[-1].end_pos)
        for child in children[1:-1]:
            if type(child) is not Token:
                listed.depth = max(listed.depth, self._depth(child) + 1)
            start, end, read = self._value(child)
            listed.items.append(read)
            inner = tuple(child.places) if type(child) is _Listed else ()
            listed.places.append(ItemSpan(start + self.base, end + self.base, inner))
        if not self._bounded(listed.depth, listed.start_pos):
            listed.items.clear()
            listed.places.clear()
            listed.depth = 1
        listed.box = _box_of(listed.items)
        if listed.box is not None:
            listed.places.clear()
        return listed

    def _depth(self, child: _Listed | Operation) -> int:
        return child.depth if type(child) is _Listed else self.depths.get(id(child), 1)

    def _bounded(self, depth: int, start: int) -> bool:
        """Whether values nest no deeper than a tree can be walked; reported once for a nest of brackets."""
        if depth <= MAX_NESTING:
            return True
        if not any(each.code == "too-deep" for each in self.diagnostics[-1:]):
            message = f"brackets are nested more than {MAX_NESTING} deep"
            self.report("too-deep", message, start, start + 1)
        return False

    # --- values ------------------------------------------------------------------------------

    def _value(self, child: Any) -> tuple[int, int, Value]:
        """A parsed value with its place. Tokens become values here, not one by one in the lexer."""
        if type(child) is Token:
            read = _READ[child.type](self, child)
            return child.start_pos, child.end_pos, read
        if type(child) is _Listed:
            return child.start_pos, child.end_pos, child.items if child.box is None else child.box
        operation: Operation = child
        return operation.start - self.base, operation.end - self.base, operation

    def _string(self, token: Token) -> str:
        literal = token.value
        if "\\" not in literal:
            return literal[3:-3] if literal[:3] in ("'''", '"""') and len(literal) > 5 else literal[1:-1]
        return self._escaped(token)

    def _escaped(self, token: Token) -> str:
        from cogscript.language.syntax.strings import BadEscape, unknown_escapes, unquote

        literal = token.value
        try:
            text = unquote(literal)
        except BadEscape as bad:
            at = token.start_pos + bad.at
            self.report(bad.code, str(bad), at, at + bad.length)
            return ""
        for at, escape in unknown_escapes(literal):
            self.report(
                "unknown-escape",
                f"`{escape}` is not an escape; the backslash is kept as it stands",
                token.start_pos + at,
                token.start_pos + at + len(escape),
                severity="warning",
                suggestion="\\" + escape,
            )
        return text

    def _number(self, token: Token) -> int | float:
        digits = token.value
        if len(digits) > MAX_DIGITS:
            message = f"a number of {len(digits)} digits is too long"
            self.report("number-too-long", message, token.start_pos, token.end_pos)
            return 0
        return float(digits) if "." in digits else int(digits)

    def _box(self, token: Token) -> Box:
        text = token.value
        if len(text) > MAX_DIGITS and any(len(each) > MAX_DIGITS for each in _DIGITS.findall(text)):
            message = "a number in the box is too long"
            self.report("number-too-long", message, token.start_pos, token.end_pos)
            return Box.of(0, 0)
        return Box.read(text)

    def _constant(self, token: Token) -> bool | str | None:
        word = token.value
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        capital = word.capitalize()
        right = capital if capital in _CONSTANTS else f"'{word}'"
        self.report(
            "unquoted-text",
            f"`{word}` is neither quoted text nor True, False or None",
            token.start_pos,
            token.end_pos,
            suggestion=right,
        )
        return word


def _box_of(items: list[Value]) -> Box | None:
    """The box that a list says. A comment or a trailing comma between its numbers keeps a box from being one
    token; it is one all the same, and is written as one."""
    inner = items[0] if len(items) == 1 else None
    if type(inner) is not list or not inner:
        return None
    numbers = [number for number in inner if type(number) is int and number >= 0]
    return Box.of(*numbers) if len(numbers) == len(inner) else None


_READ: dict[str, Callable[[Builder, Token], Value]] = {
    "STRING": Builder._string,
    "NUMBER": Builder._number,
    "BOX": Builder._box,
    "NAME": Builder._constant,
}

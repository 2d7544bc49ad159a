"""Text → lines of operations, by the grammar in grammars/cog.lark.

Lark turns the grammar into the tables in `tables`; this drives them: one regular expression made of
the grammar's terminals finds the tokens, a stack of states takes them, and the builder makes the
tree as rules are complete. A text that does not parse is read again, piece by piece, by `recovery`,
so that every mistake is reported and not only the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cogscript.language.model.diagnostic import Diagnostic, Source, Span
from cogscript.language.model.tree import Operation
from cogscript.language.syntax.builder import Builder, Token
from cogscript.language.syntax.parse_tables import END, IGNORED, RULES, START, STATES, TERMINALS

FINISH = "$END"


def token_pattern(**more: str) -> re.Pattern[str]:
    """One regular expression for all terminals of the grammar, and for further ones.

    What none of them matches is a token too (STRAY): the parser refuses it with its place.
    """
    terminals = {**TERMINALS, **more, "STRAY": r"[\s\S]"}
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in terminals.items()))


_TOKEN = token_pattern()


class Refused(Exception):
    """The grammar does not allow this token here."""

    def __init__(self, kind: str, text: str, span: Span, expected: frozenset[str]) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.span = span
        self.expected = expected


def parse_piece(
    source: Source, start: int = 0, end: int | None = None
) -> tuple[list[Operation], list[Diagnostic]]:
    """The operations of a piece of text, with what is wrong with their values; Refused otherwise."""
    piece = source.text if start == 0 and end is None else source.text[start:end]
    try:
        return parse_tokens(tokens(piece), source, start)
    except Refused as refused:
        raise Refused(
            refused.kind,
            refused.text,
            Span(refused.span.start + start, refused.span.end + start),
            refused.expected,
        ) from None


def parse_tokens(
    found: Iterable[Token], source: Source, base: int
) -> tuple[list[Operation], list[Diagnostic]]:
    """The operations that tokens make, whose places count from `base`; Refused where they make none."""
    builder = Builder(source, base)
    return _drive(found, builder), builder.diagnostics


def tokens(text: str, pattern: re.Pattern[str] = _TOKEN) -> Iterator[Token]:
    """The text's tokens without spaces and comments, and a last one that says it is over."""
    for match in pattern.finditer(text):
        kind = match.lastgroup
        if kind not in IGNORED:
            start, end = match.span()
            yield Token(kind or "STRAY", match.group(), start, end)
    yield Token(FINISH, "", len(text.rstrip()), len(text.rstrip()))


def _drive(found: Iterable[Token], builder: Builder) -> list[Operation]:
    """An LALR parser's loop: shift tokens, and reduce by a rule as soon as one is complete."""
    states = [START]
    values: list[Any] = []
    make = {
        "start": builder.start,
        "operation": builder.operation,
        "argument": builder.argument,
        "list": builder.list,
    }
    rules = [(name, length, kept, joined, make.get(name)) for name, length, kept, joined in RULES]
    state = STATES[START]
    for token in found:
        kind = token.type
        while True:
            action = state.get(kind)
            if action is None:
                span = Span(token.start_pos, token.end_pos)
                raise Refused(kind, token.value, span, frozenset(state))
            if action >= 0:
                break
            name, length, kept, joined, make_rule = rules[~action]
            if length == 1 and make_rule is None and not joined:
                # A rule that only names its one part: the part itself, or a list that begins.
                if name[0] == "_":
                    values[-1] = [values[-1]]
                del states[-1]
            else:
                parts = values[-length:] if length else []
                if length:
                    del values[-length:], states[-length:]
                values.append(_reduce(parts, kept, joined, make_rule))
            reached = STATES[states[-1]][name]
            if reached == END:
                result: list[Operation] = values[0]
                return result
            states.append(reached)
            state = STATES[reached]
        states.append(action)
        values.append(token)
        state = STATES[action]
    raise AssertionError("the end mark always completes the text or is refused")


def _reduce(parts: list[Any], kept: tuple[int, ...], joined: tuple[int, ...], make_rule: Any) -> Any:
    """What a complete rule becomes; helper rules, which Lark makes for `*`, are lists that grow."""
    if not joined:
        children = [parts[at] for at in kept]
    elif make_rule is None:
        children = parts[joined[0]]  # a list that grows by one: no copy, or long files cost a square
        children.extend(parts[at] for at in kept if at != joined[0])
    else:
        children = []
        for at in kept:
            if at in joined:
                children += parts[at]
            else:
                children.append(parts[at])
    return children if make_rule is None else make_rule(children)

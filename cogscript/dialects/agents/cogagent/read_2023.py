"""What CogAgent said in 2023, by the grammar in grammars/cogagent_2023.lark: a line is an action."""

from __future__ import annotations

import re
from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from cogscript.dialects.core.builders import arguments
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.formats.replies.places import numbers_of
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation
from cogscript.language.syntax.grammars import grammar_text

_TOUCHES = {"tap": "CLICK", "click": "CLICK", "double tap": "DOUBLE_CLICK", "long press": "LONG_PRESS"}
_PRESSES = {
    "home": Operation("SYSTEM_BUTTON", {"button": "home"}),
    "back": Operation("GO_BACK"),
    "enter": Operation("KEY_PRESS", {"key": "Return"}),
    "return": Operation("KEY_PRESS", {"key": "Return"}),
}
_SWIPES = {
    "up": (Box.of(500, 800), Box.of(500, 200)),
    "down": (Box.of(500, 200), Box.of(500, 800)),
    "left": (Box.of(800, 500), Box.of(200, 500)),
    "right": (Box.of(200, 500), Box.of(800, 500)),
}
"""A finger across the middle of the screen."""
_VALUES = {"TYPE": "text", "SELECT": "option"}
_LONGEST = 2000
_LOGGED = re.compile(r"\A\[[^\[\]]*\][ \t]*(?:\w+[ \t]*:[ \t]*){0,4}(?=\[\w[^\[\]]*\][^\[\]]*->)")
"""What a program logged before the element, in brackets as well."""
_COMMAND = re.compile(
    r"[a-z][a-z_]{1,20}(?:[ \t]+(?:--?\w+|\$\w+|%\d|-?\d+(?:\.\d+)?|\"[^\"]*\"|'[^']*'|\w+(?:\+\w+)+))+"
    r"|(?:press|key|keydown|keyup|hit|type|input|tap|click|open|launch|swipe|scroll|wait|sleep)[ \t]+\S+"
)
_SIDE = re.compile(r"""["']?(\w+)["']?\s*:\s*(\d{1,3}(?:\.\d{1,9})?)""")


@cache
def _parser() -> Lark:
    grammar = grammar_text("cogagent_2023.lark")
    return Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=False)


def translate_line(line: str, draft: Draft, span: Span) -> list[Operation] | None:
    """The operations of a line; None when it is no action of 2023 at all."""
    if len(line) > _LONGEST:
        return None
    try:
        tree = _parser().parse(_LOGGED.sub("", line))
    except LarkError:
        return None
    said = tree.children[0]
    if isinstance(said, Tree):
        return _element(said, draft, span) if said.data == "element" else _touch(said, draft, span)
    word = str(said).split()[-1].casefold()
    if isinstance(said, Token) and said.type == "COMPLETE":
        failed = word == "impossible"
        return [Operation("FAIL", {"reason": "the task is impossible"}) if failed else Operation("END")]
    if word in _SWIPES and isinstance(said, Token) and said.type == "SWIPE_WORDS":
        start, end = _SWIPES[word]
        return [Operation("SWIPE", {"box": start, "to": end})]
    made = _PRESSES[word]
    return [Operation(made.name, dict(made.arguments))]


def looks_like_command(line: str) -> bool:
    """Whether a line beside such actions tells something to be done, too: a word and values, or two words
    the first of which is an action's."""
    return bool(_COMMAND.fullmatch(line))


def _box(text: str, draft: Draft, span: Span) -> Box:
    if text.startswith("{"):
        return draft.box(draft.space("fractions"), _corners(text, span), span)
    return draft.box(draft.space("thousandths"), numbers_of(text, span), span)


def _corners(text: str, span: Span) -> tuple[float, ...]:
    """`{"x_left": 0.8, "y_left": 0.3, "width": 0.1, "height": 0.05}`, as papers print its answers."""
    sides = dict(_SIDE.findall(text))
    if sides.keys() != {"x_left", "y_left", "width", "height"}:
        raise Untranslatable(f"`{text[:40]}` is not a box", span=span)
    left, top, width, height = (float(sides[name]) for name in ("x_left", "y_left", "width", "height"))
    return left, top, left + width, top + height


def _touch(said: Tree[Token], draft: Draft, span: Span) -> list[Operation]:
    word, place = (str(child) for child in said.children)
    if word.casefold() in ("type", "input"):
        return [Operation("TYPE", {"text": place[1:-1]})]
    name = _TOUCHES[" ".join(word.casefold().split())]
    return [Operation(name, {"box": _box(place, draft, span)})]


def _element(said: Tree[Token], draft: Draft, span: Span) -> list[Operation]:
    tokens = {token.type: str(token).strip() for token in said.scan_values(lambda _: True)}
    box = _box(tokens["BOX"], draft, span) if "BOX" in tokens else None
    named = arguments(
        element_type=tokens["ROLE"].strip("[] ") or None, element_info=tokens.get("INFO") or None
    )
    if box is None and "element_info" not in named:
        raise Untranslatable("the action gives neither a place nor an element")
    name = tokens.get("WORD") or tokens["TEXT_WORD"]
    value = {_VALUES[name]: tokens["VALUE"]} if name in _VALUES else {}
    return [Operation(name, arguments(box=box, **value, **named))]

"""GLM-V in a browser whose elements are numbered, by the grammar in grammars/glm_web.lark.

A number means nothing without the list of elements that the prompt carries: with it, the element's name
is the target; without it the action cannot be expressed.
"""

from __future__ import annotations

import re
from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from cogscript.dialects.core.builders import arguments, key_named, scroll
from cogscript.dialects.core.draft import Action, Untranslatable
from cogscript.dialects.formats.tool_calls.element_list import ElementList, elements_in_text
from cogscript.language.model.tree import Operation, Value
from cogscript.language.syntax.grammars import grammar_text

Labels = ElementList | None

_LIST = '[1]: <input> "Search";\t[2]: <button> "Go";\nAction: '
ACTIONS: dict[str, Action] = {
    "Click [label]": Action(_LIST + "Click [2]", "by the list of elements that comes with the prompt"),
    "Type [label]; [text]": Action(_LIST + "Type [1]; [noodles]", "it empties the field and presses Return"),
    "Scroll [label]; [direction]": Action("Action: Scroll [WINDOW]; [down]"),
    "Wait": Action("Action: Wait", "5 seconds"),
    "GoBack": Action("Action: GoBack"),
    "Bing": Action("Action: Bing"),
    "Key; [name]": Action("Action: Key; [Return]"),
    "ANSWER; <content>": Action("Action: ANSWER; <content>42 km</content>"),
}

_SIGN = re.compile(
    r"^(?:Action[ \t]*[:：])?[ \t]*(?:(?:Click|Type|Scroll)[ \t]+\[[^\]\n]*\]|Key;|ANSWER;|GoBack$|Bing$)",
    re.M,
)
_NOTCHES = 5
_LONGEST = 20_000


def claims(text: str) -> bool:
    return bool(_SIGN.search(text))


def labels(text: str) -> Labels:
    """The elements that the text lists, one a line or several with semicolons and tabs between."""
    return elements_in_text(re.sub(r";\s*(?=\[\d+\]:)", ";\t", text)) if "]:" in text else None


@cache
def _parser() -> Lark:
    return Lark(grammar_text("glm_web.lark"), parser="lalr", lexer="contextual")


def translate_line(line: str, labels: Labels) -> list[Operation] | None:
    """The operations of a line; None when it is no action of this kind."""
    if len(line) > _LONGEST:
        return None
    try:
        tree = _parser().parse(line).children[0]
    except LarkError:
        return None
    if isinstance(tree, Token):
        return [_alone(str(tree).casefold())]
    return _operations(tree, [str(token)[1:-1].strip() for token in tree.children], labels)


def _alone(word: str) -> Operation:
    if word == "wait":
        return Operation("WAIT", {"seconds": 5})
    return Operation("GO_BACK") if word == "goback" else Operation("LAUNCH", {"url": "https://www.bing.com"})


def _operations(tree: Tree[Token], values: list[str], labels: Labels) -> list[Operation]:
    match tree.data:
        case "click":
            return [Operation("CLICK", _element(values[0], labels))]
        case "type":
            target = _element(values[0], labels)
            return [Operation("TYPE", {"text": values[1], **target, "clear": True, "enter": True})]
        case "scroll":
            target = {} if values[0].upper() == "WINDOW" else _element(values[0], labels)
            return [scroll(values[1], _NOTCHES, None, **target)]
        case "key":
            return [Operation("KEY_PRESS", {"key": key_named(values[0])})]
    text = str(tree.children[0]).strip()
    for opening, closing in (("<content>", "</content>"), ("[", "]"), ("'", "'"), ('"', '"')):
        if len(text) > 1 and text.startswith(opening) and text.endswith(closing):
            text = text[len(opening) : -len(closing)].strip()
            break
    return [Operation("ANSWER", {"text": text})]


def _element(label: str, labels: Labels) -> dict[str, Value]:
    if not re.fullmatch(r"\d+", label):
        raise Untranslatable(f"`[{label[:40]}]` is not the number of an element")
    element = labels.labelled(label) if labels else None
    if element is None:
        raise Untranslatable(
            f"the element [{label}] is not in the plan",
            "give the prompt with its list of elements, [1]: <input> …, too",
        )
    if not element.name:
        raise Untranslatable(f"the element [{label}] has no name to find it by")
    return arguments(element_type=element.kind or None, element_info=element.name)

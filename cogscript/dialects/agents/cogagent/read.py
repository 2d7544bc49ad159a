"""CogAgent: replies, prompts with their history, and the forms of 2023.

Its operations are those of the language, so that a call is checked against the operation table: a
parameter the table knows is read by its kind, and nothing is merged. What models get wrong is repaired
and reported: the misspelled name, a point for a box, a text that is no variable, a word for a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from cogscript.dialects.agents.cogagent import os_atlas
from cogscript.dialects.agents.cogagent.read_2023 import looks_like_command, translate_line
from cogscript.dialects.core.builders import chord, key_named, split_keys
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.formats.argument_names import CHANGING
from cogscript.dialects.formats.containers import pieces, prose
from cogscript.dialects.formats.replies.places import numbers_of
from cogscript.dialects.formats.replies.text_calls import Argument, CutOff, TextCall, Word
from cogscript.dialects.formats.replies.transcripts import TranscriptReader, Vocabulary
from cogscript.language.model import keys, variables
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.operations import KEY_ACTIONS, MISSPELT, OPERATIONS, Kind, Parameter, Target
from cogscript.language.model.tree import Operation, Value

MERGES: tuple[str, ...] = ()
_FIRST_TEXTS = {"TYPE": "text", "LAUNCH": "app", "LLM": "prompt", "ANSWER": "text"}
"""What a text without a name is."""
_OF_OS_ATLAS = re.compile(
    r"^[ \t]*(?:actions?[ \t]*[:：][ \t]*)?"
    r"(?:[A-Z_]{4,20}[ \t]*<point>\s*\[\[\d|(?:TYPE|SCROLL|OPEN_APP)[ \t]*\[)",
    re.M | re.I,
)
"""An action as OS-Atlas writes it."""

_AT = "box=[[412,088,640,121]], element_info='查找'"

ACTIONS: dict[str, Action] = {
    "CLICK": Action(f"CLICK({_AT})"),
    "DOUBLE_CLICK": Action(f"DOUBLE_CLICK({_AT})"),
    "RIGHT_CLICK": Action(f"RIGHT_CLICK({_AT})"),
    "HOVER": Action(f"HOVER({_AT})"),
    "TYPE": Action("TYPE(box=[[412,088,640,121]], text='a \"b\", c', element_info='查找')"),
    "SCROLL_UP": Action("SCROLL_UP(box=[[0,150,999,900]], step_count=5)"),
    "SCROLL_DOWN": Action("SCROLL_DOWN(box=[[0,150,999,900]], step_count=5)"),
    "SCROLL_LEFT": Action("SCROLL_LEFT(box=[[0,150,999,900]], step_count=5)"),
    "SCROLL_RIGHT": Action("SCROLL_RIGHT(box=[[0,150,999,900]], step_count=5)"),
    "KEY_PRESS": Action("KEY_PRESS(key='F11')"),
    "GESTURE": Action(
        "GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='F'), KEY_UP(key='Lcontrol')])"
    ),
    "LAUNCH": Action("LAUNCH(app='设置', url='None')"),
    "QUOTE_TEXT": Action("QUOTE_TEXT(box=[[120,240,360,300]], output='__CogName_价格__', result='17.00')"),
    "LLM": Action("LLM(prompt='一句话介绍杭州', output='__CogName_介绍__')"),
    "QUOTE_CLIPBOARD": Action("QUOTE_CLIPBORAD(output='__CogName_code__')", "misspelt as in its own table"),
    "END": Action("END()"),
    "tap": Action("tap [[230,640]]", "2023"),
    "long press": Action("long press [[230,640]]", "2023"),
    "double tap": Action("double tap [[230,640]]", "2023"),
    "-> CLICK": Action("[button] Book now -> CLICK at the box [[610,420,700,455]]", "2023"),
    "-> HOVER": Action("[link] About -> HOVER at the box [[610,020,700,055]]", "2023"),
    "-> TYPE": Action("[textbox] City -> TYPE: 杭州, China at the box [[180,300,450,340]]", "2023"),
    "-> SELECT": Action("[combobox] Year -> SELECT: 2023 at the box [[180,360,450,400]]", "2023"),
    "type": Action('type "杭州 weather"', "2023"),
    "swipe": Action("swipe up", "2023: across the middle of the screen"),
    "press home": Action("press home", "2023"),
    "press back": Action("press back", "2023"),
    "press enter": Action("press enter", "2023"),
    "task complete": Action("task complete", "2023"),
    "CLICK <point>": Action("CLICK <point>[[230,640]]</point>", "OS-Atlas"),
    "LONG_PRESS <point>": Action("LONG_PRESS <point>[[230,640]]</point>", "OS-Atlas"),
    "TYPE [text]": Action("TYPE [杭州 weather]", "OS-Atlas"),
    "SCROLL [direction]": Action("SCROLL [DOWN]", "OS-Atlas"),
    "OPEN_APP [app]": Action("OPEN_APP [微信]", "OS-Atlas"),
}

_NAMES = frozenset(
    {name for name, spec in OPERATIONS.items() if spec.role == "operation" and name != "WORKFLOW"}
    | set(MISSPELT) | {"finished"}
)  # fmt: skip

_OWN = frozenset({name for name, spec in OPERATIONS.items() if spec.seed} | set(MISSPELT) | {"ANSWER"})
"""What only CogAgent has; WAIT and FAIL are also other agents' actions."""

_SAME = {"point": "box", "start_box": "box", "end_box": "to", "content": "text", "distance": "step_count",
         "element_name": "element_info"}  # fmt: skip
"""Other names for a parameter, from the models that came after CogAgent."""

_NOTCHES = 10
"""Of the wheel for a whole screen, where a scroll is given by its distance."""
_USUAL_NOTCHES = 5

_SIGN = re.compile(
    r"(?i:grounded[ \t_]*operation[ \t]*[:：]|<<(?:一般操作|敏感操作|general operation|sensitive operation"
    r")>>)|<<END>>|\b(?:CLICK|TYPE|HOVER|RIGHT_CLICK|DOUBLE_CLICK|SCROLL_\w+|QUOTE_TEXT)\s*[(（][^\n]*(?:box|point|start_box)\s*[=＝]"
)
_PLAIN_TYPE = re.compile(r"(?:type|input)[ \t]+[\"'].*[\"']", re.I)
_OPERATION = re.compile(
    r"^[ \t`]*(?:(?:(?i:operation|action)|操作|动作)[ \t]*[:：][ \t`]*)?(?:\d+[.、)][ \t]*)?#?[ \t]*"
    rf"(?:{'|'.join(sorted(_OWN, key=len, reverse=True))})[ \t]*[(（]",
    re.M,
)


def detect(source: Source) -> float:
    """Its label, marks and boxes are its own; a bare operation is likely its."""
    text = prose(source.text)
    if _SIGN.search(text):
        return 0.95
    if text.strip() == "END" or _OPERATION.search(text):
        return 0.85
    if _OF_OS_ATLAS.search(text):
        return 0.9
    draft = Draft(source, DialectOptions())
    for line in text.splitlines()[:50]:
        said = line.strip(" \t`")
        try:
            if said and translate_line(said, draft, Span(0, 0)) is not None:
                return 0.9
        except Untranslatable:
            return 0.9
    return 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    draft = Draft(source, options)
    reader = TranscriptReader(draft, Vocabulary(_NAMES, translate, _bare))
    for piece in pieces(source):
        if piece.kind != "json":
            reader.read(piece)
    _say_words(draft)
    return draft


def _say_words(draft: Draft) -> None:
    """Where nothing but `type "…"` tells whose text it is, what stands beside that must not vanish unsaid."""
    text = draft.source.text
    taken = [text[step.span.start : step.span.end] for step in draft.steps]
    if not taken or not all(map(_PLAIN_TYPE.fullmatch, taken)):
        return
    at = 0
    for line in text.split("\n"):
        beside = not any(at <= step.span.start <= at + len(line) for step in draft.steps)
        if beside and any(map(str.isalnum, line)):
            span = Span(at, at + len(line))
            draft.repaired(span, "this line is read as words: nothing is done for it")
            return
        at += len(line) + 1


def _bare(line: str, draft: Draft, span: Span) -> list[Operation] | None:
    if line == "END":
        return [Operation("END")]
    made = translate_line(line, draft, span)
    if made is None and _OF_OS_ATLAS.search(draft.source.text):
        made = os_atlas.translate_line(line, draft, span)
    if made is None and looks_like_command(line):
        raise Untranslatable(f"`{line[:40]}` looks like an action, and is none that is known here")
    return made


# --- a call, by the operation table -----------------------------------------------------------------


def translate(call: TextCall, draft: Draft, place: Callable[[Span], Span]) -> list[Operation]:
    """The operation of a call, each argument read by its kind."""
    where = place(call.span)
    if call.name == "finished":
        draft.repaired(where, "`finished` is END in CogAgent's action space")
        return [Operation("END")]
    name = call.name
    if name in MISSPELT:
        name = MISSPELT[name]
        draft.repaired(where, f"{call.name} is a misspelling of {name}")
    spec = OPERATIONS[name]
    read: dict[str, Value] = {}
    pointed = call.get("point") is not None
    for given in _named(call, draft, where):
        parameter = spec.parameter(_SAME.get(given.name or "", given.name or "")) or spec.parameter(
            given.name or ""
        )
        span = place(given.span)
        if pointed and given.name == "box":
            draft.remark(f"the element's box was {_spell(given.value)}")  # the point is where it acted
        elif parameter is not None:
            read[parameter.name] = _argument(name, parameter, given, draft, span)
        elif spec.open_keywords and given.name:
            read[given.name] = _text(given, draft, span)
        elif given.name in CHANGING:
            reason = f"{name} has no parameter `{given.name}`, and it changes what is done"
            raise Untranslatable(reason, span=span)
        else:
            draft.repaired(span, f"{name} has no parameter `{given.name}`, left out")
    if name == "KEY_PRESS":
        return _key_press(read, draft, where)
    _complete(name, read, draft, where)
    return [Operation(name, read)]


def _named(call: TextCall, draft: Draft, where: Span) -> list[Argument]:
    """The arguments with their names; one without a name is recognised by its shape."""
    named: list[Argument] = []
    for given in _with_whole_places(call.given):
        if given.name is None:
            guess = _guess(call.name, given.value)
            if guess is None:
                raise Untranslatable(f"an argument of {call.name} has no name")
            draft.repaired(where, f"an argument without a name was read as `{guess}`")
            given = Argument(guess, given.value, given.span)
        if any(other.name == given.name for other in named):
            raise Untranslatable(f"{call.name} is given `{given.name}` twice")
        named.append(given)
    return named


def _guess(name: str, value: object) -> str | None:
    """The parameter that a value without a name is for."""
    if name in KEY_ACTIONS:
        return "key"
    if isinstance(value, list):
        return "box"
    if not isinstance(value, str) or isinstance(value, Word):
        return None
    return _FIRST_TEXTS.get(name) or ("element_info" if OPERATIONS[name].parameter("element_info") else None)


def _with_whole_places(given: list[Argument]) -> list[Argument]:
    """Two or four numbers without names, in a row, are one place."""
    numbers = list(takewhile(lambda each: each.name is None and type(each.value) in (int, float), given))
    if len(numbers) not in (2, 4):
        return given
    span = Span(numbers[0].span.start, numbers[-1].span.end)
    return [Argument(None, [each.value for each in numbers], span), *given[len(numbers) :]]


def _argument(name: str, parameter: Parameter, given: Argument, draft: Draft, span: Span) -> Value:
    if given.value is None:
        return None
    if isinstance(given.value, Word) or _is_placeholder(given.value):
        raise Untranslatable(f"`{given.value}` is a placeholder, not a value", span=span)
    if parameter.kind is Kind.BOX:
        return draft.box(draft.space("thousandths"), numbers_of(given.value, span), span)
    if parameter.kind is Kind.INTEGER or parameter.kind is Kind.NUMBER:
        return _number(given, parameter, draft, span)
    if parameter.kind is Kind.BOOLEAN:
        return _boolean(given, draft, span)
    if parameter.kind is Kind.ACTIONS:
        return _key_actions(given, draft, span)
    if parameter.kind is Kind.KEYS:
        listed = given.value if isinstance(given.value, list) else split_keys(str(given.value))
        return [key_named(str(each)) for each in listed]
    if parameter.kind in (Kind.TEST, Kind.TESTS, Kind.SIZE):
        raise Untranslatable(f"CogAgent has no {name} with `{parameter.name}`", span=span)
    text = _text(given, draft, span)
    if parameter.kind is Kind.VARIABLE and variables.sole_name(text) is None:
        if not variables.is_name(text):
            raise Untranslatable(f"`{text[:40]}` cannot name a variable", span=span)
        draft.repaired(span, f"the variable `{text}` was written without its marks")
        return variables.spell(text)
    if parameter.name == "url" and text != text.strip("` "):
        draft.repaired(span, "backticks around the link were left out")
        return text.strip("` ")
    if parameter.kind is Kind.KEY and keys.canonical(text) is None and len(split_keys(text)) < 2:
        key_named(text)  # raises, with the nearest name
    return text


def _is_placeholder(value: Any) -> bool:
    """`{text}`, alone, is what a program would have filled in."""
    return isinstance(value, str) and bool(re.fullmatch(r"\{[A-Za-z_][\w.()]*\}", value))


def _text(given: Argument, draft: Draft, span: Span) -> str:
    value = given.value
    if isinstance(value, CutOff):
        raise Untranslatable("the text is cut off", "ask the agent for the whole reply", span)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int | float):
        draft.repaired(span, f"the number {value} was read as text")
        return str(value)
    raise Untranslatable(f"`{given.name}` is not a text", span=span)


def _number(given: Argument, parameter: Parameter, draft: Draft, span: Span) -> int | float:
    value = given.value
    if isinstance(value, str) and re.fullmatch(r"\s*\d{1,9}(?:\.\d{1,9})?\s*", value):
        draft.repaired(span, f"the text '{value}' was read as a number")
        value = float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise Untranslatable(f"`{given.name}` is not a number", span=span)
    if given.name == "distance":
        screens = value if value <= 1 else value / 1000
        notches = max(round(screens * _NOTCHES), 1 if value else 0)
        draft.repaired(span, f"the distance {value:g} was read as {notches} notches of the wheel")
        return notches
    if parameter.kind is Kind.INTEGER and not isinstance(value, int):
        draft.repaired(span, f"{value:g} was read as {round(value)}")
        return round(value)
    return value


def _boolean(given: Argument, draft: Draft, span: Span) -> bool:
    if isinstance(given.value, bool):
        return given.value
    if isinstance(given.value, str) and given.value.casefold() in ("true", "false"):
        draft.repaired(span, f"the text '{given.value}' was read as {given.value.capitalize()}")
        return given.value.casefold() == "true"
    raise Untranslatable(f"`{given.name}` is neither True nor False", span=span)


def _key_actions(given: Argument, draft: Draft, span: Span) -> list[Value]:
    made: list[Value] = []
    for each in given.value if isinstance(given.value, list) else []:
        key = each.value("key") if isinstance(each, TextCall) else None
        if not isinstance(each, TextCall) or each.name not in KEY_ACTIONS or not isinstance(key, str):
            raise Untranslatable(
                "a gesture holds KEY_DOWN, KEY_PRESS and KEY_UP, each with its key", span=span
            )
        key_named(key)
        made.append(Operation(each.name, {"key": key}))
    if not made:
        raise Untranslatable("the gesture is empty", span=span)
    return made


def _key_press(read: dict[str, Value], draft: Draft, where: Span) -> list[Operation]:
    key = read.get("key")
    if not isinstance(key, str):
        raise Untranslatable("KEY_PRESS gives no key")
    if draft.platform in ("android", "ios") and key.casefold() in ("back", "home"):
        draft.repaired(where, f"{key} is a button of the phone")
        phone = Operation("SYSTEM_BUTTON", {"button": "home"})
        return [Operation("GO_BACK") if key.casefold() == "back" else phone]
    if keys.canonical(key) is None:
        draft.repaired(where, f"KEY_PRESS takes one key; `{key}` was read as a gesture")
        return [chord(split_keys(key))]
    return [Operation("KEY_PRESS", read)]


def _complete(name: str, read: dict[str, Value], draft: Draft, where: Span) -> None:
    """Give what may be left out, and refuse what has nothing to act on."""
    spec = OPERATIONS[name]
    targeted = "box" in read or bool(read.get("element_info"))
    if spec.target is Target.NAMED and not targeted:
        raise Untranslatable(f"{name} gives neither a box nor an element")
    if "step_count" not in read and spec.parameter("step_count"):
        draft.repaired(where, f"no step_count was given, read as {_USUAL_NOTCHES}")
        read["step_count"] = _USUAL_NOTCHES
    if name == "TYPE" and "text" not in read:
        raise Untranslatable("there is no text to type")
    for parameter in spec.parameters:
        if parameter.required and parameter.name not in ("box", *read):
            raise Untranslatable(f"{name} gives no {parameter.name}")
    for parameter_name in [key for key, value in read.items() if value is None]:
        del read[parameter_name]


def _spell(value: Any) -> str:
    return str(value).replace(" ", "") if isinstance(value, list) else "elsewhere"

"""UI-TARS: `Thought: … Action: click(start_box='(x,y)')` in its many box spellings.

Places are thousandths, fractions where all numbers are at most 1, or, from version 1.5 on, pixels of the
picture as the model saw it: a plan with any number over 1000 is read so, and needs the screen's size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from cogscript.dialects.calls import Call, Given
from cogscript.dialects.containers import Piece, pieces, spoken
from cogscript.dialects.merging import ALL_RULES
from cogscript.dialects.plan import Action, Context, Plan, Untranslatable
from cogscript.dialects.spoken import ENDS, PLACES, TEXTS, USUAL_NOTCHES, Spoken
from cogscript.dialects.transcripts import Reader, Speech
from cogscript.dialects.ui_tars_writing import write as write
from cogscript.dialects.words import arguments, chord, click, key_named, scroll, typed
from cogscript.language.box import Box
from cogscript.language.diagnostic import Source, Span
from cogscript.language.grammars import grammar_text
from cogscript.language.tree import Operation

MERGES = ALL_RULES

_CLICKS = {
    "click": ("left", 1), "left_single": ("left", 1), "left_click": ("left", 1),
    "left_double": ("left", 2), "left_double_click": ("left", 2), "double_click": ("left", 2),
    "right_single": ("right", 1), "right_single_click": ("right", 1), "right_click": ("right", 1),
    "middle_click": ("middle", 1), "left_triple": ("left", 3), "triple_click": ("left", 3),
}  # fmt: skip

_WAIT = 5
_ACROSS = {"up": (0, -300), "down": (0, 300), "left": (-300, 0), "right": (300, 0)}
"""How far a finger goes that is given only a direction."""


def _clicked(spoken: Spoken) -> list[Operation]:
    button, count = _CLICKS[spoken.call.name]
    return click(spoken.target(), button, count)


def _dragged(spoken: Spoken) -> list[Operation]:
    start, end = spoken.box(*PLACES), spoken.box(*ENDS)
    if end is None:
        raise Untranslatable(f"{spoken.call.name} does not say where it ends")
    return [Operation("DRAG", arguments(box=start, to=end))]


def _swiped(spoken: Spoken) -> list[Operation]:
    start, end = spoken.box(*PLACES), spoken.box(*ENDS)
    if end is None:
        start = start or Box.of(500, 500)
        end = _beside(start, spoken.needed("direction"))
    return [Operation("SWIPE", arguments(box=start, to=end))]


def _beside(start: Box, direction: str) -> Box:
    across = _ACROSS.get(direction.strip().casefold())
    if across is None:
        raise Untranslatable(f"`{direction[:40]}` is no direction to swipe in")
    a, b, c, d = start.corners
    x, y = (a + c) // 2 + across[0], (b + d) // 2 + across[1]
    return Box.of(min(max(x, 0), 999), min(max(y, 0), 999))


def _typed(spoken: Spoken) -> list[Operation]:
    text, box = spoken.text(*TEXTS), spoken.box(*PLACES)
    if not text and box is None:
        raise Untranslatable("there is no text to type")
    return [typed(text or "", box)]


def _scrolled(spoken: Spoken) -> list[Operation]:
    start, end = spoken.box(*PLACES), spoken.box(*ENDS)
    if end is not None:
        return [Operation("SWIPE", arguments(box=start, to=end))]
    count = spoken.number("step", "steps", "step_count", "amount", "distance")
    notches = USUAL_NOTCHES if count is None else count
    return [scroll(spoken.needed("direction"), notches, start)]


def _pressed_long(spoken: Spoken) -> list[Operation]:
    seconds = spoken.number("time", "duration", "seconds")
    return [Operation("LONG_PRESS", arguments(box=spoken.target(), seconds=seconds))]


def _finished(spoken: Spoken) -> list[Operation]:
    content = spoken.text(*TEXTS)
    return [*([Operation("ANSWER", {"text": content})] if content else []), Operation("END")]


def _asked(spoken: Spoken) -> list[Operation]:
    return [Operation("ASK_USER", {"question": spoken.text(*TEXTS) or "The agent needs your help"})]


def _waited(spoken: Spoken) -> list[Operation]:
    seconds = spoken.number("time", "seconds", "duration")
    return [Operation("WAIT", {"seconds": _WAIT if seconds is None else seconds})]


def _key(name: str) -> Callable[[Spoken], list[Operation]]:
    return lambda spoken: [Operation(name, {"key": key_named(spoken.needed("key", "keys"))})]


def _always(operation: str, /, **given: str) -> Callable[[Spoken], list[Operation]]:
    return lambda spoken: [Operation(operation, dict(given))]


def _launched(parameter: str, *names: str) -> Callable[[Spoken], list[Operation]]:
    return lambda spoken: [Operation("LAUNCH", {parameter: spoken.needed(*names)})]


_TRANSLATE: dict[str, Callable[[Spoken], list[Operation]]] = {
    **dict.fromkeys(_CLICKS, _clicked),
    "drag": _dragged, "left_drag": _dragged, "select": _dragged, "swipe": _swiped, "scroll": _scrolled,
    "long_press": _pressed_long, "type": _typed,
    "hover": lambda spoken: [Operation("HOVER", {"box": spoken.target()})],
    "mouse_move": lambda spoken: [Operation("HOVER", {"box": spoken.target()})],
    "hotkey": lambda spoken: [chord(spoken.keys("key", "keys", "hotkey"))],
    "press": lambda spoken: [chord(spoken.keys("key", "keys"))],
    "keydown": _key("KEY_DOWN"), "keyup": _key("KEY_UP"), "release": _key("KEY_UP"),
    "wait": _waited, "finished": _finished, "call_user": _asked,
    "open_app": _launched("app", "app_name", "app", "content"),
    "navigate": _launched("url", "url", "content"),
    "press_home": _always("SYSTEM_BUTTON", button="home"),
    "press_back": _always("GO_BACK"), "navigate_back": _always("GO_BACK"),
    "press_enter": _always("KEY_PRESS", key="Return"),
    "open_computer": _always("TOOL", name="open_computer"),
}  # fmt: skip

_POINT = "<point>340 260</point>"
ACTIONS: dict[str, Action] = {
    "click": Action(f"Action: click(point='{_POINT}')"),
    "left_single": Action("Action: left_single(start_box='(340,260)')"),
    "left_double": Action("Action: left_double(start_box='[340,260]')"),
    "right_single": Action("Action: right_single(start_box='<|box_start|>(340,260)<|box_end|>')"),
    "middle_click": Action("Action: middle_click(start_box='340, 260, 340, 260')"),
    "left_triple": Action("Action: left_triple(start_box='<bbox>340 260 340 260</bbox>')"),
    "hover": Action("Action: hover(start_box='(340,260)')"),
    "mouse_move": Action("Action: mouse_move(start_box='(340,260)')"),
    "drag": Action("Action: drag(start_box='(100,200)', end_box='(300,400)')"),
    "select": Action("Action: select(start_box='(100,200)', end_box='(300,400)')"),
    "swipe": Action("Action: swipe(start_box='(500,800)', end_box='(500,200)')"),
    "scroll": Action(
        f"Action: scroll(point='{_POINT}', direction='down')",
        f"{USUAL_NOTCHES} notches; two places are a swipe",
    ),
    "long_press": Action("Action: long_press(start_box='(340,260)', time='2')"),
    "type": Action(r"Action: type(content='杭州天气\n')", "a line break at the end is the Return key"),
    "hotkey": Action("Action: hotkey(key='ctrl c')"),
    "press": Action("Action: press(key='enter')"),
    "keydown": Action("Action: keydown(key='shift')"),
    "keyup": Action("Action: keyup(key='shift')", "`release` is the same"),
    "wait": Action("Action: wait()", f"{_WAIT} seconds, as its prompt says"),
    "finished": Action("Action: finished(content='17.00')", "without content only END"),
    "call_user": Action("Action: call_user()"),
    "open_app": Action("Action: open_app(app_name='微信')"),
    "navigate": Action("Action: navigate(url='example.com')"),
    "press_home": Action("Action: press_home()"),
    "press_back": Action("Action: press_back()"),
    "press_enter": Action("Action: press_enter()"),
    "navigate_back": Action("Action: navigate_back()"),
    "open_computer": Action("Action: open_computer()", "a tool of Agent TARS"),
}

_NAMES = frozenset(_TRANSLATE)
_ANY = "|".join(sorted(_NAMES, key=len, reverse=True))
_SIGN = re.compile(
    rf"\b(?:{_ANY})\((?:start_box|point|start_point|content|key|direction|text|app_name)="
    r"|<\|box_start\|>|<computer_env>"
)
_CALL = re.compile(rf"^(?:.*\b(?i:action)[ \t]*[:：])?[ \t`]*(?:{_ANY})\(", re.M)
_LABEL = re.compile(r"^[ \t]*(?:Thought|Reflection|Action_Summary)[ \t]*[:：]", re.M)


def detect(source: Source) -> float:
    text = spoken(source.text)
    if _SIGN.search(text) or ("<function=" in text and "<tool_call>" not in text):
        return 0.9 if not re.search(r"\bleft_(?:click|double_click|drag)\(|begin_of_box", text) else 0.7
    if _CALL.search(text):
        return 0.8
    return 0.6 if _LABEL.search(text) and "Action" in text else 0.0


def read(source: Source, context: Context) -> Plan:
    plan, seen = _read(source, context, "thousandths")
    if context.coordinates is None and any(number > 1000 for number in seen):
        plan, _ = _read(source, context, "resized")
    return plan


def _read(source: Source, context: Context, system: str) -> tuple[Plan, list[float]]:
    plan = Plan(source, context)
    seen: list[float] = []

    def translate(call: Call, plan: Plan, place: Callable[[Span], Span]) -> list[Operation]:
        return _TRANSLATE[call.name](Spoken(call, plan, place, system, seen))

    reader = Reader(plan, Speech(_NAMES, translate, lambda line, plan, span: None))
    for piece in pieces(source):
        if piece.kind == "json":
            continue
        if "<function=" in piece.text and piece.role in ("", "assistant"):
            _read_functions(piece, plan, translate)
        else:
            reader.read(piece)
    return plan, seen


# --- calls as tags ----------------------------------------------------------------------------------


@cache
def _parser() -> Lark:
    return Lark(grammar_text("ui_tars_function.lark"), parser="lalr", lexer="contextual")


def _functions(text: str) -> Iterator[tuple[int, int]]:
    close = "</function>"
    start = text.find("<function=")
    while start >= 0:
        end = text.find(close, start)
        end = len(text) if end < 0 else end + len(close)
        yield start, end
        start = text.find("<function=", end)


def _read_functions(
    piece: Piece, plan: Plan, translate: Callable[[Call, Plan, Callable[[Span], Span]], list[Operation]]
) -> None:
    for start, end in _functions(piece.text):
        span = piece.place(start, end)
        with plan.attempt(span):
            try:
                tree = _parser().parse(piece.text[start:end])
            except LarkError:
                raise Untranslatable("this is no call with parameters") from None
            call = _function(tree, start)
            if call.name not in _TRANSLATE:
                raise Untranslatable(f"there is no action `{call.name}`")
            for operation in translate(call, plan, lambda inner: piece.place(*inner)):
                plan.add(operation, span)


def _function(tree: Tree[Token], start: int) -> Call:
    name, *parameters = tree.children
    given = []
    for parameter in parameters:
        key, *value = parameter.scan_values(lambda _: True) if isinstance(parameter, Tree) else ("",)
        text = str(value[0]) if value else ""
        given.append(Given(str(key), text, Span(start, start + 1)))
    return Call(str(name), given, Span(start, start + 1))

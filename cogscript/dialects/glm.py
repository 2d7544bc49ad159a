"""GLM-4.1V and 4.5V, CogAgent's successors, in the three worlds they act in.

On a desktop `left_click(start_box='[x,y]')`; on a phone JSON with `action_type` and `box_2d`; in a browser
`CLICK(point=(x,y))` or the numbers of elements, `Click [1]`. All places are thousandths. An answer stands
between `<|begin_of_box|>` and `<|end_of_box|>`, behind the thought.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cogscript.dialects import cogagent, glm_phone, glm_web
from cogscript.dialects.calls import Call
from cogscript.dialects.containers import pieces, spoken
from cogscript.dialects.glm_writing import write as write
from cogscript.dialects.merging import ALL_RULES
from cogscript.dialects.plan import Action, Context, Plan, Untranslatable
from cogscript.dialects.spoken import ENDS, PLACES, TEXTS, USUAL_NOTCHES, Spoken
from cogscript.dialects.transcripts import Reader, Speech
from cogscript.dialects.words import arguments, chord, click, scroll
from cogscript.language.diagnostic import Source, Span
from cogscript.language.tree import Operation

MERGES = ALL_RULES

_WAIT = 5
_CLICKS = {
    "left_click": ("left", 1), "right_click": ("right", 1), "middle_click": ("middle", 1),
    "left_double_click": ("left", 2),
}  # fmt: skip


def _clicked(spoken: Spoken) -> list[Operation]:
    button, count = _CLICKS[spoken.call.name]
    return click(spoken.target(), button, count, **spoken.named())


def _dragged(spoken: Spoken) -> list[Operation]:
    start, end = spoken.box(*PLACES), spoken.box(*ENDS)
    if end is None:
        raise Untranslatable("left_drag does not say where it ends")
    return [Operation("DRAG", arguments(box=start, to=end, **spoken.named()))]


def _typed(spoken: Spoken) -> list[Operation]:
    return [Operation("TYPE", arguments(text=spoken.needed(*TEXTS), **spoken.named()))]


def _scrolled(spoken: Spoken) -> list[Operation]:
    count = spoken.number("step")
    notches = USUAL_NOTCHES if count is None else count
    return [scroll(spoken.needed("direction"), notches, spoken.box(*PLACES), **spoken.named())]


_TRANSLATE: dict[str, Callable[[Spoken], list[Operation]]] = {
    **dict.fromkeys(_CLICKS, _clicked),
    "hover": lambda spoken: [Operation("HOVER", arguments(box=spoken.target(), **spoken.named()))],
    "left_drag": _dragged,
    "key": lambda spoken: [chord(spoken.keys("keys", "key"))],
    "type": _typed,
    "scroll": _scrolled,
    "screenshot": lambda spoken: [Operation("SCREENSHOT")],
    "WAIT": lambda spoken: [Operation("WAIT", {"seconds": _WAIT})],
    "DONE": lambda spoken: [Operation("END")],
    "FAIL": lambda spoken: [Operation("FAIL", {"reason": "the agent gave up"})],
}
_SPECIAL = ("WAIT", "DONE", "FAIL")
_WEB = ("CLICK", "TYPE", "SCROLL_UP", "SCROLL_DOWN", "SCROLL_LEFT", "SCROLL_RIGHT", "HOVER", "KEY_PRESS",
        "GO_BACK", "ANSWER", "LAUNCH", "END")  # fmt: skip
"""CogAgent's operations, which GLM-V still says in a browser."""

ACTIONS: dict[str, Action] = {
    "left_click": Action("left_click(start_box='[250,610]', element_info='Search')"),
    "right_click": Action("right_click(start_box='[250,610]')"),
    "middle_click": Action("middle_click(start_box='[250,610]')"),
    "left_double_click": Action("left_double_click(start_box='[250,610]')"),
    "hover": Action("hover(start_box='[250,610]')"),
    "left_drag": Action("left_drag(start_box='[100,200]', end_box='[300,400]')"),
    "key": Action("key(keys='ctrl+c')"),
    "type": Action("type(content='green tea 绿茶')"),
    "scroll": Action("scroll(start_box='[250,610]', direction='down', step=3)"),
    "screenshot": Action("screenshot()"),
    "WAIT": Action("WAIT()", f"{_WAIT} seconds"),
    "DONE": Action("DONE()"),
    "FAIL": Action("FAIL()"),
    "CLICK": Action("CLICK(point=(640, 85), element_info='Recipes')"),
    "TYPE": Action("TYPE(point=(640, 85), text='noodles', element_info='Search')"),
    "SCROLL_DOWN": Action("SCROLL_DOWN(point=(640, 85), distance=0.5)", "a distance becomes notches"),
    "KEY_PRESS": Action("KEY_PRESS(key='Enter')"),
    "ANSWER": Action("ANSWER(content='42 km')"),
    **glm_phone.ACTIONS,
    **glm_web.ACTIONS,
}

_SIGN = re.compile(
    r"<\|begin_of_box\|>|\b(?:left_click|left_double_click|left_drag)\(start_box=|\bCLICK\(point="
    r"|^[ \t]*Memory[ \t]*[:：]"
)
_PHONE = re.compile(
    r"[\"']box_2d[\"']\s*:"
    r"|[\"']action_type[\"']\s*:\s*[\"'](?:keyboard_enter|navigate_home|navigate_back|input_text|status)[\"']"
)
_NAMES = frozenset((*_TRANSLATE, *_WEB))
_BARE = re.compile(
    rf"^(?:.*\b(?i:action)[ \t]*[:：])?[ \t`]*(?:{'|'.join(sorted(_TRANSLATE, key=len, reverse=True))})\(",
    re.M,
)


def detect(source: Source) -> float:
    text = spoken(source.text)
    if _SIGN.search(text) or _PHONE.search(source.text):
        return 0.95
    if _BARE.search(text):
        return 0.8
    return 0.75 if glm_web.claims(text) else 0.7 if glm_phone.claims(source) else 0.0


def read(source: Source, context: Context) -> Plan:
    plan = Plan(source, context)
    if glm_phone.read(source, plan):
        return plan
    labels = glm_web.labels(source.text)
    speech = Speech(_NAMES, _translate, lambda line, plan, span: _bare(line, plan, span, labels))
    reader = Reader(plan, speech)
    for piece in pieces(source):
        if piece.kind != "json":
            reader.read(piece)
    return plan


def _translate(call: Call, plan: Plan, place: Callable[[Span], Span]) -> list[Operation]:
    if call.name in _TRANSLATE:
        return _TRANSLATE[call.name](Spoken(call, plan, place, "thousandths", []))
    return cogagent.translate(call, plan, place)


def _bare(line: str, plan: Plan, span: Span, labels: glm_web.Labels) -> list[Operation] | None:
    if line in _SPECIAL:
        return _TRANSLATE[line](
            Spoken(Call(line, [], Span(0, 0)), plan, lambda inner: span, "thousandths", [])
        )
    return glm_web.translate_line(line, labels)

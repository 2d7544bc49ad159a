"""GUI-Plus and Qwen-VL: `<tool_call>{"name": "computer_use", "arguments": {"action": …}}</tool_call>`.

Three tools with actions of their own, for a desktop, a phone and a browser, and whatever tools the
prompt adds, which become TOOL. Places are thousandths; a plan with a number above 1000 is from a model
that points in pixels of the picture as it saw it, and then all its places are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.containers import Piece
from cogscript.dialects.coordinates import Frame
from cogscript.dialects.gui_plus_actions import ACTIONS, BROWSER, COMPUTER, MOBILE, Translate
from cogscript.dialects.gui_plus_write import write
from cogscript.dialects.json_fields import DESKTOPS, PHONES, Fields, Pointing, add_all, furthest
from cogscript.dialects.json_plan import (
    Broken,
    Call,
    Document,
    Event,
    Shape,
    glimpse,
    read_document,
    translate,
)
from cogscript.dialects.json_text import JsonObject, NotJson, parse
from cogscript.dialects.merging import ALL_RULES
from cogscript.dialects.plan import Context, Plan, Untranslatable
from cogscript.dialects.tools import tool
from cogscript.language.box import GRID, Size
from cogscript.language.diagnostic import Source, Span, nearest
from cogscript.language.tree import Operation

MERGES = ALL_RULES

_TOOLS: dict[str, dict[str, Translate]] = {
    "computer_use": COMPUTER, "mobile_use": MOBILE, "browser_use": BROWSER,
    "computer": COMPUTER, "mobile": MOBILE, "browser": BROWSER, "web": BROWSER,
}  # fmt: skip
_PLATFORMS = {"mobile_use": "android", "mobile": "android", "browser_use": "browser", "web": "browser"}
_FINISHING = ("terminate", "answer")
"""Actions that some prompts make tools of their own."""
_OWN = frozenset({"pixels", "keys", "time", "status", "coordinate2", "label", "option", "button", "clear"})
"""Arguments that tell these actions from those of computer-use tools."""
_WORD = re.compile(r"[a-z][a-z_ ]{0,39}\Z")

_FUNCTION = re.compile(r"<function=(?P<name>[\w.-]+)>")
_PARAMETER = re.compile(r"<parameter=(?P<name>\w+)>")


def _bare(value: JsonObject) -> bool:
    action = value.get("action")
    return (
        isinstance(action, str) and bool(_WORD.match(action)) and not value.keys() & {"params", "arguments"}
    )


def _tagged(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    """Calls that small models write with tags: `<function=computer_use><parameter=action>…`."""
    at = span.start
    while found := _FUNCTION.search(piece.text, at, span.end):
        close = piece.text.find("</function>", found.end(), span.end)
        end = span.end if close < 0 else close
        yield Span(found.start(), end), [_tagged_call(piece, found["name"], found.start(), found.end(), end)]
        at = end + len("</function>") if close >= 0 else end


def _tagged_call(piece: Piece, name: str, start: int, at: int, end: int) -> Event:
    arguments = JsonObject(start)
    place = piece.place(start, end)
    while parameter := _PARAMETER.search(piece.text, at, end):
        close = piece.text.find("</parameter>", parameter.end(), end)
        if piece.text[at : parameter.start()].strip() or close < 0:
            break
        key = parameter["name"]
        if key == "type" and "action" not in arguments:
            key = "action"
        text = piece.text[parameter.end() : close].strip()
        try:
            value = text if key in ("text", "action", "option") else parse(text).value
        except NotJson:
            value = text
        arguments[key] = value
        arguments.places[key] = Span(parameter.end(), close)
        at = close + len("</parameter>")
    if piece.text[at:end].strip():
        return Broken(piece.place(at, end), "the call is not complete: this is no parameter")
    return Call(name, arguments, place, piece)


SHAPE = Shape(_bare, lambda name: True, _tagged)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls:
        return 0.0
    if any(call.name in ("computer_use", "mobile_use", "browser_use", "web") for call in calls):
        return 1.0
    tagged = "<tool_call>" in source.text
    if any(call.name for call in calls):
        return 0.97 if tagged else 0.55 if not any("__" in call.name for call in calls) else 0.0
    known = {*COMPUTER, *MOBILE, *BROWSER}
    if not all(call.arguments["action"] in known for call in calls):
        return 0.0
    return 0.97 if tagged else 0.9 if any(call.arguments.keys() & _OWN for call in calls) else 0.6


def read(source: Source, context: Context) -> Plan:
    document = read_document(source, SHAPE)
    plan = Plan(source, context, document.around.screen)
    calls = document.calls
    plan.platform = next((_PLATFORMS[call.name] for call in calls if call.name in _PLATFORMS), "")
    pointing = _pointing(plan, document)
    translate(document, plan, lambda call: _add(call, pointing))
    if calls and plan.steps and (last := plan.steps[-1].operation) and last.name == "ANSWER":
        plan.add(Operation("END"), calls[-1].span)  # to answer is to finish
    return plan


def _pointing(plan: Plan, document: Document) -> Pointing:
    """Thousandths, unless a place of the plan cannot be."""
    told, right_bottom = document.around.resolution, furthest(document)
    phone = any(call.name.startswith("mobile") for call in document.calls)
    if told and told != Size(GRID, GRID):
        pointing = Pointing(plan, document, "pixels", (told,))
        if not plan.context.coordinates:
            pointing.settle(Frame(*told))
        return pointing
    if max(right_bottom) <= GRID or plan.context.coordinates:
        return Pointing(plan, document, "thousandths", ())
    return Pointing(plan, document, "resized", PHONES if phone else DESKTOPS)


def _add(call: Call, pointing: Pointing) -> None:
    fields = Fields(call, pointing)
    actions = _TOOLS.get(call.name)
    name = fields.maybe_text("action")
    if call.name in _FINISHING:
        actions, name = COMPUTER, call.name
    elif not call.name:
        # A bare action: of the phone's tool if only that has it.
        actions = next((each for each in (COMPUTER, MOBILE, BROWSER) if name in each), COMPUTER)
    if actions is None:
        add_all(pointing.plan, call, [tool(call.name, call.arguments)])
        return
    if name is None:
        raise fields.missing("action")
    say = actions.get(name.strip().replace(" ", "_"))
    if say is None:
        near = nearest(name, actions)
        advice = f"did it mean {near}?" if near else f"the actions are {', '.join(actions)}"
        raise Untranslatable(f"there is no action `{name[:40]}`", advice, call.place("action"))
    add_all(pointing.plan, call, say(fields))


__all__ = ["ACTIONS", "MERGES", "detect", "read", "write"]

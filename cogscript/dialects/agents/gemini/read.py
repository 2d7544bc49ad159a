"""Gemini computer use: `{"name": "click_at", "args": {"x": 371, "y": 470}}`, in the forms it is printed in.

Places are thousandths of the page. A call that the interface wants a person to confirm is sensitive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cogscript.dialects.agents.gemini.actions import ACTIONS as ACTIONS
from cogscript.dialects.agents.gemini.actions import FIRST, ON_A_PHONE, TRANSLATE
from cogscript.dialects.core.draft import DialectOptions, Draft
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_text import first
from cogscript.dialects.formats.json_values import JsonObject, NotJson
from cogscript.dialects.formats.tool_calls.custom_tools import tool
from cogscript.dialects.formats.tool_calls.fields import Fields, add_all, add_translated
from cogscript.dialects.formats.tool_calls.listed_arguments import calls_in_lists
from cogscript.dialects.formats.tool_calls.plan import Broken, Event, Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import PlanPlaces
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.dialects.formats.tool_calls.written_calls import calls_in_text, names_pattern
from cogscript.language.model.diagnostic import Source, Span

MERGES = ALL_RULES

_OWN = frozenset({*FIRST, "drag_and_drop"}) - {"search", "go_home"}
"""Names that no other agent has."""
_SHARED = frozenset(TRANSLATE) - _OWN
_ANSWERED = re.compile(r"\"function_?[Cc]all\"\s*:|\"args\"\s*:|\bFunctionCall\((?=[^\n]{0,400}\bargs=)")
"""How Gemini's interface writes any call."""
_POSITIONAL = {
    "click_at": ("x", "y"), "hover_at": ("x", "y"), "type_text_at": ("x", "y", "text"), "navigate": ("url",),
    "key_combination": ("keys",), "scroll_document": ("direction",), "long_press_at": ("x", "y"),
    "drag_and_drop": ("x", "y", "destination_x", "destination_y"), "scroll_at": ("x", "y", "direction"),
}  # fmt: skip
_WRITTEN = names_pattern(sorted(_OWN | {"navigate"}))
_PRINTED = re.compile(r"\bFunctionCall\(")
_PRINTED_NAME = re.compile(r"\bname=['\"](?P<name>\w+)['\"]")
_PRINTED_ARGUMENTS = re.compile(r"\bargs=(?=\{)")
_LONGEST = 20_000


def _in_text(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    """Calls written as `click_at(x=…, y=…)`, and as Python prints the object, `FunctionCall(name=…)`."""
    if listed := list(calls_in_lists(piece, span, TRANSLATE.__contains__)):
        yield from listed
    elif _PRINTED.search(piece.text, span.start, span.end):
        yield from _printed(piece, span)
    else:
        yield from calls_in_text(piece, span, _WRITTEN, _POSITIONAL)


def _printed(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    starts = [match.start() for match in _PRINTED.finditer(piece.text, span.start, span.end)]
    for start, limit in zip(starts, [*starts[1:], span.end], strict=True):
        limit = min(limit, start + _LONGEST)
        arguments, end = JsonObject(start), start
        found = _PRINTED_ARGUMENTS.search(piece.text, start, limit)
        if found:
            try:
                read = first(piece.text, found.end(), limit)
            except NotJson as refusal:
                yield Span(start, limit), [Broken(piece.place(*refusal.span), refusal.reason)]
                continue
            end = read.span.end
            arguments = read.value if isinstance(read.value, JsonObject) else arguments
        outside = piece.text[start : found.start() if found else limit] + piece.text[end:limit]
        name = _PRINTED_NAME.search(outside)
        if name:
            close = max(end, piece.text.find(")", end, limit) + 1)
            yield Span(start, close), [ToolCall(name["name"], arguments, piece.place(start, close), piece)]


def _alone(value: JsonObject) -> bool:
    """A call that takes nothing, of which some print only the name; or one whose name is an argument."""
    if isinstance(action := value.get("action"), str) and action in _OWN:
        return True
    return value.keys() == {"name"} and isinstance(value["name"], str) and value["name"] in _OWN


SHAPE = Shape(_alone, lambda name: True, _in_text, titles=lambda name: name in TRANSLATE)


def _name(call: ToolCall) -> str:
    return call.name or str(call.arguments.get("name", call.arguments.get("action")))


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if any(_name(call) in _OWN for call in calls):
        return 0.97
    shared = [call for call in calls if call.name in _SHARED]
    if any("intent" in call.arguments for call in shared):
        return 0.97
    return 0.96 if shared and _ANSWERED.search(source.text) else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, SHAPE)
    draft = Draft(source, options, plan.metadata.screen)
    if any(call.name in ON_A_PHONE for call in plan.calls):
        draft.platform = "android"
    places = PlanPlaces(draft, plan, "thousandths", ())
    return translate(plan, draft, lambda call: _add(call, places))


def _add(call: ToolCall, places: PlanPlaces) -> None:
    decision = call.arguments.get("safety_decision")
    call.sensitive = call.sensitive or decision is not None
    intent = call.arguments.get("intent")
    if isinstance(intent, str):
        call.description = call.description or intent
    make = TRANSLATE.get(_name(call))
    if make is None:
        add_all(places.draft, call, [tool(call.name, call.arguments)])  # a function of the person's own
        return
    fields = Fields(call, places)
    fields.use("intent", *([] if call.name else ["name"]))
    add_translated(fields, make(fields))

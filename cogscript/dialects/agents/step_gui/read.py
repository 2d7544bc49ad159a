"""Step-GUI: `<THINK>…</THINK>` and `explain:…⇥action:CLICK⇥point:500,300⇥summary:…`, or the same as JSON.

Places are thousandths of the phone's screen. What it explains is what the step does; its summary of the
history is for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields, action_of, add_translated
from cogscript.dialects.formats.tool_calls.plan import Event, Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import PlanPlaces
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES
_WAIT = 1


def _row(name: str, more: str = "", remark: str = "") -> tuple[str, Action]:
    return name, Action(f"action:{name}{more}", remark)


ACTIONS: dict[str, Action] = dict(
    (
        _row("CLICK", "\tpoint:480,930"),
        _row("TYPE", "\tvalue:杭州天气\tpoint:480,90"),
        _row("LONGPRESS", "\tpoint:480,930"),
        _row("SLIDE", "\tpoint1:500,800\tpoint2:500,200"),
        _row("DOUBLE_TAP", "\tpoint:480,930"),
        _row("AWAKE", "\tvalue:微信", "opens the application"),
        _row("OPEN", "\tapp:微信", "opens the application; written by some clients"),
        _row("LAUNCH", "\tvalue:微信", "opens the application; written by some clients"),
        _row("HOT_KEY", "\tkey:BACK"),
        _row("BACK", "", "also HOME; written by some clients"),
        _row("WAIT", "\tvalue:2"),
        _row("INFO", "\tvalue:哪一个？", "the person is asked"),
        _row("CALL_USER", "\tvalue:请登录", "the person is asked"),
        _row("COMPLETE", "\treturn:已完成"),
        _row("ANSWER", "\tvalue:17.00", "written by some clients"),
        _row("ABORT", "\tvalue:没有网络"),
        ("as JSON", Action('{"explain": "…", "action": "CLICK", "point": [480, 930], "summary": "…"}')),
    )
)

_LINE = re.compile(r"^(?=[^\n]*?(?:^|\t|\\t|[ ]{2})[ ]*action[ ]*[:：])[^\n]+$", re.M)
_WIDE = re.compile(
    r"[ ]{2,}(?=(?:cot|explain|action|point\d?|value|app|key|direction|return|summary|status)[ ]*[:：])"
)
"""Some clients' documents write spaces for the tabs: several of them, and a field after them."""
_FIELD = re.compile(
    r"(?:^|\t|\\t)[ ]*(?P<key>[a-z]+\d?(?:_[a-z]+)?)[ ]*[:：=](?P<value>.*?)(?=\t|\\t|$)", re.S
)
_SPACED = re.compile(r"[ ]*action[ ]*[:：][ ]*(?P<name>[A-Z_]+)(?P<rest>(?:[ ]+\S.*)?)")
_PLACE = re.compile(r"[ ]+(?P<key>point\d?)[ ]*[:：=](?P<value>[ ]*[\[(]?[\d. ]+,[\d. ]+[\])]?)(?=[ ]|$)")
_TEXT = re.compile(r"[ ]+(?P<key>value|app|key|direction|return)[ ]*[:：=](?P<value>.*)")
"""One line without tabs: `action:CLICK point:500,300`. A text goes on to the end: it may hold colons."""
_POINT = re.compile(r"\s*[\[(]?\s*(-?\d+(?:\.\d+)?)\s*[, ，]\s*(-?\d+(?:\.\d+)?)\s*[\])]?\s*")
_BARE = re.compile(
    r"(?:\t|\\t)[ ]*(?:point[ ]*)?(?P<value>[\[(][ ]*[\d.]+[ ]*,[ ]*[\d.]+[ ]*[\])])[ ]*(?=\t|\\t|$)"
)
"""A place whose name, or the colon behind it, was forgotten: nothing else in such a line is two numbers."""
_PLACE_KEYS = ("point", "coordinate")
_ABOUT = ("cot", "explain", "summary", "is_keyboard", "keyboard_exists", "status")
_ONLY_HERE = frozenset({"AWAKE", "SLIDE", "COMPLETE", "CALLUSER"})
_TOOLS = ("mobile_use", "mobile")
"""Tools of another agent, under whose name some clients call its actions."""
_OWN = frozenset({"cot", "explain", "point", "point1", "return"})


def _name(value: JsonObject) -> str:
    name = value.get("action", value.get("action_type"))
    return name if isinstance(name, str) else ""


def _bare(value: JsonObject) -> bool:
    """Its objects name an action in capitals, and give a `point`, or explain themselves."""
    name = _name(value)
    own = name == "HOT_KEY" or _plain(name) in _ONLY_HERE or bool(value.keys() & _OWN)
    return _plain(name) in _TRANSLATE and name.isupper() and own


def _plain(name: str) -> str:
    return name.replace("_", "").upper()


def _in_text(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    for line in _LINE.finditer(piece.text, span.start, span.end):
        arguments = JsonObject(line.start())
        written = _WIDE.sub(lambda spaces: "\t".ljust(len(spaces[0])), line.group())
        for key, text, start, end in _spaced(line.group()) or _tabbed(written):
            arguments[key] = _value(key, text.strip())
            arguments.places[key] = Span(line.start() + start, line.start() + end)
        explained = arguments.get("explain")
        call = ToolCall("", arguments, piece.place(*line.span()), piece)
        call.description = explained if isinstance(explained, str) else ""
        yield Span(*line.span()), [call]


_Written = tuple[str, str, int, int]
"""A field: its key, its text, and where that begins and ends in its line."""


def _tabbed(line: str) -> list[_Written]:
    found = [(field["key"], field["value"], *field.span("value")) for field in _FIELD.finditer(line)]
    bare = None if any(key.startswith(_PLACE_KEYS) for key, *_ in found) else _BARE.search(line)
    return [*found, ("point", bare["value"], *bare.span("value"))] if bare else found


def _spaced(line: str) -> list[_Written]:
    """The fields of a line that parts them by spaces; empty when it is not all fields."""
    spaced = _SPACED.fullmatch(line.rstrip())
    if spaced is None or "\t" in line or "\\t" in line:
        return []
    found: list[_Written] = [("action", spaced["name"], *spaced.span("name"))]
    at = spaced.start("rest")
    while field := _PLACE.match(line, at) or _TEXT.match(line.rstrip(), at):
        text, start, end = field["value"], *field.span("value")
        if field.re is _TEXT and (place := _PLACE.search(text)) and place.end() == len(text):
            text, end = text[: place.start()], start + place.start()  # a place behind the text
        found.append((field["key"], text, start, end))
        at = end
    return found if at == spaced.end("rest") else []


def _value(key: str, text: str) -> JsonValue:
    point = _POINT.fullmatch(text) if key.startswith(_PLACE_KEYS) else None
    if point is None:
        return text
    place = JsonArray()
    place.extend(float(number) if "." in number else int(number) for number in point.groups())
    return place


def _may_be(value: JsonObject) -> bool:
    """Whether it is an action of this agent, once it is known that the plan is its."""
    name = _name(value)
    return _bare(value) or (name.isupper() and _plain(name) in _TRANSLATE)


_ANY = Shape(_may_be, lambda name: name in _TOOLS, _in_text)
SHAPE = Shape(_bare, lambda name: name in _TOOLS, _in_text)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    known = [call for call in calls if _plain(_name(call.arguments)) in _TRANSLATE]
    if any(call.name for call in calls):
        own = len(known) == len(calls) and all(_name(call.arguments).isupper() for call in calls)
        return 0.96 if own and any(_plain(_name(call.arguments)) in _ONLY_HERE for call in calls) else 0.0
    return 0.96 if known else 0.0


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, _ANY)
    draft = Draft(source, options, plan.metadata.screen)
    draft.platform = "android"
    places = PlanPlaces(draft, plan, "thousandths", ())
    return translate(plan, draft, lambda call: _add(call, places))


def _add(call: ToolCall, places: PlanPlaces) -> None:
    name = _name(call.arguments)
    where = call.place("action", "action_type")
    make = _TRANSLATE.get(_plain(name)) or action_of(name, _IN_SMALL, places.draft, where)
    explained = call.arguments.get("explain")
    if isinstance(explained, str) and explained.strip():
        call.description = explained.strip()
    fields = Fields(call, places)
    fields.use(*_ABOUT)
    add_translated(fields, make(fields))


# --- what each action becomes -----------------------------------------------------------------------


def _typed(fields: Fields) -> Iterable[Operation]:
    return [builders.typed(fields.text("value", "text"), fields.place("point"))]


def _slid(fields: Fields) -> Iterable[Operation]:
    direction = fields.maybe_text("direction")
    if direction is not None:
        return [common.finger(direction, fields.place("point"))]
    return [Operation("SWIPE", {"box": fields.need_box("point1"), "to": fields.need_box("point2")})]


def _key(fields: Fields) -> Iterable[Operation]:
    name = fields.text("key", "value")
    found = phone_key(name)
    if found is None:
        with fields.blaming("key", "value"):
            return builders.strokes(name)
    return [found]


def _opened(fields: Fields) -> Iterable[Operation]:
    return [Operation("LAUNCH", {"app": fields.text("value", "app", "app_name", "package")})]


def _waited(fields: Fields) -> Iterable[Operation]:
    text = fields.maybe_text("value", "time", "duration")
    number = re.match(r"\s*(\d{1,6}(?:\.\d+)?)", text or "")
    if text and not number:
        raise Untranslatable("`value` is not a time", span=fields.call.place("value"))
    seconds = float(number[1]) if number else float(_WAIT)
    return [Operation("WAIT", {"seconds": int(seconds) if seconds.is_integer() else seconds})]


def _asked(fields: Fields) -> Iterable[Operation]:
    question = fields.maybe_text("value", "question") or "The agent asks for your help."
    return [Operation("ASK_USER", {"question": question})]


def _completed(fields: Fields) -> Iterable[Operation]:
    said = fields.maybe_text("return", "value")
    if str(fields.call.arguments.get("status", "")).upper() == "FAILURE":
        return [Operation("FAIL", builders.arguments(reason=said or None))]
    return [*([Operation("ANSWER", {"text": said})] if said else []), Operation("END")]


def _answered(fields: Fields) -> Iterable[Operation]:
    return [Operation("ANSWER", {"text": fields.text("value", "return", "text")})]


def _aborted(fields: Fields) -> Iterable[Operation]:
    return [Operation("FAIL", builders.arguments(reason=fields.maybe_text("value", "return") or None))]


_TRANSLATE: dict[str, Translate] = {
    "CLICK": common.tap(),
    "DOUBLETAP": common.tap(2),
    "DOUBLECLICK": common.tap(2),
    "LONGPRESS": common.long_press,
    "TYPE": _typed,
    "SLIDE": _slid,
    **dict.fromkeys(("AWAKE", "OPEN", "LAUNCH"), _opened),
    "HOTKEY": _key,
    "BACK": common.plain("GO_BACK"),
    "HOME": common.plain("SYSTEM_BUTTON", button="home"),
    "WAIT": _waited,
    "INFO": _asked,
    "CALLUSER": _asked,
    "COMPLETE": _completed,
    "ANSWER": _answered,
    "ABORT": _aborted,
}
_IN_SMALL = {name.casefold(): made for name, made in _TRANSLATE.items()}

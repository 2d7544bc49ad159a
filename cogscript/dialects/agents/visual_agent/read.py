"""DesktopVisualAgent: decisions that name their target, and groundings that find it in pixels.

A decision is `{"reasoning": …, "action": "CLICK", "params": {"target": …, "pos": …}}`; the grounding
that may follow it, `{"box": […], "label": …, "type": …, "screen": [w, h]}`, says where the target is. A
grounding by itself is a place to click. Its `screen` is what the model believes, and is sometimes
wrong: its own size is used as long as its box fits in it, and a different screen is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from cogscript.dialects.core import builders
from cogscript.dialects.core.coordinates import CoordinateSpace
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_text import first
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, NotJson
from cogscript.dialects.formats.tool_calls.fields import Fields, add_all
from cogscript.dialects.formats.tool_calls.plan import Broken, Event, Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import PlanPlaces
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.language.model.box import Box, Size
from cogscript.language.model.diagnostic import Source, Span, nearest
from cogscript.language.model.tree import Operation, Value

MERGES = ()
"""Its actions are already operations of a `.cog` file."""
PAGE = 5
"""Notches of a SCROLL, which does not say how far."""
BROWSER = Size(1280, 720)
"""The page the agent opens, for places that come without a screen."""

ACTIONS = {
    "CLICK": Action('{"reasoning": "…", "action": "CLICK", "params": {"target": "搜索", "pos": "顶部"}}'),
    "TYPE": Action('{"reasoning": "…", "action": "TYPE", "params": {"target": "搜索", "text": "天气"}}'),
    "SCROLL": Action(
        '{"reasoning": "…", "action": "SCROLL", "params": {"direction": "向下"}}', "five notches"
    ),
    "SUCCESS": Action('{"reasoning": "…", "action": "SUCCESS", "params": {}}'),
    "FAIL": Action('{"reasoning": "…", "action": "FAIL", "params": {}}', "this agent then goes a page back"),
    "ASK_USER": Action('{"reasoning": "…", "action": "ASK_USER", "params": {"question": "Which one?"}}'),
    "grounding": Action(
        '{"box": [300, 400, 420, 460], "label": "保存", "type": "按钮", "screen": [800, 600]}',
        "the place of the decision before it; by itself, a click",
    ),
}

_DECISIONS = ("CLICK", "TYPE", "SCROLL", "SUCCESS", "FAIL", "ASK_USER")
_DIRECTIONS = {"向上": "up", "向下": "down", "向左": "left", "向右": "right", "上": "up", "下": "down",
               "左": "left", "右": "right"}  # fmt: skip
_KEYWORD = re.compile(r"[ \t]*,?[ \t]*(?P<name>[a-z_]+)[ \t]*=[ \t]*")
_EXECUTED = re.compile(r"""^[ \t]*(?=\{\s*["']type["']\s*:\s*["'][A-Z_]+["'])""", re.M)


def _bare(value: JsonObject) -> bool:
    return _is_grounding(value) or _decision(value) is not None


def _is_grounding(value: JsonObject) -> bool:
    return isinstance(value.get("box"), JsonArray) and not isinstance(value.get("action"), str)


def _decision(value: JsonObject) -> str | None:
    """The action a decision names, or the call of its executor, `{"type": "SCROLL", …}`."""
    action = value.get("action", value.get("type"))
    if not isinstance(action, str) or not action.isupper() or "action_type" in value:
        return None
    return action if action in _DECISIONS or isinstance(value.get("params"), JsonObject) else None


def _executed(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    """Calls of the executor as its tests print them: `{"type": "TYPE"} box={…} text="…"`."""
    at = span.start
    while found := _EXECUTED.search(piece.text, at, span.end):
        begin = found.end()
        line = piece.text.find("\n", begin, span.end)
        end = span.end if line < 0 else line
        try:
            call = first(piece.text, begin, span.end)
        except NotJson as refusal:
            yield Span(begin, refusal.span.end), [Broken(piece.place(*refusal.span), refusal.reason)]
            at = max(refusal.span.end, begin + 1)
            continue
        at = call.span.end
        if not isinstance(call.value, JsonObject) or not _KEYWORD.match(piece.text, at, end):
            continue
        try:
            at = _keywords(piece.text, call.value, at, end)
        except NotJson as refusal:
            yield Span(begin, end), [Broken(piece.place(*refusal.span), refusal.reason)]
            at = end
            continue
        yield Span(begin, at), [ToolCall("", call.value, piece.place(begin, at), piece)]


def _keywords(text: str, call: JsonObject, at: int, end: int) -> int:
    """Add the `name=value` after a call to it; where they end."""
    while keyword := _KEYWORD.match(text, at, end):
        value = first(text, keyword.end(), end)
        call[keyword["name"]] = value.value
        call.places[keyword["name"]] = value.span
        at = value.span.end
    return at


SHAPE = Shape(_bare, lambda name: False, _executed, nested=True)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls:
        return 0.0
    if any("params" in call.arguments or "reasoning" in call.arguments for call in calls):
        return 0.95
    return (
        0.9 if all(call.arguments.keys() & {"screen", "label", "direction", "box"} for call in calls) else 0.6
    )


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, SHAPE)
    draft = Draft(source, options)
    translator = _DecisionTranslator(PlanPlaces(draft, plan, "pixels", (BROWSER, Size(1920, 1080))))
    translate(plan, draft, translator.add)
    if draft.screen is None and len(translator.screens) == 1:
        draft.screen = translator.screens[0]
    return draft


class _DecisionTranslator:
    def __init__(self, places: PlanPlaces) -> None:
        self.places = places
        self.draft = places.draft
        self.waiting: Operation | None = None
        """The last decision, as long as it has no place."""
        self.screens: list[Size] = []
        decisions = [call for call in places.plan.calls if _decision(call.arguments) is not None]
        self.last = decisions[-1] if decisions and not _is_unconfirmed(decisions[-1]) else None
        """The decision that ends the plan, if it is SUCCESS: after any other the agent went on."""

    def add(self, call: ToolCall) -> None:
        action = _decision(call.arguments)
        if action is None:
            self._ground(call)
            return
        make = _TRANSLATE.get(action)
        if make is None:
            near = nearest(action, _DECISIONS)
            raise Untranslatable(
                f"there is no action `{action[:40]}`",
                f"did it mean {near}?" if near else "",
                call.place("action", "type"),
            )
        if action == "SUCCESS" and call is not self.last:
            self.draft.remark("the person did not confirm this SUCCESS, and the plan continues")
            return
        fields = Fields(_flat(call), self.places)
        fields.use("screen", "params", "result")
        (operation,) = make(fields)
        if fields.call.arguments is not call.arguments:
            beside = Fields(call, self.places)
            beside.use("screen", "params", "result", "box")
            beside.report_unused([operation])
        grounding = call.arguments.get("box")
        if grounding is not None and action in ("CLICK", "TYPE"):
            fields.use("box")
            self._point(operation, self._grounding(call, grounding))
        fields.report_unused([operation])
        add_all(self.draft, call, [operation])
        self.waiting = operation if operation.name in ("CLICK", "TYPE") else None

    def _ground(self, call: ToolCall) -> None:
        """A grounding: the place of the decision before it, or a click of its own."""
        fields = Fields(call, self.places)
        fields.use("box", "type", "label", "screen")
        box = self._box(call)
        found = builders.arguments(
            box=box,
            element_type=_word(call.arguments.get("type")),
            element_info=_word(call.arguments.get("label")),
        )
        fields.report_unused([Operation("CLICK", found)])
        if self.waiting is not None and "box" not in self.waiting.arguments:
            self._point(self.waiting, found)
        else:
            add_all(self.draft, call, [Operation("CLICK", found)])
        self.waiting = None

    @staticmethod
    def _point(operation: Operation, found: dict[str, Value]) -> None:
        """Give a decision its place; what it calls its target stays."""
        operation.arguments = {**found, **operation.arguments}

    def _grounding(self, call: ToolCall, grounding: object) -> dict[str, Value]:
        inner = grounding if isinstance(grounding, JsonObject) else call.arguments
        place = ToolCall("", inner, call.span, call.piece)
        return builders.arguments(box=self._box(place), element_info=_word(inner.get("label")))

    def _box(self, call: ToolCall) -> Box:
        """The place of a box: in its own `screen`, if it fits there."""
        screen = self._screen(call)
        value = call.arguments.get("box")
        numbers = (
            [float(str(each)) for each in value if type(each) in (int, float)]
            if isinstance(value, JsonArray)
            else []
        )
        if not isinstance(value, JsonArray) or len(numbers) != len(value):
            raise Untranslatable("`box` is not a place", span=call.place("box"))
        if screen is None:
            return self.places.box(numbers, call.place("box"))
        if not _fits(numbers, screen) and self.draft.screen and _fits(numbers, self.draft.screen):
            self.draft.repaired(
                call.place("screen"),
                f"the box does not fit in its own screen of {screen.width}x{screen.height}: "
                f"it is read in the real one",
            )
            screen = self.draft.screen
        return self.draft.box(CoordinateSpace(*screen), tuple(numbers), call.place("box"))

    def _screen(self, call: ToolCall) -> Size | None:
        value = call.arguments.get("screen")
        sides = (
            [side for side in value if type(side) is int and side > 0] if isinstance(value, JsonArray) else []
        )
        if len(sides) != 2:
            return None
        screen = Size(int(str(sides[0])), int(str(sides[1])))
        if self.draft.options.screen and screen != self.draft.options.screen:
            width, height = self.draft.options.screen
            self.draft.repaired(
                call.place("screen"),
                f"the model believed in a screen of {screen.width}x{screen.height}, not {width}x{height}: "
                "its place is read in proportion",
            )
        if screen not in self.screens:
            self.screens.append(screen)
        return screen


def _is_unconfirmed(call: ToolCall) -> bool:
    """Whether the result of a decision says that the person did not agree."""
    return "未确认" in str(call.arguments.get("result", ""))


def _fits(numbers: list[float], screen: Size) -> bool:
    return all(0 <= number <= side for number, side in zip(numbers, (*screen, *screen), strict=False))


def _flat(call: ToolCall) -> ToolCall:
    """The call with its `params` beside its action."""
    params = call.arguments.get("params")
    if not isinstance(params, JsonObject):
        return call
    return replace(call, name="", arguments=params)


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


# --- what each decision becomes ------------------------------------------------------------------------


def _target(fields: Fields) -> dict[str, Value]:
    target = _word(fields.maybe_text("target", "label"))
    if target is None and not isinstance(fields.call.arguments.get("box"), JsonArray | JsonObject):
        raise fields.missing("target")
    elements = fields.call.seen.elements
    known = elements.named(target) if target and elements else None
    position = _word(fields.maybe_text("pos"))
    if position:
        fields.draft.remark(f"at {position}")
    return builders.arguments(element_type=known.kind or None if known else None, element_info=target)


def _scroll(fields: Fields) -> Iterable[Operation]:
    given = fields.text("direction").strip()
    direction = _DIRECTIONS.get(given, given)
    fields.draft.remark(f"it does not say how far: {PAGE} notches")
    yield builders.scroll(direction, PAGE, None)


_TRANSLATE: dict[str, Callable[[Fields], Iterable[Operation]]] = {
    "CLICK": lambda fields: [Operation("CLICK", _target(fields))],
    "TYPE": lambda fields: [Operation("TYPE", {**_target(fields), "text": fields.text("text")})],
    "SCROLL": _scroll,
    "SUCCESS": lambda fields: [Operation("END")],
    "FAIL": lambda fields: [Operation("GO_BACK")],
    "ASK_USER": lambda fields: [Operation("ASK_USER", {"question": fields.text("question")})],
}

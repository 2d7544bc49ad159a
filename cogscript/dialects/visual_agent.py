"""DesktopVisualAgent: decisions that name their target, and groundings that find it in pixels.

A decision is `{"reasoning": …, "action": "CLICK", "params": {"target": …, "pos": …}}`; the grounding
that may follow it, `{"box": […], "label": …, "type": …, "screen": [w, h]}`, says where the target is. A
grounding by itself is a place to click. Its `screen` is what the model believes, and is sometimes
wrong: its own frame is used as long as its box fits in it, and a different screen is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from cogscript.dialects import words
from cogscript.dialects.containers import Piece
from cogscript.dialects.coordinates import Frame
from cogscript.dialects.json_fields import Fields, Pointing, add_all
from cogscript.dialects.json_plan import Broken, Call, Event, Shape, glimpse, read_document, translate
from cogscript.dialects.json_text import JsonArray, JsonObject, NotJson, first
from cogscript.dialects.plan import Action, Context, Plan, Untranslatable
from cogscript.dialects.visual_agent_write import write
from cogscript.language.box import Box, Size
from cogscript.language.diagnostic import Source, Span, nearest
from cogscript.language.tree import Operation, Value

MERGES = ()
"""Its words are already those of a `.cog` file."""
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
        yield Span(begin, at), [Call("", call.value, piece.place(begin, at), piece)]


def _keywords(text: str, call: JsonObject, at: int, end: int) -> int:
    """Add the `name=value` behind a call to it; where they end."""
    while keyword := _KEYWORD.match(text, at, end):
        value = first(text, keyword.end(), end)
        call[keyword["name"]] = value.value
        call.places[keyword["name"]] = value.span
        at = value.span.end
    return at


SHAPE = Shape(_bare, lambda name: False, _executed)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls:
        return 0.0
    if any("params" in call.arguments or "reasoning" in call.arguments for call in calls):
        return 0.95
    return (
        0.9 if all(call.arguments.keys() & {"screen", "label", "direction", "box"} for call in calls) else 0.6
    )


def read(source: Source, context: Context) -> Plan:
    document = read_document(source, SHAPE)
    plan = Plan(source, context)
    reader = _Reader(Pointing(plan, document, "pixels", (BROWSER, Size(1920, 1080))))
    translate(document, plan, reader.add)
    if plan.screen is None and len(reader.screens) == 1:
        plan.screen = reader.screens[0]
    return plan


class _Reader:
    def __init__(self, pointing: Pointing) -> None:
        self.pointing = pointing
        self.plan = pointing.plan
        self.waiting: Operation | None = None
        """The last decision, as long as it has no place."""
        self.screens: list[Size] = []

    def add(self, call: Call) -> None:
        action = _decision(call.arguments)
        if action is None:
            self._ground(call)
            return
        say = _SAY.get(action)
        if say is None:
            near = nearest(action, _DECISIONS)
            raise Untranslatable(
                f"there is no action `{action[:40]}`",
                f"did it mean {near}?" if near else "",
                call.place("action", "type"),
            )
        fields = Fields(_flat(call), self.pointing)
        (operation,) = say(fields)
        grounding = call.arguments.get("box")
        if grounding is not None and action in ("CLICK", "TYPE"):
            self._point(operation, self._grounding(call, grounding))
        add_all(self.plan, call, [operation])
        self.waiting = operation if operation.name in ("CLICK", "TYPE") else None

    def _ground(self, call: Call) -> None:
        """A grounding: the place of the decision before it, or a click of its own."""
        box = self._box(call)
        found = words.arguments(
            box=box,
            element_type=_word(call.arguments.get("type")),
            element_info=_word(call.arguments.get("label")),
        )
        if self.waiting is not None and "box" not in self.waiting.arguments:
            self._point(self.waiting, found)
        else:
            add_all(self.plan, call, [Operation("CLICK", found)])
        self.waiting = None

    @staticmethod
    def _point(operation: Operation, found: dict[str, Value]) -> None:
        """Give a decision its place; what it calls its target stays."""
        operation.arguments = {**found, **operation.arguments}

    def _grounding(self, call: Call, grounding: object) -> dict[str, Value]:
        inner = grounding if isinstance(grounding, JsonObject) else call.arguments
        place = Call("", inner, call.span, call.piece)
        return words.arguments(box=self._box(place), element_info=_word(inner.get("label")))

    def _box(self, call: Call) -> Box:
        """The place of a box: in the frame of its own `screen`, if it fits there."""
        screen = self._screen(call)
        value = call.arguments.get("box")
        numbers = (
            [float(str(each)) for each in value if type(each) in (int, float)]
            if isinstance(value, JsonArray)
            else []
        )
        if not isinstance(value, JsonArray) or len(numbers) != len(value):
            raise Untranslatable("`box` is no place", span=call.place("box"))
        if screen is None:
            return self.pointing.box(numbers, call.place("box"))
        if not _fits(numbers, screen) and self.plan.screen and _fits(numbers, self.plan.screen):
            self.plan.repaired(
                call.place("screen"),
                f"the box does not fit in its own screen of {screen.width}x{screen.height}: "
                f"it is read in the real one",
            )
            screen = self.plan.screen
        return self.plan.box(Frame(*screen), tuple(numbers), call.place("box"))

    def _screen(self, call: Call) -> Size | None:
        value = call.arguments.get("screen")
        sides = (
            [side for side in value if type(side) is int and side > 0] if isinstance(value, JsonArray) else []
        )
        if len(sides) != 2:
            return None
        screen = Size(int(str(sides[0])), int(str(sides[1])))
        if self.plan.context.screen and screen != self.plan.context.screen:
            width, height = self.plan.context.screen
            self.plan.repaired(
                call.place("screen"),
                f"the model believed in a screen of {screen.width}x{screen.height}, not {width}x{height}: "
                "its place is read in proportion",
            )
        if screen not in self.screens:
            self.screens.append(screen)
        return screen


def _fits(numbers: list[float], screen: Size) -> bool:
    return all(0 <= number <= side for number, side in zip(numbers, (*screen, *screen), strict=False))


def _flat(call: Call) -> Call:
    """The call with its `params` beside its action."""
    params = call.arguments.get("params")
    if not isinstance(params, JsonObject):
        return call
    return Call("", params, call.span, call.piece, call.description, call.sensitive, call.elements)


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


# --- what each decision becomes ------------------------------------------------------------------------


def _target(fields: Fields) -> dict[str, Value]:
    target = _word(fields.maybe_text("target", "label"))
    if target is None and not isinstance(fields.call.arguments.get("box"), JsonArray | JsonObject):
        raise fields.missing("target")
    known = fields.call.elements.named(target) if target and fields.call.elements else None
    position = _word(fields.maybe_text("pos"))
    if position:
        fields.plan.remark(f"at {position}")
    return words.arguments(element_type=known.kind or None if known else None, element_info=target)


def _scroll(fields: Fields) -> Iterable[Operation]:
    given = fields.text("direction").strip()
    direction = _DIRECTIONS.get(given, given)
    fields.plan.remark(f"it does not say how far: {PAGE} notches")
    yield words.scroll(direction, PAGE, None)


_SAY: dict[str, Callable[[Fields], Iterable[Operation]]] = {
    "CLICK": lambda fields: [Operation("CLICK", _target(fields))],
    "TYPE": lambda fields: [Operation("TYPE", {**_target(fields), "text": fields.text("text")})],
    "SCROLL": _scroll,
    "SUCCESS": lambda fields: [Operation("END")],
    "FAIL": lambda fields: [Operation("GO_BACK")],
    "ASK_USER": lambda fields: [Operation("ASK_USER", {"question": fields.text("question")})],
}

__all__ = ["ACTIONS", "MERGES", "detect", "read", "write"]

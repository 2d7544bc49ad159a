"""OpenAI's computer_call: `{"type": "click", "x": 100, "y": 200, "button": "left"}`, alone, in a
computer_call, or in the output of a response; and the README's `click(100, 200)`.

Places are pixels of the display that the tool declares. A wheel turned by pixels is turned by notches
here: 100 pixels are one, and less than that is one as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Action, DialectOptions, Draft, Untranslatable
from cogscript.dialects.core.merging import ALL_RULES
from cogscript.dialects.formats.action_names import known_as
from cogscript.dialects.formats.argument_names import (
    AMOUNTS,
    CHANGING,
    COMMENTARY,
    DIRECTIONS,
    END_PAIRS,
    ENDS,
    HELD,
    plain,
)
from cogscript.dialects.formats.containers import Piece
from cogscript.dialects.formats.json_values import JsonArray, JsonObject, JsonValue
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields, action_of, add_translated
from cogscript.dialects.formats.tool_calls.plan import Event, Shape, ToolCall, translate
from cogscript.dialects.formats.tool_calls.plan_places import DESKTOPS, PHONES, PlanPlaces
from cogscript.dialects.formats.tool_calls.walk import glimpse, read_plan
from cogscript.dialects.formats.tool_calls.written_calls import calls_in_text, names_pattern
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Source, Span
from cogscript.language.model.tree import Operation

MERGES = ALL_RULES
WAIT = 2
"""Seconds: a `wait` does not say how long, and the samples that come with it wait so long."""

ACTIONS = {
    "click": Action('{"type": "click", "x": 300, "y": 200, "button": "left"}'),
    "click right": Action('{"type": "click", "x": 300, "y": 200, "button": "right"}'),
    "click wheel": Action('{"type": "click", "x": 300, "y": 200, "button": "wheel"}'),
    "click back": Action(
        '{"type": "click", "x": 300, "y": 200, "button": "back"}', "wherever the pointer is"
    ),
    "click forward": Action(
        '{"type": "click", "x": 300, "y": 200, "button": "forward"}', "as the key of that name"
    ),
    "double_click": Action('{"type": "double_click", "x": 300, "y": 200}'),
    "drag": Action(
        '{"type": "drag", "path": [{"x": 10, "y": 20}, {"x": 300, "y": 200}]}',
        "from the first place to the last; --literal keeps those between",
    ),
    "keypress": Action('{"type": "keypress", "keys": ["CTRL", "C"]}'),
    "move": Action('{"type": "move", "x": 300, "y": 200}'),
    "screenshot": Action('{"type": "screenshot"}'),
    "scroll": Action(
        '{"type": "scroll", "x": 300, "y": 200, "scroll_x": 0, "scroll_y": 300}', "100 pixels are a notch"
    ),
    "type": Action('{"type": "type", "text": "你好"}'),
    "wait": Action('{"type": "wait"}', "two seconds"),
    "mouse_move": Action('{"type": "mouse_move", "x": 300, "y": 200}', "written by some clients"),
    "triple_click": Action('{"type": "triple_click", "x": 300, "y": 200}', "written by some clients"),
    "mouse_down": Action(
        '{"type": "mouse_down", "button": "left", "x": 10, "y": 20}', "written by some clients"
    ),
    "mouse_up": Action('{"type": "mouse_up", "button": "left", "x": 10, "y": 20}', "written by some clients"),
    "right_click": Action('{"type": "right_click", "x": 10, "y": 20}', "written by some clients"),
    "middle_click": Action('{"type": "middle_click", "x": 10, "y": 20}', "written by some clients"),
    "key_hold": Action('{"type": "key_hold", "key": "shift"}', "written by some clients"),
}

_NAMES = tuple(dict.fromkeys(name.split()[0] for name in ACTIONS))
_OWN = frozenset({
        "x", "y", "button", "keys", "path", "scroll_x", "scroll_y", "scrollX", "scrollY", "text", "ms", "key",
        "duration", *DIRECTIONS, *AMOUNTS, *HELD,
    }
)  # fmt: skip
_POSITIONAL = {
    "click": ("x", "y", "button"), "double_click": ("x", "y"), "move": ("x", "y"), "type": ("text",),
    "scroll": ("x", "y", "scroll_x", "scroll_y"), "wait": ("ms",), "keypress": ("keys",), "drag": ("path",),
}  # fmt: skip
_WITHOUT_ARGUMENTS = ("wait", "screenshot")
_PLACELESS = ("left_click", "right_click", "middle_click")
"""Clicks of some clients, which move the pointer before in a step of its own."""
_FINISHED = ("finish", "finished", "task_complete")
"""What some clients add to its actions."""
_BESIDE_THE_END = frozenset({"type", "text", "message", "summary", "success", "reason", "error"})
_PATTERN = names_pattern((*_POSITIONAL, "screenshot"))


def _bare(value: JsonObject) -> bool:
    kind = value.get("type")
    if not isinstance(kind, str) or "content" in value:
        return False
    if kind in _FINISHED:
        return value.keys() <= _BESIDE_THE_END
    if kind in _PLACELESS and not value.keys() - {"type"}:
        return True
    return kind in _NAMES or (known_as(kind, _TRANSLATE) is not None and bool(value.keys() & _OWN))


def _spoken(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    return calls_in_text(piece, span, _PATTERN, _POSITIONAL)


SHAPE = Shape(_bare, lambda name: False, _spoken)


_OF_REPLIES = frozenset({"start_box", "end_box", "start_point", "end_point", "element_info"})
"""Arguments of calls that agents with thousandths write."""


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls or "<|begin_of_box|>" in source.text or "<function=" in source.text:
        return 0.0
    if all(call.arguments.get("type") in _FINISHED for call in calls):
        return 0.0  # anybody's
    if not any(call.name or call.arguments.get("type") in _NAMES for call in calls):
        return 0.55
    if '"computer_call"' in source.text:
        return 1.0
    if any(call.name and call.arguments.keys() & _OF_REPLIES for call in calls):
        return 0.0
    given = {key for call in calls for key in call.arguments} - _OWN - {"type", "id", "status"}
    if given:
        # What other agents call an argument; anything else is no plan, but somebody's list of events.
        strange = {key for key in given if plain(key) not in CHANGING | COMMENTARY}
        others = [call for call in calls if not call.arguments.keys() & strange]
        return 0.7 if 2 * len(others) > len(calls) else 0.0
    written = [call for call in calls if call.name]
    if written:
        telling = [call for call in written if call.name not in _WITHOUT_ARGUMENTS or call.arguments]
        return 0.88 if telling and all(call.arguments for call in telling) else 0.5
    return 0.9


def read(source: Source, options: DialectOptions) -> Draft:
    plan = read_plan(source, SHAPE)
    draft = Draft(source, options, plan.metadata.screen)
    places = PlanPlaces(draft, plan, "pixels", DESKTOPS + PHONES)
    return translate(plan, draft, lambda call: add(call, places))


def add(call: ToolCall, places: PlanPlaces) -> None:
    """Add what one of its actions becomes."""
    name = call.name or str(call.arguments.get("type"))
    make = action_of(name, _TRANSLATE, places.draft, call.place("type"))
    fields = Fields(call, places)
    add_translated(fields, make(fields))


# --- what each action becomes ----------------------------------------------------------------------


def _click(count: int) -> Translate:
    def translate(fields: Fields) -> Iterable[Operation]:
        named = (fields.maybe_text("button") or "left").casefold()
        if named in _BUTTONS_OF_A_BROWSER:
            fields.place()  # a button that acts wherever the pointer is
            back = named == "back"
            return [
                Operation("GO_BACK") if back else builders.chord(["BrowserForward"]) for _ in range(count)
            ]
        if fields.place() is None and fields.call.arguments.get("type") not in _PLACELESS:
            raise fields.missing("x")  # its clicks always have a place
        return common.click("", count, held=("keys",))(fields)

    return translate


_BUTTONS_OF_A_BROWSER = ("back", "forward")


def _move(fields: Fields) -> Iterable[Operation]:
    return [Operation("HOVER", builders.arguments(box=fields.need_place(), keys=fields.held("keys", *HELD)))]


def _drag(fields: Fields) -> Iterable[Operation]:
    if fields.given("path") is None and fields.given(*ENDS, *(name for pair in END_PAIRS for name in pair)):
        return common.drag(fields)
    path = fields.raw("path")
    if not isinstance(path, JsonArray) or len(path) < 2:
        raise Untranslatable("a drag needs a `path` of two places at least", span=fields.call.place("path"))
    places = [_step(fields, index, point) for index, point in enumerate(path)]
    held, button = fields.held("keys", *HELD), common.button_of(fields)
    if len(places) == 2 or not fields.draft.options.literal:
        if len(places) > 2:
            fields.draft.repaired(
                fields.call.place("path"),
                f"a drag over {len(places)} places goes straight from the first to the last",
            )
        named = None if button == "left" else button
        given = builders.arguments(box=places[0], to=places[-1], button=named, keys=held)
        return [Operation("DRAG", given)]
    if held:
        raise Untranslatable("keys held during a drag over several places cannot be kept with --literal")
    return [
        Operation("MOUSE_DOWN", {"box": places[0]}),
        *(Operation("HOVER", {"box": place}) for place in places[1:]),
        Operation("MOUSE_UP", {"box": places[-1]}),
    ]


def _step(fields: Fields, index: int, point: JsonValue) -> Box:
    if isinstance(point, JsonObject) and not point.keys() - {"x", "y"}:
        box = Fields(ToolCall("", point, fields.call.span, fields.call.piece), fields.places).at()
        if box is not None:
            return box
    if isinstance(point, JsonArray):
        numbers = [
            number for number in point if isinstance(number, int | float) and not isinstance(number, bool)
        ]
        if len(numbers) == len(point) == 2:
            return fields.places.box(numbers, fields.call.place("path"))
    raise Untranslatable(f"place {index + 1} of the path is not a place", span=fields.call.place("path"))


def _scroll(fields: Fields) -> Iterable[Operation]:
    box, held = fields.place(), fields.held("keys", *HELD)
    direction = fields.maybe_text(*DIRECTIONS)
    if direction is not None:
        amount = fields.number(*AMOUNTS)
        if amount is None:
            raise fields.missing("amount")
        turned = builders.notches_of(amount) if amount > builders.MOST_NOTCHES else amount
        return [builders.scroll(direction, turned, box, keys=held)]
    across = fields.number("scroll_x", "scrollX", "delta_x", "deltaX", "dx")
    down = fields.number("scroll_y", "scrollY", "delta_y", "deltaY", "dy")
    if across is None and down is None:
        raise fields.missing("scroll_y")
    made = []
    if down or not across:
        made.append(builders.scroll("down", builders.notches_of(down or 0), box, keys=held))
    if across:
        made.append(builders.scroll("right", builders.notches_of(across), box, keys=held))
    return made


def _keys(fields: Fields) -> Iterable[Operation]:
    """Its own programs press the keys of a list in turn, or all down before they let go: for keys of which
    none is a modifier that is the same, one after the other."""
    given = fields.raw("keys", "key")
    names = [str(each) for each in given] if isinstance(given, JsonArray) else []
    if len(names) < 2 or any(map(builders.is_modifier, names)):
        return fields.chord("keys", "key")
    with fields.blaming("keys", "key"):
        pressed = builders.repeated([press for name in names for press in builders.strokes(name)])
    if len(set(names)) > 1:
        fields.draft.repaired(fields.call.place("keys", "key"), "keys that are no chord are pressed in turn")
    return pressed


def _finish(fields: Fields) -> Iterable[Operation]:
    said = fields.maybe_text("text", "message", "summary")
    fields.use("success")
    if (reason := fields.maybe_text("error", "reason")) or fields.call.arguments.get("success") is False:
        return [Operation("FAIL", {"reason": reason or said or "the agent gave up"})]
    return [*([Operation("ANSWER", {"text": said})] if said else []), Operation("END")]


def _hold(fields: Fields) -> Iterable[Operation]:
    seconds = fields.seconds("duration", "seconds", "time", default=1)
    key = builders.key_named(fields.text("key", "text", "keys"))
    return [Operation("KEY_PRESS", {"key": key, "seconds": seconds})]


_TRANSLATE: dict[str, Translate] = {
    "click": _click(1),
    "double_click": _click(2),
    "triple_click": _click(3),
    "right_click": common.click("right", held=("keys",)),
    "middle_click": common.click("middle", held=("keys",)),
    "drag": _drag,
    "keypress": _keys,
    "move": _move,
    "mouse_move": _move,
    "screenshot": common.plain("SCREENSHOT"),
    "scroll": _scroll,
    "type": common.enter_text,
    "wait": common.wait(WAIT),
    "mouse_down": common.named_button("MOUSE_DOWN"),
    "mouse_up": common.named_button("MOUSE_UP"),
    "key_hold": _hold,
    **dict.fromkeys(_FINISHED, _finish),
}

"""OpenAI's computer_call: `{"type": "click", "x": 100, "y": 200, "button": "left"}`, alone, in a
computer_call, or in the output of a response; and the README's `click(100, 200)`.

Places are pixels of the display that the tool declares. A wheel turned by pixels is turned by notches
here: 100 pixels are one, and less than that is one as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cogscript.dialects import words
from cogscript.dialects.call_text import calls_in_text, names_pattern
from cogscript.dialects.containers import Piece
from cogscript.dialects.json_fields import DESKTOPS, Fields, Pointing, add_all
from cogscript.dialects.json_plan import Call, Event, Shape, glimpse, read_document, translate
from cogscript.dialects.json_text import JsonArray, JsonObject
from cogscript.dialects.merging import ALL_RULES
from cogscript.dialects.openai_cua_write import write
from cogscript.dialects.plan import Action, Context, Plan, Untranslatable
from cogscript.language.box import Box
from cogscript.language.diagnostic import Source, Span, nearest
from cogscript.language.tree import Operation

MERGES = ALL_RULES
PIXELS_A_NOTCH = 100
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
    "key_hold": Action('{"type": "key_hold", "key": "shift"}', "written by some clients"),
}

_NAMES = tuple(dict.fromkeys(name.split()[0] for name in ACTIONS))
_OWN = frozenset(
    {
        "x",
        "y",
        "button",
        "keys",
        "path",
        "scroll_x",
        "scroll_y",
        "scrollX",
        "scrollY",
        "text",
        "ms",
        "key",
        "duration",
    }
)
_POSITIONAL = {
    "click": ("x", "y", "button"), "double_click": ("x", "y"), "move": ("x", "y"), "type": ("text",),
    "scroll": ("x", "y", "scroll_x", "scroll_y"), "wait": ("ms",), "keypress": ("keys",), "drag": ("path",),
}  # fmt: skip
_PATTERN = names_pattern(tuple(_POSITIONAL))


def _bare(value: JsonObject) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind in _NAMES and "content" not in value


def _spoken(piece: Piece, span: Span) -> Iterator[tuple[Span, list[Event]]]:
    return calls_in_text(piece, span, _PATTERN, _POSITIONAL)


SHAPE = Shape(_bare, lambda name: False, _spoken)


def detect(source: Source) -> float:
    calls = glimpse(source, SHAPE)
    if not calls:
        return 0.0
    if '"computer_call"' in source.text:
        return 1.0
    if any(call.arguments.keys() - _OWN - {"type", "id", "status"} for call in calls):
        return 0.0
    written = [call for call in calls if call.name]
    if written:
        return 0.88 if all(call.arguments for call in written) else 0.5
    return 0.9


def read(source: Source, context: Context) -> Plan:
    document = read_document(source, SHAPE)
    plan = Plan(source, context, document.around.screen)
    pointing = Pointing(plan, document, "pixels", DESKTOPS)
    return translate(document, plan, lambda call: _add(call, pointing))


def _add(call: Call, pointing: Pointing) -> None:
    name = call.name or str(call.arguments.get("type"))
    say = _SAY.get(name)
    if say is None:
        near = nearest(name, _NAMES)
        raise Untranslatable(f"there is no action `{name[:40]}`", f"did it mean {near}?" if near else "")
    add_all(pointing.plan, call, say(Fields(call, pointing)))


# --- what each action becomes ----------------------------------------------------------------------


def _click(count: int) -> Callable[[Fields], Iterable[Operation]]:
    def clicked(fields: Fields) -> Iterable[Operation]:
        button = (fields.maybe_text("button") or "left").casefold()
        box = fields.at()
        if button == "back":
            return [Operation("GO_BACK")] * count
        if button == "forward":
            return [words.chord(["BrowserForward"])] * count
        return words.click(box, button, count, keys=fields.held("keys"))

    return clicked


def _move(fields: Fields) -> Iterable[Operation]:
    box = fields.at()
    if box is None:
        raise fields.missing("x")
    yield Operation("HOVER", words.arguments(box=box, keys=fields.held("keys")))


def _drag(fields: Fields) -> Iterable[Operation]:
    path = fields.raw("path")
    if not isinstance(path, JsonArray) or len(path) < 2:
        raise Untranslatable("a drag needs a `path` of two places at least", span=fields.call.place("path"))
    places = [_step(fields, index) for index in range(len(path))]
    held = fields.held("keys")
    if len(places) == 2 or not fields.plan.context.literal:
        if len(places) > 2:
            fields.plan.repaired(
                fields.call.place("path"),
                f"a drag over {len(places)} places goes straight from the first to the last",
            )
        return [Operation("DRAG", words.arguments(box=places[0], to=places[-1], keys=held))]
    return [
        Operation("MOUSE_DOWN", {"box": places[0]}),
        *(Operation("HOVER", {"box": place}) for place in places[1:]),
        Operation("MOUSE_UP", {"box": places[-1]}),
    ]


def _step(fields: Fields, index: int) -> Box:
    path = fields.raw("path")
    point = path[index] if isinstance(path, JsonArray) else None
    if isinstance(point, JsonObject):
        point_call = Call("", point, fields.call.span, fields.call.piece)
        box = Fields(point_call, fields.pointing).at()
        if box is not None:
            return box
    if isinstance(point, JsonArray):
        numbers = [
            number for number in point if isinstance(number, int | float) and not isinstance(number, bool)
        ]
        if len(numbers) == len(point) == 2:
            return fields.pointing.box(numbers, fields.call.place("path"))
    raise Untranslatable(f"place {index + 1} of the path is none", span=fields.call.place("path"))


def notches(pixels: float) -> int:
    """How often the wheel turns for so many pixels: at least once, unless there are none."""
    turned = max(1, round(abs(pixels) / PIXELS_A_NOTCH)) if pixels else 0
    return turned if pixels >= 0 else -turned


def _scroll(fields: Fields) -> Iterable[Operation]:
    across, down = fields.number("scroll_x", "scrollX"), fields.number("scroll_y", "scrollY")
    if across is None and down is None:
        raise fields.missing("scroll_y")
    box, held = fields.at(), fields.held("keys")
    if down or not across:
        yield words.scroll("down", notches(down or 0), box, keys=held)
    if across:
        yield words.scroll("right", notches(across), box, keys=held)


def _wait(fields: Fields) -> Iterable[Operation]:
    milliseconds = fields.number("ms")
    if milliseconds is not None and milliseconds >= 0:
        seconds = milliseconds / 1000
        return [Operation("WAIT", {"seconds": int(seconds) if seconds.is_integer() else seconds})]
    if fields.raw("ms", "duration") is None:
        return [Operation("WAIT", {"seconds": WAIT})]
    return [Operation("WAIT", {"seconds": fields.seconds("duration", default=WAIT)})]


def _button(name: str) -> Callable[[Fields], Iterable[Operation]]:
    def pressed(fields: Fields) -> Iterable[Operation]:
        button = words.button_named(fields.maybe_text("button") or "left")
        named = None if button == "left" else button
        return [Operation(name, words.arguments(box=fields.at(), button=named))]

    return pressed


def _hold(fields: Fields) -> Iterable[Operation]:
    seconds = fields.seconds("duration", default=1)
    yield Operation("KEY_PRESS", {"key": words.key_named(fields.text("key", "text")), "seconds": seconds})


_SAY: dict[str, Callable[[Fields], Iterable[Operation]]] = {
    "click": _click(1),
    "double_click": _click(2),
    "triple_click": _click(3),
    "drag": _drag,
    "keypress": lambda fields: [fields.chord("keys", "key")],
    "move": _move,
    "mouse_move": _move,
    "screenshot": lambda fields: [Operation("SCREENSHOT")],
    "scroll": _scroll,
    "type": lambda fields: [words.typed(fields.text("text"))],
    "wait": _wait,
    "mouse_down": _button("MOUSE_DOWN"),
    "mouse_up": _button("MOUSE_UP"),
    "key_hold": _hold,
}

__all__ = ["ACTIONS", "MERGES", "detect", "read", "write"]

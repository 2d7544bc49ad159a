"""The actions that every agent has, whatever it calls their arguments: click, move, drag, type, wait.

A dialect names each of its actions in a table and takes the function for it from here, or has its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.argument_names import (
    BUTTONS,
    CLEARS,
    COUNTS,
    END_PAIRS,
    ENDS,
    ENTERS,
    HELD,
    MILLISECONDS,
    SECONDS,
    START_PAIRS,
    STARTS,
    TEXTS,
    UNITS,
)
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.box import Box
from cogscript.language.model.tree import Operation, Value

Translate = Callable[[Fields], Iterable[Operation]]

_ENDINGS = {"success": "END", "successful": "END", "complete": "END", "completed": "END", "done": "END",
            "finished": "END", "failure": "FAIL", "fail": "FAIL", "failed": "FAIL", "infeasible": "FAIL",
            "impossible": "FAIL"}  # fmt: skip


def click(button: str = "", count: int = 1, *, held: tuple[str, ...] = ()) -> Translate:
    """A click; `button` is the one that the action's name says, `held` other names for keys held down."""

    def translate(fields: Fields) -> Iterable[Operation]:
        box = fields.place()
        return builders.click(
            box, button_of(fields, button), _count(fields, count), keys=fields.held(*held, *HELD)
        )

    return translate


def tap(count: int = 1) -> Translate:
    """A finger on a place: where there is no pointer, a place must be given."""

    def translate(fields: Fields) -> Iterable[Operation]:
        return builders.click(fields.need_place(), "left", _count(fields, count), keys=fields.held(*HELD))

    return translate


def button_of(fields: Fields, fixed: str = "") -> str:
    """The button a call names; it must be the one that the action's own name says."""
    given = fields.maybe_text(*BUTTONS)
    if not given:
        return fixed or "left"
    with fields.blaming(*BUTTONS):
        button = builders.button_named(given)
        if fixed and button != fixed:
            raise Untranslatable(f"the action is a click with the {fixed} button, and its button is {button}")
    return button


def _count(fields: Fields, fixed: int) -> int:
    twice = fixed == 1 and fields.flag("double", "double_click")
    given = 2 if twice else fields.whole(*COUNTS, default=fixed, most=10)
    if fixed != 1 and given not in (1, fixed):
        raise Untranslatable(f"the action is {fixed} clicks, and its count is {given}")
    return fixed if fixed != 1 else given


def named_button(name: str) -> Translate:
    """MOUSE_DOWN and MOUSE_UP."""

    def translate(fields: Fields) -> Iterable[Operation]:
        button = button_of(fields)
        return [Operation(name, builders.arguments(box=fields.place(), button=_unless_left(button)))]

    return translate


def _unless_left(button: str) -> Value:
    return None if button == "left" else button


def move(fields: Fields, place: str = "coordinate") -> Iterable[Operation]:
    if fields.given(*SECONDS, *MILLISECONDS):
        seconds = touch_time(fields, 0)
        fields.draft.repaired(fields.call.place(*SECONDS), f"the pointer does not take {seconds:g} s to move")
    return [Operation("HOVER", builders.arguments(box=fields.need_place(place), keys=fields.held(*HELD)))]


def long_press(fields: Fields) -> Iterable[Operation]:
    given = fields.given(*SECONDS, *MILLISECONDS)
    seconds: Value = None if given is None else touch_time(fields, 1)
    return [Operation("LONG_PRESS", builders.arguments(box=fields.need_place(), seconds=seconds))]


def start_of(fields: Fields) -> Box | None:
    return _paired(fields, START_PAIRS) or fields.box(*STARTS)


def end_of(fields: Fields) -> Box | None:
    return _paired(fields, END_PAIRS) or fields.box(*ENDS)


def _paired(fields: Fields, pairs: tuple[tuple[str, str], ...]) -> Box | None:
    found = next((pair for pair in pairs if fields.given(*pair)), None)
    return fields.at(*found) if found else None


_BEGUN = ("start_coordinate", "start_coordinates", "start_point", "start_position")


def drag(fields: Fields) -> Iterable[Operation]:
    """From one place to another; with one place alone, from where the pointer is to there."""
    end, start = end_of(fields), start_of(fields)
    begun = next((name for name in _BEGUN if fields.given(name) is not None), None)
    if end is None and begun and fields.given("coordinate") is not None:
        start, end = fields.need_box(begun), fields.need_box("coordinate")
    elif end is None:
        start, end = None, start
    if end is None:
        raise fields.missing("coordinate")
    seconds = touch_time(fields, 0) if fields.given(*SECONDS, *MILLISECONDS) else None
    button = _unless_left(button_of(fields))
    held = fields.held(*HELD)
    given = builders.arguments(box=start, to=end, seconds=seconds or None, button=button, keys=held)
    return [Operation("DRAG", given)]


def swipe(fields: Fields) -> Iterable[Operation]:
    """A finger from one place to another."""
    end, start = end_of(fields), start_of(fields)
    if start is None or end is None:
        raise fields.missing("coordinate" if start is None else "coordinate2")
    seconds = touch_time(fields, 0) if fields.given(*SECONDS, *MILLISECONDS) else None
    return [Operation("SWIPE", builders.arguments(box=start, to=end, seconds=seconds or None))]


ACROSS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""Where a finger goes that is given only a direction."""
_REACH = 300
"""How far a finger goes from a point; across a box it goes three quarters of it."""
WHOLE_SCREEN = Box.of(100, 100, 899, 899)


def finger(direction: str, box: Box | None) -> Operation:
    """A finger's way in a direction: across a box, or away from a point."""
    across = ACROSS.get(direction.strip().casefold())
    if across is None:
        raise Untranslatable(f"`{direction[:40]}` is not a direction to swipe in")
    a, b, c, d = (box or WHOLE_SCREEN).corners
    x, y = (a + c) // 2, (b + d) // 2
    if box is not None and box.is_point:
        end = (min(max(x + across[0] * _REACH, 0), 999), min(max(y + across[1] * _REACH, 0), 999))
        return Operation("SWIPE", {"box": Box.of(x, y), "to": Box.of(*end)})
    wide, high = (c - a) * 3 // 8, (d - b) * 3 // 8
    start = Box.of(x - across[0] * wide, y - across[1] * high)
    return Operation("SWIPE", {"box": start, "to": Box.of(x + across[0] * wide, y + across[1] * high)})


def opposite(direction: str) -> str:
    """A page that is scrolled down is moved up by the finger."""
    name = direction.strip().casefold()
    if name not in builders.DIRECTIONS:
        raise Untranslatable(f"`{direction[:40]}` is not a direction to scroll in")
    return builders.DIRECTIONS[builders.DIRECTIONS.index(name) ^ 1]


def enter_text(fields: Fields) -> Iterable[Operation]:
    """Text at a place, or where the focus is; with flags for emptying the field and for Return."""
    operation = builders.typed(fields.text(*TEXTS), fields.place())
    if fields.flag(*CLEARS):
        operation.arguments["clear"] = True
    if fields.flag(*ENTERS):
        operation.arguments["enter"] = True
    return [operation]


def keys_pressed(*names: str) -> Translate:
    return lambda fields: fields.chord(*names)


def keys_held(operation: str, *names: str) -> Translate:
    """KEY_DOWN of each key in order; KEY_UP in the reverse order."""

    def translate(fields: Fields) -> Iterable[Operation]:
        with fields.blaming(*names):
            given = fields.names(*names)
            held = builders.split_keys(given[0]) if len(given) == 1 else given
            labels = [builders.key_named(name) for name in held]
        ordered = labels if operation == "KEY_DOWN" else reversed(labels)
        return [Operation(operation, {"key": key}) for key in ordered]

    return translate


def touch_time(fields: Fields, default: float) -> float | int:
    """How long a touch or a drag takes; nobody means minutes by it."""
    key = fields.given(*SECONDS)
    number = fields.call.arguments.get(key) if key and not fields.given(*MILLISECONDS, *UNITS) else None
    if isinstance(number, int | float) and number > builders.LONGEST_TOUCH:
        fields.use(key or "")
        fields.draft.repaired(fields.call.place(*SECONDS), f"a touch of {number:g} is read as milliseconds")
        return builders.touch_seconds(number)
    return time_of(fields, default)


def time_of(fields: Fields, default: float) -> float | int:
    """A time in seconds, given as seconds or as milliseconds."""
    milliseconds = fields.number(*MILLISECONDS)
    if milliseconds is not None and milliseconds >= 0:
        seconds = milliseconds / 1000
        return int(seconds) if seconds.is_integer() else seconds
    unit = fields.maybe_text(*UNITS)
    written = _WITH_UNIT.fullmatch(str(fields.call.arguments.get(fields.given(*SECONDS) or "", "")))
    if written:
        place = fields.call.place(*SECONDS)
        fields.use(fields.given(*SECONDS) or "")
        fields.draft.repaired(place, f"the time `{written[0].strip()}` is read with its unit")
    if unit or written:
        number = float(written[1]) if written else fields.number(*SECONDS)
        if number is None or number < 0:
            raise fields.missing("time")
        seconds = number * _unit(unit or (written[2] if written else ""))
        return int(seconds) if seconds.is_integer() else round(seconds, 6)
    return fields.seconds(*SECONDS, default=default)


_WITH_UNIT = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]{1,12}|秒|毫秒)\s*", re.I)
_UNITS = {"s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0, "秒": 1.0,
          "ms": 0.001, "msec": 0.001, "millisecond": 0.001, "milliseconds": 0.001, "毫秒": 0.001,
          "m": 60.0, "min": 60.0, "minute": 60.0, "minutes": 60.0}  # fmt: skip


def _unit(name: str) -> float:
    """How many seconds a unit of time has."""
    found = _UNITS.get(name.strip().casefold())
    if found is None:
        raise Untranslatable(f"`{name[:40]}` is not a unit of time")
    return found


def wait(default: float) -> Translate:
    """A wait; `default` is what the agent's own program waits when it is given no time."""

    def translate(fields: Fields) -> Iterable[Operation]:
        given = fields.given(*SECONDS, *MILLISECONDS)
        if given is None and fields.given("delay"):
            return [Operation("WAIT", {"seconds": fields.seconds("delay", default=default)})]
        return [Operation("WAIT", {"seconds": default if given is None else time_of(fields, default)})]

    return translate


def terminate(
    fields: Fields, names: tuple[str, ...] = ("status", "goal_status", "state")
) -> Iterable[Operation]:
    """The end, with its answer or its reason where it gives one."""
    status = (fields.maybe_text(*names) or "success").strip().casefold()
    ending = _ENDINGS.get(status)
    if ending is None:
        place = fields.call.place(*names)
        raise Untranslatable(f"`{status[:40]}` is not a status to end with", span=place)
    said = fields.maybe_text("answer", "text", "message", "result", "content", "reason")
    if ending == "FAIL":
        return [Operation("FAIL", builders.arguments(reason=said or None))]
    return [*([Operation("ANSWER", {"text": said})] if said else []), Operation("END")]


def answer(fields: Fields) -> Iterable[Operation]:
    return [Operation("ANSWER", {"text": fields.text("text", "answer", "content", "message", "value")})]


def ask(fields: Fields) -> Iterable[Operation]:
    question = fields.maybe_text("text", "question", "message", "content", "value")
    return [Operation("ASK_USER", {"question": question or "The agent asks for your help."})]


def plain(name: str, **arguments: Value) -> Translate:
    """An operation that takes nothing from the call."""
    return lambda fields: [Operation(name, dict(arguments))]

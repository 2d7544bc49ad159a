"""Sequences of another agent's actions that are one operation in a `.cog` file become one.

A pointer that moves and then clicks is a click there; a button that goes down, moves and comes up is
DRAG; keys that go down and up are GESTURE; a click and the text entered there is TYPE. One pass, left to
right: each step is compared with the end of what was kept. `--literal` keeps all of them apart, except
where an operation would be impossible: a click without a place takes the pointer's last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from cogscript.dialects.core.builders import CLICKS
from cogscript.dialects.core.draft import DraftBlock, DraftStep
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.operations import OPERATIONS, TELLING, Target
from cogscript.language.model.tree import Operation, Value

_WHERE = frozenset({"box", "near", *TELLING})


_REACH = 64
"""How many steps back a sequence may have begun: a plan of any length costs its length."""


def place_pointer(steps: Iterable[DraftStep], *, everywhere: bool = True) -> list[DraftStep]:
    """Give every click and drag without a place the pointer's last one in the plan; `everywhere`, also
    what may do without one, such as a scroll."""
    placed: list[DraftStep] = []
    place: Box | None = None
    block: DraftBlock | None = None
    for step in steps:
        operation = step.operation
        if step.inner is not None:
            step.inner = place_pointer(step.inner, everywhere=everywhere)
            place = None  # where it is after the block is known only when it runs
        if step.block is not block:
            place, block = None, step.block  # a place in one window says nothing in another
        if step.moves:
            place = None
        if operation is None or OPERATIONS[operation.name].target in (
            Target.NONE,
            Target.FOCUS,
            Target.SURFACE,
        ):
            if operation is not None and isinstance(box := operation.arguments.get("box"), Box):
                place = box  # TYPE clicks its box
            placed.append(step)
            continue
        given = operation.arguments
        if not given.keys() & {"box", *TELLING}:
            named = OPERATIONS[operation.name].target is Target.NAMED
            if place is not None and (named or everywhere):
                operation.arguments = {"box": place, **given}
            elif place is None and named:
                placed += _where_the_pointer_is(step, operation)
                continue
        end = given.get("to") or operation.arguments.get("box")
        if isinstance(end, Box):
            place = end
        elif given.keys() & {*TELLING}:
            place = None  # wherever that element is found
        placed.append(step)
    return placed


def _where_the_pointer_is(step: DraftStep, operation: Operation) -> list[DraftStep]:
    """A click or drag before the plan says where: pressing and releasing needs no place."""
    button, count = CLICKS.get(operation.name, ("left", 1))
    button = str(operation.arguments.get("button", button))
    named: dict[str, Value] = {} if button == "left" else {"button": button}
    between: list[Operation] = []
    if "to" in operation.arguments:
        between = [Operation("HOVER", {"box": operation.arguments["to"]})]
        if "seconds" in operation.arguments:
            between.append(Operation("WAIT", {"seconds": operation.arguments["seconds"]}))
    elif operation.name == "LONG_PRESS":
        between = [Operation("WAIT", {"seconds": operation.arguments.get("seconds", 1)})]
    elif operation.name not in CLICKS:
        return [step]
    if operation.arguments.get("sensitive"):
        named["sensitive"] = True
    keys = operation.arguments.get("keys")
    held = keys if isinstance(keys, list) else []
    made = [Operation("KEY_DOWN", {"key": key}) for key in held]
    for _ in range(count):
        made += [Operation("MOUSE_DOWN", dict(named)), *between, Operation("MOUSE_UP", dict(named))]
    made += [Operation("KEY_UP", {"key": key}) for key in reversed(held)]
    steps = [DraftStep(each, step.span, block=step.block) for each in made]
    steps[0].description, steps[0].notes = step.description, step.notes
    return steps


# --- rules: the steps kept so far, and the next one; True when it was taken in --------------------

Rule = Callable[[list[DraftStep], DraftStep], bool]


def _join(steps: list[DraftStep], operation: Operation) -> DraftStep:
    """One step for several: their descriptions and notes follow each other, each once."""
    descriptions = dict.fromkeys(step.description for step in steps if step.description)
    notes = dict.fromkeys(note for step in steps for note in step.notes)
    span = Span(min(step.span.start for step in steps), max(step.span.end for step in steps))
    return DraftStep(operation, span, "\n".join(descriptions), list(notes), steps[0].block)


def move(kept: list[DraftStep], step: DraftStep) -> bool:
    """A move and then something at the same place: the move adds nothing."""
    before, operation = kept[-1].operation, step.operation
    if before is None or operation is None or before.name != "HOVER" or set(before.arguments) - _WHERE:
        return False
    if operation.arguments.get("box") != before.arguments.get("box") or "box" not in before.arguments:
        return False
    if OPERATIONS[operation.name].target is Target.NONE or operation.name == "MOUSE_UP":
        return False
    kept[-1] = _join([kept[-1], step], operation)
    return True


def drag(kept: list[DraftStep], step: DraftStep) -> bool:
    """Down, moves, up: DRAG. Down, up: a click. Down, a wait, up: LONG_PRESS."""
    operation = step.operation
    if operation is None or operation.name != "MOUSE_UP":
        return False
    at = len(kept) - 1
    reach = max(0, len(kept) - _REACH)
    while (
        at >= reach and (inner := kept[at].operation) is not None and inner.name in ("HOVER", "WAIT", "DRAG")
    ):
        at -= 1
    first = kept[at].operation if at >= 0 else None
    if first is None or first.name != "MOUSE_DOWN" or not isinstance(first.arguments.get("box"), Box):
        return False
    button = first.arguments.get("button", "left")
    if operation.arguments.get("button", "left") != button or set(operation.arguments) - {"box", "button"}:
        return False
    whole = _released([each.operation for each in kept[at + 1 :]], first, operation, str(button))
    if whole is None:
        return False
    kept[at:] = [_join([*kept[at:], step], whole)]
    return True


def _released(
    between: list[Operation | None], down: Operation, up: Operation, button: str
) -> Operation | None:
    start = down.arguments["box"]
    # With the button down, a drag is a move to its end.
    ends = [
        each.arguments.get("to", each.arguments.get("box")) for each in (*between, up) if each is not None
    ]
    places = [box for box in ends if isinstance(box, Box)]
    held = [each.arguments.get("seconds") for each in between if each]
    waited = round(sum(each for each in held if isinstance(each, int | float)), 6)
    where = {name: value for name, value in down.arguments.items() if name != "button"}
    if places and places[-1] != start:
        seconds: dict[str, Value] = {"seconds": waited} if waited else {}
        named: dict[str, Value] = {} if button == "left" else {"button": button}
        return Operation("DRAG", {**where, "to": places[-1], **seconds, **named})
    if any(place != start for place in places):
        return None  # there and back again: DRAG cannot express that
    if waited:
        return Operation("LONG_PRESS", {**where, "seconds": waited}) if button == "left" else None
    name = next(name for name, click in CLICKS.items() if click == (button, 1))
    return Operation(name, where)


def keys(kept: list[DraftStep], step: DraftStep) -> bool:
    """Keys that went down and have all come up again: one press, one gesture, or a click with keys."""
    operation = step.operation
    if operation is None or operation.name != "KEY_UP":
        return False
    held = {operation.arguments.get("key")}
    at = len(kept) - 1
    while at >= max(0, len(kept) - _REACH) and held:
        before = kept[at].operation
        if before is None or before.name not in _WITH_KEYS_HELD:
            return False
        if before.name == "KEY_UP":
            held.add(before.arguments.get("key"))
        elif before.name == "KEY_DOWN":
            held.discard(before.arguments.get("key"))
        at -= 1
    outer = kept[at].operation if at >= 0 else None
    if outer is not None and outer.name == "KEY_DOWN":
        return False  # another key is still down: all of it is one gesture
    inside = [each.operation for each in (*kept[at + 1 :], step) if each.operation is not None]
    downs, ups = (
        sorted(str(each.arguments.get("key")) for each in inside if each.name == name)
        for name in ("KEY_DOWN", "KEY_UP")
    )
    whole = None if held or downs != ups else _pressed([each.operation for each in (*kept[at + 1 :], step)])
    if whole is None:
        return False
    kept[at + 1 :] = [_join([*kept[at + 1 :], step], whole)]
    return True


_WITH_KEYS_HELD = frozenset({"KEY_DOWN", "KEY_PRESS", "KEY_UP", "WAIT", *CLICKS, "DRAG", "HOVER"})


def _pressed(operations: list[Operation | None]) -> Operation | None:
    inside = [each for each in operations if each is not None]
    strokes = [each for each in inside if each.name in ("KEY_DOWN", "KEY_PRESS", "KEY_UP")]
    others = [each for each in inside if each not in strokes]
    if any(set(stroke.arguments) != {"key"} for stroke in strokes):
        return None
    if not others:
        if len(strokes) == 2:
            return Operation("KEY_PRESS", {"key": strokes[0].arguments["key"]})
        return Operation("GESTURE", {"actions": list(strokes)})
    if len(others) != 1 or any(stroke.name == "KEY_PRESS" for stroke in strokes):
        return None
    other = others[0]
    held: list[Value] = [stroke.arguments["key"] for stroke in strokes if stroke.name == "KEY_DOWN"]
    if other.name == "WAIT":
        return (
            Operation("KEY_PRESS", {"key": held[0], "seconds": other.arguments["seconds"]})
            if len(held) == 1
            else None
        )
    return Operation(other.name, {**other.arguments, "keys": held}) if "keys" not in other.arguments else None


def type_there(kept: list[DraftStep], step: DraftStep) -> bool:
    """A click and then text, where it clicked: TYPE does both."""
    before, operation = kept[-1].operation, step.operation
    if before is None or operation is None or before.name != "CLICK" or operation.name != "TYPE":
        return False
    where = before.arguments
    if set(where) - _WHERE or operation.arguments.keys() & {*TELLING}:
        return False
    if not operation.arguments.get("text"):
        return False  # to empty a field: `Select all` may have been clicked for it
    if operation.arguments.get("box", where.get("box")) != where.get("box"):
        return False
    kept[-1] = _join([kept[-1], step], Operation("TYPE", {**where, **operation.arguments}))
    return True


RULES: dict[str, Rule] = {"move": move, "drag": drag, "keys": keys, "type": type_there}
ALL_RULES = tuple(RULES)


def merge(steps: Iterable[DraftStep], rules: Iterable[str] = ALL_RULES) -> list[DraftStep]:
    """The steps with every sequence that the named rules know made one; never across two windows."""
    chosen = [RULES[name] for name in rules]
    return [
        step for _, group in groupby(steps, key=lambda each: each.block) for step in _merge(group, chosen)
    ]


def _merge(steps: Iterable[DraftStep], chosen: list[Rule]) -> list[DraftStep]:
    kept: list[DraftStep] = []
    for step in steps:
        if step.inner is not None:
            step.inner = _merge(step.inner, chosen)
        if not (kept and any(rule(kept, step) for rule in chosen)):
            kept.append(step)
            continue
        # What was just made may itself complete a sequence: a press becomes a click, a click TYPE.
        while len(kept) > 1:
            last = kept.pop()
            if not any(rule(kept, last) for rule in chosen):
                kept.append(last)
                break
    return kept

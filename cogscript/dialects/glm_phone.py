"""GLM-V on a phone: JSON with `action_type` and `box_2d`, the actions of AndroidWorld."""

from __future__ import annotations

from collections.abc import Callable

from cogscript.dialects.json_fields import PHONES, Fields, Pointing, add_all
from cogscript.dialects.json_plan import Call, Document, Shape, read_document, translate
from cogscript.dialects.json_text import JsonObject
from cogscript.dialects.plan import Action, Plan, Untranslatable
from cogscript.dialects.words import arguments
from cogscript.language.box import Box
from cogscript.language.diagnostic import Source
from cogscript.language.tree import Operation

_BOX = '"box_2d": [[100,410,300,460]]'
_SWIPES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_SCREEN = Box.of(100, 100, 899, 899)


def _row(name: str, more: str = "", remark: str = "") -> tuple[str, Action]:
    return name, Action(f'{{"action_type": "{name}"{", " + more if more else ""}}}', remark)


ACTIONS: dict[str, Action] = dict(
    (
        _row("click", _BOX),
        _row("long_press", _BOX),
        _row("input_text", f'"text": "Alice", {_BOX}, "override": true', "it presses Return at the end"),
        _row("keyboard_enter"),
        _row("navigate_home"),
        _row("navigate_back"),
        _row("swipe", '"direction": "up"', "the finger's direction"),
        _row("open_app", '"app_name": "Settings"'),
        _row("wait"),
        _row("status", '"goal_status": "complete"', "`infeasible` is FAIL"),
        _row("answer", '"text": "17.00"'),
    )
)


def _pressed(name: str) -> Callable[[Fields], list[Operation]]:
    def made(fields: Fields) -> list[Operation]:
        box = fields.box("box_2d", "box", "coordinate")
        named = arguments(
            element_type=fields.maybe_text("element_type"), element_info=fields.maybe_text("element_info")
        )
        if box is None and "element_info" not in named:
            raise Untranslatable(f"{name} says no place", span=fields.call.span)
        return [Operation(name, arguments(box=box, **named))]

    return made


def _typed(fields: Fields) -> list[Operation]:
    box = fields.box("box_2d", "box")
    text = fields.text("text")
    return [Operation("TYPE", arguments(box=box, text=text, clear=fields.flag("override"), enter=True))]


def _swiped(fields: Fields) -> list[Operation]:
    across = _SWIPES.get(fields.text("direction").casefold())
    if across is None:
        raise Untranslatable("the direction is none of up, down, left and right", span=fields.call.span)
    a, b, c, d = (fields.box("box_2d", "box") or _SCREEN).corners
    x, y, wide, high = (a + c) // 2, (b + d) // 2, (c - a) * 3 // 8, (d - b) * 3 // 8
    start = Box.of(x - across[0] * wide, y - across[1] * high)
    end = Box.of(x + across[0] * wide, y + across[1] * high)
    return [Operation("SWIPE", {"box": start, "to": end})]


def _ended(fields: Fields) -> list[Operation]:
    if fields.text("goal_status").casefold() in ("infeasible", "impossible", "failed"):
        return [Operation("FAIL", {"reason": "the agent found the task infeasible"})]
    return [Operation("END")]


_TRANSLATE: dict[str, Callable[[Fields], list[Operation]]] = {
    "click": _pressed("CLICK"),
    "long_press": _pressed("LONG_PRESS"),
    "input_text": _typed,
    "keyboard_enter": lambda fields: [Operation("KEY_PRESS", {"key": "Return"})],
    "navigate_home": lambda fields: [Operation("SYSTEM_BUTTON", {"button": "home"})],
    "navigate_back": lambda fields: [Operation("GO_BACK")],
    "swipe": _swiped,
    "scroll": _swiped,
    "open_app": lambda fields: [Operation("LAUNCH", {"app": fields.text("app_name")})],
    "wait": lambda fields: [Operation("WAIT", {"seconds": 5})],
    "status": _ended,
    "answer": lambda fields: [Operation("ANSWER", {"text": fields.text("text")})],
}


def _is_action(value: JsonObject) -> bool:
    action = value.get("action_type")
    return isinstance(action, str) and action.islower()


_SHAPE = Shape(bare=_is_action, named=lambda name: False)


def claims(source: Source) -> bool:
    return "action_type" in source.text and any(
        str(call.arguments.get("action_type")) in _TRANSLATE for call in _document(source).calls
    )


def _document(source: Source) -> Document:
    return read_document(source, _SHAPE)


def read(source: Source, plan: Plan) -> bool:
    """Add the actions of a plan in JSON; whether there were any."""
    if "action_type" not in source.text:
        return False
    document = _document(source)
    if not document.events:
        return False
    plan.platform = plan.platform or "android"
    pointing = Pointing(plan, document, "thousandths", PHONES)

    def each(call: Call) -> None:
        name = str(call.arguments.get("action_type"))
        make = _TRANSLATE.get(name)
        if make is None:
            raise Untranslatable(f"there is no action `{name[:40]}`", span=call.span)
        add_all(plan, call, make(Fields(call, pointing)))

    translate(document, plan, each)
    return True

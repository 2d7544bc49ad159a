"""What each action of AndroidWorld becomes; GLM-V's phone protocol has the same ones."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.argument_names import CLEARS, MILLISECONDS, SECONDS
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.android_keys import phone_key
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.box import Box
from cogscript.language.model.tree import Operation, Value

_SELECTOR = re.compile(r"[#.][\w-]+(?:[\s>.:#\[]|$)|/{1,2}\w|\w*\[\w+[=\]]|(?:css|xpath|id)=")
WAIT = 1
"""Seconds: AndroidWorld's own."""
_DRAG = 4
"""Seconds that its drag takes."""


def target(fields: Fields) -> dict[str, Value]:
    """Where an action is done: at a place, or on the element of an index in the list that came with it."""
    label = fields.maybe_text("index")
    marked = fields.call.arguments.get("target")
    if label is None and isinstance(marked, str) and marked.strip().isdecimal():
        label = fields.maybe_text("target")
    named = {name: fields.maybe_text(name) for name in ("element_type", "element_info")}
    for described in ("element", "target"):  # in words, for another model to find
        if named["element_info"] is None and isinstance(fields.call.arguments.get(described), str):
            named["element_info"] = fields.maybe_text(described)
            if _SELECTOR.match(named["element_info"] or ""):
                raise Untranslatable("the element is given by its place in a page's code, and not by a name")
    if label is None:
        return builders.arguments(box=fields.place(), **named)
    elements = fields.call.seen.elements
    known = elements.labelled(label) if elements else None
    if known is None:
        raise Untranslatable(
            f"the element {label[:40]} is not in the plan",
            "give the prompt with its list of elements, too",
            fields.call.place("index"),
        )
    box = fields.places.rect_box(known.rect, fields.call.span) if known.rect else None
    if box is None and not known.name:
        raise Untranslatable(f"the element {label[:40]} has neither a name nor a place")
    return builders.arguments(box=box, element_type=known.kind or None, element_info=known.name or None)


def _pressed(name: str) -> Translate:
    def translate(fields: Fields) -> Iterable[Operation]:
        where = target(fields)
        if not where.keys() & {"box", "element_info"}:
            raise Untranslatable(f"{name} gives no place", span=fields.call.span)
        if str(fields.call.arguments.get("button")).casefold() in ("left", "primary"):
            fields.use("button")  # a finger has no other
        if name == "LONG_PRESS" and fields.given(*SECONDS, *MILLISECONDS):
            where["seconds"] = common.touch_time(fields, 1)
        return [Operation(name, where)]

    return translate


def _typed(fields: Fields) -> Iterable[Operation]:
    """It clicks the field first, and presses Return at the end."""
    where = target(fields)
    text, clear = fields.text("text"), fields.flag(*CLEARS)
    return [Operation("TYPE", builders.arguments(text=text, **where, clear=clear, enter=True))]


def scrolled(fields: Fields) -> Iterable[Operation]:
    """The page's direction: the finger goes the other way."""
    direction = common.opposite(fields.text("direction"))
    where = target(fields)
    box = where.get("box")
    if box is None and "element_info" in where:
        raise Untranslatable("where the element is that should be scrolled is not in the plan")
    return [common.finger(direction, box if isinstance(box, Box) else None)]


def _swiped(fields: Fields) -> Iterable[Operation]:
    """Up and down are the finger's; left and right are the page's, as AndroidWorld's own code has them."""
    direction = fields.text("direction").strip().casefold()
    way = common.opposite(direction) if direction in ("left", "right") else direction
    return [common.finger(way, fields.place())]


def _dragged(fields: Fields) -> Iterable[Operation]:
    start, end = fields.need_box("touch_xy"), fields.need_box("lift_xy")
    return [Operation("DRAG", {"box": start, "to": end, "seconds": _DRAG})]


def _key(fields: Fields) -> Iterable[Operation]:
    name = fields.text("keycode", "key", "text")
    found = phone_key(name)
    if found is None:
        raise Untranslatable(f"there is no key `{name[:40]}`", span=fields.call.place("keycode", "key"))
    return [found]


def _own_key(own: str, operation: str, **given: str) -> Translate:
    """An action that is a key; a `keycode` beside it may only name that key once more."""

    def translate(fields: Fields) -> Iterable[Operation]:
        name = fields.maybe_text("keycode", "key")
        named = phone_key(name) if name else None
        if name and (named is None or named.arguments.get("button") != own):
            where = fields.call.place("keycode", "key")
            raise Untranslatable(
                f"the action is the key `{own}`, and its keycode is `{name[:40]}`", span=where
            )
        return [Operation(operation, dict(given))]

    return translate


def _app(fields: Fields) -> Iterable[Operation]:
    return [Operation("LAUNCH", {"app": fields.text("app_name", "app", "text", "name")})]


def _ended(fields: Fields) -> Iterable[Operation]:
    """How it ends must be said: what it says may be that nothing was achieved."""
    if not fields.call.arguments.keys() & {"goal_status", "status"}:
        raise fields.missing("goal_status")
    return common.terminate(fields)


TRANSLATE: dict[str, Translate] = {
    "click": _pressed("CLICK"),
    "double_tap": _pressed("DOUBLE_CLICK"),
    "long_press": _pressed("LONG_PRESS"),
    "input_text": _typed,
    "keyboard_enter": _own_key("enter", "KEY_PRESS", key="Return"),
    "press_keyboard": _key,
    "navigate_home": _own_key("home", "SYSTEM_BUTTON", button="home"),
    "navigate_back": _own_key("back", "GO_BACK"),
    "scroll": scrolled,
    "swipe": _swiped,
    "drag_and_drop": _dragged,
    "open_app": _app,
    "wait": common.wait(WAIT),
    "status": _ended,
    "answer": common.answer,
    "call_user": common.ask,
}

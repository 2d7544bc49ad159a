"""What each action of computer_use becomes: GUI-Plus, Qwen-VL, GUI-Owl, EvoCUA and Fara."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote_plus

from cogscript.dialects.core import builders
from cogscript.dialects.formats.argument_names import AMOUNTS, DIRECTIONS, HELD
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.tree import Operation

USUAL_NOTCHES = 5
WAIT = 2
"""Seconds of a wait that gives no time: the tool's own."""
SEARCH = "https://www.bing.com/search?q="


def _scroll(direction: str) -> Translate:
    """The wheel by `pixels`, up or right where they are positive; or in a direction that is named."""

    def translate(fields: Fields) -> Iterable[Operation]:
        written = str(fields.call.arguments.get("value", "")).casefold() in ("up", "down", "left", "right")
        named = fields.maybe_text(*DIRECTIONS, *(("value",) if written else ()))
        amount = fields.number("pixels", *AMOUNTS)
        if amount is None:
            if not named:
                raise fields.missing("pixels")
            amount = USUAL_NOTCHES
            fields.draft.repaired(fields.call.span, f"no amount is given: {amount} notches are assumed")
        notches = amount
        if abs(amount) > builders.MOST_NOTCHES:
            # Up to so many are notches, as the tool turns the wheel.
            notches = builders.notches_of(amount)
            fields.draft.repaired(
                fields.call.place("pixels", *AMOUNTS),
                f"{amount:g} pixels are read as {abs(notches):g} notches",
            )
        box, held = fields.place(), fields.held("keys", *HELD)
        if named:
            return [builders.scroll(named, abs(notches), box, keys=held)]
        return [builders.scroll(direction, notches, box, keys=held)]

    return translate


def search(fields: Fields) -> Iterable[Operation]:
    return [Operation("LAUNCH", {"url": SEARCH + quote_plus(fields.text("query", "text"))})]


def _memorize(fields: Fields) -> Iterable[Operation]:
    fields.draft.remark(f"to remember: {fields.text('fact', 'text', 'content')}")
    return []


def visit(fields: Fields) -> Iterable[Operation]:
    return [builders.opened(fields.text("url", "text"))]


def open_app(fields: Fields) -> Iterable[Operation]:
    return [Operation("LAUNCH", {"app": fields.text("text", "app", "app_name", "application")})]


COMPUTER: dict[str, Translate] = {
    "key": common.keys_pressed("keys", "key", "text"),
    "hotkey": common.keys_pressed("keys", "key", "text"),
    "press": common.keys_pressed("keys", "key", "text"),
    "key_down": common.keys_held("KEY_DOWN", "keys", "key", "text"),
    "key_up": common.keys_held("KEY_UP", "keys", "key", "text"),
    "type": common.enter_text,
    "mouse_move": common.move,
    "hover": common.move,
    "left_click": common.click("left", held=("keys",)),
    "click": common.click(held=("keys",)),
    "right_click": common.click("right", held=("keys",)),
    "middle_click": common.click("middle", held=("keys",)),
    "double_click": common.click("left", 2, held=("keys",)),
    "computer_double_click": common.click("left", 2),
    "triple_click": common.click("left", 3, held=("keys",)),
    "left_click_drag": common.drag,
    "drag": common.drag,
    **dict.fromkeys(("left_mouse_down", "mouse_down", "button_down"), common.named_button("MOUSE_DOWN")),
    **dict.fromkeys(("left_mouse_up", "mouse_up", "button_up"), common.named_button("MOUSE_UP")),
    "scroll": _scroll("up"),
    "hscroll": _scroll("right"),
    "wait": common.wait(WAIT),
    "terminate": common.terminate,
    "stop": common.terminate,
    **dict.fromkeys(("done", "finish", "finished", "complete"), common.terminate),
    "answer": common.answer,
    "interact": common.ask,
    "call_user": common.ask,
    "calluser": common.ask,
    "ask_user": common.ask,
    "screenshot": common.plain("SCREENSHOT"),
    "open": open_app,
    "open_app": open_app,
    "visit_url": visit,
    "goto": visit,
    "web_search": search,
    "history_back": common.plain("GO_BACK"),
    "go_back": common.plain("GO_BACK"),
    "pause_and_memorize_fact": _memorize,
}

FARA = frozenset({"visit_url", "web_search", "history_back", "pause_and_memorize_fact"})
"""Actions of Fara alone, whose `type` presses Return unless it is told not to."""

"""What each action of browser_use becomes; it points at elements by the labels of a list."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.dialects.agents.gui_plus.computer import search, visit
from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.formats.tool_calls import common_actions as common
from cogscript.dialects.formats.tool_calls.common_actions import Translate
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.box import Box, from_pixels
from cogscript.language.model.tree import Operation, Value

PAGE = 3
"""Notches of a scroll, which does not say how far: the tool's own 300 pixels."""
WAIT = 5
"""Seconds of a wait that gives no time: the tool's own."""
WIKIPEDIA = "https://www.wikipedia.org/"


def _element(fields: Fields) -> dict[str, Value]:
    """What is known of the element with a label: its name, its kind and, in pixels, its place."""
    label = fields.maybe_text("label", "index")
    if label is None:
        return {"box": fields.need_place("coordinate")}
    elements = fields.call.seen.elements
    known = elements.labelled(label) if elements else None
    if known is None:
        # A label is a number drawn on a picture: looked for as a text, it would hit anything that says it.
        raise Untranslatable(
            f"no element with the label {label} is known", span=fields.call.place("label", "index")
        )
    screen = fields.draft.screen
    box: Box | None = from_pixels(known.rect, screen) if known.rect and screen else None
    if box is None and not known.name:
        fields.draft.repaired(fields.call.place("label", "index"), f"the element {label} has no name")
    return builders.arguments(
        box=box, element_type=known.kind or None, element_info=known.name or (None if box else label)
    )


def _page_scroll(fields: Fields) -> Iterable[Operation]:
    whole = fields.maybe_text("label") in (None, "WINDOW")
    where = {} if whole else _element(fields)
    operation = builders.scroll(fields.text("direction"), PAGE, None)
    return [Operation(operation.name, {**where, **operation.arguments})]


def _type_in_page(fields: Fields) -> Iterable[Operation]:
    return [
        Operation("TYPE", {**_element(fields), "text": fields.text("text"), "clear": True, "enter": True})
    ]


def _select(fields: Fields) -> Iterable[Operation]:
    return [Operation("SELECT", {**_element(fields), "option": fields.text("option", "text")})]


def _clicked(fields: Fields) -> Iterable[Operation]:
    return [Operation("CLICK", _element(fields))]


def _typed_over(fields: Fields) -> Iterable[Operation]:
    """Its own program empties the field, and presses nothing."""
    return [Operation("TYPE", {**_element(fields), "text": fields.text("text"), "clear": True})]


def _scrolled(direction: str) -> Translate:
    def translate(fields: Fields) -> Iterable[Operation]:
        pixels = fields.number("scroll_amount", "amount", "pixels")
        notches = PAGE if pixels is None else max(1, builders.notches_of(pixels))
        return [builders.scroll(direction, notches, fields.place())]

    return translate


BROWSER: dict[str, Translate] = {
    "click": _clicked,
    "type": _type_in_page,
    "scroll": _page_scroll,
    "select": _select,
    "wait": common.wait(WAIT),
    "go_back": common.plain("GO_BACK"),
    "goback": common.plain("GO_BACK"),
    **dict.fromkeys(("goto", "visit_url", "go_to_url", "navigate", "open_url", "open_tab"), visit),
    **dict.fromkeys(("click_element", "click_element_by_index"), _clicked),
    "input_text": _typed_over,
    **dict.fromkeys(("send_keys", "press_key"), common.keys_pressed("keys", "key", "text")),
    "scroll_down": _scrolled("down"),
    "scroll_up": _scrolled("up"),
    "refresh": common.plain("KEY_PRESS", key="F5"),
    "web_search": search,
    "wikipedia": common.plain("LAUNCH", url=WIKIPEDIA),
    "answer": common.answer,
    "terminate": common.terminate,
}

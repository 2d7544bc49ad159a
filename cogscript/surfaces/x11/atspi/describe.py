"""From what a program says of its elements to what people call them: kinds, names, labels, values, states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogscript.language.model.box import Rect
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import beside, extent
from cogscript.surfaces.elements import Element
from cogscript.surfaces.x11.atspi.details import COLONS, LONGEST_NAME, Shown, named_by_choice
from cogscript.surfaces.x11.atspi.element_tree import PAGES, AtspiNode
from cogscript.surfaces.x11.atspi.protocol_names import STATE_WORDS, Address, AtspiState
from cogscript.surfaces.x11.atspi.scale import Scale


def kind(node: AtspiNode) -> str:
    """What people call it."""
    if node.parent is None:
        return "window"
    for said in node.attributes.get("xml-roles", "").split():
        if roles.known(said):
            return roles.word(said)
    word = roles.word(node.role)
    if node.role == "frame":
        return "area"  # Qt's name for a widget with a border
    if word in ("area", "label") and node.has(AtspiState.EDITABLE) and node.has(AtspiState.FOCUSABLE):
        return "text field"  # an editable part of a page
    return word


def states(node: AtspiNode, word: str) -> frozenset[str]:
    """In our words; each toolkit has its own idea of what is enabled, on and chosen."""
    found = {said for bit, said in STATE_WORDS.items() if node.states & bit}
    # Chromium says of a read-only field neither that it is enabled nor that it is sensitive.
    usable = node.has(AtspiState.READ_ONLY) and node.has(AtspiState.FOCUSABLE)
    if node.has(AtspiState.ENABLED) or node.has(AtspiState.SENSITIVE) or usable:
        found.add("enabled")
    if word in roles.TOGGLES and node.has(AtspiState.PRESSED):
        found.add("checked")
    written = node.has(AtspiState.EDITABLE) and not node.has(AtspiState.READ_ONLY)
    if word in ("text field", "password field") and not written:
        found = (found - {"editable"}) | {"read-only"}
    elif word not in roles.FIELDS:
        found -= {"read-only", "multiline"}
    if word == "tab" and node.toolkit == "qt" and node.has(AtspiState.FOCUSED):
        found = (found - {"focused"}) | {"selected"}  # Qt's way to say which tab is open
    return frozenset(found)


def _states(shown: Shown) -> frozenset[str]:
    found = states(shown.node, shown.word)
    placed = shown.top.placed
    return found | {"modal"} if shown.node.parent is None and placed and placed.modal else found


def elements(shown: Sequence[Shown]) -> list[Element]:
    """The elements of a snapshot, in the order given, each with the place of its parent among them."""
    places = {id(each.node): index for index, each in enumerate(shown)}
    labels = [each for each in shown if each.word == "label" and each.node.name]
    return [_element(each, places, labels) for each in shown]


def _element(each: Shown, places: dict[int, int], labels: Sequence[Shown]) -> Element:
    node = each.node
    above = [index for around in node.above() if (index := places.get(id(around))) is not None]
    container = next((word for around in node.above() if (word := kind(around)) in roles.CONTAINERS), "")
    name, value = _name(each, labels), each.value
    if named_by_choice(node, each.word):
        value = value or node.name
    elif each.word == "combo box" and not value:
        value = _inner_text(node) or value
    return Element(
        each.word, name, each.rect, node.id,
        None if each.secret else value, _states(each), (), above[0] if above else None,
        each.secret, each.top.title, container, _handle(each),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Handle:
    """How to ask about an element again."""

    address: Address
    top: Address
    """The address of its window."""
    place: Rect | None
    """Where the window was."""
    page: Address | None
    """The page it is a part of."""
    scale: Scale
    like_window: bool
    """Whether it is counted as its window is."""
    clip: Rect | None
    """What its surroundings leave in view, as long as the window is in its place."""


def _handle(each: Shown) -> Handle:
    node, top = each.node, each.top.node
    page = next((around.address for around in node.above() if around.role in PAGES), None)
    return Handle(node.address, top.address, top.rect, page, node.scale, node.scale == top.scale, node.clip)


def _name(each: Shown, labels: Sequence[Shown]) -> str:
    node = each.node
    if node.parent is None:
        return each.top.title
    by_choice = named_by_choice(node, each.word)
    said = "" if _is_class_name(node) else node.name
    if said and not (by_choice and (each.value or said) == said):
        return said.rstrip(COLONS) if each.word in roles.LABELLED else said
    if each.word in roles.LABELLED:
        return each.label or _name_around(node) or _label_beside(each, labels)
    if each.word in roles.ACTED_ON:
        return _inner_text(node)
    return ""


def _is_class_name(node: AtspiNode) -> bool:
    """GTK 4 calls what has no name by its class, and every tab a tab."""
    return node.toolkit == "gtk4" and (node.name.startswith("Gtk") or node.name == "Tab")


def _name_around(node: AtspiNode) -> str:
    """The name of the box that a field fills, alone or with a button: a combo box of several parts."""
    for around in node.above():
        if node.rect is None or around.rect is None or extent(around.rect) > 2 * extent(node.rect):
            break
        if around.name:
            return around.name.rstrip(COLONS)
    return ""


def _label_beside(field: Shown, labels: Sequence[Shown]) -> str:
    near = [
        (gap, label.node.name)
        for label in labels
        if label.top is field.top and (gap := beside(label.rect, field.rect)) is not None
    ]
    return min(near)[1].rstrip(COLONS) if near else ""


def _inner_text(node: AtspiNode) -> str:
    """What a nameless list item or cell says, by the labels inside it."""
    below = (child for child in node.shown() if child is not node and child.rect is not None)
    said = (child.name for child in below if roles.word(child.role) == "label")
    return " ".join(text for text in said if any(map(str.isalnum, text)))[:LONGEST_NAME]

"""From what a program says of its elements to what people call them: kinds, names, labels, values, states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cogscript.language.model.box import Rect
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import TALLEST_LABELLED, WITH_LOOKS, beside, extent
from cogscript.surfaces.elements import Element
from cogscript.surfaces.x11.atspi.details import COLONS, LONGEST_NAME, Shown, named_by_choice
from cogscript.surfaces.x11.atspi.element_tree import PAGES, AtspiNode
from cogscript.surfaces.x11.atspi.protocol_names import STATE_WORDS, Address, AtspiState
from cogscript.surfaces.x11.atspi.scale import Scale

_CLASS = re.compile("[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
"""`EditorSearchEntry`: words that only a program's author writes so."""

_SENTENCE_ENDS = (".", "!", "…", "。", "！")


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
    labels = _Labels(shown)
    return [_element(each, places, labels) for each in shown]


def _element(each: Shown, places: dict[int, int], labels: _Labels) -> Element:
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


def _name(each: Shown, labels: _Labels) -> str:
    node = each.node
    if node.parent is None:
        return each.top.title
    by_choice = named_by_choice(node, each.word)
    said = "" if _is_class_name(node, each.word) else _said_once(node)
    if said and not (by_choice and (each.value or said) == said):
        return said.rstrip(COLONS) if each.word in roles.LABELLED else said
    if each.word in roles.LABELLED:
        return each.label or _name_around(node) or labels.beside(each)
    if each.word in roles.ACTED_ON:
        return _inner_text(node)
    return ""


def _is_class_name(node: AtspiNode, word: str) -> bool:
    """GTK 4 calls what has no name by its class, and every tab a tab."""
    if node.toolkit != "gtk4" or not node.name:
        return False
    own = word in roles.LABELLED or word in ("area", "page")
    return node.name.startswith("Gtk") or node.name == "Tab" or (own and bool(_CLASS.fullmatch(node.name)))


def _said_once(node: AtspiNode) -> str:
    """GTK 4 says what has a mnemonic twice: `Replace _All Replace All`."""
    words = node.name.split()
    half = len(words) // 2
    marked, plain = " ".join(words[:half]), " ".join(words[half:])
    twice = node.toolkit == "gtk4" and "_" in marked and marked.replace("_", "") == plain
    return plain if twice else node.name


def _name_around(node: AtspiNode) -> str:
    """The name of the box that a field fills, alone or with a button: a combo box of several parts.

    What a tab opens goes by the name of the tab, and so does every field in it: by none.
    """
    for around in node.above():
        if node.rect is None or around.rect is None or extent(around.rect) > 2 * extent(node.rect):
            break
        if around.parent is None or kind(around) == "tab":
            break
        if around.name and not _is_class_name(around, kind(around)):
            return around.name.rstrip(COLONS)
    return ""


class _Labels:
    """The labels of a look, and which field each of them stands beside."""

    def __init__(self, shown: Sequence[Shown]) -> None:
        self._labels = [
            each
            for each in shown
            if each.word == "label" and any(map(str.isalnum, each.node.name)) and not _is_look(each.node)
        ]
        self._fields = [each for each in shown if each.word in roles.LABELLED]

    def beside(self, field: Shown) -> str:
        """The nearest label that no other field is nearer to."""
        near = [
            (gap, each.node.name)
            for each in self._labels
            if each.top is field.top and (gap := beside(each.rect, field.rect)) is not None
            if not self._nearer(each, gap) and not _is_message(each.node.name, field.rect)
        ]
        return min(near)[1].rstrip(COLONS) if near else ""

    def _nearer(self, label: Shown, gap: int) -> bool:
        others = (beside(label.rect, each.rect) for each in self._fields if each.top is label.top)
        return any(other is not None and other < gap for other in others)


def _is_message(text: str, field: Rect) -> bool:
    """Whether a text over a document is a sentence to the person: a warning, a hint, and not its name."""
    return field.height > TALLEST_LABELLED and text.rstrip().endswith(_SENTENCE_ENDS)


def _is_look(node: AtspiNode) -> bool:
    """Whether it is the text of a button."""
    return any(kind(around) in WITH_LOOKS for around in node.above())


def _inner_text(node: AtspiNode) -> str:
    """What a nameless list item or cell says, by the labels inside it."""
    below = (child for child in node.shown() if child is not node and child.rect is not None)
    said = (child.name for child in below if roles.word(child.role) == "label")
    return " ".join(text for text in said if any(map(str.isalnum, text)))[:LONGEST_NAME]

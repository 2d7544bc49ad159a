"""What is asked of fields, sliders and combo boxes: their texts, labels, numbers and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cogscript.language.model.box import Rect
from cogscript.surfaces import roles
from cogscript.surfaces.x11.atspi.bus import Answer, Bus, Question, left
from cogscript.surfaces.x11.atspi.bus_windows import Top
from cogscript.surfaces.x11.atspi.element_tree import AtspiNode
from cogscript.surfaces.x11.atspi.protocol_names import (
    ACCESSIBLE,
    LABELLED_BY,
    NULL,
    SELECTION,
    TEXT,
    VALUE,
    Address,
    AtspiState,
    addresses,
    value_of,
)

LONGEST = 200_000
"""Characters of a field to read."""
LONGEST_NAME = 200
COLONS = " :："
_OBJECT_REPLACEMENT = "\ufffc"
_CHOICE_IS_THE_NAME = frozenset({"gtk", "qt"})
"""Toolkits that call a combo box by its current choice."""


@dataclass(slots=True)
class Shown:
    """An element that shows: its node, its window, its place among the pixels of the screen."""

    node: AtspiNode
    top: Top
    rect: Rect
    word: str
    value: str | None = None
    label: str = ""

    @property
    def secret(self) -> bool:
        return self.word == "password field"


def read_details(bus: Bus, shown: Sequence[Shown], deadline: float) -> set[str]:
    """Ask fields for their texts and labels, sliders for their numbers, combo boxes for their choices."""
    questions = [question for each in shown for question in _details(each)]
    return bus.pursue(questions, left(deadline)) if questions else set()


def _details(shown: Shown) -> Iterable[Question]:
    node, address = shown.node, shown.node.address
    if shown.word in roles.MEASURES:
        yield address.get("CurrentValue", VALUE), _measured(shown)
    if (
        shown.word in roles.FIELDS
        and not shown.secret
        and (shown.word != "document" or node.has(AtspiState.EDITABLE))
    ):
        yield from text_of(address, _said(shown))
    if _is_plain_text(shown):
        yield from text_of(address, _as_label(shown))
    if shown.word == "combo box":
        yield address.call(SELECTION, "GetSelectedChild", "i", 0), _chosen(shown)
    if shown.word in roles.LABELLED and (not node.name or named_by_choice(node, shown.word)):
        yield address.call(ACCESSIBLE, "GetRelationSet"), _labelled(shown)


def _is_plain_text(shown: Shown) -> bool:
    """Firefox has no elements for the text of a page: a paragraph says it, and has no name."""
    node = shown.node
    return node.toolkit == "gecko" and not node.name and not node.count and shown.word in ("area", "label")


def _as_label(shown: Shown) -> Callable[[str], None]:
    def take(text: str) -> None:
        if text.strip():
            shown.word, shown.node.name = "label", " ".join(text.split())[:LONGEST_NAME]

    return take


def _holds_text(shown: Shown) -> bool:
    if shown.word == "document":  # a page is read with its elements
        return shown.node.has(AtspiState.EDITABLE)
    return shown.word in roles.FIELDS and not shown.secret


def named_by_choice(node: AtspiNode, word: str) -> bool:
    return word == "combo box" and node.toolkit in _CHOICE_IS_THE_NAME


def _measured(shown: Shown) -> Callable[[Answer], Iterable[Question]]:
    def answered(answer: Answer) -> Iterable[Question]:
        number = value_of(answer)
        if isinstance(number, (int, float)):
            shown.value = f"{number:g}"
        return ()

    return answered


def _said(shown: Shown) -> Callable[[str], None]:
    def take(text: str) -> None:
        shown.value = text

    return take


def text_of(address: Address, take: Callable[[str], None]) -> Iterable[Question]:
    """Ask for a whole text. How long it is comes first: GTK 4 knows no end of its own."""

    def answered(answer: Answer) -> Iterable[Question]:
        if answer:
            take(str(answer[0]).replace(_OBJECT_REPLACEMENT, ""))
        return ()

    def length(answer: Answer) -> Iterable[Question]:
        if answer:
            yield address.call(TEXT, "GetText", "ii", 0, min(int(value_of(answer)), LONGEST)), answered

    return [(address.get("CharacterCount", TEXT), length)]


def _chosen(shown: Shown) -> Callable[[Answer], Iterable[Question]]:
    """The choice of a combo box: of itself, or of the list that opens from it, which need not show."""

    def named(answer: Answer) -> Iterable[Question]:
        if answer:
            shown.value = str(value_of(answer)).strip()
        return ()

    def of_list(answer: Answer) -> Iterable[Question]:
        if answer and answer[0][1] != NULL:
            return [(Address(*answer[0]).get("Name"), named)]
        return ()

    def parts(answer: Answer) -> Iterable[Question]:
        return [(each.call(SELECTION, "GetSelectedChild", "i", 0), of_list) for each in addresses(answer)[:2]]

    def answered(answer: Answer) -> Iterable[Question]:
        if answer and answer[0][1] != NULL:
            return of_list(answer)
        return [] if shown.value else [(shown.node.address.call(ACCESSIBLE, "GetChildren"), parts)]

    return answered


def _labelled(shown: Shown) -> Callable[[Answer], Iterable[Question]]:
    def named(answer: Answer) -> Iterable[Question]:
        if answer:
            shown.label = str(value_of(answer)).strip().rstrip(COLONS)
        return ()

    def answered(answer: Answer) -> Iterable[Question]:
        for relation, targets in answer[0] if answer else ():
            if relation == LABELLED_BY and targets:
                return [(Address(*targets[0]).get("Name"), named)]
        return ()

    return answered

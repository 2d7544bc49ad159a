"""Which of several elements a person means: geometry and names, the same for every system."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.language.box import Rect
from cogscript.screens import roles
from cogscript.screens.elements import Element

TALLEST_LABELLED = 80
"""A taller field is a document, and the line of text above it is not its name."""


def extent(rect: Rect) -> int:
    return rect.width * rect.height


def plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def within(inner: Rect, outer: Rect, slack: int = 3) -> bool:
    return (
        inner.left >= outer.left - slack and inner.top >= outer.top - slack
        and inner.right <= outer.right + slack and inner.bottom <= outer.bottom + slack
    )  # fmt: skip


def beside(label: Rect, field: Rect) -> int | None:
    """How far a label stands left of a field on its line, or above it; None for any other place."""
    if field.height > TALLEST_LABELLED:
        return None
    if label.right <= field.left + 2 and label.top < field.bottom and label.bottom > field.top:
        gap = field.left - label.right
        return gap if gap < 300 else None
    if label.bottom <= field.top + 2 and label.left < field.right and label.right > field.left:
        gap = field.top - label.bottom
        return 1000 + gap if gap < 40 else None
    return None


def without_looks(found: Iterable[Element]) -> list[Element]:
    """The elements without those that are only the look or the label of another with the same name."""
    elements = list(found)

    def look_of(element: Element, other: Element) -> bool:
        if other is element or plain(other.name) != plain(element.name):
            return False
        if other.role in roles.ACTED_ON:
            return within(element.rect, other.rect) or beside(element.rect, other.rect) is not None
        return other.rect != element.rect and within(element.rect, other.rect, 0)

    def only_look(element: Element) -> bool:
        return element.role not in roles.ACTED_ON and any(look_of(element, other) for other in elements)

    return [each for each in elements if not only_look(each)]

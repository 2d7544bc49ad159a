"""Which of several elements a person means: geometry and names, the same for every system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces import roles
from cogscript.surfaces.elements import Element

TALLEST_LABELLED = 80
"""A taller field is a document: a text left of it is not its name, one above it only where both begin."""


PRESSED = frozenset(
    {"button", "link", "menu", "menu item", "tab", "checkbox", "radio button", "switch", "column header"}
)
"""Kinds that are pressed: nobody types into them."""
WITH_LOOKS = PRESSED - {"tab"}
"""Kinds whose inside is only their look, and labels nothing else. A tab may hold its whole page."""


def extent(rect: Rect) -> int:
    return rect.width * rect.height


def plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def within(inner: Rect, outer: Rect, slack: int = 3) -> bool:
    return (
        inner.left >= outer.left - slack and inner.top >= outer.top - slack
        and inner.right <= outer.right + slack and inner.bottom <= outer.bottom + slack
    )  # fmt: skip


FARTHEST_LEFT, FARTHEST_ABOVE = 300, 40
"""Pixels between a label and the field it names."""
_HANGING, _INDENT = 16, 40
"""Pixels that a label above a field may begin left or right of where the field begins."""


def beside(label: Rect, field: Rect) -> int | None:
    """How far a label stands left of a field on its line, or above it; None for any other place."""
    tall = field.height > TALLEST_LABELLED
    if not tall and label.right <= field.left + 2 and label.top < field.bottom and label.bottom > field.top:
        gap = field.left - label.right
        return gap if gap < FARTHEST_LEFT else None
    begins = -_HANGING <= label.left - field.left <= _INDENT
    centred = not tall and abs(label.middle.x - field.middle.x) <= _HANGING
    if label.bottom <= field.top + 2 and (begins or centred):
        gap = field.top - label.bottom
        return 1000 + gap if gap < FARTHEST_ABOVE else None
    return None


def with_labels(area: Rect) -> Rect:
    """An area, and where the labels of its fields may stand."""
    return Rect(area.left - FARTHEST_LEFT, area.top - FARTHEST_ABOVE, area.right, area.bottom)


def part(elements: Sequence[Element], wanted: Callable[[Element], bool]) -> list[Element]:
    """Some elements of a snapshot; the parent of each becomes the nearest that is among them."""
    kept = [index for index, each in enumerate(elements) if wanted(each)]
    places = {index: place for place, index in enumerate(kept)}

    def above(index: int | None) -> int | None:
        while index is not None and index not in places:
            index = elements[index].parent
        return None if index is None else places[index]

    return [replace(elements[index], parent=above(elements[index].parent)) for index in kept]


def without_looks(found: Iterable[Element]) -> list[Element]:
    """The elements without those that are only the look, the label or the place of another by that name."""
    elements = list(found)

    def stands_for(element: Element, other: Element) -> bool:
        """Whether a person who names both means the other one."""
        if other is element or plain(other.name) != plain(element.name):
            return False
        if element.role in roles.MEMBERS:
            return other.role in roles.ACTED_ON and other.role != element.role and inside(other, element)
        if element.role in roles.ACTED_ON:
            # A button that opens a menu is told twice in GTK 4: as a button in a button.
            return other.role == element.role and inside(other, element)
        if other.role in roles.ACTED_ON:
            around = element.role == "label" and within(other.rect, element.rect, 6)
            return around or within(element.rect, other.rect) or beside(element.rect, other.rect) is not None
        return inside(element, other)

    return [each for each in elements if not any(stands_for(each, other) for other in elements)]


def is_look(element: Element, elements: Sequence[Element]) -> bool:
    """Whether it is a part of a button or a menu, and says what that is."""
    at, seen = element.parent, 0
    while at is not None and seen < len(elements):
        around = elements[at]
        if around.role in WITH_LOOKS:
            return True
        at, seen = around.parent, seen + 1
    return False


def inside(inner: Element, outer: Element) -> bool:
    """Whether one lies in a larger one."""
    return inner.rect != outer.rect and within(inner.rect, outer.rect, 0)


def named(elements: Sequence[Element], name: str, role: str | None, area: Rect | None) -> list[Element]:
    """The elements that go by a name: whole names first, else parts of longer ones."""
    wanted = plain(name)
    found = [
        each
        for each in elements
        if wanted in plain(each.name)
        and roles.means(role, each.role)
        and (area is None or area.holds(each.rect.middle))
    ]
    whole = [each for each in found if plain(each.name) == wanted]
    return without_looks(whole or found)


def innermost(elements: Iterable[Element], point: Point) -> Element | None:
    """The smallest element at a place, of equals the last drawn; but a button, not the label inside it."""
    last_first = [each for each in reversed(list(elements)) if each.rect.holds(point)]
    hits = sorted(last_first, key=lambda each: extent(each.rect))
    if not hits:
        return None
    inner = hits[0]
    around = (each for each in hits if each.role in roles.ACTED_ON and within(inner.rect, each.rect))
    return next(around, inner)

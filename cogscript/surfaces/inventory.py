"""What a look shows, listed: as arguments to copy into a workflow, as JSON, as a picture with numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Box, Rect, Size, from_pixels
from cogscript.language.write.formatter import format_value
from cogscript.surfaces import roles
from cogscript.surfaces.marking import draw_numbers

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.elements import Element
    from cogscript.surfaces.look import Look
    from cogscript.surfaces.protocol import Surface

_LINE = 8
"""Pixels by which the tops of things on one line may differ."""


@dataclass(frozen=True, slots=True)
class ListedElement:
    """An element with its number in the list."""

    number: int
    element: Element
    box: Box
    """In thousandths of the surface that was looked at."""
    options: tuple[str, ...] = ()
    """Of a list that is closed: what it offers, where that was asked for."""

    @property
    def arguments(self) -> dict[str, Any]:
        """What an operation says to point at it."""
        given: dict[str, Any] = {"element_type": self.element.role}
        if self.element.name:
            given["element_info"] = self.element.name
        if self.element.id:
            given["id"] = self.element.id
        return {**given, "box": self.box}

    def __str__(self) -> str:
        return ", ".join(f"{name}={format_value(value)}" for name, value in self.arguments.items())

    def to_json(self) -> dict[str, Any]:
        element = self.element
        return {
            "number": self.number, "element_type": element.role, "element_info": element.name,
            "id": element.id, "value": element.value, "states": sorted(element.states),
            "box": [list(self.box)], "rect": list(element.rect), "window": element.window,
        }  # fmt: skip


def box_of(rect: Rect, surface: Surface) -> Box:
    """A rectangle of the root as a box of this surface."""
    frame = surface.frame
    moved = Rect(
        rect.left - frame.left, rect.top - frame.top, rect.right - frame.left, rect.bottom - frame.top
    )
    return from_pixels(moved, Size(frame.width, frame.height))


def is_worth_listing(element: Element) -> bool:
    """What a person could point at or read: not the boxes that only hold others."""
    return element.role in roles.ACTED_ON or element.role in roles.FIELDS or bool(element.name)


def entries(look: Look, *, everything: bool = False) -> list[ListedElement]:
    """The elements in reading order, window by window, numbered from 1."""
    shown = [each for each in look.elements.elements if everything or is_worth_listing(each)]
    windows = list(dict.fromkeys(each.window for each in shown))
    shown.sort(key=lambda each: (windows.index(each.window), each.rect.top // _LINE, each.rect.left))
    return [
        ListedElement(number, each, box_of(each.rect, look.surface)) for number, each in enumerate(shown, 1)
    ]


def listing(listed: Sequence[ListedElement]) -> Iterator[str]:
    """One line an element, under the title of its window; a page and a phone have none."""
    titled = any(entry.element.window for entry in listed)
    title: str | None = None if titled else ""
    for entry in listed:
        if entry.element.window != title:
            title = entry.element.window
            yield f"# {title or 'a menu or a list'}"
        yield str(entry)


def marked(look: Look, listed: Sequence[ListedElement]) -> Image:
    """The surface's picture with each element's rectangle and number drawn on it."""
    picture = look.picture.copy()
    draw_numbers(picture, ((entry.number, entry.element.rect) for entry in listed))
    return picture.crop(look.surface.frame)

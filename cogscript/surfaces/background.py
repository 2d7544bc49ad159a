"""A window that is looked at and driven where it is: covered, beside the screen, behind a person's work.

It is a surface of its own: its picture is the window's, whatever lies over it, and its places are pixels of
that picture. There is no pointer and no keyboard: those are the person's. What is done, the elements do
themselves (`runtime.steps.through_elements`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.capabilities import (
    Clipboard,
    Notes,
    Pixels,
    PointerBeside,
    Programs,
    Window,
    WindowPictures,
    Windows,
)
from cogscript.surfaces.element_choice import innermost, named
from cogscript.surfaces.elements import LIMIT, Element, Elements, Snapshot
from cogscript.surfaces.protocol import C, Monitors, Surface

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.reading.lines import Reader

_OF_ROOT = (Clipboard, Monitors, Notes, PointerBeside, Programs, Windows)
"""What can be done without the person's pointer and keyboard."""


class BackgroundWindow(Surface, Pixels):
    name = "window"
    through_elements = True
    asks_guard = True

    def __init__(self, outer: Surface, window: Window) -> None:
        super().__init__(outer.settings)
        self._outer = outer.root
        self._window = window
        self._pictures = self._outer.need(WindowPictures)
        self.guard = self._outer.guard
        self._pictures.watch_window(window)
        self.field: Element | None = None
        """The field that was clicked last: there is no focus that could tell."""

    @property
    def host(self) -> Surface:
        return self._outer

    @property
    def described(self) -> str:
        return f"the window {shown(self._window.title)}, in the background"

    @property
    def window(self) -> Window:
        """The window as it is now; a Fault when it has gone."""
        found = self._outer.need(Windows).describe(self._window.handle)
        if found is None:
            raise Fault("window-gone", f"the window {shown(self._window.title)} is no longer there")
        self._window = found
        return found

    @property
    def size(self) -> Size:
        rect = self.window.rect
        return Size(rect.width, rect.height)

    def capture(self, area: Rect | None = None) -> Image:
        picture = self._pictures.window_picture(self.window)
        return picture if area is None else picture.crop(area)

    def capability(self, kind: type[C]) -> C | None:
        if kind in _OF_ROOT:
            return self._outer.capability(kind)
        return super().capability(kind)

    @property
    def elements(self) -> Elements | None:
        service = self._outer.elements
        return None if service is None else WindowElements(service, self)

    @property
    def reader(self) -> Reader:
        return self._outer.reader

    def owners(self, at: Point | None = None) -> Sequence[str]:
        return self.window.apps

    def await_effect(self, limit: float = 5.0) -> None:
        self._outer.await_effect(limit)

    def close(self) -> None:
        self._pictures.forget_window(self._window)


class WindowElements:
    """The elements of one window, wherever it lies, counted from its corner."""

    def __init__(self, service: Elements, surface: BackgroundWindow) -> None:
        self._service = service
        self._surface = surface

    def _here(self, element: Element) -> Element:
        return self._moved(element, -1)

    def _there(self, element: Element) -> Element:
        return self._moved(element, 1)

    def _moved(self, element: Element, way: int) -> Element:
        corner, rect = self._surface.window.rect, element.rect
        x, y = way * corner.left, way * corner.top
        return replace(element, rect=Rect(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y))

    def snapshot(
        self,
        *,
        window: int | None = None,
        area: Rect | None = None,
        limit: float = LIMIT,
        covered: bool = True,
    ) -> Snapshot:
        """What the window shows, and what its menus hold: an item need not be opened to be chosen."""
        handle = int(self._surface.window.handle)
        seen = self._service.snapshot(window=handle, limit=limit, covered=True)
        elements = [self._here(each) for each in seen.elements]
        known = {each.name for each in elements}
        elements += [self._here(each) for each in self._service.menu_items(handle) if each.name not in known]
        if area is not None:
            elements = [each for each in elements if each.rect.overlap(area).width > 0]
        return replace(seen, elements=elements)

    def at(self, point: Point) -> Element | None:
        shown_ones = self._service.snapshot(window=int(self._surface.window.handle), covered=True).elements
        return innermost([self._here(each) for each in shown_ones], point)

    def focused(self) -> Element | None:
        return next((each for each in self.snapshot().elements if "focused" in each.states), None)

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        return named(self.snapshot().elements, name, role, area)

    def menu_items(self, window: int) -> Sequence[Element]:
        return [self._here(each) for each in self._service.menu_items(window)]

    def closed_options(self, element: Element) -> Sequence[str]:
        return self._service.closed_options(element)

    def choose_option(self, element: Element, index: int) -> None:
        self._service.choose_option(element, index)

    def out_of_view(self, name: str, role: str | None = None) -> Sequence[Element]:
        return [self._here(each) for each in self._service.out_of_view(name, role)]

    def refresh(self, element: Element) -> Element | None:
        found = self._service.refresh(self._there(element))
        return None if found is None else self._here(found)

    def text(self, element: Element) -> str | None:
        return self._service.text(element)

    def own_text(self, area: Rect, *, to_the_end: bool = False) -> str | None:
        """All of the text of the element that lies there."""
        found = self.at(area.middle)
        return None if found is None else self._service.text(found)

    def page_text(self, area: Rect) -> str | None:
        corner = self._surface.window.rect
        there = Rect(
            area.left + corner.left, area.top + corner.top, area.right + corner.left, area.bottom + corner.top
        )
        return self._service.page_text(there)

    def length(self, element: Element) -> int | None:
        return self._service.length(element)

    def actions(self, element: Element) -> tuple[str, ...]:
        return self._service.actions(element)

    def act(self, element: Element, action: str | None = None) -> None:
        self._service.act(element, action)

    def set_text(self, element: Element, text: str) -> None:
        self._service.set_text(element, text)

    def insert_text(self, element: Element, text: str) -> None:
        self._service.insert_text(element, text)

    def set_value(self, element: Element, value: float) -> None:
        self._service.set_value(element, value)

    def increment(self, element: Element) -> float | None:
        return self._service.increment(element)

    def select(self, element: Element) -> None:
        self._service.select(element)

    def scroll_to(self, element: Element) -> None:
        self._service.scroll_to(element)

    def covered_by(self, element: Element, point: Point) -> str | None:
        return None

    def busy(self, window: int | None = None) -> bool:
        return self._service.busy(window)

    def close(self) -> None:
        """It is its root's."""

"""Elements on Windows (UI Automation) and macOS (AX), through the xa11y library.

xa11y has no question for a place and is before 1.0, so it stays behind our own protocol, and only the
calls used here matter: App.list, App.foreground, windows, children, and the plain properties.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from cogscript.language.box import Point, Rect
from cogscript.screens import roles
from cogscript.screens.element_choice import beside, extent, plain, within, without_looks
from cogscript.screens.elements import Element

LIMIT = 3.0
"""Seconds one question may take: trees can be large, and programs slow."""

_SECRET_ROLES = {"password text", "axsecuretextfield"}


class Xa11yElements:
    def __init__(self) -> None:
        import xa11y

        self._xa11y: Any = xa11y  # its own stubs name a method `list`, which hides the type
        self._lock = threading.Lock()

    def at(self, point: Point) -> Element | None:
        with self._lock:
            for window in self._windows(every=False):
                rect = _rect(window)
                if rect is None or not rect.holds(point):
                    continue
                hits = [
                    (node, place)
                    for node, place in self._walk(window, time.monotonic() + LIMIT, point)
                    if place.holds(point)
                ]
                hits.sort(key=lambda hit: extent(hit[1]))
                for node, place in hits:
                    if roles.word(node.role) in roles.ACTED_ON and within(hits[0][1], place):
                        return self._element(node, place, window)
                if hits:
                    return self._element(*hits[0], window)
            return None

    def focused(self) -> Element | None:
        with self._lock:
            for window in self._windows(every=False):
                for node, rect in self._walk(window, time.monotonic() + LIMIT):
                    if node.focused:
                        return self._element(node, rect, window)
            return None

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        wanted = plain(name)
        with self._lock:
            deadline = time.monotonic() + LIMIT
            found = [
                element
                for window in self._windows(every=True)
                for node, rect in self._walk(window, deadline)
                if (area is None or area.holds(rect.middle))
                and wanted in plain((element := self._element(node, rect, window)).name)
                and roles.means(role, element.role)
            ]
        exact = [element for element in found if plain(element.name) == wanted]
        return without_looks(exact or found)

    def close(self) -> None:
        """Nothing is kept open."""

    def _windows(self, *, every: bool) -> Iterator[Any]:
        """The windows of the foreground program, and of all others after it where `every` asks."""
        try:
            front = self._xa11y.App.foreground(timeout=0)
            yield from front.windows()
            if every:
                for program in self._xa11y.App.list():
                    if program.pid != front.pid:
                        yield from program.windows()
        except self._xa11y.XA11yError:
            return

    def _walk(
        self, node: Any, deadline: float, point: Point | None = None
    ) -> Iterator[tuple[Any, Rect]]:  # fmt: skip
        """What shows at or below an element; only what lies around the point, where one is given."""
        if time.monotonic() > deadline:
            return
        try:
            rect = _rect(node)
            if rect is not None and node.visible:
                yield node, rect
            # An open menu lies outside of the menu bar it belongs to: menus are entered in any case.
            outside = point is not None and rect is not None and not rect.holds(point)
            if outside and roles.word(node.role) not in ("menu", "menu item", "combo box"):
                return
            children = node.children()
        except self._xa11y.XA11yError:  # it closed while we asked
            return
        for child in children:
            yield from self._walk(child, deadline, point)

    def _element(self, node: Any, rect: Rect, window: Any) -> Element:
        word = roles.word(node.role)
        secret = _is_secret(node.raw)
        if secret:
            word = "password field"
        value = node.value if word in roles.FIELDS and not secret else None
        name = (node.name or "").strip() or (_label(node, rect) if word in roles.FIELDS else "")
        return Element(word, name, rect, value, secret, window.name or "")


def _rect(node: Any) -> Rect | None:
    bounds = node.bounds
    if bounds is None or bounds.width <= 0 or bounds.height <= 0:
        return None
    return Rect(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height)


def _is_secret(raw: dict[str, Any]) -> bool:
    """UI Automation has a property for it, AX a subrole, AT-SPI a role."""
    return any(
        str(value).casefold() in _SECRET_ROLES or ("password" in key.casefold() and value is True)
        for key, value in raw.items()
    )


def _label(node: Any, rect: Rect) -> str:
    """The label that stands beside a nameless field in the same group."""
    parent = node.parent()
    near = [
        (gap, (each.name or each.value or "").rstrip(" :："))
        for each in (parent.children() if parent else ())
        if roles.word(each.role) == "label"
        and (place := _rect(each)) is not None
        and (gap := beside(place, rect)) is not None
    ]
    return min(near)[1] if near else ""


def open_xa11y() -> Xa11yElements | None:
    """None where the library is missing or the system refuses it."""
    try:
        return Xa11yElements()
    except (ImportError, OSError):
        return None

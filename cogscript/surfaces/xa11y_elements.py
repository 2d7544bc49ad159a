"""Elements on Windows (UI Automation) and macOS (AX), through the xa11y library.

xa11y has no question for a place and is before 1.0, so it stays behind our own protocol, and only the
calls used here matter: App.list, App.foreground, windows, children, the plain properties and actions.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import beside, extent, innermost, named
from cogscript.surfaces.elements import LIMIT, Element, Snapshot

_SECRET_ROLES = {"password text", "axsecuretextfield"}
_STATES = ("active", "busy", "editable", "enabled", "expanded", "focusable", "focused", "modal", "required",
           "selected")  # fmt: skip
"""Properties of xa11y that are called as our states are."""


class Xa11yElements:
    def __init__(self, scale: float = 1.0) -> None:
        """`scale`: pixels of the screen for one of xa11y's, whose rectangles are logical on every system."""
        import xa11y

        self._scale = scale
        self._xa11y: Any = xa11y  # its own stubs name a method `list`, which hides the type
        self._lock = threading.Lock()

    # --- looking ---------------------------------------------------------------------------------

    def at(self, point: Point) -> Element | None:
        spot = Rect(point.x, point.y, point.x + 1, point.y + 1)
        with self._lock:
            return innermost(self._look(self._front(), spot, time.monotonic() + LIMIT), point)

    def focused(self) -> Element | None:
        with self._lock:
            seen = self._look(self._front(), None, time.monotonic() + LIMIT)
            return next((each for each in reversed(seen) if "focused" in each.states), None)

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        return named(self.snapshot(area=area).elements, name, role, area)

    def snapshot(
        self,
        *,
        window: int | None = None,
        area: Rect | None = None,
        limit: float = LIMIT,
        covered: bool = False,
    ) -> Snapshot:
        """xa11y does not know the system's handles of windows: with one, the foreground program is read."""
        with self._lock:
            deadline = time.monotonic() + limit
            found = self._look(self._front() if window is not None else self._all(), area, deadline)
        late = time.monotonic() > deadline
        return Snapshot(found, not late, "there was not enough time to read every window" if late else "")

    def menu_items(self, window: int) -> Sequence[Element]:
        return ()

    def closed_options(self, element: Element) -> Sequence[str]:
        return ()

    def choose_option(self, element: Element, index: int) -> None:
        raise Fault(
            "not-possible", f"the choice of the {element.role} cannot be made from the background here"
        )

    def insert_text(self, element: Element, text: str) -> None:
        self.set_text(element, (self.text(element) or "") + text)

    def out_of_view(self, name: str, role: str | None = None) -> Sequence[Element]:
        with self._lock:
            seen = self._look(self._front(), None, time.monotonic() + LIMIT, hidden=True)
        return named(seen, name, role, None)

    def refresh(self, element: Element) -> Element | None:
        """What xa11y hands out is as it was then: it is looked up again among its parent's children."""
        old: Any = element.handle
        with self._lock:
            try:
                parent = old.parent()
                now = _same(old, parent.children() if parent else [])
                rect = self._rect(now) if now is not None and now.visible else None
                if rect is None:
                    return None
                return self._element(now, rect, element.window, element.parent, element.container)
            except (self._xa11y.XA11yError, AttributeError):
                return None

    def own_text(self, area: Rect, *, to_the_end: bool = False) -> str | None:
        return None

    def page_text(self, area: Rect) -> str | None:
        return None

    def covered_by(self, element: Element, point: Point) -> str | None:
        return None

    def busy(self, window: int | None = None) -> bool:
        seen = self.snapshot(window=window).elements
        return any(each.role == "document" and "busy" in each.states for each in seen)

    # --- acting ----------------------------------------------------------------------------------

    def text(self, element: Element) -> str | None:
        now = None if element.secret else self.refresh(element)
        node: Any = now.handle if now else None
        return None if node is None else node.value

    def length(self, element: Element) -> int | None:
        text = self.text(element)
        return None if text is None else len(text)

    def actions(self, element: Element) -> tuple[str, ...]:
        node: Any = element.handle
        return tuple(node.actions) if node is not None else ()

    def act(self, element: Element, action: str | None = None) -> None:
        self._do(element, lambda node: node.perform_action(action) if action else node.press())

    def set_text(self, element: Element, text: str) -> None:
        self._do(element, lambda node: node.set_value(text))

    def increment(self, element: Element) -> float | None:
        return None

    def set_value(self, element: Element, value: float) -> None:
        self._do(element, lambda node: node.set_numeric_value(value))

    def select(self, element: Element) -> None:
        self._do(element, lambda node: node.select())

    def scroll_to(self, element: Element) -> None:
        self._do(element, lambda node: node.scroll_into_view())

    def _do(self, element: Element, act: Callable[[Any], None]) -> None:
        try:
            act(element.handle)
        except (self._xa11y.XA11yError, AttributeError) as reason:
            raise Fault(
                "not-possible",
                f"the {element.role} `{element.name}` does not do that by itself: {reason}",
                "click it or type into it instead",
            ) from reason

    def close(self) -> None:
        """Nothing is kept open."""

    # --- the tree --------------------------------------------------------------------------------

    def _front(self) -> Iterator[Any]:
        """The windows of the foreground program."""
        try:
            yield from self._xa11y.App.foreground(timeout=0).windows()
        except self._xa11y.XA11yError:
            return

    def _all(self) -> Iterator[Any]:
        """The windows of the foreground program, and of all others after it."""
        try:
            front = self._xa11y.App.foreground(timeout=0)
            yield from front.windows()
            for program in self._xa11y.App.list():
                if program.pid != front.pid:
                    yield from program.windows()
        except self._xa11y.XA11yError:
            return

    def _look(
        self, windows: Iterator[Any], area: Rect | None, deadline: float, *, hidden: bool = False
    ) -> list[Element]:
        """What is visible of some windows, or what is not."""
        found: list[Element] = []
        for window in windows:
            self._walk(window, window.name or "", None, "", area, deadline, found, hidden)
        return found

    def _walk(
        self,
        node: Any,
        window: str,
        parent: int | None,
        container: str,
        area: Rect | None,
        deadline: float,
        found: list[Element],
        hidden: bool,
    ) -> None:
        """What shows at or below an element; only what meets the area, where one is given."""
        if time.monotonic() > deadline:
            return
        try:
            rect, word = self._rect(node), roles.word(node.role)
            # An open menu lies outside of the menu bar it belongs to: menus are entered in any case.
            outside = area is not None and rect is not None and extent(rect.overlap(area)) == 0
            if rect is not None and node.visible != hidden and not outside:
                found.append(self._element(node, rect, window, parent, container))
                parent = len(found) - 1
                container = word if word in roles.CONTAINERS else container
            if outside and word not in ("menu", "menu bar", "menu item", "combo box"):
                return
            children = node.children()
        except self._xa11y.XA11yError:  # it closed while we asked
            return
        for child in children:
            self._walk(child, window, parent, container, area, deadline, found, hidden)

    def _element(
        self, node: Any, rect: Rect, window: str, parent: int | None, container: str
    ) -> Element:  # fmt: skip
        word = roles.word(node.role)
        secret = _is_secret(node.raw)
        if secret:
            word = "password field"
        name = (node.name or "").strip() or (self._label(node, rect) if word in roles.LABELLED else "")
        return Element(
            word, name, rect, node.stable_id or "", _value(node, word), _states(node), (), parent, secret,
            window, container, node,
        )  # fmt: skip

    def _rect(self, node: Any) -> Rect | None:
        logical = _rect(node)
        return None if logical is None else scaled(logical, self._scale)

    def _label(self, node: Any, rect: Rect) -> str:
        """The label that stands beside a nameless field in the same group."""
        parent = node.parent()
        near = [
            (gap, (each.name or each.value or "").rstrip(" :："))
            for each in (parent.children() if parent else ())
            if roles.word(each.role) == "label"
            and (place := self._rect(each)) is not None
            and (gap := beside(place, rect)) is not None
        ]
        return min(near)[1] if near else ""


def _rect(node: Any) -> Rect | None:
    bounds = node.bounds
    if bounds is None or bounds.width <= 0 or bounds.height <= 0:
        return None
    return Rect(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height)


def scaled(rect: Rect, scale: float) -> Rect:
    """A rectangle in pixels of the screen."""
    return rect if scale == 1.0 else Rect(*(round(number * scale) for number in rect))


def _same(old: Any, siblings: Sequence[Any]) -> Any:
    """Which of some elements one is that was seen before: by its id, by its place, by its name."""
    alike = [each for each in siblings if each.role == old.role]
    for told in (lambda each: each.stable_id, _rect, lambda each: each.name):
        same = [each for each in alike if told(old) and told(each) == told(old)]
        if len(same) == 1:
            return same[0]
    return None


def _value(node: Any, word: str) -> str | None:
    if word == "password field":
        return None
    if word in roles.MEASURES and node.numeric_value is not None:
        return f"{node.numeric_value:g}"
    return node.value if word in roles.FIELDS else None


def _states(node: Any) -> frozenset[str]:
    found = {name for name in _STATES if getattr(node, name)}
    if node.expanded is not None:
        found.add("expandable")
    if node.checked is not None:
        found |= {"checkable", {"on": "checked", "mixed": "indeterminate"}.get(node.checked, "checkable")}
    return frozenset(found)


def _is_secret(raw: dict[str, Any]) -> bool:
    """UI Automation has a property for it, AX a subrole, AT-SPI a role."""
    return any(
        str(value).casefold() in _SECRET_ROLES or ("password" in key.casefold() and value is True)
        for key, value in raw.items()
    )


def open_xa11y() -> Xa11yElements | None:
    """None where the library is missing or the system refuses it."""
    try:
        return Xa11yElements()
    except (ImportError, OSError):
        return None

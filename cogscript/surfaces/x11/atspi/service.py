"""Elements on Linux: AT-SPI, spoken directly over D-Bus.

A look reads the trees of the windows that show (tree), brings them together with the windows of the
X server (programs, windows, scope) and puts them into our words (describe). What lies
at a place, has the focus or goes by a name is then plain arithmetic on one snapshot.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.element_choice import extent, innermost, named, part, with_labels
from cogscript.surfaces.elements import LIMIT, Element, Snapshot
from cogscript.surfaces.placed_window import PlacedWindow
from cogscript.surfaces.x11.atspi.bus import Bus, accessibility_address, left
from cogscript.surfaces.x11.atspi.bus_windows import Top
from cogscript.surfaces.x11.atspi.describe import Handle, elements, kind
from cogscript.surfaces.x11.atspi.details import Shown, read_details
from cogscript.surfaces.x11.atspi.element_actions import Acting
from cogscript.surfaces.x11.atspi.element_tree import MOST, AtspiNode, Walk
from cogscript.surfaces.x11.atspi.hits import Hits
from cogscript.surfaces.x11.atspi.look_area import entering, meets, near, of_window, visible
from cogscript.surfaces.x11.atspi.menus import Menus
from cogscript.surfaces.x11.atspi.own_text import own_text, page_text
from cogscript.surfaces.x11.atspi.pages import Pages
from cogscript.surfaces.x11.atspi.programs import BusPrograms
from cogscript.surfaces.x11.atspi.protocol_names import Address
from cogscript.surfaces.x11.atspi.scale import PIXELS
from cogscript.surfaces.x11.stacking import Stacking, open_stacking

_NO_OFFSET = Point(0, 0)
_LAST_SHARE = 0.2
"""The part of the time for the texts of fields, in the end."""
_CLOSED = frozenset({"menu", "combo box"})
"""What holds more than can be scrolled to."""


class AtspiElements:
    """What the programs of one X server publish."""

    def __init__(self, bus: Bus, stacking: Stacking | None, origin: Point = _NO_OFFSET) -> None:
        self._bus = bus
        self._stacking = stacking
        self._origin = origin
        """Where the screen's top left lies among several monitors, which the bus counts from."""
        self._programs = BusPrograms(bus)
        self._acting = Acting(bus)
        self._menus = Menus(bus)
        self._pages = Pages(bus)
        self._hits = Hits(bus, origin)
        self._focus: Element | None = None
        self._lock = threading.RLock()

    # --- looking ---------------------------------------------------------------------------------

    def at(self, point: Point) -> Element | None:
        spot = Rect(point.x, point.y, point.x + 1, point.y + 1)
        return innermost(self.snapshot(area=spot).elements, point)

    def focused(self) -> Element | None:
        with self._lock:
            window = self._stacking.active() if self._stacking else None
            before = self._focus
            if before and (window is None or before.window == window.title):
                now = self.refresh(before)
                if now and "focused" in now.states:
                    return now
            handle = window.handle if window else None
            # Also where something lies over it: what is typed goes there all the same.
            found = _safely(lambda: self._snapshot(handle, None, LIMIT, covered=True)).elements
            self._focus = next((each for each in reversed(found) if "focused" in each.states), None)
            return self._focus

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        found = named(self.snapshot(area=area).elements, name, role, area)
        with self._lock:
            try:
                return self._hits.uncovered(found)
            except OSError:
                return found

    def snapshot(
        self,
        *,
        window: int | None = None,
        area: Rect | None = None,
        limit: float = LIMIT,
        covered: bool = False,
    ) -> Snapshot:
        with self._lock:
            return _safely(lambda: self._snapshot(window, area, limit, covered=covered))

    def menu_items(self, window: int) -> Sequence[Element]:
        with self._lock:
            bars = self.snapshot(window=window, covered=True).elements
            try:
                return [item for bar in bars if bar.role == "menu bar" for item in self._menus.below(bar)]
            except OSError:
                return []

    def closed_options(self, element: Element) -> Sequence[str]:
        with self._lock:
            try:
                return [item.name for item in self._menus.below(element)]
            except OSError:
                return []

    def choose_option(self, element: Element, index: int) -> None:
        with self._lock:
            self._acting.choose(element, index)

    def out_of_view(self, name: str, role: str | None = None) -> Sequence[Element]:
        with self._lock:
            found = named(_safely(self._beyond).elements, name, role, None)
            in_view = {_address(each) for each in self.snapshot().elements}
            return [each for each in found if _address(each) not in in_view]

    def _snapshot(
        self, window: int | None, local: Rect | None, limit: float, *, covered: bool = False
    ) -> Snapshot:
        deadline = time.monotonic() + limit
        area = PIXELS.moved(*self._origin).pixels(local) if local else None
        windows = self._windows()
        tops, silent = self._programs.windows(windows or (), deadline)
        if windows is not None:
            tops = of_window(tops, window, windows) if window is not None else tops
            tops = near(tops, area, windows) if area else tops
        around = with_labels(area) if area else None

        def wanted(node: AtspiNode, rect: Rect, top: Top) -> bool:
            seen = covered or windows is None or visible(node, rect, top, area, windows)
            return seen and meets(rect, around)

        seen = self._read(tops, entering(tops, around, windows), wanted, silent, deadline)
        if local is None:
            return seen
        return replace(seen, elements=part(seen.elements, lambda each: meets(each.rect, local)))

    def _beyond(self) -> Snapshot:
        """Everything that is there, scrolled out of view too."""
        deadline = time.monotonic() + LIMIT
        tops, silent = self._programs.windows(self._windows() or (), deadline)
        for top in tops:
            top.node.beyond = True
        return self._read(tops, lambda node: node.role not in _CLOSED, lambda *_: True, silent, deadline)

    def _read(
        self,
        tops: Sequence[Top],
        enter: Callable[[AtspiNode], bool],
        wanted: Callable[[AtspiNode, Rect, Top], bool],
        silent: set[str],
        deadline: float,
    ) -> Snapshot:
        walk = Walk(self._bus, enter)
        walk.read([top.node for top in tops], deadline - left(deadline) * _LAST_SHARE)
        shown = [
            Shown(node, top, rect, kind(node))
            for top in tops
            for node in top.node.shown()
            if (rect := node.rect or node.somewhere_in) is not None and wanted(node, rect, top)
        ]
        late = read_details(self._bus, shown, deadline)
        reason = self._reason(silent | walk.silent | late, walk)
        return Snapshot([self._local(each) for each in elements(shown)], not reason, reason)

    def _reason(self, silent: Iterable[str], walk: Walk) -> str:
        said = [f"{self._programs.name(owner)} did not answer in time" for owner in sorted(silent)]
        for owner in sorted(walk.full):
            said.append(
                f"{self._programs.name(owner)} shows more than the {MOST} elements that one look reads"
            )
        for node in walk.unread():
            program = self._programs.name(node.address.owner)
            said.append(f"{program} does not tell what is in view of a {kind(node)} of {node.count}")
        return "; ".join(said)

    def _windows(self) -> Sequence[PlacedWindow] | None:
        return self._stacking.windows() if self._stacking else None

    def _local(self, element: Element) -> Element:
        """Counted from the screen's own corner."""
        if self._origin == _NO_OFFSET:
            return element
        x, y = self._origin
        return replace(element, rect=PIXELS.moved(-x, -y).pixels(element.rect))

    # --- one element -----------------------------------------------------------------------------

    def refresh(self, element: Element) -> Element | None:
        handle = element.handle
        if not isinstance(handle, Handle):
            return None
        with self._lock:
            try:
                return self._refresh(element, handle, time.monotonic() + LIMIT)
            except OSError:
                return None

    def _refresh(self, element: Element, handle: Handle, deadline: float) -> Element | None:
        top = self._programs.window(handle.top, self._windows() or (), deadline)
        if top is None:
            return None
        node = top.node
        if handle.address != handle.top:
            scale = top.node.scale if handle.like_window else handle.scale
            node = AtspiNode(handle.address, top.node.toolkit, top.node, scale=scale)
            self._programs.ask_alone(node, deadline)
        rect = node.rect
        if rect is not None and handle.clip is not None and handle.place == top.node.rect:
            rect = rect.overlap(handle.clip)
        if rect is None or not extent(rect) or not node.showing:
            return None
        shown = Shown(node, top, rect, kind(node))
        read_details(self._bus, [shown], deadline)
        now = self._local(elements([shown])[0])
        # Its surroundings were not read again: what follows from them stays.
        name = now.name or element.name
        return replace(now, name=name, parent=element.parent, container=element.container)

    def text(self, element: Element) -> str | None:
        with self._lock:
            return self._acting.text(element)

    def own_text(self, area: Rect, *, to_the_end: bool = False) -> str | None:
        return self._said_of(area, lambda *place: own_text(self._bus, *place, to_the_end=to_the_end))

    def page_text(self, area: Rect) -> str | None:
        return self._said_of(area, lambda *place: page_text(self._bus, *place))

    def _said_of(self, area: Rect, ask: Callable[[list[Element], Rect], str | None]) -> str | None:
        """What programs answer of a place: the elements that meet it, and the place, in pixels of the bus."""
        with self._lock:
            seen = self.snapshot(area=area)
            x, y = self._origin
            moved = [replace(each, rect=PIXELS.moved(x, y).pixels(each.rect)) for each in seen.elements]
            try:
                return ask(moved, PIXELS.moved(x, y).pixels(area))
            except OSError:
                return None

    def length(self, element: Element) -> int | None:
        with self._lock:
            return self._acting.length(element)

    def actions(self, element: Element) -> tuple[str, ...]:
        with self._lock:
            return self._acting.actions(element)

    def act(self, element: Element, action: str | None = None) -> None:
        with self._lock:
            self._acting.act(element, action)

    def set_text(self, element: Element, text: str) -> None:
        with self._lock:
            self._acting.set_text(element, text)

    def insert_text(self, element: Element, text: str) -> None:
        with self._lock:
            self._acting.insert_text(element, text)

    def set_value(self, element: Element, value: float) -> None:
        with self._lock:
            self._acting.set_value(element, value)

    def increment(self, element: Element) -> float | None:
        with self._lock:
            return self._acting.increment(element)

    def select(self, element: Element) -> None:
        with self._lock:
            self._acting.select(element)

    def scroll_to(self, element: Element) -> None:
        with self._lock:
            self._acting.scroll_to(element)

    def covered_by(self, element: Element, point: Point) -> str | None:
        with self._lock:
            try:
                return self._hits.covering(element, point)
            except OSError:
                return None

    def busy(self, window: int | None = None) -> bool:
        with self._lock:
            deadline = time.monotonic() + LIMIT
            try:
                tops, _ = self._programs.windows(self._windows() or (), deadline)
                if window is not None:
                    tops = [top for top in tops if top.placed and top.placed.handle == window]
                return self._pages.loading(tops, deadline)
            except OSError:
                return False

    def close(self) -> None:
        self._bus.close()
        if self._stacking:
            self._stacking.close()


def _safely(look: Callable[[], Snapshot]) -> Snapshot:
    try:
        return look()
    except OSError:
        return Snapshot((), False, "the accessibility bus has gone")


def _address(element: Element) -> Address | None:
    return element.handle.address if isinstance(element.handle, Handle) else None


def open_atspi(
    environment: Mapping[str, str] | None = None, origin: Point = _NO_OFFSET
) -> AtspiElements | None:
    """The elements of the screen that an environment leads to; None where nothing publishes them."""
    environment = os.environ if environment is None else environment
    try:
        address = accessibility_address(environment)
        return AtspiElements(Bus(address), open_stacking(environment), origin) if address else None
    except (OSError, RuntimeError, ValueError, KeyError):
        return None

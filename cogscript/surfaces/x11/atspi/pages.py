"""Whether the pages of browsers have loaded, as the browsers tell it.

A page that loads says that it is busy, where it is there at all. While its first part has not come, Chromium
publishes no page or the one before it, and Firefox the one before it; then the button that loads a page again
is one that stops it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from cogscript.surfaces.x11.atspi.bus import Bus, left
from cogscript.surfaces.x11.atspi.bus_windows import Top
from cogscript.surfaces.x11.atspi.element_tree import BROWSERS, PAGES, AtspiNode, Walk, state_bits
from cogscript.surfaces.x11.atspi.protocol_names import ACCESSIBLE, Address, AtspiState, value_of

BLANK = 15.0
"""Seconds for which a browser without a page counts as loading one; some never tell their pages."""
_AGAIN = {"chromium": "view_1003", "gecko": "reload-button"}
"""The button that loads a page again. Firefox puts another in its place while it loads, …"""
_STOP_BUTTON = "stop-button"
_STOP = ("stop", "停止", "stopp", "abbrechen", "arrêter", "interrompre", "detener", "parar", "interromp",
         "中止", "중지", "останов")  # fmt: skip
"""… and Chromium describes it by one of these words."""


class _Known(NamedTuple):
    """What was seen in a window that had loaded."""

    pages: tuple[Address, ...]
    again: Address | None


class Pages:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[Address, _Known] = {}
        self._blank: dict[Address, float] = {}
        """Since when a window has been without a page."""

    def loading(self, tops: Sequence[Top], deadline: float) -> bool:
        """Whether one of the windows shows a page that has not loaded.

        Chromium keeps windows in store, for the suggestions below its address: without a page, and not on the
        screen.
        """
        browsers = [top for top in tops if top.node.toolkit in BROWSERS]
        on_screen = [top for top in browsers if top.placed] or browsers
        return any(self._loading(top.node, deadline) for top in on_screen)

    def _loading(self, window: AtspiNode, deadline: float) -> bool:
        known = self._known.get(window.address)
        if known is not None:
            states = self._states((*known.pages, *filter(None, [known.again])), deadline)
            # What has gone still says that it shows, in Firefox.
            if all(each & AtspiState.SHOWING and not each & AtspiState.DEFUNCT for each in states):
                busy = any(each & AtspiState.BUSY for each in states)
                return busy or self._stops(window.toolkit, known.again, deadline)
        return self._look_through(window, deadline)

    def _look_through(self, window: AtspiNode, deadline: float) -> bool:
        self._known.pop(window.address, None)
        Walk(self._bus, lambda node: node.role not in PAGES).read([window], deadline)
        shown = list(window.shown())
        pages = [node for node in shown if node.role in PAGES and node.rect is not None]
        again = next((node.address for node in shown if node.id == _AGAIN.get(window.toolkit)), None)
        if any(node.id == _STOP_BUTTON for node in shown):
            return True
        if pages:
            self._blank.pop(window.address, None)
            self._known[window.address] = _Known(tuple(page.address for page in pages), again)
            busy = any(page.has(AtspiState.BUSY) for page in pages)
            return busy or self._stops(window.toolkit, again, deadline)
        if window.role != "frame":
            return False  # a dialog of a browser
        now = time.monotonic()
        return now - self._blank.setdefault(window.address, now) < BLANK

    def _stops(self, toolkit: str, again: Address | None, deadline: float) -> bool:
        if toolkit != "chromium" or again is None:
            return False
        said = str(value_of(self._bus.ask_one(again.get("Description"), left(deadline))) or "").casefold()
        return any(word in said for word in _STOP)

    def _states(self, nodes: Sequence[Address], deadline: float) -> list[int]:
        answers = self._bus.ask([node.call(ACCESSIBLE, "GetState") for node in nodes], left(deadline))
        return [state_bits(answer) for answer in answers]

"""Which part of the screen a look is about: one window, an area, and what lies on top there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogscript.language.model.box import Rect
from cogscript.surfaces.element_choice import extent
from cogscript.surfaces.placed_window import PlacedWindow
from cogscript.surfaces.x11.atspi.bus_windows import Top, reachable
from cogscript.surfaces.x11.atspi.element_tree import BROWSERS, AtspiNode

_HOLD_OUTSIDE = frozenset({"page tab", "tree item"})
"""What is in these lies outside of them: GTK's and Qt's pages are parts of the tabs that show them."""


def meets(rect: Rect | None, area: Rect | None) -> bool:
    return area is None or rect is None or extent(rect.overlap(area)) > 0


def visible(
    node: AtspiNode, rect: Rect, top: Top, area: Rect | None, windows: Sequence[PlacedWindow]
) -> bool:
    """By its middle, or by the middle of what lies in the area; a window is there also when covered."""
    if area is None and node.parent is None:
        return top.placed is not None
    seen = rect.overlap(area) if area and meets(rect, area) else rect
    return reachable(node, seen.middle, top, windows)


def of_window(tops: Sequence[Top], window: int, windows: Sequence[PlacedWindow]) -> list[Top]:
    """What belongs to a window: itself, and the popups of its program."""
    process = next((each.process for each in windows if each.handle == window), None)

    def belongs(top: Top) -> bool:
        if top.placed and not top.placed.popup:
            return top.placed.handle == window
        return top.process is not None and top.process == process

    return [top for top in tops if belongs(top)]


def near(tops: Sequence[Top], area: Rect, windows: Sequence[PlacedWindow]) -> list[Top]:
    """What may have something in an area: windows that meet it, and those whose program has a popup there."""
    there = [window for window in windows if meets(window.rect, area)]
    handles = {window.handle for window in there}
    popups = {window.process for window in there if window.popup}
    return [top for top in tops if (top.placed and top.placed.handle in handles) or top.process in popups]


def entering(
    tops: Sequence[Top], area: Rect | None, windows: Sequence[PlacedWindow] | None
) -> Callable[[AtspiNode], bool]:
    """Which elements to look below: not menus of a program without popups, and, where only an area is
    wanted, those that meet it.

    What a popup shows is in the tree of whatever opened it, which may lie anywhere; so may parts of a page.
    What a tab or a branch of a tree opens lies beside it.
    """
    if windows is None:
        return lambda node: True
    popups = [window for window in windows if window.popup]
    quiet = _owners(tops, {window.process for window in popups})
    apart = _owners(tops, {window.process for window in popups if meets(window.rect, area)})

    def enter(node: AtspiNode) -> bool:
        owner = node.address.owner
        if node.role == "menu" and owner in quiet and node.toolkit not in BROWSERS:
            return False
        inside = node.rect is not None and node.toolkit not in BROWSERS and node.role not in _HOLD_OUTSIDE
        return owner not in apart or not inside or meets(node.rect, area)

    return enter


def _owners(tops: Sequence[Top], without: set[int | None]) -> set[str]:
    """The programs whose processes are not among some."""
    return {top.node.address.owner for top in tops if top.process is not None and top.process not in without}

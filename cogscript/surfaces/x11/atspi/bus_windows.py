"""Windows as the accessibility bus knows them, brought together with those of the X server.

The bus knows elements, but not which window covers which, nor how a program counts its pixels. The X
server knows both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.element_choice import extent, within
from cogscript.surfaces.placed_window import PlacedWindow
from cogscript.surfaces.x11.atspi.element_tree import AtspiNode
from cogscript.surfaces.x11.atspi.scale import PIXELS, scale_between

_POPUP_ROLES = frozenset(
    {"menu", "menu item", "check menu item", "radio menu item", "tearoff menu item", "popup menu", "list",
     "list box", "list item", "table", "tree", "tree table", "tool tip", "window", "separator"}
)  # fmt: skip


@dataclass(slots=True, eq=False)
class Top:
    """A window: its element, and the window of the X server that it is."""

    node: AtspiNode
    process: int | None
    program: str
    placed: PlacedWindow | None = None

    @property
    def title(self) -> str:
        return self.placed.title if self.placed else self.node.name or self.program


def pair(tops: Sequence[Top], windows: Sequence[PlacedWindow]) -> None:
    """Find the X window of each top, the surest first, and count it in pixels from then on."""
    candidates = []
    for index, top in enumerate(tops):
        if top.node.rect is None:
            continue
        for order, window in enumerate(windows):
            same_process = top.process is not None and top.process == window.process
            same_title = bool(window.title) and top.node.name == window.title
            # A process in a container goes by another number.
            if not (same_process or same_title):
                continue
            scale = scale_between(top.node.rect, window)
            if scale is None and (window.popup or not same_title):
                continue
            far = abs(scale.shift.x) + abs(scale.shift.y) if scale else 0
            rank = (
                scale is None,
                not same_process,
                not same_title,
                scale is not None and scale.factor != 1,
                far,
            )
            candidates.append((rank, order, index, top, window, scale))
    taken: set[int] = set()
    for _, _, _, top, window, scale in sorted(candidates, key=lambda each: each[:3]):
        if top.placed is None and window.handle not in taken:
            top.placed, top.node.scale = window, scale or PIXELS
            taken.add(window.handle)
    _lend_scales(tops)
    for top in tops:
        if top.node.rect is not None:
            top.node.rect = top.node.scale.pixels(top.node.rect)


def _lend_scales(tops: Iterable[Top]) -> None:
    """A popup that was not found among the X windows counts as the other windows of its program do."""
    known = {
        top.node.address.owner: top.node.scale
        for top in tops
        if top.placed and top.node.scale.shift == PIXELS.shift
    }
    for top in tops:
        if top.placed is None:
            top.node.scale = known.get(top.node.address.owner, PIXELS)


def reachable(node: AtspiNode, point: Point, top: Top, windows: Sequence[PlacedWindow]) -> bool:
    """Whether a click at a point of an element would reach it, and not a window above it."""
    at = next((window for window in windows if window.rect.holds(point)), None)
    if at is None:
        return False
    if top.placed is not None and at.handle == top.placed.handle:
        return True
    if top.process is not None and at.process is not None and at.process != top.process:
        return False
    return at.popup and _drawn_in(node, at.rect)


def _drawn_in(node: AtspiNode, popup: Rect) -> bool:
    """Whether an element is drawn in a popup, and does not lie in the window below it.

    Menus and lists of choices are in the tree of the window that opened them, or below the popup itself.
    """
    for each in (node, *node.above()):
        if each.role not in _POPUP_ROLES or each.rect is None:
            continue
        if each.parent is not None and each.parent.role == "menu bar":
            return False
        if not within(each.rect, popup, 6):
            return False
        if "menu" in each.role or each.role in ("window", "tool tip"):
            return True
        if extent(each.rect) * 2 > extent(popup):
            return True
    return False

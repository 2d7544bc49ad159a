"""What a window's frame says of it: a title is known exactly, and need not be taken from its pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Point, Rect

if TYPE_CHECKING:
    from cogscript.reading.lines import Line
    from cogscript.surfaces.placed_window import PlacedWindow

_LOWEST = 10
"""Pixels: a frame that is lower above its window shows no title."""


class TitleBar(NamedTuple):
    rect: Rect
    title: str
    above: tuple[Rect, ...]
    """The windows that lie over it, or over parts of it."""

    def is_bare_at(self, point: Point) -> bool:
        """Whether a place lies in it between its buttons: there is nothing to press."""
        left, right = self.rect.left + 2 * self.rect.height, self.rect.right - 4 * self.rect.height
        inside = self.rect.holds(point) and not any(each.holds(point) for each in self.above)
        return inside and left <= point.x < right


def title_bars(windows: Sequence[PlacedWindow]) -> list[TitleBar]:
    """Those of windows from the topmost on, as far as a window manager draws them."""
    bars: list[TitleBar] = []
    above: list[Rect] = []
    for each in windows:
        bar = Rect(each.rect.left, each.rect.top, each.rect.right, each.inner.top)
        if not each.popup and each.title and bar.height >= _LOWEST:
            bars.append(TitleBar(bar, each.title, tuple(above)))
        above.append(each.rect)
    return bars


def with_titles(lines: Sequence[Line], bars: Sequence[TitleBar]) -> list[Line]:
    """Lines that were read, with the exact title in the place of what a frame was read as.

    The widest text of a bar is its title; what else is read there are the signs on its buttons.
    """
    kept = list(lines)
    for bar in bars:
        there = [
            each
            for each in kept
            if bar.rect.holds(each.rect.middle) and not any(one.holds(each.rect.middle) for one in bar.above)
        ]
        widest = max(there, key=lambda each: each.rect.width, default=None)
        if widest is None:
            continue
        exact = replace(widest, text=bar.title, confidence=1.0, columns=(), is_title=True)
        kept = [exact if each is widest else each for each in kept if each is widest or each not in there]
    return kept

"""What lay under a press: from before it, however late it is told.

By the time a press is told its program may have reacted to it, and on a busy machine it has. What was under
the pointer is taken from a look that was finished before the press. Without one, what the window had at that
place when it was last read counts, where the pixels there were still the same just before the press. What
the screen shows afterwards counts only together with what was there before. Where all that fails nothing is
named, and the recording says so: a name that was seen too late may be that of anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Point, Rect
from cogscript.recording.desktop_windows import DesktopWindows
from cogscript.recording.screen_pictures import looks_same
from cogscript.recording.surroundings import Surroundings, window_of
from cogscript.recording.watch import Glance, Watch
from cogscript.surfaces.element_choice import innermost
from cogscript.surfaces.placed_window import PlacedWindow

if TYPE_CHECKING:
    from cogscript.surfaces.elements import Element

AT_ONCE = 0.3
"""Seconds from one act to the next in which nobody has reacted to anything new."""
_AROUND = 20
"""Pixels to each side of a press that are compared where nothing tells how large its target is, …"""
_NEAR = 80
"""… and at most."""


class PressSeen(NamedTuple):
    look: Glance
    """As of the press: its element is what was pressed."""
    late: bool = False
    """Nothing tells for certain what was pressed: the look has no element, and a picture only where that is
    from before the press …"""
    over: bool = False
    """… and it lay over its window: a menu, a list."""


class PressLooks:
    def __init__(self, watch: Watch, windows: DesktopWindows, surroundings: Surroundings) -> None:
        self._watch = watch
        self._windows = windows
        self._surroundings = surroundings

    def of(self, at: Point, pressed: float) -> PressSeen:
        after: Glance | None = None
        look = self._watch.before(at, pressed)
        if look is None:
            after = self._watch.look(at)  # first of all: the program is about to react
        frame = self._windows.frame_at(at, pressed)
        if look is not None and _is_top(look, at, frame):
            return PressSeen(look)
        after = after or self._watch.look(at)
        elsewhere = self._watch.latest(pressed)
        if elsewhere is not None and _is_top(elsewhere, at, frame):
            seen = self._from_reading(at, pressed, elsewhere) or self._by_pixels(at, elsewhere, after, frame)
            # What a picture from before the press shows there can still be read.
            return seen or _late(replace(elsewhere, at=at, element=None), frame)
        if pressed - self._watch.last_act < AT_ONCE:
            seen = self._from_both_sides(at, pressed, after, frame)
            if seen is not None:
                return seen
        return _late(self._unseen(at, pressed, after, frame), frame)

    def _from_reading(self, at: Point, pressed: float, look: Glance) -> PressSeen | None:
        """What the window had there when it was read, if it still looked like that just before the press."""
        owner = window_of(look, at)
        reading = self._surroundings.before(owner, pressed) if owner is not None else None
        if reading is None or look.picture is None:
            return None
        element = innermost(reading.elements.elements, at)
        if not looks_same(reading.picture, look.picture, _extent(element, at)):
            return None
        return PressSeen(replace(look, at=at, element=element))

    def _by_pixels(self, at: Point, before: Glance, after: Glance, frame: int | None) -> PressSeen | None:
        """What is there now, if it looks as it did before the press."""
        if not _is_same_top(before, after, at, frame) or before.picture is None or after.picture is None:
            return None
        if not looks_same(before.picture, after.picture, _extent(after.element, at)):
            return None
        return PressSeen(replace(before, at=at, element=after.element))

    def _from_both_sides(
        self, at: Point, pressed: float, after: Glance, frame: int | None
    ) -> PressSeen | None:
        """Quick clicks: what was there before the last act, and still is after this one."""
        before = self._watch.earlier(pressed)
        if before is None or not _is_same_top(before, after, at, frame):
            return None
        owner = window_of(before, at)
        reading = self._surroundings.before(owner, pressed) if owner is not None else None
        element = innermost(reading.elements.elements, at) if reading is not None else None
        if element is not None and after.element is not None and _is_same(element, after.element):
            return PressSeen(after)
        return self._by_pixels(at, before, after, frame)

    def _unseen(self, at: Point, pressed: float, after: Glance, frame: int | None) -> Glance:
        """The windows of the press, as far as they are known, and nothing else."""
        before = self._watch.earlier(pressed)
        for look in (after, before):
            top = None if look is None else _framed(look, frame)
            if look is not None and top is not None:
                windows = (top, *(each for each in look.windows if each.frame != frame))
                return replace(look, at=at, picture=None, element=None, windows=windows)
        if frame is None:
            return replace(before or after, at=at, picture=None, element=None)
        # Of a menu that nobody has seen: the window that had the keyboard.
        active = self._windows.active_at(pressed) if frame else None
        return replace(after, at=at, picture=None, element=None, windows=() if active is None else (active,))


def _late(look: Glance, frame: int | None) -> PressSeen:
    """Where its window is not known either, it was a menu or a list that has gone."""
    top = look.window_at(look.at) if frame is None else _framed(look, frame)
    return PressSeen(look, late=True, over=top is None or top.popup)


def _framed(look: Glance, frame: int | None) -> PlacedWindow | None:
    return next((each for each in look.windows if frame and each.frame == frame), None)


def _is_top(look: Glance, at: Point, frame: int | None) -> bool:
    """Whether a look has that window on top there; where it is not known which it was, it may be."""
    top = look.window_at(at)
    return frame is None or (top.frame if top is not None else 0) == frame


def _is_same_top(before: Glance, after: Glance, at: Point, frame: int | None) -> bool:
    one, other = before.window_at(at), after.window_at(at)
    same = (one and one.handle) == (other and other.handle)
    return same and _is_top(before, at, frame) and _is_top(after, at, frame)


def _is_same(one: Element, other: Element) -> bool:
    return (one.role, one.name, one.rect) == (other.role, other.name, other.rect)


def _extent(element: Element | None, at: Point) -> Rect:
    """What has to look the same: what is there, as far as it is near. A page always changes somewhere."""
    reach = _AROUND if element is None else _NEAR
    around = Rect(at.x - reach, at.y - reach, at.x + reach, at.y + reach)
    return around if element is None else around.overlap(element.rect)

"""What stands around a target before a person acts on it: the elements of its window, as a run sees them.

Reading a window's elements takes longer than the look at what is under the pointer, so it is done by a thread
and a connection of its own, whenever the pixels of the window have changed. A line that is recorded is tried
out on this, with the finder that a run uses.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.recording.screen_pictures import changed_area
from cogscript.surfaces.capabilities import Window, Windows
from cogscript.surfaces.look import Look
from cogscript.surfaces.views import WindowView

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.recording.watch import Glance
    from cogscript.surfaces.protocol import Surface

PATIENCE = 1.5
"""Seconds to wait for a reading that is under way: it began before the act."""
_READINGS = 2
"""Of one window: the last may have been finished only after an act."""
_OTHERS = 3
"""Windows that are remembered beside the last one."""


@dataclass(frozen=True, slots=True)
class _Reading:
    look: Look
    ended: float


class Surroundings:
    def __init__(self, surface: Surface) -> None:
        """The surface is used by this object alone, and closed with it."""
        self._surface = surface
        self._changed = threading.Condition()
        self._glance: Glance | None = None
        self._busy = False
        self._closed = False
        self._known: dict[int | str, tuple[_Reading, ...]] = {}
        """Of each window the last readings, the newest first."""
        self._using = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def note(self, glance: Glance) -> None:
        """A look was taken: see whether the window there has to be read anew."""
        with self._changed:
            self._glance = glance
            self._changed.notify_all()

    def of(self, window: int | str) -> Look | None:
        """The last reading of a window, from before whatever is happening now."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy or self._closed, PATIENCE)
            return self._last(window)

    def before(self, window: int | str, moment: float) -> Look | None:
        """The last reading of a window that was finished before a moment."""
        with self._changed:
            readings = self._known.get(window, ())
        return next((each.look for each in readings if each.ended <= moment), None)

    def _last(self, window: int | str) -> Look | None:
        readings = self._known.get(window, ())
        return readings[0].look if readings else None

    def now(self, window: int | str, picture: Image | None) -> Look | None:
        """A reading of this moment, for an act that came too fast."""
        return self._read(window, picture)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        try:
            self._surface.close()
        except Fault:
            return

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._glance is not None or self._closed)
                if self._closed:
                    return
                glance, self._glance = self._glance, None
                self._busy = True
            if glance is not None:
                self._follow(glance)

    def _follow(self, glance: Glance) -> None:
        handle = window_of(glance)
        if handle is None or glance.picture is None:
            return
        known = self._last(handle)
        if known is not None and not _differs(known.picture, glance):
            return
        look = self._read(handle, glance.picture)
        if look is not None:
            readings = (_Reading(look, time.monotonic()), *self._known.get(handle, ()))[:_READINGS]
            others = [each for each in self._known.items() if each[0] != handle]
            with self._changed:
                self._known = {handle: readings, **dict(others[:_OTHERS])}

    def _read(self, handle: int | str, picture: Image | None) -> Look | None:
        try:
            with self._using:
                found = self._surface.need(Windows).describe(handle)
                if found is None:
                    return None
                look = Look(WindowView(self._surface, found))
                _ = look.frames, look.elements
                if picture is not None:
                    look.picture = picture
                return look
        except Fault:  # the window has gone, or lies outside of the screen
            return None


def window_of(glance: Glance, at: Point | None = None) -> int | None:
    """The window that a look was at, or that it has at a place: of a menu, the window that opened it."""
    under = glance.window_at(at or glance.at)
    if under is None or not under.popup:
        return None if under is None else under.handle
    return next(
        (each.handle for each in glance.windows if not each.popup and each.process == under.process), None
    )


def _differs(before: Image, glance: Glance) -> bool:
    if glance.picture is None:
        return False
    changed = changed_area(before, glance.picture)
    if changed is None:
        return before.size != glance.picture.size
    shown = (each.rect.overlap(changed) for each in glance.windows if each.handle == window_of(glance))
    popups = any(each.popup for each in glance.windows)
    return popups or any(_has_pixels(each) for each in shown)


def _has_pixels(rect: Rect) -> bool:
    return rect.width > 0 and rect.height > 0


def app_of(window: Window) -> str:
    """What its program goes by: the class that a window says is the same for every window of a program."""
    return next(iter(window.apps[1:2]), "") or next(iter(window.apps), "")

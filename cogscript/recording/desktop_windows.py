"""The windows of the desktop that is recorded, and which of them is the terminal that records.

What happens in that terminal is no part of the recording. Places are those of the recorded screen, also
where it is one of several monitors.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cogscript.language.model.box import Point
from cogscript.surfaces.capabilities import Windows
from cogscript.surfaces.placed_window import InputHistory, PlacedWindow, WindowOrder
from cogscript.surfaces.protocol import Surface

KNOWN_FOR = 0.25
"""Seconds for which the active window is taken to be the same, while nobody clicks."""
_SEEN = 50
"""Windows that are remembered."""
MOMENTS = 5
"""How often to ask again where none is active."""


class DesktopWindows:
    def __init__(
        self,
        stacking: WindowOrder | None,
        origin: Point,
        handle: int,
        processes: frozenset[int],
        history: InputHistory | None = None,
    ) -> None:
        """`history` is closed with this object."""
        self.history = history
        self._stacking = stacking
        self._origin = origin
        self._own_handle = handle
        self._own_processes = processes
        self._lock = threading.Lock()
        self._active: tuple[float, PlacedWindow | None] = (-1.0, None)
        self._seen: dict[int, PlacedWindow] = {}
        """What windows were when they were last seen, by their frames."""

    def close(self) -> None:
        if self.history is not None:
            self.history.close()

    @property
    def are_known(self) -> bool:
        """Whether this system tells which windows there are."""
        return self._stacking is not None

    def at(self, point: Point) -> PlacedWindow | None:
        if self._stacking is None:
            return None
        with self._lock:
            self._active = (-1.0, None)  # it is asked for clicks, and a click may activate another
            return self._here(self._stacking.at(Point(point.x + self._origin.x, point.y + self._origin.y)))

    def active(self, *, fresh: bool = False) -> PlacedWindow | None:
        """The window that has the keyboard: as last seen, unless it must be asked for now."""
        if self._stacking is None:
            return None
        with self._lock:
            now = time.monotonic()
            if fresh or now - self._active[0] > KNOWN_FOR:
                self._active = (now, self._here(self._stacking.active()))
            for _ in range(MOMENTS if fresh else 0):  # none is active while one gives way to another
                if self._active[1] is not None:
                    break
                time.sleep(0.02)
                self._active = (now, self._here(self._stacking.active()))
            return self._active[1]

    def forget_active(self) -> None:
        """A click may activate another."""
        with self._lock:
            self._active = (-1.0, None)

    def all(self) -> list[PlacedWindow]:
        if self._stacking is None:
            return []
        with self._lock:
            found = [placed for each in self._stacking.windows() if (placed := self._here(each))]
            for each in found:
                self._seen.pop(each.frame or each.handle, None)
                self._seen[each.frame or each.handle] = each
            for old in list(self._seen)[:-_SEEN]:
                del self._seen[old]
            return found

    def frame_at(self, point: Point, moment: float) -> int | None:
        """What lay on top at that press, however long ago: its frame, 0 for the bare desktop.

        None where the system does not tell.
        """
        shown = self.history.shown_at(moment) if self.history is not None else None
        if shown is None:
            return None
        place = Point(point.x + self._origin.x, point.y + self._origin.y)
        return next((each.frame for each in shown if each.rect.holds(place)), 0)

    def active_at(self, moment: float, title: str = "") -> PlacedWindow | None:
        """The window that had the keyboard at that key; None where it was none, or is not known which.

        `title`: of a window that is known to have had it. Where the system does not tell what was when, it is
        the one that has it now. One that has gone is told as it was when it was last seen.
        """
        handle = self.history.active_at(moment) if self.history is not None else None
        shown = self.history.shown_at(moment) if self.history is not None else None
        active = self.active()
        if handle is None or shown is None:
            return active
        # The handle alone does not tell: a window that has gone leaves it to another.
        frames = {each.frame for each in shown}
        if active is not None and active.handle == handle and active.frame in frames:
            return active
        known = [*self.all(), *self._seen_before()]
        there = list({each.frame: each for each in reversed(known) if each.frame in frames}.values())
        if handle:
            return next((each for each in there if each.handle == handle), None)
        titled = [each for each in there if title and each.title == title]
        candidates = titled or [each for each in there if not each.popup]
        certain = len(candidates) == 1 and (titled or len(there) == len(frames))
        return candidates[0] if certain else None

    def _seen_before(self) -> list[PlacedWindow]:
        with self._lock:
            return list(self._seen.values())

    def none_takes_keys(self, moment: float) -> bool:
        """Whether there was nothing but the desktop and what belongs to it, so that a key went nowhere."""
        if not self.are_known:
            return False
        now = self.all()
        shown = self.history.shown_at(moment) if self.history is not None else None
        if shown is None:
            return all(each.popup for each in now)
        popups = {each.frame for each in (*now, *self._seen_before()) if each.popup}
        return all(each.frame in popups for each in shown)

    def has_handled(self, seconds: float) -> bool | None:
        """Wait until the program in front has done what it was told; None where it cannot be asked."""
        active = self.active() if self.history is not None else None
        if self.history is None or active is None:
            return None
        return self.history.has_handled(active.handle, time.monotonic() + seconds)

    def is_own(self, window: PlacedWindow | None) -> bool:
        """Whether a window is the terminal that records; where windows are not known, the one in front."""
        if self._stacking is None:
            return self._own_in_front()
        if window is None:
            return False
        return window.handle == self._own_handle or window.process in self._own_processes

    def _here(self, window: PlacedWindow | None) -> PlacedWindow | None:
        if window is None or self._origin == Point(0, 0):
            return window
        return window.moved(-self._origin.x, -self._origin.y)

    def _own_in_front(self) -> bool:
        """Whether the program in front is one that this one descends from."""
        try:
            import xa11y

            front: Any = xa11y.App.foreground(timeout=0)
            return front.pid in self._own_processes
        except Exception:  # the library has an error for each system, and none of them matters here
            return False


def _ancestors() -> Iterator[int]:
    """This process and those it descends from, the nearest first."""
    if sys.platform == "win32":
        from cogscript.surfaces.windows.parent_processes import ancestors

        yield from ancestors()
        return
    process = os.getpid()
    while process > 1:
        yield process
        try:
            status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
        process = int(status.rpartition(")")[2].split()[1])


def open_desktop_windows(screen: Surface, environment: Mapping[str, str] = os.environ) -> DesktopWindows:
    windows, origin = screen.capability(Windows), getattr(screen, "origin", Point(0, 0))
    stacking = windows.open_order() if windows is not None else None
    history = windows.open_history() if windows is not None else None
    handle = environment.get("WINDOWID", "")
    if stacking is None:
        return DesktopWindows(None, origin, 0, frozenset((os.getpid(), os.getppid())))
    if handle.isdecimal():
        return DesktopWindows(stacking, origin, int(handle), frozenset(), history)
    # Only the nearest that has a window: the panel that the terminal was started from is not the terminal.
    owners = {window.process for window in stacking.windows()}
    nearest = next((process for process in _ancestors() if process in owners), None)
    return DesktopWindows(stacking, origin, 0, frozenset(() if nearest is None else (nearest,)), history)

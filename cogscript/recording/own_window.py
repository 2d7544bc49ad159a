"""The terminal that records: what happens in it is no part of the recording."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cogscript.language.box import Point
from cogscript.screens.stacking import Placed, Stacking, open_stacking

KNOWN_FOR = 0.25
"""Seconds for which the active window is taken to be the same, while nobody clicks."""


class OwnWindow:
    """Tells whether a place, or the keyboard, belongs to the terminal this program was started in."""

    def __init__(self, stacking: Stacking | None, handle: int, processes: frozenset[int]) -> None:
        self._stacking = stacking
        self._handle = handle
        self._processes = processes
        self._known: tuple[float, bool] = (-1.0, False)

    def at(self, point: Point) -> bool:
        self._known = (-1.0, False)
        return self._is_own(self._stacking.at(point)) if self._stacking else self._in_front()

    def has_keyboard(self) -> bool:
        now = time.monotonic()
        if now - self._known[0] > KNOWN_FOR:
            own = self._is_own(self._stacking.active()) if self._stacking else self._in_front()
            self._known = (now, own)
        return self._known[1]

    def _is_own(self, window: Placed | None) -> bool:
        if window is None:
            return False
        return window.handle == self._handle or window.process in self._processes

    def _in_front(self) -> bool:
        """Without an X server: whether the program in front is one that this one descends from."""
        if sys.platform.startswith("linux"):
            return False
        try:
            import xa11y

            front: Any = xa11y.App.foreground(timeout=0)
            return front.pid in self._processes
        except Exception:  # the library has an error for each system, and none of them matters here
            return False


def _ancestors() -> Iterator[int]:
    """This process and those it descends from, the nearest first."""
    process = os.getpid()
    while process > 1:
        yield process
        try:
            status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
        process = int(status.rpartition(")")[2].split()[1])


def own_window(environment: Mapping[str, str] = os.environ) -> OwnWindow:
    handle = environment.get("WINDOWID", "")
    stacking = open_stacking(environment)
    if stacking is None:
        return OwnWindow(None, 0, frozenset((os.getpid(), os.getppid())))
    if handle.isdecimal():
        return OwnWindow(stacking, int(handle), frozenset())
    # Only the nearest that has a window: the panel that the terminal was started from is not the terminal.
    owners = {window.process for window in stacking.windows()}
    nearest = next((process for process in _ancestors() if process in owners), None)
    return OwnWindow(stacking, 0, frozenset(() if nearest is None else (nearest,)))

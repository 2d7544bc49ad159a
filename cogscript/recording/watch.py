"""Looking ahead: what is under the pointer, and what has the focus, before a person acts on it.

By the time a click is reported its program may have reacted to it. So whenever the pointer comes to rest,
and a moment after each act, a look is taken: a picture, the element under the pointer, the field with the
focus. A click takes the look from before it; only one that comes too fast is looked at late.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.box import Point, Rect
from cogscript.language.diagnostic import Fault
from cogscript.recording.pictures import changed_area
from cogscript.screens.elements import Element, Elements

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.screens.protocol import Screen

REST = 0.05
"""Seconds without a move after which the pointer rests."""
SETTLE = 0.15
"""Seconds after an act until its effect is usually there …"""
SETTLE_LATE = 0.6
"""… and until it is surely there."""
HOVER = 0.5
"""Seconds of rest after which what a pointer brings up (a menu, a tip) is there."""
FRESH, STALE = 1.0, 3.0
"""How often to look while somebody works, and while nobody does."""
ACTIVE = 10.0
SAME_PLACE = 2.0


@dataclass(frozen=True, slots=True)
class Look:
    time: float
    at: Point
    picture: Image | None
    element: Element | None
    focus: Element | None


class Watch:
    def __init__(
        self,
        screen: Screen,
        elements: Elements | None,
        looked: Callable[[Look], None],
        appeared: Callable[[Point, Element | None, Rect], None],
    ) -> None:
        self._screen = screen
        self._elements = elements
        self._looked = looked
        self._appeared = appeared
        self._wake = threading.Condition()
        self._looking = threading.Lock()
        self._closed = False
        self._at = Point(0, 0)
        self._last_act = 0.0
        self._moved = 0.0
        self._due: list[float] = []
        self._latest: Look | None = None
        self._settled: Image | None = None
        """The screen before the pointer came to where it rests."""
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._at = self._screen.pointer()
        self._thread.start()

    def moved(self, at: Point, now: float) -> None:
        self._at, self._moved = at, now
        self._plan([now + REST, now + HOVER])

    def acted(self, now: float) -> None:
        self._last_act = now
        self._plan([now + SETTLE, now + SETTLE_LATE])

    def _plan(self, due: list[float]) -> None:
        planned, self._due = self._due, due
        # Where an earlier waking is planned already, it need not be disturbed at every move.
        if not planned or due[0] < planned[0]:
            with self._wake:
                self._wake.notify()

    def before(self, at: Point) -> Look:
        """The look from before an act at a place; taken now if there is none."""
        with self._looking:  # one that is under way has begun before the act, and will do
            latest = self._latest
            if latest and latest.time > self._last_act + REST and math.dist(latest.at, at) <= SAME_PLACE:
                return latest
            return self._take(at)

    def latest(self) -> Look | None:
        """The last look after the last act, wherever the pointer was."""
        latest = self._latest
        return latest if latest and latest.time > self._last_act + REST else None

    def look(self, at: Point) -> Look:
        with self._looking:
            return self._take(at)

    def _take(self, at: Point) -> Look:
        """What is under the pointer first: it is what an act changes soonest."""
        now = time.monotonic()
        elements = self._elements
        element = elements.at(at) if elements else None
        picture = self._picture()
        self._latest = Look(now, at, picture, element, elements.focused() if elements else None)
        return self._latest

    def _picture(self) -> Image | None:
        try:
            return self._screen.capture()
        except Fault:  # a screen that went blank is no reason to stop
            return None

    def _run(self) -> None:
        while not self._closed:
            with self._wake:
                now = time.monotonic()
                pause = FRESH if now - max(self._moved, self._last_act) < ACTIVE else STALE
                due = self._due
                until = due[0] if due else now + pause
                if until > now:
                    self._wake.wait(until - now)
            if self._closed:
                return
            now = time.monotonic()
            due = self._due  # another thread may plan anew at any moment
            if due and due[0] > now:
                continue
            left = [each for each in due if each > now]
            if self._due is due:
                self._due = left
            look = self.look(self._at)
            self._looked(look)
            if due and not left:
                self._compare(look)

    def _compare(self, look: Look) -> None:
        """After a long enough rest: did something come up since the pointer came here?"""
        before, self._settled = self._settled, look.picture
        if before is None or look.picture is None or self._moved <= self._last_act:
            return
        area = changed_area(before, look.picture)
        if area and area.width * area.height < look.picture.width * look.picture.height // 2:
            self._appeared(look.at, look.element, area)

    def close(self) -> None:
        self._closed = True
        with self._wake:
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

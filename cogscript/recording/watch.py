"""Looking ahead: what is under the pointer, and what has the focus, before a person acts on it.

By the time a click is reported its program may have reacted to it. So whenever the pointer comes to rest,
and a moment after each act, a look is taken: a picture, the element under the pointer, the field with the
focus. A click takes the look from before it; only one that comes too fast is looked at late.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.recording.desktop_windows import DesktopWindows
from cogscript.recording.screen_pictures import changed_area
from cogscript.surfaces.capabilities import Pixels, Pointer, Window, Windows
from cogscript.surfaces.elements import Element, Elements
from cogscript.surfaces.placed_window import PlacedWindow

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.protocol import Surface

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
_KEPT = 6
"""Looks that are kept."""


@dataclass(frozen=True, slots=True)
class Glance:
    time: float
    at: Point
    picture: Image | None
    element: Element | None
    focus: Element | None
    windows: tuple[PlacedWindow, ...] = ()
    """The windows on the picture, also those that came, went or moved while it was taken."""
    open_windows: tuple[Window, ...] = ()
    """The windows that a person could name, with the programs they belong to."""

    def window_at(self, point: Point) -> PlacedWindow | None:
        """What lay on top there when the look was taken."""
        return next((each for each in self.windows if each.rect.holds(point)), None)

    @property
    def active(self) -> PlacedWindow | None:
        """The window that had the keyboard when the look was taken."""
        handle = next((each.handle for each in self.open_windows if each.active), None)
        return next((each for each in self.windows if each.handle == handle), None)


def _last_before(looks: list[Glance], moment: float) -> Glance | None:
    """The last look that began before a moment; where there are only later ones, the earliest of them."""
    earlier = [each for each in looks if each.time < moment]
    return earlier[-1] if earlier else looks[0] if looks else None


class Watch:
    def __init__(
        self,
        screen: Surface,
        elements: Elements | None,
        windows: DesktopWindows,
        looked: Callable[[Glance], None],
        appeared: Callable[[Glance, Rect], None],
    ) -> None:
        self._screen = screen
        self._elements = elements
        self._windows = windows
        self._looked = looked
        self._appeared = appeared
        self._wake = threading.Condition()
        self._looking = threading.Lock()
        self._camera = threading.Lock()
        self._closed = False
        self._at = Point(0, 0)
        self._last_act = 0.0
        self._moved = 0.0
        self._due: list[float] = []
        self._looks: deque[Glance] = deque(maxlen=_KEPT)
        """The last ones: an act may be told long after it happened, when there are later looks."""
        self._settled: Image | None = None
        """The screen before the pointer came to where it rests."""
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._at = self._screen.need(Pointer).pointer()
        self._looked(self.look(self._at))  # before anything is done: what changes is told from what was there
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

    def before(self, at: Point, moment: float) -> Glance:
        """The look from before an act at a place; taken now if there is none."""
        with self._looking:  # one that is under way has begun before the act, and will do
            there = [each for each in self._since_last_act() if math.dist(each.at, at) <= SAME_PLACE]
            return _last_before(there, moment) or self._take(at)

    def latest(self, moment: float) -> Glance | None:
        """The last look after the last act and before this one, wherever the pointer was."""
        return _last_before(self._since_last_act(), moment)

    def _since_last_act(self) -> list[Glance]:
        return [each for each in tuple(self._looks) if each.time > self._last_act + REST]

    def look(self, at: Point) -> Glance:
        with self._looking:
            return self._take(at)

    def _take(self, at: Point) -> Glance:
        """What is under the pointer first: it is what an act changes soonest."""
        now = time.monotonic()
        elements = self._elements
        element = elements.at(at) if elements else None
        before = self._windows.all()
        picture = self.capture()
        windows = (*before, *(each for each in self._windows.all() if each not in before))
        focus = elements.focused() if elements else None
        look = Glance(now, at, picture, element, focus, windows, self._open_windows())
        self._looks.append(look)
        return look

    def _open_windows(self) -> tuple[Window, ...]:
        known = self._screen.capability(Windows)
        try:
            return tuple(known.windows()) if known is not None else ()
        except Fault:  # the display has gone
            return ()

    def capture(self, area: Rect | None = None) -> Image | None:
        """A picture and nothing else, from any thread; None where there is none."""
        try:
            with self._camera:
                return self._screen.need(Pixels).capture(area)
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
            try:
                look = self.look(self._at)
            except Exception:  # a window that goes while it is asked about must not end all further looks
                continue
            self._looked(look)
            if due and not left:
                self._compare(look)

    def _compare(self, look: Glance) -> None:
        """After a long enough rest: did something come up since the pointer came here?"""
        before, self._settled = self._settled, look.picture
        if before is None or look.picture is None or self._moved <= self._last_act:
            return
        area = changed_area(before, look.picture)
        if area and area.width * area.height < look.picture.width * look.picture.height // 2:
            self._appeared(look, area)

    def close(self) -> None:
        self._closed = True
        with self._wake:
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

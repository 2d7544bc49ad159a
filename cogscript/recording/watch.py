"""Looking ahead: what is under the pointer, and what has the focus, before a person acts on it.

By the time a click is reported its program may have reacted to it. So whenever the pointer comes to rest,
and a moment after each act, a look is taken: a picture, the element under the pointer, the field with the
focus. A look is of use to an act only where it was finished before the act happened, and was begun after
programs had done what they were told before; on a busy machine both take their time.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
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
HANDLING = 1.0
"""Seconds for a program to do what it was told."""
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
    told: float = 0.0
    """When it was known what the element is, …"""
    pictured: float = 0.0
    """… when the picture was taken, …"""
    ended: float = 0.0
    """… and when all was known. Where the focus is was asked last."""
    early: bool = False
    """Whether a program may not have done yet what it was told before."""

    def window_at(self, point: Point) -> PlacedWindow | None:
        """What lay on top there when the look was taken."""
        return next((each for each in self.windows if each.rect.holds(point)), None)

    @property
    def active(self) -> PlacedWindow | None:
        """The window that had the keyboard when the look was taken."""
        handle = next((each.handle for each in self.open_windows if each.active), None)
        return next((each for each in self.windows if each.handle == handle), None)


def _as_of(look: Glance, moment: float) -> Glance | None:
    """What a look can say of a moment: nothing that was seen later."""
    if look.pictured <= moment:
        return look
    if look.told <= moment and look.element is not None and look.element.name:
        return replace(look, picture=None)
    return None


class Watch:
    def __init__(
        self,
        screen: Surface,
        elements: Elements | None,
        windows: DesktopWindows,
        looked: Callable[[Glance], None],
        appeared: Callable[[Glance, Rect, float], None],
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
        self.last_act = 0.0
        """When something was last done that may change what the screen shows."""
        self._unhandled = False
        """Whether it has not been asked yet if the program has done what it was told."""
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
        self.last_act, self._unhandled = now, True
        self._plan([now + SETTLE, now + SETTLE_LATE])

    def _plan(self, due: list[float]) -> None:
        planned, self._due = self._due, due
        # Where an earlier waking is planned already, it need not be disturbed at every move.
        if not planned or due[0] < planned[0]:
            with self._wake:
                self._wake.notify()

    def before(self, at: Point, moment: float) -> Glance | None:
        """What the last look at a place says of a moment; it was taken since the last act."""
        with self._looking:  # one that is under way may have what is needed by now
            there = [each for each in self._since_last_act() if math.dist(each.at, at) <= SAME_PLACE]
        return next((found for each in reversed(there) if (found := _as_of(each, moment))), None)

    def latest(self, moment: float) -> Glance | None:
        """The last look at any place, begun since the last act, whose picture is from before this one."""
        return next((each for each in reversed(self._since_last_act()) if each.pictured <= moment), None)

    def earlier(self, moment: float) -> Glance | None:
        """The last look whose picture is from before an act, also where others were done since."""
        return next((each for each in reversed(tuple(self._looks)) if each.pictured <= moment), None)

    def _since_last_act(self) -> list[Glance]:
        looks = tuple(self._looks)
        return [each for each in looks if each.time > self.last_act + REST and not each.early]

    def look(self, at: Point) -> Glance:
        with self._looking:
            return self._take(at)

    def _take(self, at: Point) -> Glance:
        """What is under the pointer first: it is what an act changes soonest."""
        now = time.monotonic()
        act, early = self.last_act, self._unhandled
        elements = self._elements
        element = elements.at(at) if elements else None
        told = time.monotonic()
        before = self._windows.all()
        picture = self.capture()
        pictured = time.monotonic()
        windows = (*before, *(each for each in self._windows.all() if each not in before))
        open_windows = self._open_windows()
        focus = elements.focused() if elements else None
        look = Glance(
            now, at, picture, element, focus, windows, open_windows,
            told, pictured, time.monotonic(), early and act == self.last_act,
        )  # fmt: skip
        self._looks.append(look)
        return look

    def _await_program(self) -> None:
        """Let the program in front do what it was told last, where it can be asked whether it has."""
        act = self.last_act
        if self._unhandled and self._windows.has_handled(HANDLING) is not False and act == self.last_act:
            self._unhandled = False

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
                pause = FRESH if now - max(self._moved, self.last_act) < ACTIVE else STALE
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
                self._await_program()
                at, moved = self._at, self._moved
                look = self.look(at)
            except Exception:  # a window that goes while it is asked about must not end all further looks
                continue
            self._looked(look)
            if due and not left:
                self._compare(look, moved)

    def _compare(self, look: Glance, moved: float) -> None:
        """After a long enough rest: did something come up since the pointer came here, at that time?"""
        before, self._settled = self._settled, look.picture
        if before is None or look.picture is None or moved <= self.last_act:
            return
        area = changed_area(before, look.picture)
        if area and area.width * area.height < look.picture.width * look.picture.height // 2:
            self._appeared(look, area, moved)

    def close(self) -> None:
        self._closed = True
        with self._wake:
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

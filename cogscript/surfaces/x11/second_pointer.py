"""A second pointer of the X server, for windows in the background: the person's own stays where it is.

Window managers bring forward what is clicked, whichever pointer did it. So the person's keys are held back
while a button goes down and up, the windows are put back as they were, and only then the keys go on, to
where they were meant for.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from cogscript.language.model.box import Point
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.capabilities import Button, Direction, PointerBeside, Window, Windows
from cogscript.surfaces.pointing import steps_between
from cogscript.surfaces.x11.connection import connect
from cogscript.surfaces.x11.ping import heard
from cogscript.surfaces.x11.window_manager import WindowManager

_NAME = "cogscript"
_WHEEL: dict[Direction, int] = {"up": 4, "down": 5, "left": 6, "right": 7}
_BUTTONS: dict[Button, int] = {"left": 1, "middle": 2, "right": 3}
_PRESS, _RELEASE, _MOTION = 4, 5, 6
_HOLD_BACK, _LET_PASS, _GRANTED = 0, 1, 0
_PATIENCE = 2.0
"""Seconds for a menu of the person's to close, which has the keyboard to itself."""
_STAYS = 4
"""How often the window manager must find the windows as they were."""
_NOTCH = 0.02
_SEEN = 0.03
"""Seconds a program gets to see the pointer come before it is clicked with."""


class SecondPointer:
    """In coordinates of the root window."""

    def __init__(self, environment: Mapping[str, str], manager: WindowManager) -> None:
        from cogscript.surfaces.x11 import master_devices  # it loads Xlib, which few runs need

        self._devices = master_devices
        self._display = connect(environment)
        self._manager = manager
        if not self._display.has_extension("XInputExtension"):
            raise Fault("background", "this X server knows only one pointer: it has no XInput extension")
        self._display.xinput_query_version()
        self._remove_left_behind()
        self._number = self._devices.add_pointer(self._display, f"{_NAME} {os.getpid()}")
        self._devices.use_pointer(self._display, self._number)
        self._persons_keyboard = min(each.number for each in self._devices.keyboards(self._display))

    def _remove_left_behind(self) -> None:
        """Of runs that were killed: the server keeps a pointer longer than the connection that made it."""
        for each in self._devices.pointers(self._display):
            words = each.name.split()
            if words[:1] == [_NAME] and words[1].isdecimal() and not Path("/proc", words[1]).exists():
                self._devices.remove_pointer(self._display, each.number)

    def click(self, handle: int, at: Point, count: int, button: int = 1) -> None:
        self.move(at)
        with self._windows_as_they_are(handle):
            for _ in range(count):
                self._send(_PRESS, button)
                self._manager.catch_up()  # it lets go of one press before it takes the next
                self._send(_RELEASE, button)
                self._manager.catch_up()

    def drag(self, handle: int, start: Point, end: Point, seconds: float) -> None:
        """The button goes down with the windows kept; moving brings nothing forward."""
        self.move(start)
        with self._windows_as_they_are(handle):
            self._send(_PRESS, 1)
        try:
            for place, pause in steps_between(start, end, seconds):
                self._send(_MOTION, x=place.x, y=place.y)
                time.sleep(pause)
        finally:
            self._send(_RELEASE, 1)

    def scroll(self, at: Point, direction: Direction, notches: int) -> None:
        self.move(at)
        for _ in range(notches):
            self._send(_PRESS, _WHEEL[direction])
            self._send(_RELEASE, _WHEEL[direction])
            time.sleep(_NOTCH)

    def move(self, at: Point) -> None:
        self._send(_MOTION, x=at.x, y=at.y)
        time.sleep(_SEEN)

    def _send(self, kind: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        self._display.xtest_fake_input(kind, detail, x=x, y=y)
        self._display.sync()

    @contextlib.contextmanager
    def _windows_as_they_are(self, handle: int) -> Iterator[None]:
        active, order = self._manager.active(), self._manager.stacked()
        self._hold_keys_back()
        try:
            yield
            self._put_back(handle, active, order)
        finally:
            self._display.xinput_ungrab_device(self._persons_keyboard, 0)
            self._display.sync()

    def _put_back(self, handle: int, active: int | None, order: list[int]) -> None:
        """Until the windows stay so: the manager holds back one press at a time, and a program may answer."""
        manager = self._manager
        above = order[order.index(handle) + 1 :] if handle in order else []
        end, settled = time.monotonic() + _PATIENCE, 0
        while settled < _STAYS and time.monotonic() < end:
            # Once it has handled the click, what it asks the manager for is under way.
            heard(self._display, manager, handle, end)
            manager.catch_up()
            settled += 1
            if active is not None and manager.active() != active:
                # A manager believes only what it sees happen: the focus goes, and comes back.
                for keyboard in self._devices.keyboards(self._display):
                    self._devices.take_focus_away(self._display, keyboard.number)
                manager.ask_to_activate(active)
                settled = 0
            if above and _among(manager.stacked(), order) != _among(order, manager.stacked()):
                manager.put_below(handle, above[0])
                settled = 0

    def _hold_keys_back(self) -> None:
        root = self._display.screen().root
        end = time.monotonic() + _PATIENCE
        while True:
            taken = root.xinput_grab_device(self._persons_keyboard, 0, _HOLD_BACK, _LET_PASS, False, 0)
            if taken.status == _GRANTED:
                return
            if time.monotonic() > end:
                raise Fault("background", "another program has the keyboard to itself: a menu may be open")
            time.sleep(_NOTCH)

    def close(self) -> None:
        with contextlib.suppress(Exception):  # a server that has gone has no pointers either
            self._devices.remove_pointer(self._display, self._number)
            self._display.close()


def _among(handles: list[int], others: list[int]) -> list[int]:
    return [each for each in handles if each in others]


class X11SecondPointer(PointerBeside, Windows):
    """What an X surface has of it: made when it is first used."""

    environment: dict[str, str]
    origin: Point
    manager: WindowManager
    _second: SecondPointer | None = None

    def click_beside(self, window: Window, at: Point, count: int = 1, button: Button = "left") -> None:
        self._beside().click(int(window.handle), self._reachable(window, at), count, _BUTTONS[button])

    def hover_beside(self, window: Window, at: Point) -> None:
        self._beside().move(self._reachable(window, at))

    def drag_beside(self, window: Window, start: Point, end: Point, seconds: float) -> None:
        first, last = self._reachable(window, start), self._reachable(window, end)
        self._beside().drag(int(window.handle), first, last, seconds)

    def scroll_beside(self, window: Window, at: Point, direction: Direction, notches: int) -> None:
        self._beside().scroll(self._reachable(window, at), direction, notches)

    def _reachable(self, window: Window, at: Point) -> Point:
        """The same place counted as the root is; a Fault where another window lies over it."""
        top = self.top_at(at)
        if top != window.handle:
            over = self.describe(top) if top is not None else None
            what = f"the window {shown(over.title)} lies over it" if over else "it does not show there"
            raise Fault(
                "background",
                f"a second pointer cannot reach {at.x},{at.y} of the screen: {what}",
                "uncover that place, or leave `background` out for this step",
            )
        return Point(at.x + self.origin.x, at.y + self.origin.y)

    def _beside(self) -> SecondPointer:
        if self._second is None:
            self._second = SecondPointer(self.environment, self.manager)
        return self._second

    def _end_second_pointer(self) -> None:
        second, self._second = self._second, None
        if second is not None:
            second.close()

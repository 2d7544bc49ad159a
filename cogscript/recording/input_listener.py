"""Watching mouse and keyboard with pynput: what it reports is put into a queue, and nothing else.

On Windows and macOS the system waits for the hook before it goes on with an event, so everything that
takes time (elements, pictures, the disk) happens in other threads.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, NamedTuple

from cogscript.language.model import keys
from cogscript.language.model.box import Point
from cogscript.language.model.diagnostic import Fault
from cogscript.recording.keystrokes import MOVES_FOCUS
from cogscript.recording.pynput_keys import read_key

_KEPT = 400
"""Presses and keys whose times are remembered."""
_PATIENCE = 1.0
"""Seconds to wait for what has happened to be told."""
_MOVING = MOVES_FOCUS | keys.MODIFIERS - {"left_shift", "right_shift", "right_alt"}
"""Keys that may move the focus, or make another key do so."""


class Raw(NamedTuple):
    """An event as it was reported; `what` is a button's name, notches, a key of pynput, or a look."""

    time: float
    kind: str
    at: Point
    what: Any = None


class _Clock:
    """The time of the event that one of pynput's listeners tells now."""

    def __init__(self, moment: Callable[[int], float] | None) -> None:
        self._moment = moment
        self._told: float | None = None

    def follow(self, listener: Any) -> None:
        """pynput itself does not pass on the time that an X server gives each event."""
        moment, handle = self._moment, getattr(listener, "_handle_message", None)
        if moment is None or handle is None:
            return

        def handle_timed(display: Any, event: Any, *more: Any) -> None:
            self._told = moment(event.time)
            handle(display, event, *more)

        listener._handle_message = handle_timed

    @property
    def now(self) -> float:
        return time.monotonic() if self._told is None else self._told


class InputListener:
    """pynput's two listeners, feeding one queue."""

    def __init__(
        self,
        origin: Point,
        on_move: Callable[[Point, float], None],
        moment: Callable[[int], float] | None = None,
    ) -> None:
        """`on_move` is called in the hook itself, and must be quick.

        `moment`: when an event happened, from the time it says itself. Without it, it happens when it is
        told, which systems that wait for the hook do at once, and an X server does not.
        """
        self.queue: SimpleQueue[Raw] = SimpleQueue()
        self._origin = origin
        self._on_move = on_move
        self._moment = moment
        self._went_down: deque[float] = deque(maxlen=_KEPT)
        """When buttons and keys went down, as far as it was told …"""
        self._moves_focus: deque[float] = deque(maxlen=_KEPT)
        """… and of these, when the focus may have moved."""
        self._listeners: list[Any] = []

    def start(self) -> None:
        refuse_what_cannot_be_watched()
        try:
            from pynput import keyboard, mouse
        except (
            Exception
        ) as error:  # pynput connects when it is imported, and each backend fails in its own way
            raise _cannot_watch(error) from error
        put, on_move, down = self.queue.put, self._on_move, self._went_down.append
        moves_focus = self._moves_focus.append
        pointer, keyboard_clock = _Clock(self._moment), _Clock(self._moment)
        left, top = self._origin
        nowhere = Point(0, 0)

        def moved(x: float, y: float) -> None:
            at, now = Point(int(x) - left, int(y) - top), pointer.now
            on_move(at, now)
            put(Raw(now, "move", at))

        def clicked(x: float, y: float, button: Any, pressed: bool) -> None:
            at, now = Point(int(x) - left, int(y) - top), pointer.now
            put(Raw(now, "press" if pressed else "release", at, button.name))
            if pressed:
                moves_focus(now)
                down(now)

        def scrolled(x: float, y: float, dx: float, dy: float) -> None:
            put(Raw(pointer.now, "scroll", Point(int(x) - left, int(y) - top), (dx, dy)))
            down(pointer.now)

        def key_down(key: Any) -> None:
            now = keyboard_clock.now
            put(Raw(now, "down", nowhere, key))
            if read_key(key)[0] in _MOVING:
                moves_focus(now)
            down(now)

        def key_up(key: Any) -> None:
            put(Raw(keyboard_clock.now, "up", nowhere, key))

        self._listeners = [
            mouse.Listener(on_move=moved, on_click=clicked, on_scroll=scrolled),
            keyboard.Listener(on_press=key_down, on_release=key_up),
        ]
        for listener, each in zip(self._listeners, (pointer, keyboard_clock), strict=True):
            each.follow(listener)
        # When the display goes away, pynput's threads end with tracebacks: `alive` tells the same.
        logging.getLogger("pynput").setLevel(logging.CRITICAL + 1)
        _silence(self._listeners)
        for listener in self._listeners:
            listener.daemon = True
            listener.start()
        for listener in self._listeners:
            listener.wait()
            if not self._trusted(listener):
                self.stop()
                raise Fault(
                    "accessibility",
                    "the system does not let this program watch the mouse and the keyboard",
                    "allow the terminal under System Settings, Privacy & Security, Input Monitoring "
                    "and Accessibility, and start it again",
                )

    def await_told(self, moments: Sequence[float]) -> None:
        """Wait until it was told that buttons and keys went down then: others may know it sooner."""
        end = time.monotonic() + _PATIENCE
        while any(each not in tuple(self._went_down) for each in moments):
            if time.monotonic() > end:
                return
            time.sleep(0.002)

    def focus_moves(self, begin: float, until: float) -> bool:
        """Whether anything was told to have happened, from one moment to another, that may move the focus."""
        return any(begin <= each <= until for each in tuple(self._moves_focus))

    @staticmethod
    def _trusted(listener: Any) -> bool:
        return bool(getattr(listener, "IS_TRUSTED", True)) and listener.is_alive()

    @property
    def alive(self) -> bool:
        return all(listener.is_alive() for listener in self._listeners)

    def stop(self) -> None:
        for listener in self._listeners:
            if listener.is_alive():
                listener.stop()


def _silence(threads: list[Any]) -> None:
    """Let these threads end without a traceback on the terminal; all others as before."""
    others = threading.excepthook

    def hook(arguments: Any) -> None:
        if arguments.thread not in threads:
            others(arguments)

    threading.excepthook = hook


def refuse_what_cannot_be_watched() -> None:
    """Say so before anything is opened: a session that lets nobody watch, or no screen at all."""
    if not sys.platform.startswith("linux"):
        return
    if os.environ.get("XDG_SESSION_TYPE") == "wayland" and os.environ.get("WAYLAND_DISPLAY"):
        raise Fault(
            "wayland",
            "a Wayland session lets no program watch the mouse and the keyboard",
            "log in to an X11 session (often “Xorg” on the login screen) to record",
        )
    if not os.environ.get("DISPLAY"):
        raise Fault(
            "display",
            "there is no screen to record: DISPLAY is not set",
            "run this in a terminal on the desktop that is to be recorded",
        )


def _cannot_watch(error: Exception) -> Fault:
    return Fault(
        "display",
        f"mouse and keyboard cannot be watched: {' '.join(str(error).split())}",
        "run this in a terminal on the desktop that is to be recorded; `cog doctor` says what is missing",
    )

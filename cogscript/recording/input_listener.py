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
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple

from cogscript.language.model.box import Point
from cogscript.language.model.diagnostic import Fault


class Raw(NamedTuple):
    """An event as it was reported; `what` is a button's name, notches, a key of pynput, or a look."""

    time: float
    kind: str
    at: Point
    what: Any = None


class InputListener:
    """pynput's two listeners, feeding one queue."""

    def __init__(self, origin: Point, on_move: Callable[[Point, float], None]) -> None:
        """`on_move` is called in the hook itself, and must be quick."""
        self.queue: SimpleQueue[Raw] = SimpleQueue()
        self._origin = origin
        self._on_move = on_move
        self._listeners: list[Any] = []

    def start(self) -> None:
        refuse_what_cannot_be_watched()
        try:
            from pynput import keyboard, mouse
        except (
            Exception
        ) as error:  # pynput connects when it is imported, and each backend fails in its own way
            raise _cannot_watch(error) from error
        put, clock, on_move = self.queue.put, time.monotonic, self._on_move
        left, top = self._origin
        nowhere = Point(0, 0)

        def moved(x: float, y: float) -> None:
            at, now = Point(int(x) - left, int(y) - top), clock()
            on_move(at, now)
            put(Raw(now, "move", at))

        def clicked(x: float, y: float, button: Any, pressed: bool) -> None:
            at = Point(int(x) - left, int(y) - top)
            put(Raw(clock(), "press" if pressed else "release", at, button.name))

        def scrolled(x: float, y: float, dx: float, dy: float) -> None:
            put(Raw(clock(), "scroll", Point(int(x) - left, int(y) - top), (dx, dy)))

        def key_down(key: Any) -> None:
            put(Raw(clock(), "down", nowhere, key))

        def key_up(key: Any) -> None:
            put(Raw(clock(), "up", nowhere, key))

        self._listeners = [
            mouse.Listener(on_move=moved, on_click=clicked, on_scroll=scrolled),
            keyboard.Listener(on_press=key_down, on_release=key_up),
        ]
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

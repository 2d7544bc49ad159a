"""A stop that always works: signals end a run in order, and the cleaning up cannot be cut short."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

from cogscript.surfaces.pointing import Stopped

_ENDING = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""What asks a program to end, where the system has it: SIGBREAK is Windows' Ctrl+Break."""


@contextlib.contextmanager
def stopping() -> Iterator[None]:
    """SIGTERM and a closed terminal stop a run as Ctrl+C does: in order, keys up, on record."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _: object) -> None:
        raise Stopped(signal.Signals(number).name)

    known = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in known}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Cleaning up is short, and must be whole: a second Ctrl+C waits for it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGINT", *_ENDING) if hasattr(signal, name)]
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def quietly(act: Callable[[], object]) -> None:
    """Let go of what can be let go of: a screen that has died cannot be asked."""
    with contextlib.suppress(Exception):
        act()

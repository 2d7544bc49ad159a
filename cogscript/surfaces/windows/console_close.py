"""A console window that is closed ends its programs at once: what they hold down is let go before."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable
from ctypes import wintypes
from typing import Any

from cogscript.surfaces.windows.api import kernel32

CLOSED, LOGGED_OFF, SHUT_DOWN = 2, 5, 6


class ConsoleClose:
    """Calls `let_go` when the console is closed, the person logs off, or the machine is shut down.

    Windows calls in a thread of its own, and ends the process when the call returns. Ctrl+C and
    Ctrl+Break are signals of Python, and not for here.
    """

    def __init__(self, let_go: Callable[[], None]) -> None:
        self._let_go = let_go
        routine = getattr(ctypes, "WINFUNCTYPE")(wintypes.BOOL, wintypes.DWORD)  # noqa: B009
        self._routine: Any = routine(self.told)
        kernel32().SetConsoleCtrlHandler(self._routine, True)

    def told(self, event: int) -> bool:
        if event in (CLOSED, LOGGED_OFF, SHUT_DOWN):
            with contextlib.suppress(Exception):
                self._let_go()
        return False

    def close(self) -> None:
        if self._routine is not None:
            kernel32().SetConsoleCtrlHandler(self._routine, False)
            self._routine = None

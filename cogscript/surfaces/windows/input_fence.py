"""Sending input, and waiting until the program in front has taken it.

SendInput returns when the system has the events, long before a program has seen them: what is read then is
what was there before. So a key without a meaning is sent behind them. Threads that share their input also
share which keys are down, and that changes as the program takes the key, after all that came before it.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterable

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.windows.api import KEY_UP, GuiThreadInfo, Input, kernel32, key_input, user32

_MARK = 0xE8
"""A virtual key that no keyboard has and no program listens to."""
_LIMIT = 3.0
"""Seconds for a program to take what was typed; one that works on something takes it later."""
_PRESSED = 0x8000


def send(events: Iterable[Input]) -> None:
    listed = list(events)
    inputs = (Input * len(listed))(*listed)
    if user32().SendInput(len(listed), inputs, ctypes.sizeof(Input)) != len(listed):
        raise Fault(
            "keyboard",
            "Windows refused the keys: the window in front belongs to a program with higher rights",
            "run this program as administrator too, or choose another window",
        )


class InputFence:
    """Joined to the thread of the program in front while input is on its way there."""

    def __init__(self) -> None:
        self._thread = 0

    def raise_(self) -> None:
        """Before a shortcut: joining clears the keys that are held, and a Ctrl on its way would be lost."""
        self._leave()
        self._join()

    def wait(self) -> None:
        if not self._thread:
            self._join()
        if not self._thread:
            return
        try:
            deadline = time.monotonic() + _LIMIT
            for flags, down in ((0, True), (KEY_UP, False)):
                send([key_input(_MARK, 0, flags)])
                while not self._has_taken(down) and time.monotonic() < deadline:
                    time.sleep(0.002)
        finally:
            self._leave()

    def _has_taken(self, down: bool) -> bool:
        """Whether the mark was taken; or another program is in front now, and nothing can be known."""
        return bool(user32().GetKeyState(_MARK) & _PRESSED) == down or front_thread() != self._thread

    def _join(self) -> None:
        ours, front = kernel32().GetCurrentThreadId(), front_thread()
        if front and front != ours and user32().AttachThreadInput(ours, front, True):
            self._thread = front

    def _leave(self) -> None:
        if self._thread:
            user32().AttachThreadInput(kernel32().GetCurrentThreadId(), self._thread, False)
            self._thread = 0


def focus() -> int:
    """The window, or the control in one, that has the keyboard; 0 where none has."""
    info = GuiThreadInfo(size=ctypes.sizeof(GuiThreadInfo))
    found = user32().GetGUIThreadInfo(0, ctypes.byref(info))
    return int((info.focus or info.active or 0) if found else 0)


def front_thread() -> int:
    """The thread that the keys go to; 0 where there is none, or it does not answer."""
    window = focus() or user32().GetForegroundWindow()
    if not window or user32().IsHungAppWindow(window):
        return 0
    return int(user32().GetWindowThreadProcessId(window, None))

"""A sign of life of a window's program: it comes once the program has handled what was sent before."""

from __future__ import annotations

import time
from typing import Any

from cogscript.surfaces.x11.window_manager import WindowManager


class Ping:
    """One question by the convention that window managers use (EWMH)."""

    def __init__(self, display: Any, manager: WindowManager, window: int) -> None:
        from Xlib import X, error
        from Xlib.protocol import event

        self._display = display
        self._root = display.screen().root
        self._window = window
        self._answered = False
        self._type = manager.atom("WM_PROTOCOLS")
        self._ping = manager.atom("_NET_WM_PING")
        target = display.create_resource_object("window", window)
        try:
            self.expected = self._ping in list(target.get_wm_protocols())
        except (error.XError, TypeError):
            self.expected = False
        if self.expected:
            # Qt sends its answer to whoever watches the root itself, others to who watches what is in it.
            self._root.change_attributes(event_mask=X.SubstructureNotifyMask | X.StructureNotifyMask)
            data = (32, (self._ping, X.CurrentTime, window, 0, 0))
            target.send_event(event.ClientMessage(window=target, client_type=self._type, data=data))
            display.sync()

    def answered(self) -> bool:
        from Xlib import X

        while self._display.pending_events():
            happening = self._display.next_event()
            if happening.type == X.ClientMessage and happening.client_type == self._type:
                data = happening.data[1]
                self._answered |= data[0] == self._ping and data[2] == self._window
        return self._answered

    def close(self) -> None:
        if self.expected:
            self._root.change_attributes(event_mask=0)
            self._display.sync()
            while self._display.pending_events():
                self._display.next_event()


def heard(display: Any, manager: WindowManager, window: int, deadline: float) -> bool | None:
    """Wait until its program has handled all that was sent to it; None where it cannot be asked."""
    ping = Ping(display, manager, window)
    try:
        if not ping.expected:
            return None
        while not ping.answered() and window in manager.handles():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.001)
    finally:
        ping.close()
    return True

"""How programs on a private screen end: they are asked to close their windows, as a person would.

What they were told last (to save a file) comes before that in their queue, so it is done first. One that asks
whether to keep changes nobody saved is not waited for: there is nobody to answer.
"""

from __future__ import annotations

import time

from cogscript.surfaces.x11.processes import Work, is_running
from cogscript.surfaces.x11.window_manager import WindowManager

_LOOK_EVERY = 0.03
_LIMIT = 10.0
"""Seconds for programs that are busy all the time: a large document is written."""
_ASKS = 0.2
"""Seconds without work after which a program that opened a new window instead asks something."""
_STAYS = 0.6
"""Seconds without work after which a program that does nothing of the kind will not close."""


def dismiss(manager: WindowManager) -> None:
    """Ask every window to close; return when their programs have ended, or will not."""
    asked = manager.handles()
    pids = {pid for handle in asked if (pid := manager.pid(handle)) is not None}
    if not asked:
        return
    work = Work(pids)
    for handle in reversed(asked):  # a dialog before the window it belongs to
        manager.ask_to_close(handle)
    deadline = time.monotonic() + _LIMIT
    while time.monotonic() < deadline:
        left = manager.handles()
        if not left and not any(is_running(pid) for pid in pids):
            return
        asks = any(handle not in asked for handle in left)
        if work.idle() > (_ASKS if asks else _STAYS):
            return
        time.sleep(_LOOK_EVERY)

"""The window that a program was started for: no splash screen, answering, and in front."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence

from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.capabilities import Window
from cogscript.surfaces.personal_desktop import PersonalDesktop, await_window
from cogscript.surfaces.windows import window_list
from cogscript.surfaces.windows.api import user32

_SPLASH = 10.0
"""Seconds after which a window that looks like a splash screen is none."""
_NOTHING, _ABORT_IF_HUNG, _ANSWERS = 0x0000, 0x0002, 500
_LOOK_EVERY = 0.1


def await_launched(
    screen: PersonalDesktop, before: Sequence[Window], what: str, timeout: float
) -> Window | None:
    """The window that came, or came forward, since `before`, when it can be acted on."""
    deadline = time.monotonic() + timeout
    window = _past_splash(screen, before, await_window(screen, before, what, timeout), what, deadline)
    handle = int(window.handle)
    while not _answers(handle):
        if time.monotonic() > deadline:
            raise Fault(
                "window-unready",
                f"`{what}` was started, but the program behind its window {shown(window.title, limit=60)} "
                f"does not answer for {timeout:g} seconds",
                "a slow program needs a longer timeout=",
            )
    if not _is_in_front(handle):
        window_list.act(window, "activate", None)
        if not _is_in_front(handle):
            front = shown(window_list.title(window_list.foreground()), limit=60)
            raise Fault(
                "window-unready",
                f"`{what}` was started, but Windows leaves its window {shown(window.title, limit=60)} "
                f"behind {front}",
                "what has the keyboard keeps it while a person types; leave the computer alone",
            )
    return next((each for each in screen.windows() if each.handle == window.handle), window)


def _past_splash(
    screen: PersonalDesktop, before: Sequence[Window], window: Window, what: str, deadline: float
) -> Window:
    """That window, or the one that follows it if it is only a greeting."""
    known = {each.handle for each in before}
    if window.handle in known:
        return window
    patience = time.monotonic() + _SPLASH
    while True:
        fresh = [each for each in screen.windows() if each.handle not in known]
        sure = [each for each in fresh if not _greets(each, screen)]
        if sure or (fresh and time.monotonic() > min(patience, deadline)):
            return (sure or fresh)[0]
        if time.monotonic() > deadline:
            raise Fault("launch", f"`{what}` closed its window as soon as it had come")
        time.sleep(_LOOK_EVERY)


def _greets(window: Window, screen: PersonalDesktop) -> bool:
    return may_be_splash(window_list.style(int(window.handle)), window.rect, screen.size.rect)


def may_be_splash(style: int, rect: Rect, screen: Rect) -> bool:
    """Whether it looks like a greeting: no title, no edge to pull, and less than the whole screen."""
    framed = style & window_list.CAPTION == window_list.CAPTION or style & window_list.SIZABLE
    return not framed and rect.overlap(screen) != screen


def _answers(handle: int) -> bool:
    """Whether the program takes messages; it does when its window is made and painted."""
    taken = ctypes.c_size_t()
    return bool(
        user32().SendMessageTimeoutW(handle, _NOTHING, 0, 0, _ABORT_IF_HUNG, _ANSWERS, ctypes.byref(taken))
    )


def _is_in_front(handle: int) -> bool:
    """The window itself, or a dialog of the same program."""
    front = window_list.foreground()
    return front == handle or (
        bool(front) and window_list.process_of(front) == window_list.process_of(handle)
    )

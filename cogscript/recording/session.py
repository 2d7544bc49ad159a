"""One recording from its countdown to its end, on the screen that this program was started on."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cogscript.language.diagnostic import Fault
from cogscript.recording.events import Recording
from cogscript.recording.listener import refuse_what_cannot_be_watched
from cogscript.recording.own_window import own_window
from cogscript.recording.recorder import Hotkeys, Recorder
from cogscript.screens import open_screen
from cogscript.screens.elements import open_elements
from cogscript.screens.protocol import Screen
from cogscript.settings import Settings, state_folder

KEPT = 20
"""Recordings' folders to keep, for what a person finds missing afterwards."""

_PLATFORMS = {"win32": "windows", "darwin": "macos", "linux": "linux"}


@dataclass(frozen=True, slots=True)
class Ended:
    recording: Recording
    folder: Path
    reason: str
    """Why it ended, where the person did not end it."""


def record(
    settings: Settings,
    hotkeys: Hotkeys,
    *,
    countdown: int,
    stop_after: float | None,
    notice: Callable[[str], None],
) -> Ended:
    """Record until the hotkey, Ctrl+C, or the time is over."""
    screen = _open_desktop(settings)
    with contextlib.ExitStack() as stack:
        stack.callback(_close, screen)
        if _switch(True):
            stack.callback(_switch, False)
        elements = open_elements(screen)
        if elements is None:
            notice("no program here tells its elements: what was clicked is read from pictures afterwards")
        else:
            stack.callback(elements.close)
        folder = _new_folder()
        recorder = Recorder(
            screen,
            elements,
            own_window(),
            folder,
            platform=_PLATFORMS.get(sys.platform, ""),
            caps_lock=_caps_lock(screen),
            hotkeys=hotkeys,
            notice=notice,
        )
        for left in range(countdown, 0, -1):
            notice(f"recording starts in {left}")
            time.sleep(1)
        recorder.start()
        limit = f", or after {stop_after:g} seconds" if stop_after else ""
        notice(
            f"recording; {hotkeys.stop.said} or Ctrl+C stops{limit}, {hotkeys.pause.said} pauses, "
            f"{hotkeys.secret.said} before and after what is secret"
        )
        notice(f"what is recorded is kept in {folder}")
        interrupted = False
        try:
            recorder.stopped.wait(stop_after)
        except KeyboardInterrupt:
            interrupted = True
        recording = recorder.finish(by_interrupt=interrupted)
        return Ended(recording, folder, recorder.failure or "")


def _open_desktop(settings: Settings) -> Screen:
    refuse_what_cannot_be_watched()
    try:
        return open_screen("desktop", settings=settings)
    except Fault as fault:  # a private screen, which it would advise, is of no use to a person
        advice = "run this in a terminal on the desktop that is to be recorded"
        raise Fault(fault.code, fault.reason, advice if fault.code == "display" else fault.advice) from fault


def _close(screen: Screen) -> None:
    with contextlib.suppress(Fault):  # the display may have ended the recording
        screen.close()


def _switch(on: bool) -> bool:
    """Ask the programs to publish their elements, or no longer: some do so only when somebody listens."""
    if not sys.platform.startswith("linux"):
        return False
    from cogscript.screens.accessibility_bus import switch

    try:
        return switch(os.environ, on)
    except (OSError, RuntimeError, ValueError, KeyError):
        return False


def _caps_lock(screen: object) -> bool:
    """Whether caps lock is on now; where it cannot be told, it mostly is not."""
    from cogscript.screens.x11_connection import connect

    environment = getattr(screen, "environment", None)
    if not environment:
        return False
    try:
        display = connect(environment)
    except Fault:
        return False
    try:
        return bool(display.get_keyboard_control().led_mask & 1)
    finally:
        display.close()


def recordings_folder() -> Path:
    return state_folder() / "recordings"


def _new_folder() -> Path:
    """A folder for this recording; the oldest ones make room."""
    import shutil

    parent = recordings_folder()
    try:
        parent.mkdir(parents=True, exist_ok=True)
        old = sorted(each for each in parent.iterdir() if each.is_dir())
    except OSError as error:
        raise Fault("recording", f"the folder {parent} cannot be used: {error.strerror}") from error
    for folder in old[: max(0, len(old) - KEPT + 1)]:
        shutil.rmtree(folder, ignore_errors=True)
    return parent / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"

"""One recording from its countdown to its end, on the screen that this program was started on."""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cogscript.language.model.diagnostic import Fault
from cogscript.recording.desktop_windows import open_desktop_windows
from cogscript.recording.input_events import Recording
from cogscript.recording.input_listener import refuse_what_cannot_be_watched
from cogscript.recording.recorder import Hotkeys, Recorder
from cogscript.recording.surroundings import Surroundings
from cogscript.settings import Settings, state_folder
from cogscript.surfaces import open_surface
from cogscript.surfaces.capabilities import PersonsHand
from cogscript.surfaces.protocol import Surface
from cogscript.surfaces.registry import this_platform

KEPT = 20
"""Recordings' folders to keep, for what a person finds missing afterwards."""

_TURN = 0.2


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
    heard: Callable[[Recording], None] | None = None,
    ended: Callable[[], bool] = lambda: False,
) -> Ended:
    """Record until the hotkey, Ctrl+C, the time is over, or `ended` says so.

    `heard` is told all that is recorded so far, whenever there is more.
    """
    screen = _open_desktop(settings)
    with contextlib.ExitStack() as stack:
        stack.callback(_close, screen)
        if _publish(screen, True):
            stack.callback(_publish, screen, False)
        elements = screen.elements
        if elements is None:
            notice("no program here tells its elements: what was clicked is read from pictures afterwards")
            notice(
                "password fields cannot be recognised for certain here: press "
                f"{hotkeys.secret.said} before and after you type a password"
            )
        folder = _new_folder()
        recorder = Recorder(
            screen,
            elements,
            open_desktop_windows(screen),
            folder,
            platform=this_platform(),
            caps_lock=screen.need(PersonsHand).caps_lock_is_on(),
            hotkeys=hotkeys,
            notice=notice,
            surroundings=Surroundings(_open_desktop(settings)),
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
        ends = math.inf if stop_after is None else time.monotonic() + stop_after
        try:
            # A little at a time: on Windows, Ctrl+C does not break into a wait.
            known = 0
            while time.monotonic() < ends and not recorder.stopped.wait(min(_TURN, ends - time.monotonic())):
                if ended():
                    break
                so_far = recorder.so_far()
                if heard is not None and len(so_far.events) != known:
                    known = len(so_far.events)
                    heard(so_far)
        except KeyboardInterrupt:
            interrupted = True
        recording = recorder.finish(by_interrupt=interrupted)
        return Ended(recording, folder, recorder.failure or "")


def _open_desktop(settings: Settings) -> Surface:
    refuse_what_cannot_be_watched()
    try:
        return open_surface("desktop", settings=settings)
    except Fault as fault:  # a private screen, which it would advise, is of no use to a person
        advice = "run this in a terminal on the desktop that is to be recorded"
        raise Fault(fault.code, fault.reason, advice if fault.code == "display" else fault.advice) from fault


def _close(screen: Surface) -> None:
    with contextlib.suppress(Fault):  # the display may have ended the recording
        screen.close()


def _publish(screen: Surface, on: bool) -> bool:
    """Ask the programs to publish their elements, or no longer: some do so only when somebody listens."""
    environment = getattr(screen, "environment", None)
    if not environment:  # no X server, and elsewhere every program publishes them
        return False
    from cogscript.surfaces.x11.atspi.bus import switch

    try:
        return switch(environment, on)
    except (OSError, RuntimeError, ValueError, KeyError):
        return False


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

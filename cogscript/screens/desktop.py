"""The person's own screen, whatever the system, or a sentence on why it cannot be driven."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Fault
from cogscript.screens.x11 import X11Screen
from cogscript.screens.x11_connection import no_display

if TYPE_CHECKING:
    from cogscript.screens.protocol import Screen
    from cogscript.settings import Settings


def open_desktop(settings: Settings) -> Screen:
    if sys.platform == "win32":
        from cogscript.screens.windows_system import WindowsScreen

        return WindowsScreen(settings)
    if sys.platform == "darwin":
        from cogscript.screens.macos import MacScreen

        return MacScreen(settings)
    return DesktopScreen(settings, os.environ)


class DesktopScreen(X11Screen):
    """An X session: programs that were launched and a clipboard that was set stay after the run."""

    clipboard_stays = True

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        if not environment.get("DISPLAY"):
            raise wayland() if environment.get("WAYLAND_DISPLAY") else no_display()
        own = dict(environment)
        super().__init__("desktop", own, Direct(own), settings)
        if self.is_wayland():
            self.close()
            raise wayland()


def wayland() -> Fault:
    return Fault(
        "wayland",
        "this is a Wayland session, where no program may press keys in another or look at the screen",
        "log in to an X11 session (`Xorg` on the login screen), or run with --screen virtual",
    )


class Direct:
    """Starts programs that live on after the run, as if from the person's menu: a Spawner."""

    profile_folder: str | None = None

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._started: dict[int, tuple[subprocess.Popen[bytes], int]] = {}

    def spawn(self, argv: list[str], folder: str | None) -> int:
        words, path = tempfile.mkstemp(prefix="cogscript-")
        os.unlink(path)
        process = subprocess.Popen(
            argv,
            env=dict(self._environment),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=words,
            start_new_session=True,
        )
        self._started[process.pid] = (process, words)
        return process.pid

    def ended(self, pid: int) -> int | None:
        return self._started[pid][0].poll()

    def last_words(self, pid: int) -> str:
        lines = os.pread(self._started[pid][1], 1 << 20, 0).decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")[:300]

"""The person's own X session: programs that were launched and a clipboard that was set stay after the run."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cogscript.surfaces.x11.connection import wayland
from cogscript.surfaces.x11.program_environment import persons_environment
from cogscript.surfaces.x11.surface import X11Surface

if TYPE_CHECKING:
    from cogscript.settings import Settings


class X11Desktop(X11Surface):
    personal = True
    clipboard_stays = True

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        if not environment.get("DISPLAY") and environment.get("WAYLAND_DISPLAY"):
            raise wayland()
        own = persons_environment(environment)
        super().__init__("desktop", own, Direct(own), settings)
        if self.is_wayland():
            self.close()
            raise wayland()


class Direct:
    """Starts programs that live on after the run, as if from the person's menu: a Spawner."""

    private = False
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

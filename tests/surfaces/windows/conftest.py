"""A Windows desktop with real programs on it; `make test-windows` runs these on Wine."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

collect_ignore_glob = [] if sys.platform == "win32" else ["test_driven_*.py"]


@pytest.fixture
def desktop() -> Iterator[Any]:
    from cogscript.settings import Settings
    from cogscript.surfaces import open_surface

    surface = open_surface("desktop", settings=Settings())
    yield surface
    surface.close()
    for window in surface.windows():
        _end(int(window.handle))


def _end(handle: int) -> None:
    """End a window's program: asking it to close would raise questions about unsaved texts."""
    from cogscript.surfaces.windows.window_list import process_of

    subprocess.run(["taskkill", "/F", "/PID", str(process_of(handle))], capture_output=True, check=False)


class Logged:
    """Our own window, and what it has been told so far."""

    def __init__(self, path: Path, window: Any) -> None:
        self._path = path
        self.window = window

    def lines(self) -> list[list[str]]:
        return [line.split() for line in self._path.read_text(encoding="utf-8").splitlines()]

    def of(self, *kinds: str) -> list[list[str]]:
        return [line for line in self.lines() if line[0] in kinds]

    def clear(self) -> None:
        self._path.write_text("", encoding="utf-8")

    def rest(self) -> None:
        """Wait until it is told nothing more; a second click at one place is no double click then, either."""
        before: list[list[str]] = []
        while before != (now := self.lines()) or not now:
            before = now
            time.sleep(0.6)


@pytest.fixture
def logging_window(desktop: Any, tmp_path: Path, wait_until: Callable[..., Any]) -> Iterator[Logged]:
    log = tmp_path / "log.txt"
    script = Path(__file__).with_name("message_window.py")
    running = subprocess.Popen([sys.executable, str(script), str(log)], stdin=subprocess.DEVNULL)
    found = wait_until(
        lambda: [each for each in desktop.windows() if each.title == "Message log" and each.active],
        what="our own window is in front",
    )
    yield Logged(log, found[0])
    desktop.release_all()
    running.kill()
    running.wait()

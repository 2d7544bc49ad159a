"""Record a task, and replay the recording on a fresh desktop: does the same come of it?"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cogscript
from cogscript.language.model.box import Size
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from recorded.person import Person, end, wait_for
from recorded.tasks import Task, prepare

COG = [sys.executable, "-m", "cogscript"]
RESULT = 10.0
"""Seconds for a result to show."""


@dataclass(frozen=True, slots=True)
class Recorded:
    path: Path
    result: str
    text: str

    @property
    def well_formed(self) -> bool:
        """Whether it parses, and formats to itself."""
        return cogscript.format(cogscript.parse(self.text)) == self.text


def record(task: Task, folder: Path, size: Size) -> Recorded:
    """The person does the task, and the recorder watches."""
    path = folder.parent / f"{folder.name}.cog"

    def act(screen: Any) -> None:
        environment = {**screen.environment, "XDG_STATE_HOME": str(folder.parent / "state")}
        environment.pop("WINDOWID", None)
        command = [*COG, "record", str(path), "--force", "--countdown", "0", "--title", task.name]
        recorder = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        said: list[str] = []
        try:
            assert recorder.stderr is not None
            for line in recorder.stderr:
                said.append(line)
                if line.startswith("recording;"):
                    break
            else:
                raise RuntimeError("".join(said))
            person = Person(screen)
            person.pause(0.5)
            task.do(person)
            person.pause(0.6)
            person.press("ctrl+alt+Escape")
            said.append(recorder.communicate(timeout=120)[1])
        finally:
            recorder.kill()
        if recorder.returncode != 0:
            raise RuntimeError("".join(said))

    result = _play(task, folder, size, act, None)
    if not result:
        raise RuntimeError("nothing came of what the person did")
    return Recorded(path, result, path.read_text(encoding="utf-8"))


def replay(task: Task, recorded: Recorded, folder: Path, size: Size) -> tuple[str, str]:
    """What comes of the recording on a fresh desktop, and what the run said."""
    said: list[str] = []

    def act(screen: Any) -> None:
        command = [*COG, "run", str(recorded.path), "--screen", "desktop", "--no-journal"]
        for name, value in task.variables.items():
            command += ["--var", f"{name}={value}"]
        run = subprocess.run(command, env=screen.environment, capture_output=True, text=True, timeout=240)
        said.append(run.stderr)

    return _play(task, folder, size, act, recorded.result), "".join(said)


def _play(task: Task, folder: Path, size: Size, act: Callable[[Any], None], expected: str | None) -> str:
    """Start the task's program on a desktop of its own, act there, and see what comes of it."""
    screen: Any = open_surface("virtual", size=size, settings=Settings())
    programs: list[subprocess.Popen[bytes]] = []
    try:
        _switch_on(screen)
        argv = prepare(task, folder)
        programs.append(
            subprocess.Popen(
                argv, env=screen.environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        )
        wait_for(lambda: task.window in _titles(screen), f"the window {task.window!r}")
        if task.maximised:
            screen.window_action(
                next(each for each in screen.windows() if task.window in each.title), "maximize"
            )
        _wait_drawn(screen)
        act(screen)
        return _result(task, folder, screen, expected)
    finally:
        end(programs)
        screen.close()


def _switch_on(screen: Any) -> None:
    """Browsers publish their pages only when somebody listens; set before they start."""
    from cogscript.surfaces.x11.atspi.bus import switch

    switch(screen.environment, True)


def _titles(screen: Any) -> str:
    return " | ".join(window.title for window in screen.windows())


def _wait_drawn(screen: Any) -> None:
    from cogscript.reading import wait_still

    time.sleep(0.5)
    wait_still(screen.capture, limit=10)


def _result(task: Task, folder: Path, screen: Any, expected: str | None) -> str:
    """The result once it is the expected one, or has been the same for a second."""
    deadline = time.monotonic() + RESULT
    last, since = "", time.monotonic()
    while time.monotonic() < deadline:
        result = task.result(folder, _titles(screen))
        if result != last:
            last, since = result, time.monotonic()
        quiet = time.monotonic() - since
        if result == expected or (expected is None and result and quiet > 1.5):
            return result
        time.sleep(0.1)
    return last

"""What the tests on a real screen share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cogscript
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record
from cogscript.settings import Settings
from tests.conftest import wait_until


def perform(text: str, screen, folder: Path, **options):
    """Run a workflow's text on a screen that is open; its record goes into the folder."""
    workflow = cogscript.parse(text, str(folder / "test.cog"))
    options.setdefault("settings", Settings())
    return cogscript.run(workflow, screen=screen, runs=folder / "runs", **options)


def performed(text: str, screen, folder: Path, **options):
    """The same, where all of it must be done."""
    run = perform(text, screen, folder, **options)
    assert run.outcome == "ok", run.error
    return run


def program(screen, *argv: str, cache: Path | None = None) -> subprocess.Popen[str]:
    """Start a program, with a cache of its own where one that was killed could leave a shared one locked."""
    own = {"XDG_CACHE_HOME": str(cache)} if cache is not None else {}
    return subprocess.Popen(
        argv,
        env={**screen.environment, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd="/",
    )


def window(screen, title: str):
    return wait_until(
        lambda: next((each for each in screen.windows() if title in each.title), None), what=f"window {title}"
    )


def mute_terminal(screen, then: str) -> subprocess.Popen[str]:
    """A terminal that shows nothing of what is typed: its window is there earlier than it is mute, which its
    title says."""
    shell = rf"stty -echo; printf '\033]2;mute\007'; {then}"
    look = ("-fa", "Mono", "-fs", "16", "-bg", "white")
    process = program(screen, "xterm", "-T", "not yet", *look, "-e", "sh", "-c", shell)
    window(screen, "mute")
    screen.settle()
    return process


def keys_down(screen) -> list[int]:
    """The keycodes that the X server itself says are down, and the pointer's buttons as -1, -2 …"""
    display = screen._display
    keymap = display.query_keymap()
    down = [code for code in range(256) if keymap[code // 8] >> (code % 8) & 1]
    mask = display.screen().root.query_pointer().mask
    return down + [-button for button in range(1, 6) if mask >> (7 + button) & 1]


class Cog:
    """`cog run` in a process of its own, on a screen that outlives it."""

    def __init__(self, screen, folder: Path, text: str, *words: str) -> None:
        self.folder = folder
        self.file = folder / "test.cog"
        self.file.write_text(text, encoding="utf-8")
        environment = {
            **screen.environment,
            "XDG_STATE_HOME": str(folder / "state"),
            "COGSCRIPT_SETTINGS": str(folder / "none.toml"),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cogscript", "run", str(self.file), "--screen", "desktop", *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def began(self, line: int, name: str = "") -> None:
        """Wait until the step at a line has begun."""

        def found() -> bool:
            assert self.process.poll() is None, self.process.communicate()
            for folder in list_runs(self.folder / "state" / "cogscript" / "runs"):
                with Record(folder) as record:
                    return any(step.operation.line == line for step in record.steps())
            return False

        wait_until(found, what=f"line {line} has begun")

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def record(self) -> Record:
        return Record(list_runs(self.folder / "state" / "cogscript" / "runs")[-1])

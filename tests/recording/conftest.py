"""The scripted person of the benchmark works in the tests too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from recorded.person import Person, wait_for
from recorded.round_trip import COG


class Recording:
    """`cog record` while it runs on a private desktop."""

    def __init__(self, screen, folder, *words, environment=None):
        self.out = folder / "out.cog"
        self.state = folder / "state"
        self._environment = {**(environment or screen.environment), "XDG_STATE_HOME": str(self.state)}
        self._environment.pop("WINDOWID", None)
        target = () if "--into" in words else (str(self.out),)
        command = [*COG, "record", *target, "--countdown", "0", "--no-reading", *words]
        self.process = subprocess.Popen(command, env=self._environment, stderr=subprocess.PIPE, text=True)
        self.said = ""
        for line in self.process.stderr:
            self.said += line
            if line.startswith("recording;"):
                return
        raise AssertionError(f"the recorder did not start: {self.said}")

    def stop(self):
        """Press the hotkey, and wait for the end."""
        subprocess.run(["xdotool", "key", "ctrl+alt+Escape"], env=self._environment, check=True)
        return self.ended()

    def ended(self):
        self.said += self.process.stderr.read()
        self.process.wait(timeout=120)
        return self.out.read_text(encoding="utf-8") if self.out.exists() else ""

    def folder(self):
        return next((self.state / "cogscript" / "recordings").iterdir())

    def on_disk(self):
        """Everything that was kept, as text."""
        return "".join(
            path.read_text(encoding="utf-8", errors="replace")
            for path in self.state.rglob("*")
            if path.is_file() and path.suffix != ".png"
        )

    def hear(self, word):
        """Wait until the recorder says something."""
        while word not in self.said:
            line = self.process.stderr.readline()
            assert line, f"the recorder ended without saying {word!r}: {self.said}"
            self.said += line


@pytest.fixture
def recording(virtual, tmp_path):
    started = []

    def start(*words):
        started.append(Recording(virtual, tmp_path, *words))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.wait()


@pytest.fixture
def person(virtual):
    return Person(virtual)


@pytest.fixture
def program(virtual, tmp_path):
    """Starts a program and waits for its window, and for the keyboard to be in it."""
    started = []

    def start(title, *argv):
        log = (tmp_path / f"program{len(started)}.txt").open("wb")
        started.append(
            subprocess.Popen(
                argv, env=virtual.environment, cwd=tmp_path, stdout=log, stderr=subprocess.DEVNULL
            )
        )
        log.close()
        wait_for(
            lambda: any(each.active and title in each.title for each in virtual.windows()),
            f"the window {title!r}",
        )
        return tmp_path / f"program{len(started) - 1}.txt"

    yield start
    for process in started:
        process.kill()
        process.wait()

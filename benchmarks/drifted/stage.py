"""A program on a private desktop of its own, as a task and what has changed want it, ready to be acted on."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from recorded.person import NeverCame, wait_for

from cogscript.language.model.box import Rect
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from drifted.icons import write_icon
from drifted.mutations import Mutation, all_nodes
from drifted.programs.core import die_with_parent
from drifted.spec import Node, button, buttons, program, text

PYTHON = "/usr/bin/python3"
"""The system's own: it has the toolkits."""
START = 60.0
_BENCHMARKS = Path(__file__).parents[1]

_NEEDS = {
    "gtk": "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk",
    "qt": "import PyQt5.QtWidgets",
    "tk": "import tkinter.ttk",
    "web": "import http.server, shutil, sys; sys.exit(0 if shutil.which('chromium') else 1)",
}


class HarnessError(Exception):
    """The bench itself could not do its part: no result of a run."""


def lacking(toolkit: str) -> bool:
    """Whether this machine cannot show the program in that toolkit."""
    if not os.path.exists(PYTHON):
        return True
    return subprocess.run([PYTHON, "-c", _NEEDS[toolkit]], capture_output=True).returncode != 0


def read_log(folder: Path) -> list[Node]:
    """The whole lines of a program's log."""
    file = folder / "log.jsonl"
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").split("\n")[:-1]
    return [json.loads(line) for line in lines]


class Stage:
    def __init__(self, toolkit: str, spec: Node, mutation: Mutation, folder: Path) -> None:
        self._toolkit = toolkit
        self._spec = spec
        self._mutation = mutation
        self.folder = folder
        self._programs: list[subprocess.Popen[bytes]] = []
        self.screen: Any = None

    def __enter__(self) -> Stage:
        try:
            self.screen = open_surface("virtual", size=self._mutation.screen, settings=Settings())
            self._start(self._toolkit, self._spec, self.folder)
            if not self._mutation.starts_late:
                self._await_shown(self.folder)
                self._resize(*self._mutation.larger)
        except NeverCame as error:
            self.close()
            raise HarnessError(f"{error}; {self._last_words()}") from error
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        for process in self._programs:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._programs = []
        if self.screen is not None:
            self.screen.close()
            self.screen = None

    # --- the program --------------------------------------------------------------------

    def _start(self, toolkit: str, spec: Node, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for node in all_nodes(spec):
            if node.get("kind") == "icon":
                node["file"] = str(folder / f"{node['shape']}.png")
                write_icon(node["shape"], Path(node["file"]))
        (folder / "spec.json").write_text(json.dumps(spec, ensure_ascii=False), encoding="utf-8")
        environment = {
            **self.screen.environment,
            "PYTHONPATH": str(_BENCHMARKS),
            "PYTHONDONTWRITEBYTECODE": "1",
            **_scaled(toolkit, spec.get("scale", 1.0)),
        }
        with (folder / "program.txt").open("wb") as words:
            self._programs.append(
                subprocess.Popen(
                    [PYTHON, "-m", f"drifted.programs.{toolkit}_view", str(folder)],
                    env=environment,
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=words,
                    stderr=words,
                    start_new_session=True,
                    preexec_fn=die_with_parent,
                )
            )
        self._await_note(folder, "started")

    def _await_note(self, folder: Path, note: str) -> None:
        def there() -> bool:
            if self._programs[-1].poll() is not None:
                raise HarnessError(f"the program ended by itself: {self._last_words()}")
            return any(line.get("note") == note for line in read_log(folder))

        wait_for(there, f"the program's note {note!r}", START)

    def _await_shown(self, folder: Path) -> None:
        from cogscript.reading import wait_still

        self._await_note(folder, "shown")
        wait_for(lambda: len(self.screen.windows()) >= len(self._programs), "the program's window", START)
        time.sleep(0.5)
        wait_still(self.screen.capture, limit=10)

    def _last_words(self) -> str:
        file = self.folder / "program.txt"
        words = file.read_text(encoding="utf-8", errors="replace").strip() if file.exists() else ""
        return f"the program said: {words[-300:]}" if words else "the program said nothing"

    def _resize(self, wider: int, higher: int) -> None:
        if not (wider or higher):
            return
        found = self._xdotool("search", "--onlyvisible", "--name", self._spec["title"]).split()
        _, _, width, height = self._geometry(found[-1])
        self._xdotool("windowsize", "--sync", found[-1], str(width + wider), str(height + higher))
        time.sleep(0.7)

    def _geometry(self, handle: str) -> tuple[int, int, int, int]:
        """Left, top, width and height of a window without its frame."""
        told = self._xdotool("getwindowgeometry", "--shell", handle).split()
        now = {name: int(value) for name, value in (line.split("=") for line in told)}
        return now["X"], now["Y"], now["WIDTH"], now["HEIGHT"]

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self.screen.environment, capture_output=True, text=True, timeout=60
        )
        if done.returncode:
            raise HarnessError(f"xdotool {words[0]}: {done.stderr.strip() or 'nothing found'}")
        return done.stdout

    # --- while it runs ------------------------------------------------------------------

    def go(self) -> None:
        """From now on what is late is late."""
        (self.folder / "go").touch()

    def places(self) -> dict[str, Rect]:
        """Where everything is now, as the program itself tells it."""
        file = self.folder / "places.json"
        told = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        found = {identity: Rect(*place) for identity, place in told.items()}
        return found | (self._browser_lists(found) if self._toolkit == "web" else {})

    def _browser_lists(self, found: dict[str, Rect]) -> dict[str, Rect]:
        """The options of an open combo box: in a window of the browser's that its page knows nothing of."""
        combos = [
            node for node in all_nodes(self._spec) if node.get("kind") == "combo" and node["id"] in found
        ]
        if not combos:
            return {}
        options: dict[str, Rect] = {}
        for handle in self._xdotool("search", "--onlyvisible", "--class", ".*").split():
            left, top, width, height = self._geometry(handle)
            for node in combos:
                box = found[node["id"]]
                if (left, width) == (box.left, box.width):
                    line = (height - 2) / len(node["options"])
                    for number, option in enumerate(node["options"]):
                        upper, lower = top + 1 + line * number, top + 1 + line * (number + 1)
                        options[option["id"]] = Rect(left, round(upper), left + width, round(lower))
        return options

    def wake(self) -> None:
        """Move the pointer over the program: a page knows its place on the screen only from then on."""
        window = max(self.screen.windows(), key=lambda each: each.rect.width * each.rect.height)
        middle = window.rect.middle
        for step in (8, 4, 0):
            self._xdotool("mousemove", str(middle.x + step), str(middle.y + step))
            time.sleep(0.15)

    def place_of(self, identity: str) -> Rect:
        """Where an element is, once it is there and has stopped moving."""

        def still() -> Rect | None:
            first = self.places().get(identity)
            time.sleep(0.35)
            return first if first is not None and self.places().get(identity) == first else None

        try:
            return wait_for(still, f"the element {identity!r}", 20)
        except NeverCame as error:
            raise HarnessError(f"{error}; {self._last_words()}") from error

    def cover(self, identity: str) -> Path:
        """Put another program's message over an element; the folder of that program's log."""
        self.wake()
        middle = self.place_of(identity).middle
        toolkit = next(each for each in ("gtk", "tk", "qt") if not lacking(each))
        width, height = 320, 150
        spec = program(
            "Backup",
            [text("The backup is finished."), buttons(button("understood", "OK"))],
            size=[width, height],
            at=[max(0, middle.x - width // 2), max(0, middle.y - height // 2 - 10)],
        )
        folder = self.folder / "message"
        self._start(toolkit, spec, folder)
        self._await_shown(folder)
        return folder

    def picture(self, file: Path) -> None:
        with contextlib.suppress(Exception):  # a picture is for looking at, and no result hangs on it
            self.screen.capture().save(file)

    def tidy(self) -> None:
        """What is of no use afterwards: a browser's profile."""
        shutil.rmtree(self.folder / "profile", ignore_errors=True)


def _scaled(toolkit: str, scale: float) -> dict[str, str]:
    """How a desktop tells a program to be larger; Tk and the browser take it from their description."""
    if scale == 1:
        return {}
    if toolkit == "qt":
        return {"QT_SCALE_FACTOR": f"{scale:g}"}
    if toolkit == "gtk":
        return {"GDK_SCALE": f"{scale:g}"} if scale == int(scale) else {"GDK_DPI_SCALE": f"{scale:g}"}
    return {}

"""Whether LAUNCH is done when there is something to act on, and a run ends when its last step has happened.

    python benchmarks/launching.py [programs] [pages] [ends] [rows]

Real programs are the judges: what a server of our own is sent, what is in the file afterwards, what of a
window still changes after LAUNCH. Programs that are not installed are left out and named.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cogscript
from cogscript.settings import LaunchSettings, Settings
from cogscript.surfaces import open_surface

PROGRAMS = ("xterm", "mousepad", "geany", "pcmanfm", "galculator", "kcalc", "gnumeric", "libreoffice --calc")
BROWSERS = ("chromium", "firefox-esr")
LATER = 2.0
"""Seconds after LAUNCH in which nothing of a window should change by itself."""
SLOW = 3.0
"""Seconds that the server takes."""
TIMES = 3

# At the same place of every page, so that a box leads to them.
FORM = """<input id=name aria-label='Full name'
 style='position:fixed;left:100px;top:100px;width:400px;height:40px'>
<button style='position:fixed;left:100px;top:200px;width:200px;height:40px'
 onclick="fetch('/', {method: 'POST', body: document.getElementById('name').value})">Send</button>"""


def main() -> None:
    parts: dict[str, Callable[[], None]] = {"programs": programs, "pages": pages, "ends": ends, "rows": rows}
    for name in sys.argv[1:] or parts:
        parts[name]()


def installed(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if shutil.which(name.split()[0]):
            yield name
        else:
            print(f"{name}: not installed")


# --- programs ---------------------------------------------------------------------------------------


def programs() -> None:
    import numpy as np

    from cogscript.reading.stillness import changed_tiles

    for name in installed(PROGRAMS):
        screen: Any = open_surface("virtual", settings=Settings())
        try:
            program, *arguments = name.split()
            began = time.monotonic()
            window = screen.launch_app(program, 60, arguments)
            took = time.monotonic() - began
            before = np.asarray(screen.capture(window.rect.overlap(screen.size.rect)))
            time.sleep(LATER)
            after = np.asarray(screen.capture(window.rect.overlap(screen.size.rect)))
            changed = changed_tiles(before, after)
            squares = 0 if changed is None else int(changed.sum())
            print(
                f"{name}: {took:.1f} s until `{window.title}`; then {squares} squares of 16 changed",
                flush=True,
            )
        finally:
            screen.close()


# --- pages ------------------------------------------------------------------------------------------


class Slow(BaseHTTPRequestHandler):
    """Pages that take their time: before the first byte, before the form, by a script, for ever."""

    def do_GET(self) -> None:
        if self.path == "/endless.png":
            time.sleep(60)
        if self.path == "/first":
            time.sleep(SLOW)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self._write("<!doctype html><title>form</title><body>")
        if self.path == "/rest":
            self._write("<h3>Please wait</h3>" + " " * 4096)
            time.sleep(SLOW)
        if self.path == "/late":
            self._write(
                f"<main style='height:300px'></main><script>setTimeout(() => {{"
                f"document.querySelector('main').innerHTML = `{FORM}` }}, {SLOW * 1000})</script>"
            )
        else:
            self._write(FORM)
        if self.path == "/endless":
            self._write("<img src=/endless.png>")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self.wfile.write(text.encode())
            self.wfile.flush()

    def do_POST(self) -> None:
        sent: list[str] = self.server.sent  # type: ignore[attr-defined]
        sent.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quietly."""


def pages() -> None:
    for browser in installed(BROWSERS):
        for page in ("quick", "first", "rest", "late", "endless"):
            fill(browser, page)


def fill(browser: str, page: str) -> None:
    """A form by boxes alone, as a plan of CogAgent does; the late one by name."""
    settings = Settings(launch=LaunchSettings(browser=[browser]))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server,
        cogscript.Session("virtual", settings=settings, journal=False) as session,
    ):
        server.daemon_threads, server.block_on_close = True, False
        server.sent = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        began = time.monotonic()
        step = session.perform(f"LAUNCH(url='http://127.0.0.1:{server.server_port}/{page}')")
        took = time.monotonic() - began
        if step.outcome == "ok":
            session.perform("WINDOW(action='maximize')")
            field, button = targets(session, page)
            session.perform(f"TYPE({field}, text='Ada')")
            session.perform(f"CLICK({button})")
            deadline = time.monotonic() + 2
            while not server.sent and time.monotonic() < deadline:  # type: ignore[attr-defined]
                time.sleep(0.05)
        sent = server.sent  # type: ignore[attr-defined]
        right = "right" if sent == ["Ada"] else f"WRONG: {sent or step.error}"
        print(f"{browser}, {page} page: LAUNCH {took:.1f} s, seen: {step.seen}, form {right}", flush=True)
        server.shutdown()


def targets(session: cogscript.Session, page: str) -> tuple[str, str]:
    if page == "late":
        return "element_info='Full name'", "element_info='Send'"
    screen: Any = session.state.surface
    pages: list[Any] = []
    while not pages:  # on a busy machine a browser takes its time to tell, too
        pages = [each.rect for each in screen.elements.snapshot().elements if each.role == "document"]
    document = pages[0]

    def box(x: int, y: int) -> str:
        across, down = (document.left + x) / screen.size.width, (document.top + y) / screen.size.height
        return f"box=[[{across * 1000:.0f},{down * 1000:.0f}]]"

    return box(300, 120), box(200, 220)


# --- the end ----------------------------------------------------------------------------------------


SAVES = {
    "mousepad": "GESTURE(keys='Ctrl+A')\nTYPE(text='{text}')\nGESTURE(keys='Ctrl+S')\nEND()\n",
    "geany": "GESTURE(keys='Ctrl+A')\nTYPE(text='{text}')\nGESTURE(keys='Ctrl+S')\nEND()\n",
    "libreoffice": "TYPE(text='{text}')\nKEY_PRESS(key='Return')\nGESTURE(keys='Ctrl+S')\nEND()\n",
}


def ends() -> None:
    """Files that the last step saves."""
    for program in installed(tuple(SAVES)):
        with tempfile.TemporaryDirectory(prefix="cogscript-ends-") as name:
            folder = Path(name)
            written, seconds = 0, 0.0
            for number in range(TIMES):
                file, text = document(folder, program), f"text {number}"
                lines = f"LAUNCH(app='{program}', arguments=['{file.name}'], timeout=60)\n" + SAVES[program]
                workflow = cogscript.parse(lines.format(text=text), str(folder / "save.cog"))
                run = cogscript.run(workflow, screen="virtual", settings=Settings(), journal=False)
                seconds += time.time() - run.ended
                written += text in content(file)
        print(
            f"{program}: {written} of {TIMES} files written; {seconds / TIMES:.1f} s from the end to the exit"
        )


def document(folder: Path, program: str) -> Path:
    if program != "libreoffice":
        file = folder / "note.txt"
        file.write_text("before\n")
        return file
    file = folder / f"table-{time.monotonic_ns()}.csv"
    file.write_text("a,b\n")
    subprocess.run(
        ["libreoffice", f"-env:UserInstallation=file://{folder}/office", "--headless", "--convert-to", "ods",
         "--outdir", str(folder), str(file)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return file.with_suffix(".ods")


def content(file: Path) -> str:
    if file.suffix != ".ods":
        return file.read_text()
    with zipfile.ZipFile(file) as archive:
        return archive.read("content.xml").decode()


# --- rows -------------------------------------------------------------------------------------------


def rows() -> None:
    """Four documents, two LibreOffices side by side, and what the person's home has of it afterwards."""
    if not shutil.which("libreoffice"):
        print("libreoffice: not installed")
        return
    with tempfile.TemporaryDirectory(prefix="cogscript-rows-") as name:
        folder, home = Path(name), Path(name) / "home"
        home.mkdir()
        files = [document(folder, "libreoffice") for _ in range(4)]
        table = "".join(f"{file.name},row {number}\n" for number, file in enumerate(files))
        (folder / "rows.csv").write_text(f"file,text\n{table}")
        (folder / "row.cog").write_text(
            "LAUNCH(app='libreoffice', arguments=['__CogName_file__'], timeout=60)\n"
            + SAVES["libreoffice"].format(text="__CogName_text__")
        )
        command = [sys.executable, "-m", "cogscript", "run", "row.cog", "--rows", "rows.csv", "--jobs", "2",
                   "--screen", "virtual", "--quiet"]  # fmt: skip
        environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        environment |= {"HOME": str(home), "XDG_STATE_HOME": str(folder / "state")}
        began = time.monotonic()
        done = subprocess.run(command, cwd=folder, env=environment, check=False, stdout=subprocess.DEVNULL)
        right = sum(f"row {number}" in content(file) for number, file in enumerate(files))
        left = [each.name for each in folder.iterdir() if each.name.startswith(".~lock")]
        print(
            f"two LibreOffices side by side: exit code {done.returncode}, {right} of 4 documents right in"
            f" {time.monotonic() - began:.0f} s; locks left: {len(left)}; profiles in the home:"
            f" {sum(1 for _ in home.rglob('registrymodifications.xcu'))}"
        )


if __name__ == "__main__":
    main()

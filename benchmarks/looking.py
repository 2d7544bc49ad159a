"""What a look by name costs in real programs, against the xa11y library in the same run.

    python benchmarks/looking.py

A dialog in GTK, a page of 240 elements in Chromium, and, where it is installed, an empty sheet of
LibreOffice Calc, which has a billion cells: it must answer in time and still take what is typed into it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.elements import Elements
from cogscript.surfaces.x11.surface import X11Surface

ROUNDS = 9
ELEMENTS = 240
PATIENCE = 90.0
DIALOG = [
    "zenity",
    "--forms",
    "--title=Form",
    "--add-entry=Name",
    "--add-password=Secret",
    "--add-entry=City",
]
QUIET = ["--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def until(condition: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise SystemExit(f"did not come within {PATIENCE:g} s: {what}")
        time.sleep(0.05)
    return value


@contextlib.contextmanager
def running(screen: X11Surface, argv: list[str]) -> Iterator[None]:
    """A program on the screen, and everything that it starts, as long as it is needed."""
    process = subprocess.Popen(
        argv,
        env=screen.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()
        until(lambda: not screen.windows(), "the end of the program")


def xa11y_look(program: str, kind: str, name: str) -> Callable[[], object] | None:
    """The same look through xa11y; None where it does not see the element."""
    import xa11y

    library: Any = xa11y
    try:
        found = library.App.by_name(program, timeout=5)
        place = found.locator(f"{kind}[name='{name}']")
        if not place.count():
            return None
    except library.XA11yError:
        return None
    return lambda: place.count()


def look(elements: Elements, told: str, limit: float, kind: str, name: str, program: str = "") -> None:
    """Print what it costs to find an element; with a program's name, against xa11y."""
    until(lambda: elements.find(name, kind), f"{kind} {name}")
    ours = statistics.median(seconds(lambda: elements.find(name, kind)) for _ in range(ROUNDS))
    seen = elements.snapshot()
    verdict = f"{told}: {ours * 1000:.0f} ms for {len(seen.elements)} elements  (at most {limit * 1000:.0f})"
    other = xa11y_look(program, kind, name) if program else None
    if other:
        verdict += f"; xa11y {statistics.median(seconds(other) for _ in range(3)) * 1000:.0f} ms"
    print(verdict + ("" if seen.complete else f"; {seen.reason}"), flush=True)


def page(folder: Path) -> str:
    """A page of so many elements, all of them in view."""
    buttons = "".join(f"<button>B{number}</button>" for number in range(ELEMENTS))
    file = folder / "page.html"
    style = "button { font: 9px sans-serif; padding: 1px; margin: 1px }"
    file.write_text(f"<!doctype html><title>Page</title><style>{style}</style>{buttons}", encoding="utf-8")
    return file.as_uri()


def type_into_sheet(screen: X11Surface, elements: Elements) -> None:
    """A look, and right after it a number typed: how long until the cell has it."""
    elements.find("A1", "cell")
    start = time.perf_counter()
    for key in ("4", "2", "return"):
        screen.key_down(key)
        screen.key_up(key)

    def arrived() -> bool:
        cells = elements.find("A1", "cell")
        return bool(cells) and elements.text(cells[0]) == "42"

    until(arrived, "the number in the sheet")
    print(f"typed into the sheet right after a look: in the cell after {time.perf_counter() - start:.2f} s")


def main() -> None:
    screen: Any = open_surface("virtual", settings=Settings())
    os.environ.update(screen.environment)  # xa11y finds the bus there
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        elements = until(lambda: screen.elements, "the accessibility bus")
        with tempfile.TemporaryDirectory(prefix="cogscript-looking-") as name:
            measure(screen, elements, Path(name))
    finally:
        screen.close()


def measure(screen: X11Surface, elements: Elements, folder: Path) -> None:
    with running(screen, DIALOG):
        look(elements, "a GTK dialog", 0.1, "button", "OK", "zenity")
    if shutil.which("chromium"):
        profile = f"--user-data-dir={folder / 'chromium'}"
        argv = ["chromium", profile, *QUIET, "--force-renderer-accessibility", page(folder)]
        with running(screen, argv):
            look(elements, f"a page of {ELEMENTS} in Chromium", 0.35, "button", "B7", "Chromium")
    if shutil.which("soffice"):
        profile = f"-env:UserInstallation={(folder / 'office').as_uri()}"
        with running(screen, ["soffice", "--calc", "--norestore", "--nologo", profile]):
            until(lambda: elements.find("B3", "cell"), "the sheet")
            time.sleep(3)  # its first run goes on behind the window
            # Not through xa11y, which reads the whole tree: the program grew to 13 GB and answered no more.
            look(elements, "an empty sheet in LibreOffice Calc", 1.5, "button", "Bold")
            type_into_sheet(screen, elements)
    else:
        print("LibreOffice Calc is not installed: not measured (Debian: libreoffice-calc libreoffice-gtk3)")


if __name__ == "__main__":
    main()

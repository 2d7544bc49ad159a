"""What a step costs on a screen, against a bare pyautogui loop in the same run.

    python benchmarks/run.py

Starts a private desktop with an editor on it and sends the same keys and clicks both ways.
"""

from __future__ import annotations

import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cogscript
from cogscript.records.step import Step
from cogscript.runtime.events import Listener
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.x11.surface import X11Surface

KEYS = 1_000
CLICKS = 500
SEEN = 60
LONG = 10_000
ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def ratio(work: Callable[[], object], reference: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median of ratios of neighbours in time: a noisy machine slows both."""
    return statistics.median(seconds(work) / seconds(reference) for _ in range(rounds))


def performer(text: str, screen: X11Surface, folder: Path, **options: Any) -> Callable[[], object]:
    """Runs the text, with the journal on and pictures off unless said otherwise."""
    workflow = cogscript.parse(text)
    options = {"pictures": False, "settle": False, "settings": Settings(), "runs": folder, **options}

    def work() -> None:
        run = cogscript.run(workflow, screen=screen, **options)
        assert run.outcome == "ok", run.error

    return work


def bare(screen: X11Surface) -> Any:
    """pyautogui on the same display; it looks for one when it is imported."""
    os.environ.update(screen.environment)
    import pyautogui

    pyautogui.PAUSE = 0
    return pyautogui


class Watch(Listener):
    """When every thousandth step ended."""

    def __init__(self) -> None:
        self.times = [time.perf_counter()]

    def step_finished(self, step: Step) -> None:
        if step.number % 1000 == 0:
            self.times.append(time.perf_counter())


def resident() -> float:
    """The process's memory in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    screen: Any = open_surface("virtual", settings=Settings())
    try:
        with tempfile.TemporaryDirectory(prefix="cogscript-run-") as name:
            measure(screen, Path(name))
    finally:
        screen.close()


def measure(screen: X11Surface, folder: Path) -> None:
    screen.launch_app("mousepad", 60)
    pyautogui = bare(screen)
    place = screen.size.rect.middle

    keys = performer("KEY_PRESS(key='Right')\n" * KEYS, screen, folder)
    print(f"{KEYS:,} KEY_PRESS lines ÷ bare pyautogui: ", end="", flush=True)
    print(f"{ratio(keys, lambda: [pyautogui.press('right') for _ in range(KEYS)]):.2f}  (at most 1.3)")

    clicks = performer("CLICK(box=[[500,500]])\n" * CLICKS, screen, folder)
    print(f"{CLICKS:,} CLICK lines ÷ bare pyautogui: ", end="", flush=True)
    print(f"{ratio(clicks, lambda: [pyautogui.click(*place) for _ in range(CLICKS)]):.2f}  (at most 1.3)")

    # Each key changes the text, so that each picture is a new one and has to be written.
    typed = "KEY_PRESS(key='A')\n" * SEEN
    without, with_ = performer(typed, screen, folder), performer(typed, screen, folder, pictures=True)
    more = statistics.median((seconds(with_) - seconds(without)) / SEEN for _ in range(ROUNDS))
    print(f"pictures on: {more * 1000:.1f} ms more a step at 1280×800  (at most 40)", flush=True)

    watch = Watch()
    # Shift: a key that the editor has little to do with, so that its own work does not grow.
    long = performer("KEY_PRESS(key='Shift')\n" * LONG, screen, folder, listener=watch)
    gc.collect()
    before = resident()
    long()
    gc.collect()
    grown = resident() - before
    parts = [later - earlier for earlier, later in zip(watch.times, watch.times[1:], strict=False)]
    print(f"{LONG:,} steps: {grown:.1f} MB more memory  (at most 20)")
    late, early = statistics.median(parts[-3:]), statistics.median(parts[:3])
    print(f"the last 3,000 of them ÷ the first 3,000: {late / early:.2f}  (about 1)")


if __name__ == "__main__":
    main()

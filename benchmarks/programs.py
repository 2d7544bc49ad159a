"""What a workflow costs as a program: steps that touch nothing, waiting for a still screen.

    python benchmarks/programs.py

Robot Framework performs as many steps in the same run, its output off.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cogscript
from cogscript.screens import open_screen
from cogscript.settings import Settings

STEPS = 10_000
HOVERS = 20
ROUNDS = 3

LOOP = f"""\
SET(output='__CogName_a__', value='some text')
REPEAT(times={STEPS})
  SET(output='__CogName_b__', value='__CogName_a__!')
END_REPEAT()
"""
ROBOT = f"""\
*** Test Cases ***
Loop
    ${{a}}=    Set Variable    some text
    FOR    ${{i}}    IN RANGE    {STEPS}
        ${{b}}=    Set Variable    ${{a}}!
    END
"""


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def best(work: Callable[[], object]) -> float:
    return min(seconds(work) for _ in range(ROUNDS))


def robot(folder: Path) -> Callable[[], object]:
    import robot

    suite = folder / "loop.robot"
    suite.write_text(ROBOT, encoding="utf-8")

    def work() -> None:
        status = robot.run(str(suite), output=None, log=None, report=None, console="none")
        assert status == 0

    return work


def performer(text: str, **options: Any) -> Callable[[], object]:
    workflow = cogscript.parse(text)

    def work() -> None:
        run = cogscript.run(workflow, settings=Settings(), **options)
        assert run.outcome == "ok", run.error

    return work


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="cogscript-programs-") as name:
        folder = Path(name)
        steps(folder)
        settling(folder)


def steps(folder: Path) -> None:
    off = best(performer(LOOP, journal=False)) / STEPS
    on = best(performer(LOOP, runs=folder)) / STEPS
    print(f"{STEPS:,} SET steps, journal off: {off * 1e6:.0f} µs a step  (at most 50)")
    print(f"{STEPS:,} SET steps, journal on: {on * 1e6:.0f} µs a step  (at most 250)")
    other = best(robot(folder)) / STEPS
    print(f"Robot Framework, output off: {other * 1e6:.0f} µs a step: {other / on:.1f} × the journal on")


def settling(folder: Path) -> None:
    """A screen that is already still: the same steps with and without waiting for it."""
    screen = open_screen("virtual", settings=Settings())
    try:
        screen.launch_app("mousepad", 60)
        time.sleep(2)  # until it is still for both
        text = "HOVER(box=[[500,500]])\nHOVER(box=[[510,510]])\n" * (HOVERS // 2)
        waiting = performer(text, screen=screen, runs=folder, pictures=False)
        straight = performer(text, screen=screen, runs=folder, pictures=False, settle=False)
        waiting()
        more = statistics.median((seconds(waiting) - seconds(straight)) / HOVERS for _ in range(ROUNDS))
        print(f"settling: {more * 1000:.0f} ms more a step on a still screen  (at most 60)")
    finally:
        screen.close()


if __name__ == "__main__":
    main()

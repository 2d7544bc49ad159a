"""What a workflow costs as a program: steps that touch nothing, a still screen, rows side by side.

    python benchmarks/programs.py

Robot Framework performs as many steps in the same run, its output off.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cogscript
from cogscript.settings import Settings
from cogscript.surfaces import open_surface

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


ROW = """\
# A letter is written, thrown away by the menu, and written anew
LAUNCH(app='mousepad')
TYPE(box=[[400,400,600,600]], text='Dear __CogName_name__,\\n')
CLICK(element_info='Edit', element_type='menu')
CLICK(element_info='Select All', timeout=20)
KEY_PRESS(key='Delete')
TYPE(box=[[400,400,600,600]], text='亲爱的 __CogName_name__：')
"""
ROWS = 20


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
        side_by_side(folder)


def steps(folder: Path) -> None:
    off = best(performer(LOOP, journal=False)) / STEPS
    on = best(performer(LOOP, runs=folder)) / STEPS
    print(f"{STEPS:,} SET steps, journal off: {off * 1e6:.0f} µs a step  (at most 50)")
    print(f"{STEPS:,} SET steps, journal on: {on * 1e6:.0f} µs a step  (at most 250)")
    other = best(robot(folder)) / STEPS
    print(f"Robot Framework, output off: {other * 1e6:.0f} µs a step: {other / on:.1f} × the journal on")


def settling(folder: Path) -> None:
    """A screen that is already still: the same steps with and without waiting for it."""
    screen: Any = open_surface("virtual", settings=Settings())
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


def side_by_side(folder: Path) -> None:
    """The same rows on one private desktop and on two, each with its own programs."""
    file, table = folder / "row.cog", folder / "rows.csv"
    file.write_text(ROW, encoding="utf-8")
    table.write_text("name\n" + "".join(f"person {number}\n" for number in range(ROWS)), encoding="utf-8")

    def run(jobs: int) -> float:
        command = [sys.executable, "-m", "cogscript", "run", str(file), "--rows", str(table), "--quiet",
                   "--screen", "virtual", "--jobs", str(jobs)]  # fmt: skip
        environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
        return seconds(
            lambda: subprocess.run(
                command, env=environment, cwd=folder, check=True, stdout=subprocess.DEVNULL
            )
        )

    one, two = run(1), run(2)
    print(f"{ROWS} rows on 2 private desktops ÷ on one: {two / one:.2f}  (at most 0.6)")


if __name__ == "__main__":
    main()

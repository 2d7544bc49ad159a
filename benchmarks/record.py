"""How faithful a recording is, and what recording costs.

    python benchmarks/record.py            # everything, about twenty minutes
    python benchmarks/record.py zenity     # the round trips of tasks with that in their name
    python benchmarks/record.py --costs    # only the costs

A scripted person does tasks in real programs on a private desktop while `cog record` watches. Each
recording must parse and format to itself, and `cog run` of it on a fresh desktop must give the same files,
answers or titles: on one of the same size, and, for tasks whose layout follows the window, on a larger one.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from recorded.costs import costs
from recorded.round_trip import Recorded, record, replay
from recorded.tasks import TASKS, Task

from cogscript.language.model.box import Size

SIZE = Size(1280, 800)
OTHER = Size(1600, 900)


def main(words: list[str]) -> int:
    if words != ["--costs"]:
        chosen = [task for task in TASKS if not words or any(word in task.name for word in words)]
        good = round_trips(chosen)
        if words:
            return 0 if good else 1
    costs()
    return 0


def round_trips(tasks: list[Task]) -> bool:
    same = other = others = formed = 0
    with tempfile.TemporaryDirectory(prefix="cogscript-record-") as name:
        for number, task in enumerate(tasks):
            folder = Path(name) / f"task{number}"
            started = time.monotonic()
            recorded = _record(task, folder)
            if recorded is None:
                continue
            formed += recorded.well_formed
            again = _replay(task, recorded, folder, SIZE)
            same += again
            shown = "same" if again else "DIFFERS"
            if task.follows_window:
                others += 1
                fits = _replay(task, recorded, folder, OTHER)
                other += fits
                shown += f", {OTHER.width}×{OTHER.height}: {'same' if fits else 'differs'}"
            print(f"{task.name:42} {shown} ({time.monotonic() - started:.0f} s)", flush=True)
            if not again:
                print(recorded.text, flush=True)
    print(f"well formed      {formed}/{len(tasks)}")
    print(f"same size        {same}/{len(tasks)}")
    print(f"another size     {other}/{others}")
    return formed == same == len(tasks)


def _record(task: Task, folder: Path) -> Recorded | None:
    try:
        return record(task, folder, SIZE)
    except Exception as error:  # one task that cannot be done must not hide the others
        print(f"{task.name:42} NOT RECORDED: {error}", flush=True)
        return None


def _replay(task: Task, recorded: Recorded, folder: Path, size: Size) -> bool:
    try:
        result, said = replay(task, recorded, folder, size)
    except Exception as error:  # the same
        print(f"{task.name:42} not replayed: {error}", flush=True)
        return False
    if result != recorded.result:
        print(f"  recorded {recorded.result!r}\n  replayed {result!r}\n  {said.strip()}", flush=True)
    return result == recorded.result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""One file, run once on the program as it has become; the program's log says what came of it."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from drifted.judging import Judgement, acts_of, is_done, judge
from drifted.mutations import Mutation, halt_is_right, mutate
from drifted.programs.core import die_with_parent
from drifted.spec import Node
from drifted.stage import HarnessError, Stage, read_log
from drifted.task import Task

RUN = 150.0
"""Seconds a run may take."""
_AFTERWARDS = 4.0
"""Seconds after a run in which its last effect may still show."""
_QUIET = 1.5
"""Seconds to see that nothing happens after the task is done, or after a run that failed."""


def replay(
    task: Task,
    toolkit: str,
    mutation: Mutation,
    kind: str,
    file: Path,
    folder: Path,
    cog: Sequence[str],
    environment: dict[str, str],
) -> Judgement:
    spec = mutate(mutation, task)
    assert spec is not None
    try:
        with Stage(toolkit, spec, mutation, folder) as stage:
            message = stage.cover(task.steps[0].target) if mutation.covered else None

            def log() -> list[Node]:
                return read_log(folder) + (read_log(message) if message else [])

            command = [*cog, "run", str(file), "--screen", "desktop", *_inputs(task, file)]
            stage.go()
            code, said = _run(command, {**stage.screen.environment, **environment}, folder)
            _await_quiet(task, log, code)
            stage.picture(folder / "end.png")
            stage.tidy()
            return judge(task, log(), code, said, halt_is_right(task, mutation, kind))
    except HarnessError as error:
        return Judgement("harness", str(error))


def _inputs(task: Task, file: Path) -> list[str]:
    """Values for the file's inputs: a task has one secret at most, whatever the recorder calls it."""
    names = re.findall(r"INPUT\(output='__CogName_(.+?)__'", file.read_text(encoding="utf-8"))
    return [
        word for name in names for value in task.secrets.values() for word in ("--var", f"{name}={value}")
    ]


def _run(command: list[str], environment: dict[str, str], folder: Path) -> tuple[int | None, str]:
    with (folder / "said.txt").open("w+", encoding="utf-8") as words:
        run = subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=words,
            preexec_fn=die_with_parent,
        )
        try:
            code: int | None = run.wait(timeout=RUN)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            run.kill()
            run.wait()
        words.seek(0)
        return code, words.read()


def _await_quiet(task: Task, log: Callable[[], list[Node]], code: int | None) -> None:
    """Give the last effect its time, and see whether anything comes after it."""
    deadline = time.monotonic() + (_AFTERWARDS if code == 0 else 0.0)
    while not is_done(task, log()) and time.monotonic() < deadline:
        time.sleep(0.1)
    seen = len(acts_of(log()))
    time.sleep(_QUIET)
    while len(acts_of(log())) != seen:
        seen = len(acts_of(log()))
        time.sleep(_QUIET)

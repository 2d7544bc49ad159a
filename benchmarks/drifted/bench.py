"""Which replays there are, and running them: each in a process of its own, a few side by side."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drifted.judging import Judgement
from drifted.mutations import MUTATIONS, mutate, undecidable
from drifted.programs.core import die_with_parent
from drifted.replaying import RUN
from drifted.tasks import EVERY_TASK

_ROOT = Path(__file__).parents[2]
_PERFORMANCE = 420.0
_REPLAY = RUN + 150.0
_TRIES = 3
"""How often the bench does its own part again before it says that it cannot."""


@dataclass(frozen=True, slots=True)
class Replay:
    task: str
    toolkit: str
    mutation: str
    kind: str

    def __str__(self) -> str:
        return f"{self.task} ({self.toolkit}), {self.mutation}, {self.kind}"


@dataclass(frozen=True, slots=True)
class Result:
    replay: Replay
    judgement: Judgement
    folder: Path


@dataclass(frozen=True, slots=True)
class Judged:
    """The cogscript that is judged."""

    command: tuple[str, ...]
    python_path: str

    @staticmethod
    def of(python: str | None) -> Judged:
        """That of another Python; this tree's own without one."""
        if python:
            return Judged((python, "-m", "cogscript"), "")
        return Judged((sys.executable, "-m", "cogscript"), str(_ROOT))

    def environment(self, folder: Path) -> dict[str, str]:
        """Settings and records of its own: what a person has set must not decide."""
        return {
            "PYTHONPATH": self.python_path,
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        }


def choose(
    tasks: Sequence[str], toolkits: Sequence[str] | None, mutations: Sequence[str], kinds: Sequence[str]
) -> tuple[list[Replay], dict[str, int]]:
    """The replays asked for; and why others of them cannot be judged, with how many each."""
    chosen: list[Replay] = []
    passed_over: dict[str, int] = {}
    for task in (EVERY_TASK[name] for name in tasks):
        for toolkit in toolkits or [task.toolkit]:
            if toolkit in task.without:
                continue
            for mutation in (MUTATIONS[name] for name in mutations):
                for kind in kinds:
                    why = undecidable(task, mutation, kind)
                    if mutate(mutation, task) is None:
                        why = "there is no label to rename"
                    if why:
                        passed_over[why] = passed_over.get(why, 0) + 1
                    else:
                        chosen.append(Replay(task.name, toolkit, mutation.name, kind))
    return chosen, passed_over


def sample(replays: list[Replay], count: int) -> list[Replay]:
    """A spread of that many, the same every time."""
    if count >= len(replays):
        return replays
    kept = set(random.Random(11).sample(range(len(replays)), count))
    return [replay for number, replay in enumerate(replays) if number in kept]


class Bench:
    def __init__(self, judged: Judged, folder: Path, jobs: int) -> None:
        self._judged = judged
        self._folder = folder
        self._jobs = jobs

    def files_of(self, task: str, toolkit: str) -> Path:
        return self._folder / "files" / f"{task}-{toolkit}"

    def perform(self, replays: Sequence[Replay]) -> Iterator[tuple[str, str, Judgement]]:
        """Have each task done once for its files, unless they are there from an earlier time."""
        wanted: dict[tuple[str, str], set[str]] = {}
        for replay in replays:
            wanted.setdefault((replay.task, replay.toolkit), set()).add(replay.kind)
        missing = {
            pair: kinds
            for pair, kinds in wanted.items()
            if any(not (self.files_of(*pair) / f"{kind}.cog").exists() for kind in kinds)
        }
        with ThreadPoolExecutor(self._jobs) as pool:
            work = {pair: pool.submit(self._perform, *pair, kinds) for pair, kinds in missing.items()}
            for (task, toolkit), future in work.items():
                yield task, toolkit, future.result()

    def _perform(self, task: str, toolkit: str, kinds: set[str]) -> Judgement:
        job = {
            "do": "perform",
            "task": task,
            "toolkit": toolkit,
            "cog": list(self._judged.command) if "recorded" in kinds else None,
        }
        return self._tried(job, self.files_of(task, toolkit), _PERFORMANCE)

    def replay(self, replays: Sequence[Replay]) -> Iterator[Result]:
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from pool.map(self._replay, replays)

    def _replay(self, replay: Replay) -> Result:
        folder = self._folder / "replays" / f"{replay.task}-{replay.toolkit}" / replay.mutation / replay.kind
        job = {
            "do": "replay",
            "task": replay.task,
            "toolkit": replay.toolkit,
            "mutation": replay.mutation,
            "kind": replay.kind,
            "cog": list(self._judged.command),
            "file": str(self.files_of(replay.task, replay.toolkit) / f"{replay.kind}.cog"),
        }
        return Result(replay, self._tried(job, folder, _REPLAY), folder)

    def _tried(self, job: dict[str, Any], folder: Path, limit: float) -> Judgement:
        judgement = Judgement("harness", "")
        for _ in range(_TRIES):
            judgement = self._work(job, folder, limit)
            if judgement.verdict != "harness":
                break
        return judgement

    def _work(self, job: dict[str, Any], folder: Path, limit: float) -> Judgement:
        shutil.rmtree(folder, ignore_errors=True)  # a log of an earlier time would be judged, too
        folder.mkdir(parents=True)
        file = folder / "job.json"
        environment = self._judged.environment(folder)
        job = {**job, "folder": str(folder), "environment": environment}
        file.write_text(json.dumps(job, indent=1), encoding="utf-8")
        paths = os.pathsep.join([str(_ROOT), str(_ROOT / "benchmarks")])
        with (folder / "worker.txt").open("w+", encoding="utf-8") as words:
            worker = subprocess.Popen(
                [sys.executable, "-m", "drifted.worker", str(file)],
                env={**os.environ, "PYTHONPATH": paths},
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=words,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
            try:
                worker.wait(timeout=limit)
            except subprocess.TimeoutExpired:
                return Judgement("harness", f"it was not over after {limit:g} seconds")
            finally:
                if worker.poll() is None:
                    os.killpg(worker.pid, signal.SIGKILL)
                    worker.wait()
            words.seek(0)
            told = words.read().strip()
        result = folder / "result.json"
        if not result.exists():
            return Judgement("harness", f"it ended without a result: {told[-300:]}")
        return Judgement(**json.loads(result.read_text(encoding="utf-8")))

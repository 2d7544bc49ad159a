"""A person does a task on the program as it was at first: the recorder watches, and every place is noted."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from recorded.person import NeverCame, Person, wait_for

from cogscript.language.model.box import Rect
from drifted.judging import acts_of, expected, is_done
from drifted.lines import names_text, plan_text
from drifted.mutations import MUTATIONS, SCREEN, mutate
from drifted.programs.core import die_with_parent
from drifted.stage import HarnessError, Stage, read_log
from drifted.task import Task

_STOP = "ctrl+alt+Escape"
_WRITING = 180.0
"""Seconds a recorder gets to write its file: it reads pictures."""


class NotingHand:
    """The person's hand, which goes where the program says that things are."""

    def __init__(self, stage: Stage, person: Person) -> None:
        self._stage = stage
        self._person = person
        self.places: dict[str, Rect] = {}

    def look(self, identity: str) -> None:
        self.places[identity] = self._stage.place_of(identity)

    def click(self, identity: str) -> None:
        """Nobody hits the exact middle."""
        self.look(identity)
        rect = self.places[identity]
        self._person.click(rect.left + rect.width * 2 // 5, rect.top + rect.height * 3 // 5)

    def type(self, text: str) -> None:
        self._person.type(text)

    def press(self, key: str) -> None:
        self._person.press(key)

    def scroll(self, notches: int) -> None:
        self._person.move(*self.places["page"].middle)
        self._person.scroll(notches)


def perform(
    task: Task, toolkit: str, folder: Path, cog: Sequence[str] | None, environment: dict[str, str]
) -> dict[str, str]:
    """The files of a task by kind; without a recorder's command only those it does not write."""
    spec = mutate(MUTATIONS["baseline"], task)
    assert spec is not None
    recorded = folder / "recorded.cog"
    with Stage(toolkit, spec, MUTATIONS["baseline"], folder / "performance") as stage:
        try:
            stage.go()
            stage.wake()
            person = Person(stage.screen)
            hand = NotingHand(stage, person)

            def act() -> None:
                person.pause(0.5)
                for step in task.steps:
                    step.do(hand)
                    person.pause(0.3)
                person.pause(0.6)

            if cog is None:
                act()
            else:
                command = [*cog, "record", str(recorded), "--force", "--countdown", "0", "--title", task.name]
                _watched(
                    command, {**stage.screen.environment, **environment}, act, lambda: person.press(_STOP)
                )
            _await_done(task, stage)
        except NeverCame as error:
            raise HarnessError(str(error)) from error
        finally:
            stage.picture(folder / "performance.png")
            stage.tidy()
    files = {"plan": plan_text(task, SCREEN, hand.places), "names": names_text(task, SCREEN)}
    if cog is not None:
        files["recorded"] = recorded.read_text(encoding="utf-8")
    for kind, text in files.items():
        (folder / f"{kind}.cog").write_text(text, encoding="utf-8")
    return files


def _await_done(task: Task, stage: Stage) -> None:
    """The person's own work must be right, or nothing that follows means anything."""
    try:
        wait_for(lambda: is_done(task, read_log(stage.folder)), "the end of the task", 10)
    except NeverCame as error:
        happened, wanted = acts_of(read_log(stage.folder)), expected(task)[0]
        raise HarnessError(f"the person did {happened} and was to do {wanted}") from error


def _watched(
    command: list[str], environment: dict[str, str], act: Callable[[], None], stop: Callable[[], None]
) -> None:
    """Do something while a recorder runs."""
    environment.pop("WINDOWID", None)
    recorder = subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=die_with_parent
    )
    said: list[str] = []
    try:
        assert recorder.stderr is not None
        for line in recorder.stderr:
            said.append(line)
            if line.startswith("recording;"):
                break
        else:
            raise HarnessError("the recorder did not start: " + "".join(said))
        act()
        stop()
        said.append(recorder.communicate(timeout=_WRITING)[1])
    except subprocess.TimeoutExpired as error:
        raise HarnessError("the recorder did not end: " + "".join(said)) from error
    finally:
        recorder.kill()
        recorder.wait()
    if recorder.returncode != 0:
        raise HarnessError("the recorder failed: " + "".join(said))

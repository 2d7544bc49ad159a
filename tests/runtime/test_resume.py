"""Resuming: after kill -9 at every single step, every effect is there exactly once."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

import cogscript
from cogscript.cli import run_command
from cogscript.cli.main import main
from cogscript.records.folders import find_run
from cogscript.records.reader import Record
from cogscript.records.writer import RecordWriter
from cogscript.runtime.resume.resume import resume

EFFECTS = "COGSCRIPT_TEST_EFFECTS"

# Loaded before the children are forked, so that each is quick.
LOADED = (run_command, resume, cogscript.parse("END()"))

MAIN = """\
WORKFLOW(title='Thirty steps')
INPUT(output='__CogName_start__', default='s')
SET(output='__CogName_seen__', value='')
ON(test=EQUALS(left='__CogName_seen__', right='ss'))
  TOOL(name='mark', text='handler')
  SET(output='__CogName_seen__', value='handled')
END_ON()
TOOL(name='mark', text='begin __CogName_start__')
FOR_EACH(rows='rows.csv')
  SET(output='__CogName_seen__', value='__CogName_seen__s')
  IF(test=EQUALS(left='__CogName_name__', right='b'))
    CALL(workflow='called.cog', output='__CogName_back__', name='__CogName_name__')
    ANSWER(text='back __CogName_back__')
  ELSE()
    TOOL(name='mark', text='row __CogName_name__')
  END_IF()
END_FOR_EACH()
TRY()
  TOOL(name='mark', text='try')
  FAIL(reason='on purpose')
CATCH(output='__CogName_why__')
  TOOL(name='mark', text='caught __CogName_why__')
FINALLY()
  TOOL(name='mark', text='finally')
END_TRY()
SET(output='__CogName_n__', value='')
WHILE(test=NOT(test=EQUALS(left='__CogName_n__', right='xx')))
  SET(output='__CogName_n__', value='__CogName_n__x')
  TOOL(name='mark', text='while __CogName_n__')
END_WHILE()
ANSWER(text='end __CogName_seen__')
END()
"""
CALLED = """\
INPUT(output='__CogName_name__')
REPEAT(times=2)
  TOOL(name='mark', text='called __CogName_name__')
END_REPEAT()
ANSWER(text='answer of __CogName_name__')
"""


def mark(text: str) -> None:
    """The tool: an effect that can be counted."""
    with open(os.environ[EFFECTS], "a", encoding="utf-8") as stream:
        stream.write(text + "\n")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "main.cog").write_text(MAIN, encoding="utf-8")
    (tmp_path / "called.cog").write_text(CALLED, encoding="utf-8")
    (tmp_path / "rows.csv").write_text("name\na\nb\nc\nb\n", encoding="utf-8")
    (tmp_path / "settings.toml").write_text(
        f"[tools]\nallowed = ['mark']\n[tools.functions]\nmark = '{__name__}:mark'\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(tmp_path / "settings.toml"))
    return tmp_path


class Process:
    """`cog` in a process of its own, its answers appended to the effects as the tools' marks are."""

    def __init__(self, place: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = place / name
        self.folder.mkdir()
        self.effects_file = self.folder / "effects"
        self.errors_file = self.folder / "errors"
        self.effects_file.touch()
        monkeypatch.setenv("XDG_STATE_HOME", str(self.folder))
        monkeypatch.setenv(EFFECTS, str(self.effects_file))

    def cog(self, *words: str, before: Callable[[], None] = lambda: None) -> int:
        """Run it to its end; the exit code, or minus the signal that killed it."""
        child = os.fork()
        if child == 0:
            try:
                out = os.open(self.effects_file, os.O_WRONLY | os.O_APPEND)
                err = os.open(self.errors_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                os.dup2(out, 1)
                os.dup2(err, 2)
                sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
                sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
                before()
                status = main(list(words))
                sys.stderr.flush()
                os._exit(status)
            except BaseException:
                traceback.print_exc()
                os._exit(99)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    @property
    def effects(self) -> list[str]:
        return self.effects_file.read_text(encoding="utf-8").splitlines()

    @property
    def errors(self) -> str:
        return self.errors_file.read_text(encoding="utf-8")

    def run_folder(self) -> Path:
        return find_run(None, self.folder / "cogscript" / "runs")


def kill_at(number: int, when: str) -> Callable[[], None]:
    """Kill the process at its number-th entry into the journal: after it is made, or before it is made if
    it is a step's end, when the step has acted and the record does not know it yet. Between any other two
    entries nothing happens that could be lost."""

    def prepare() -> None:
        count = 0
        for name in ("started", "finished", "at_once"):
            keep = getattr(RecordWriter, name)

            def entry(self, step, keep=keep) -> None:
                nonlocal count
                count += 1
                if count == number and when == "before" and keep.__name__ == "finished":
                    os.kill(os.getpid(), signal.SIGKILL)
                keep(self, step)
                if count == number and when == "after":
                    os.kill(os.getpid(), signal.SIGKILL)

            setattr(RecordWriter, name, entry)

    return prepare


def whole_run(place: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    process = Process(place, "whole", monkeypatch)
    assert process.cog("run", "main.cog", "-q") == 0, process.errors
    with Record(process.run_folder()) as record:
        assert sum(step.kind == "step" for step in record.steps()) >= 30
    return process.effects


def test_killed_at_every_step_every_effect_is_there_exactly_once(place, monkeypatch) -> None:
    expected = whole_run(place, monkeypatch)
    named = resumed = 0
    for number in range(1, 200):
        for when in ("before", "after"):
            process = Process(place, f"kill-{number}-{when}", monkeypatch)
            status = process.cog("run", "main.cog", "-q", before=kill_at(number, when))
            if status == 0:
                assert process.effects == expected
                if when == "before":
                    continue
                assert named > 20
                assert resumed > 60
                return
            assert status == -signal.SIGKILL, process.errors
            done = process.effects
            status = process.cog("run", "--resume", "-q")
            if status == 2:  # the one unfinished step is named, and nothing was done
                assert "error[unfinished-step]" in process.errors
                assert process.effects == done
                named += 1
                was_done = done != expected[: len(done)] or _was_done(process, done, expected)
                status = process.cog("run", "--resume", "-q", "--skip" if was_done else "--redo")
            assert status == 0, (number, when, process.errors)
            assert process.effects == expected, (number, when)
            resumed += 1
    raise AssertionError("the run never came to its end")


def _was_done(process: Process, done: list[str], expected: list[str]) -> bool:
    """Whether the unfinished step's effect is there: as many effects as steps that have them began."""
    with Record(process.run_folder()) as record:
        begun = sum(step.operation.name in ("TOOL", "ANSWER") and _printed(step) for step in record.steps())
    return len(done) == begun


def _printed(step) -> bool:
    return step.operation.name == "TOOL" or step.operation.file == "main.cog"


def test_killed_again_and_again(place, monkeypatch) -> None:
    expected = whole_run(place, monkeypatch)
    process = Process(place, "again", monkeypatch)
    status = process.cog("run", "main.cog", "-q", before=kill_at(3, "after"))
    for _ in range(100):
        if status == 0:
            break
        words = (
            [] if status != 2 else ["--skip" if _was_done(process, process.effects, expected) else "--redo"]
        )
        status = process.cog("run", "--resume", "-q", *words, before=kill_at(4, "after"))
        assert status in (0, 2, -signal.SIGKILL), process.errors
    assert status == 0
    assert process.effects == expected
    with Record(process.run_folder()) as record:
        assert record.outcome == "ok"
        assert record.header["resumed"] > 5


def killed(place: Path, monkeypatch: pytest.MonkeyPatch, number: int = 21) -> Process:
    process = Process(place, "changed", monkeypatch)
    assert process.cog("run", "main.cog", "-q", before=kill_at(number, "after")) == -signal.SIGKILL
    return process


def test_what_comes_later_may_change(place, monkeypatch) -> None:
    process = killed(place, monkeypatch)
    text = MAIN.replace("text='end __CogName_seen__'", "text='changed'").replace("# none", "")
    (place / "main.cog").write_text("# a comment\n\n" + text, encoding="utf-8")
    status = process.cog("run", "--resume")
    if status == 2:
        status = process.cog("run", "--resume", "--skip")
    assert status == 0, process.errors
    assert process.effects[-1] == "changed"
    assert "main.cog has changed since" in process.errors
    assert "+ANSWER(text='changed')" in process.errors


def test_what_is_finished_may_not(place, monkeypatch) -> None:
    process = killed(place, monkeypatch)
    done = process.effects
    (place / "main.cog").write_text(MAIN.replace("begin", "start"), encoding="utf-8")
    for words in ([], ["--redo"]):
        status = process.cog("run", "--resume", *words)
        if status != 2:
            break
    assert status == 1
    assert "error[resume]: the finished part has changed" in process.errors
    assert "+TOOL(name='mark', text='start __CogName_start__')" in process.errors
    assert process.effects == done
    # Put right again, it goes on.
    (place / "main.cog").write_text(MAIN, encoding="utf-8")
    for words in ([], ["--redo"]):
        status = process.cog("run", "--resume", *words)
        if status != 2:
            break
    assert status == 0, process.errors


def test_rows_that_changed_are_noticed(place, monkeypatch) -> None:
    process = killed(place, monkeypatch)
    (place / "rows.csv").write_text("name\nz\nb\nc\nb\n", encoding="utf-8")
    for words in ([], ["--redo"]):
        status = process.cog("run", "--resume", *words)
        if status != 2:
            break
    assert status == 1
    assert "row 1 of the rows at line 9 is not what it was" in process.errors


def test_a_finished_run_has_nothing_to_resume(place, monkeypatch) -> None:
    process = Process(place, "finished", monkeypatch)
    assert process.cog("run", "main.cog", "-q") == 0
    assert process.cog("run", "--resume") == 2
    assert "has finished: there is nothing to continue" in process.errors


def test_a_failed_step_can_be_done_again_or_skipped(place, monkeypatch) -> None:
    (place / "main.cog").write_text(
        "TOOL(name='mark', text='one')\nASSERT(test=EXISTS(file='there'))\nTOOL(name='mark', text='two')\n",
        encoding="utf-8",
    )
    process = Process(place, "failed", monkeypatch)
    assert process.cog("run", "main.cog", "-q") == 1
    assert process.cog("run", "--resume", "-q") == 2
    assert "step 2, ASSERT at line 2, failed" in process.errors
    assert process.cog("run", "--resume", "-q", "--redo") == 1
    (place / "there").touch()
    assert process.cog("run", "--resume", "-q", "--redo") == 0, process.errors
    assert process.effects == ["one", "two"]


def test_a_secret_is_asked_for_again_and_put_back(place, monkeypatch) -> None:
    (place / "main.cog").write_text(
        "INPUT(output='__CogName_pw__', secret=True)\n"
        "SET(output='__CogName_x__', value='<__CogName_pw__>')\n"
        "TOOL(name='mark', text='one')\n"
        "TOOL(name='mark', text='__CogName_x__')\n",
        encoding="utf-8",
    )
    process = Process(place, "secret", monkeypatch)
    status = process.cog("run", "main.cog", "-q", "--var", "pw=hunter2", before=kill_at(4, "after"))
    assert status == -signal.SIGKILL
    assert process.cog("run", "--resume", "-q") == 2
    assert "give it with `--var pw=" in process.errors
    assert process.cog("run", "--resume", "-q", "--var", "pw=hunter2") == 0, process.errors
    assert process.effects == ["one", "<hunter2>"]
    for file in process.run_folder().rglob("*"):
        assert not file.is_file() or b"hunter2" not in file.read_bytes(), file

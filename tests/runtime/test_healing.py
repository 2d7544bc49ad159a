"""`cog heal`: a record → the lines that have to change. On real programs in test_drifted_targets.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cogscript
from cogscript.cli.main import main
from cogscript.language.model.box import Box
from cogscript.records.reader import Record
from cogscript.records.step import Step
from cogscript.records.writer import RecordWriter
from cogscript.runtime.healing import Healing, healing_of

OLD, NEW = Box.of(100, 100, 200, 150), Box.of(300, 100, 400, 150)
SAVE = f"CLICK(box={OLD}, element_info='Save')"


class Recorded:
    """A record of a run in which steps were found elsewhere."""

    def __init__(self, folder: Path, text: str, name: str = "order.cog") -> None:
        self.file = folder / name
        self.file.write_bytes(text.encode())
        self._workflow = cogscript.load(self.file)
        self._writer = RecordWriter.create(folder / "state" / "cogscript" / "runs", "order")
        self._writer.header(file=name, folder=str(folder), id="x", started=1.0)
        self._number = 0

    def found(self, line: int, **changes: Any) -> None:
        """A step that ended well; each change is the new value, or a pair with True for a guess."""
        operation = next(each for each in self._workflow.walk() if each.line == line)
        self._number += 1
        step = Step(self._number, operation, self.file.name, "step", 0, None, "", 1.0)
        step.arguments = dict(operation.arguments)
        for name, value in changes.items():
            new, guess = value if isinstance(value, tuple) and not isinstance(value, Box) else (value, False)
            was = operation.arguments[name]
            step.healed.append({"argument": name, "was": was, "is": new, "guess": guess})
        step.outcome, step.ended = "ok", 2.0
        self._writer.at_once(step)

    def ended(self, outcome: str = "ok") -> Healing:
        self._writer.header(outcome=outcome, ended=3.0)
        self._writer.close()
        with Record(self._writer.folder) as record:
            return healing_of(record)


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return lambda text, name="order.cog": Recorded(tmp_path, text, name)


def test_one_line_changes_and_the_rest_stays(recorded) -> None:
    run = recorded(f"# Keep it\n{SAVE}   # at once\nEND()\n")
    run.found(2, box=NEW, element_info=("Store", True))
    (change,) = run.ended().files
    assert change.diff() == (
        "--- order.cog\n+++ order.cog (healed)\n@@ -1,3 +1,3 @@\n # Keep it\n"
        f"-{SAVE}   # at once\n+CLICK(box={NEW}, element_info='Store')   # at once\n END()\n"
    )
    assert change.lines[0].why == (
        "it stood elsewhere and its name is another; it was found by likeness only, so look at it first"
    )


def test_a_loop_that_found_it_in_several_places_is_left_alone(recorded) -> None:
    run = recorded(f"REPEAT(times=2)\n  {SAVE}\nEND_REPEAT()\n")
    run.found(2, box=NEW)
    run.found(2, box=Box.of(500, 500, 600, 600))
    healing = run.ended()
    assert not healing.files
    assert healing.notes == [
        "order.cog:2: it was found at different places in its rounds: no one change is right for all"
    ]


def test_a_loop_that_found_it_once_where_the_file_says_is_left_alone(recorded) -> None:
    run = recorded(f"REPEAT(times=2)\n  {SAVE}\nEND_REPEAT()\n")
    run.found(2)
    run.found(2, box=NEW)
    assert not run.ended().files


def test_a_sensitive_line_is_for_a_person_to_change(recorded) -> None:
    run = recorded(f"CLICK(box={OLD}, element_info='Pay', sensitive=True)\n")
    run.found(1, box=NEW)
    healing = run.ended()
    assert not healing.files
    assert healing.notes == [f"order.cog:1: the step is sensitive: change it by hand (box={NEW})"]


def test_a_line_that_moved_is_found_again_and_one_that_changed_is_not(recorded) -> None:
    run = recorded(f"{SAVE}\nCLICK(box={OLD}, element_info='Send')\n")
    run.found(1, box=NEW)
    run.found(2, box=NEW)
    text = f"# A new first line\n{SAVE}\nCLICK(box={OLD}, element_info='Send it')\n"
    run.file.write_text(text, encoding="utf-8")
    healing = run.ended()
    assert [line.line for line in healing.files[0].lines] == [2]
    assert healing.notes == ["order.cog:2: the line is no longer what was run: run it again"]


def test_nothing_but_what_tells_a_target_is_changed(recorded) -> None:
    run = recorded(f"TYPE(box={OLD}, text='a', element_info='Name')\n")
    run.found(1, text="b")
    assert not run.ended().files


def test_the_command_shows_then_writes_then_has_nothing_left(recorded, capsys) -> None:
    run = recorded(f"\ufeff{SAVE}\r\nEND()\r\n")
    run.found(1, box=NEW)
    run.ended()
    assert main(["heal"]) == 0
    shown = capsys.readouterr()
    assert f"+CLICK(box={NEW}, element_info='Save')" in shown.out
    assert "1 line would change: `cog heal " in shown.err
    assert run.file.read_bytes() == f"\ufeff{SAVE}\r\nEND()\r\n".encode()
    assert main(["heal", "order.cog", "--write"]) == 0
    assert "1 line changed in order.cog" in capsys.readouterr().err
    # The mark and the line ends are as they were.
    assert run.file.read_bytes() == f"\ufeff{SAVE.replace(str(OLD), str(NEW))}\r\nEND()\r\n".encode()
    assert main(["heal", "--write"]) == 0
    assert "nothing to heal" in capsys.readouterr().err


def test_after_a_run_that_failed_it_is_shown_and_not_written(recorded, capsys) -> None:
    run = recorded(f"{SAVE}\n")
    run.found(1, box=NEW)
    run.ended("failed")
    assert main(["heal"]) == 0
    assert "cannot be written yet" in capsys.readouterr().err
    assert main(["heal", "--write"]) == 1
    assert "did not end well (failed): nothing is written" in capsys.readouterr().err
    assert run.file.read_text(encoding="utf-8") == f"{SAVE}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["heal", "nowhere.cog"], "there is no file nowhere.cog"),
        (["heal", "nowhere"], "there is no run `nowhere` on record"),
        (["heal", "other.cog"], "no run of other.cog is on record"),
        (["run", "--heal", "--dry", "other.cog"], "`--heal` and `--dry` exclude each other"),
        (["run", "--heal", "--no-journal", "other.cog"], "`--heal` and `--no-journal` exclude each other"),
        (["run", "--check-targets", "--step", "other.cog"], "does nothing but look: leave `--step` out"),
        (["run", "--check-targets", "--screen", "virtual", "other.cog"], "there is nothing on a virtual one"),
    ],
)
def test_wrong_use_is_said_and_nothing_is_done(recorded, capsys, words, said) -> None:
    recorded(f"{SAVE}\n").ended()
    Path("other.cog").write_text("END()\n", encoding="utf-8")
    assert main(words) == 2
    assert said in capsys.readouterr().err

"""What the writer keeps, the reader gives back: while the run is alive, after its end, after a kill."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

import cogscript
from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Diagnostic, Fault, Source, Span
from cogscript.records.reader import Record
from cogscript.records.schema import STEPS, TABLES, VERSION
from cogscript.records.step import Step
from cogscript.records.writer import RecordBroken, RecordWriter

TEXT = "# Keep the letter\nCLICK(box=[[400,450,600,550]], element_info='Save', timeout=3)\n"


def a_step(number: int = 1) -> Step:
    (operation,) = cogscript.parse(TEXT, "letter.cog").operations
    return Step(number, operation, "letter.cog", "step", 1, None, "2", 1000.5)


@pytest.fixture
def writer(tmp_path: Path) -> Any:
    writer = RecordWriter.create(tmp_path, "letter")
    yield writer
    writer.close()


def read(writer: RecordWriter) -> Any:
    with Record(writer.folder) as record:
        return list(record.steps())


def test_every_column_of_a_step_is_a_field_of_the_live_step() -> None:
    assert set(STEPS.columns) - set(Step.__slots__) == set()
    # The file is the operation's; the target and what lay at its place matter only while it is performed.
    assert set(Step.__slots__) - set(STEPS.columns) == {"beneath", "file", "target"}


def test_the_tables_in_the_file_are_those_of_the_schema(writer: RecordWriter) -> None:
    database = sqlite3.connect(writer.folder / "journal.db")
    for table in TABLES:
        found = [row[1] for row in database.execute(f"PRAGMA table_info({table.name})")]
        assert found == list(table.columns)
    assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)
    database.close()


def test_a_step_is_on_record_before_it_acts(writer: RecordWriter) -> None:
    step = a_step()
    step.arguments = {"element_info": "Save"}
    step.point, step.area = Point(640, 400), Rect(512, 360, 768, 440)
    step.surface, step.locator = 'window "Letter" of mousepad', "accessibility"
    step.evidence = [{"what": "name", "is": "Save"}]
    writer.started(step)
    step.seen = "yes"  # only known later

    (found,) = read(writer)
    assert (found.outcome, found.ended, found.seconds, found.seen) == (None, None, None, None)
    assert found.arguments == {"element_info": "Save"}
    assert (found.point, found.area) == ([640, 400], [512, 360, 768, 440])
    assert (found.surface, found.locator) == ('window "Letter" of mousepad', "accessibility")
    assert found.evidence == [{"what": "name", "is": "Save"}]
    assert found.operation.title == "Keep the letter"
    assert found.operation.line == 2
    with Record(writer.folder) as record:
        assert record.outcome == "running"


def test_steps_that_a_run_is_just_writing_are_read_with_their_operations(writer: RecordWriter) -> None:
    writer.started(a_step())
    with Record(writer.folder) as record:
        steps = record.steps()
        (operation,) = cogscript.parse("WAIT(seconds=1)\n", "letter.cog").operations
        writer.started(Step(2, operation, "letter.cog", "step", 1, None, "2", 1001.0))
        assert [step.operation.name for step in steps] == ["CLICK", "WAIT"]


@pytest.mark.parametrize("begun", [True, False], ids=["in two entries", "at once"])
def test_how_a_step_ended(writer: RecordWriter, begun: bool) -> None:
    step = a_step()
    if begun:
        writer.started(step)
    step.ended, step.outcome, step.value = 1002.0, "failed", False
    step.variables = {"total": "12 €"}
    step.error = "nothing came"
    step.diagnostic = Diagnostic(
        "target", "nothing came", span=Span(18, 23), source=Source(TEXT, "letter.cog")
    )
    step.settled, step.before, step.after = 0.25, "pictures/00001.jpg", "pictures/00001-after.jpg"
    step.surface, step.locator, step.seen = "desktop", "box", "nothing changed"
    (writer.finished if begun else writer.at_once)(step)

    (found,) = read(writer)
    for name in set(STEPS.columns) - {"operation", "diagnostic", "point", "area"}:
        assert getattr(found, name) == getattr(step, name), name
    assert found.seconds == 1.5
    assert found.diagnostic["line"] == 2
    assert "CLICK" in found.diagnostic["rendered"]


def test_what_becomes_known_later_is_added(writer: RecordWriter) -> None:
    writer.started(a_step())
    writer.amend(1, after="pictures/00002.jpg", seen="nothing changed")
    (found,) = read(writer)
    assert (found.after, found.seen) == ("pictures/00002.jpg", "nothing changed")


def test_an_operation_in_a_loop_is_kept_once(writer: RecordWriter) -> None:
    step = a_step()
    for number in (1, 2, 3):
        step.number = number
        writer.at_once(step)
    found = read(writer)
    assert [each.number for each in found] == [1, 2, 3]
    assert found[0].operation is found[2].operation


def test_an_operation_that_a_person_changed_is_kept_again(writer: RecordWriter) -> None:
    step = a_step()
    writer.at_once(step)
    step.number, step.operation.arguments["element_info"] = 2, "Save as"
    writer.changed("letter.cog", TEXT.replace("Save", "Save as"), "before", "after")
    writer.at_once(step)
    assert ["Save as" in each.operation.text for each in read(writer)] == [False, True]


def test_secrets_are_in_no_column(writer: RecordWriter) -> None:
    writer.mask = lambda text: text.replace("hunter2", "***")
    step = a_step()
    step.arguments, step.variables = {"text": "hunter2"}, {"password": "hunter2"}
    step.value = ["hunter2", ("hunter2",)]
    step.error = step.surface = step.locator = step.seen = "says hunter2"
    step.evidence = [{"what": "value", "is": "hunter2"}]
    step.diagnostic = Diagnostic("x", "hunter2", source=Source("hunter2"), span=Span(0, 7))
    writer.started(step)
    writer.finished(step)
    writer.amend(1, after="hunter2.jpg")
    writer.header(given={"password": "hunter2"}, error=step.diagnostic)
    writer.message(1, "note", "typed hunter2")
    writer.file("letter.cog", "# hunter2")
    writer.changed("letter.cog", "# hunter2", "A(text='hunter2')", "B(text='hunter2')")
    writer.close()
    for file in writer.folder.glob("journal.db*"):
        assert b"hunter2" not in file.read_bytes()


def test_the_run_as_a_whole(writer: RecordWriter) -> None:
    writer.header(file="main.cog", started=1.0, outcome=None)
    writer.file("called.cog", "END()\n")
    writer.file("main.cog", "CALL(workflow='called.cog')\n")
    writer.message(None, "note", "half a character: \ud800")
    writer.changed("main.cog", "END()\n", "WAIT(seconds=1)", "WAIT(seconds=2)")
    writer.changed("main.cog", "END()\n", "WAIT(seconds=2)", "WAIT(seconds=3)")
    writer.header(outcome="ok", ended=3.0)
    with Record(writer.folder) as record:
        assert record.header.get("started") == 1.0
        assert record.outcome == "ok"
        assert list(record.files()) == ["main.cog", "called.cog"]  # the workflow itself comes first
        assert [message.text for message in record.messages()] == ["half a character: \\ud800"]
        assert dict(record.header["changed"]) == {
            "WAIT(seconds=1)": "WAIT(seconds=2)", "WAIT(seconds=2)": "WAIT(seconds=3)",
        }  # fmt: skip


def test_a_run_that_ended_without_saying_how_was_killed(writer: RecordWriter) -> None:
    writer.started(a_step())
    writer.close()
    with Record(writer.folder) as record:
        assert record.outcome == "killed"
        assert record.count() == 1


def test_a_full_disk_is_a_fault_that_says_so(writer: RecordWriter) -> None:
    writer._db.execute("PRAGMA max_page_count = 10")  # SQLite then says what it says on a full disk
    with pytest.raises(RecordBroken, match="cannot be written: database or disk is full"):
        writer.message(None, "note", "x" * 100_000)


# --- what is no record ---------------------------------------------------------------------------


def refused(folder: Path) -> Fault:
    with pytest.raises(Fault) as error, Record(folder) as record:
        list(record.steps())
    return error.value


def test_a_folder_without_a_journal(tmp_path: Path) -> None:
    assert refused(tmp_path).reason == f"there is no record of a run in {tmp_path}"


def test_a_record_of_a_newer_cogscript(writer: RecordWriter) -> None:
    writer._db.execute(f"PRAGMA user_version = {VERSION + 1}")
    fault = refused(writer.folder)
    assert fault.reason == (
        f"the record {writer.folder.name} was written by a newer cogscript "
        f"(version {VERSION + 1} of the record; this cogscript reads up to {VERSION})"
    )
    assert fault.advice == "update cogscript"


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_text("Dear diary, today …\n" * 100, encoding="utf-8")
    assert refused(tmp_path).reason == f"{tmp_path / 'journal.db'} cannot be read: file is not a database"


def test_a_database_of_something_else(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "journal.db")
    database.execute("CREATE TABLE steps (walked INTEGER)")
    database.close()
    assert refused(tmp_path).reason == f"{tmp_path / 'journal.db'} is no record of a run"


@pytest.mark.parametrize(
    "damage",
    ["DROP TABLE messages; DROP TABLE steps", "UPDATE steps SET arguments = '{'", "DELETE FROM operations"],
)
def test_a_damaged_record(writer: RecordWriter, damage: str) -> None:
    writer.at_once(a_step())
    writer._db.executescript(damage)
    assert refused(writer.folder).reason.startswith(f"the record {writer.folder.name} is damaged: ")

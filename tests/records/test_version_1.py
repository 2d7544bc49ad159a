"""A record of the first version, kept as the program of that time left it: read, reported, resumed.

It is the run of a workflow that clicks, sets variables, calls another one twice and fails at its ASSERT.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest

from cogscript.cli.main import main
from cogscript.records.reader import Record
from cogscript.records.schema import VERSION
from cogscript.settings import runs_folder

KEPT = Path(__file__).with_name("version_1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy among the runs of a person who has no others."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(tmp_path / "settings.toml"))
    folder = runs_folder() / "20261116-173800.000-letter"
    shutil.copytree(KEPT, folder)
    return folder


def version(folder: Path) -> int:
    database = sqlite3.connect(folder / "journal.db")
    try:
        return int(database.execute("PRAGMA user_version").fetchone()[0])
    finally:
        database.close()


def test_it_is_read_and_what_it_does_not_have_is_empty(folder: Path) -> None:
    assert version(folder) == 1
    with Record(folder) as record:
        assert (record.outcome, record.count()) == ("failed", 10)
        assert record.header["title"] == "A letter to 艾达"
        assert list(record.files()) == ["letter.cog", "sign.cog"]
        steps = {step.operation.name: step for step in record.steps()}
    click = steps["CLICK"]
    assert (click.point, click.area) == ([640, 400], [512, 360, 768, 440])
    assert click.operation.title == "Click into the page"
    assert steps["SET"].variables == {"line": "Dear Ada: ⟨secret password⟩"}
    assert (click.surface, click.locator, click.evidence, click.seen) == (None, None, [], None)
    assert steps["ASSERT"].error == "the letter is too long"
    assert version(folder) == 1  # reading changes nothing


def test_it_is_listed_and_reported(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["outcome"], listed["steps"], listed["file"]) == ("failed", 10, "letter.cog")
    assert main(["report", "letter", "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "the letter is too long" in page
    assert '"facts":{' not in page  # nothing is known of how a target was found
    assert main(["report", "letter", "--junit", str(tmp_path / "junit.xml")]) == 0
    (suite,) = xml.parse(tmp_path / "junit.xml").getroot()
    assert suite.get("failures") == "1"


def test_it_is_resumed_and_has_the_new_columns_then(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(folder) as record:
        for path, text in record.files().items():
            (tmp_path / path).write_text(text, encoding="utf-8")
    database = sqlite3.connect(folder / "journal.db")
    with database:  # the person's folder of then, which is not on this machine
        database.execute("UPDATE run SET value = ? WHERE key = 'folder'", (json.dumps(str(tmp_path)),))
    database.close()
    monkeypatch.chdir(tmp_path)

    status = main(["run", "--resume", "--redo", "-q", "--screen", "dry", "--var", "password=hunter2"])

    said = capsys.readouterr()
    assert (status, said.out) == (0, "sent\n"), said.err
    assert version(folder) == VERSION
    with Record(folder) as record:
        assert record.outcome == "ok"
        steps = [step for step in record.steps() if step.operation.name in ("CLICK", "ASSERT", "ANSWER")]
    assert [step.outcome for step in steps if step.operation.name == "ASSERT"] == ["retried", "ok"]
    assert steps[0].evidence == []
    assert b"hunter2" not in (folder / "journal.db").read_bytes()

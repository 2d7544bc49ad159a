"""The XML of runs, and what the command says when it cannot do what is asked; `test_page` has the page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as xml

import pytest

import cogscript
from cogscript.cli.main import main
from cogscript.records.step import Step
from cogscript.records.writer import RecordWriter


def test_junit(failed_run: Path, tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    assert main(["report", str(failed_run), "--junit", str(path)]) == 0
    root = xml.parse(path).getroot()
    (suite,) = root
    assert suite.get("name") == "试一试 <b>"
    assert root.get("failures") == suite.get("failures") == "1"
    failed = [case for case in suite if case.find("failure") is not None]
    assert [case.get("name") for case in failed] == ["line 13: x must be b"]
    assert "^^^^" in (failed[0].findtext("failure") or "")
    assert int(suite.get("tests", "0")) == len(suite)
    assert "hunter2" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "failures"),
    [
        ("TRY()\n  FAIL(reason='not yet')\nCATCH()\n  WAIT(seconds=0)\nEND_TRY()\n", 0),
        ("TRY()\n  FAIL(reason='once')\nCATCH()\n  WAIT(seconds=0)\nEND_TRY()\nFAIL(reason='twice')\n", 1),
        ("TRY()\n  FAIL(reason='last')\nFINALLY()\n  WAIT(seconds=0)\nEND_TRY()\n", 1),
        ("WHILE(test=EQUALS(left='1', right='1'), limit=2)\n  WAIT(seconds=0)\nEND_WHILE()\n", 1),
    ],
    ids=["caught", "caught-and-not", "finally", "failed-at-no-step"],
)
def test_junit_agrees_with_the_exit_code(text: str, failures: int, tmp_path: Path) -> None:
    run = cogscript.run(cogscript.parse(text, "a.cog"), screen="dry", runs=tmp_path)
    assert run.folder is not None
    main(["report", str(run.folder), "--junit", str(tmp_path / "junit.xml")])
    assert xml.parse(tmp_path / "junit.xml").getroot().get("failures") == str(failures) == str(run.exit_code)


@pytest.fixture
def found_by_name(tmp_path: Path) -> Path:
    """The record of a run: its first step says how its target was found, its second acts on nothing."""
    operations = cogscript.parse(
        "CLICK(element_info='Save')\nSET(output='__CogName_x__', value='')\n", "a.cog"
    ).operations
    writer = RecordWriter.create(tmp_path, "found")
    for number, operation in enumerate(operations, 1):
        step = Step(number, operation, "a.cog", "step", 0, None, "", 1.0)
        step.ended, step.outcome = 2.0, "ok"
        if number == 1:
            step.surface, step.locator = 'window "<Notes>" of mousepad', "accessibility"
            step.evidence = [
                {"what": "name", "is": "Save"},
                {"what": "text beside it", "is": "INV-0412", "score": 0.9},
            ]
            step.seen = "nothing changed"
        writer.at_once(step)
    writer.header(file="a.cog", outcome="ok", started=1.0, ended=3.0)
    writer.close()
    return writer.folder


FOUND = {
    "surface": 'window "<Notes>" of mousepad',
    "found by": "accessibility",
    "evidence": "name: Save; text beside it: INV-0412 (score 0.9)",
    "effect seen": "nothing changed",
}


def test_junit_says_how_a_target_was_found(found_by_name: Path, tmp_path: Path) -> None:
    main(["report", str(found_by_name), "--junit", str(tmp_path / "junit.xml")])
    ((found, other),) = xml.parse(tmp_path / "junit.xml").getroot()
    assert {each.get("name"): each.get("value") for each in found.iterfind("properties/property")} == FOUND
    assert other.find("properties") is None


def test_a_run_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["report", "no-such-run"]) == 2
    assert "there is no run `no-such-run`" in capsys.readouterr().err


def test_a_page_that_cannot_be_written(failed_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(failed_run), "-o", "/no/such/folder/page.html"]) == 1
    assert "cannot be written" in capsys.readouterr().err

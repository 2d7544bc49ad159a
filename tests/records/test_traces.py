"""Runs in a zip: handed on whole, and nothing but runs comes back out."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PIL import Image

import cogscript
from cogscript.cli.main import main
from cogscript.language.model.diagnostic import Fault
from cogscript.records.reader import Record
from cogscript.records.traces import pack, unpack
from cogscript.records.writer import RecordWriter


@pytest.fixture
def run(tmp_path: Path) -> Path:
    workflow = cogscript.parse(
        "SET(output='__CogName_x__', value='艾达')\nFAIL(reason='enough')\n", "a b.cog"
    )
    folder = cogscript.run(workflow, screen="dry", runs=tmp_path / "runs").folder
    assert folder is not None
    Image.new("RGB", (4, 4)).save(Path(folder) / "pictures" / "00001.jpg")
    return Path(folder)


def test_what_was_packed_is_read_elsewhere(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(run), "--trace", str(tmp_path / "run.zip")]) == 0
    (folder,) = unpack(tmp_path / "run.zip", tmp_path / "elsewhere")
    assert folder.name == run.name
    with Record(run) as before, Record(folder) as after:
        assert after.header == before.header
        assert list(after.steps()) == list(before.steps())
    assert (folder / "pictures" / "00001.jpg").read_bytes() == (run / "pictures" / "00001.jpg").read_bytes()
    assert (folder / "files" / "1-a-b.cog").read_text(encoding="utf-8").startswith("SET(")
    assert main(["report", str(tmp_path / "run.zip")]) == 0  # a page of a run that somebody sent
    assert "enough" in (tmp_path / "run.html").read_text(encoding="utf-8")


def test_a_run_that_goes_on_is_not_packed(tmp_path: Path) -> None:
    writer = RecordWriter.create(tmp_path, "going")
    with pytest.raises(Fault, match="still going on"):
        pack([writer.folder], tmp_path / "run.zip")
    writer.close()
    assert not (tmp_path / "run.zip").exists()


@pytest.mark.parametrize(
    "name",
    [
        "../evil.db",
        "/etc/evil",
        "run/pictures/../../evil",
        "run/other.py",
        "..\\evil\\journal.db",
        "../journal.db",
    ],
)
def test_a_zip_that_holds_anything_else_is_refused(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr(name, "x")
    with pytest.raises(Fault, match="no zip of runs"):
        unpack(tmp_path / "evil.zip", tmp_path / "into")
    assert not (tmp_path / "into").exists()


def test_what_is_no_zip(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("hello", encoding="utf-8")
    with pytest.raises(Fault, match="no zip of runs"):
        unpack(tmp_path / "a.zip", tmp_path / "into")

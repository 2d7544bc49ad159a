"""The files around a workflow, as they are on the disk."""

from __future__ import annotations

from pathlib import Path

import cogscript
from cogscript.disk import Disk


def test_a_workflow_is_read_once_whatever_leads_to_it(tmp_path: Path) -> None:
    (tmp_path / "a.cog").write_text("END()\n")
    (tmp_path / "link.cog").symlink_to(tmp_path / "a.cog")
    disk = Disk()

    assert disk.read(str(tmp_path / "a.cog")) is disk.read(str(tmp_path / "link.cog"))
    assert disk.find(str(tmp_path / "link.cog")) == str(tmp_path / "a.cog")


def test_a_wrong_workflow_is_read_again_when_it_is_right(tmp_path: Path) -> None:
    path = tmp_path / "a.cog"
    disk = Disk()
    assert [each.code for each in disk.read(str(path)).diagnostics] == ["no-such-file"]
    path.write_text("CLICK(box=[[1,2\n")
    assert [each.code for each in disk.read(str(path)).diagnostics] == ["unclosed-bracket"]
    path.write_text("CLICK(box=[[1,2,3,4]])\n")
    assert disk.read(str(path)).diagnostics == []


def test_what_is_not_there_has_no_names_and_no_columns(tmp_path: Path) -> None:
    disk = Disk()
    assert disk.find(str(tmp_path)) is None
    assert list(disk.names(str(tmp_path / "missing"))) == []
    assert disk.columns(str(tmp_path / "missing.csv")) is None
    assert disk.find("a\0b") is None


def test_a_folder_that_links_to_itself_is_no_endless_chain_of_files(tmp_path: Path) -> None:
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "a.cog").write_text("CALL(workflow='again/a.cog')\nWAIT()\n")

    found = cogscript.check(cogscript.load(tmp_path / "a.cog"))

    assert [each.code for each in found] == ["missing-parameter"]

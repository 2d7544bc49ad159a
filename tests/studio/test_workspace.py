"""Files as a page has them: never written over what somebody else wrote, never out of the folder."""

import os
from pathlib import Path

import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.studio.workspace import Changed, WatchedFiles, Workspace


def test_a_text_is_saved_over_the_one_it_came_from(tmp_path: Path) -> None:
    path = tmp_path / "a.cog"
    path.write_bytes(b"\xef\xbb\xbfEND()\r\n")
    workspace = Workspace(tmp_path)
    opened = workspace.read("a.cog")
    assert opened.text == "END()\n"
    workspace.save("a.cog", "WAIT(seconds=1)\nEND()\n", opened.stamp)
    assert path.read_bytes() == b"\xef\xbb\xbfWAIT(seconds=1)\r\nEND()\r\n"


def test_what_somebody_else_wrote_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.cog"
    path.write_text("END()\n")
    workspace = Workspace(tmp_path)
    opened = workspace.read("a.cog")
    path.write_text("FAIL(reason='theirs')\n")
    with pytest.raises(Changed) as refused:
        workspace.save("a.cog", "mine", opened.stamp)
    assert refused.value.now.text == "FAIL(reason='theirs')\n"
    assert path.read_text() == "FAIL(reason='theirs')\n"


def test_a_new_file_is_no_way_to_write_over_one_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.cog").write_text("END()\n")
    with pytest.raises(Changed):
        Workspace(tmp_path).save("a.cog", "mine", "")


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "sub/../../secret", "link", "", "a\0b", "."])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret").write_text("x")
    root = tmp_path / "work"
    root.mkdir()
    os.symlink(tmp_path / "secret", root / "link")
    workspace = Workspace(root)
    for act in (lambda: workspace.read(path), lambda: workspace.save(path, "x", "")):
        with pytest.raises(Fault):
            act()
    assert (tmp_path / "secret").read_text() == "x"


def test_what_cannot_be_edited_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\0\xff")
    with pytest.raises(Fault, match="UTF-8"):
        Workspace(tmp_path).read("picture.png")


def test_files_are_listed_before_the_folders_beside_them(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for name in ("a/z.cog", "b.cog", "A.cog", ".hidden"):
        (tmp_path / name).write_text("")
    assert Workspace(tmp_path).listed() == ["A.cog", "b.cog", "a/z.cog"]


def test_changes_on_the_disk_are_noticed_once(tmp_path: Path) -> None:
    path = tmp_path / "a.cog"
    path.write_text("END()\n")
    watched = WatchedFiles(Workspace(tmp_path))
    watched.begin("a.cog")
    assert watched.changed() == []
    path.write_text("END() # later\n")
    assert watched.changed() == ["a.cog"]
    assert watched.changed() == []
    path.unlink()
    assert watched.changed() == ["a.cog"]

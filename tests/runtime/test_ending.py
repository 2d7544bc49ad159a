"""The end of a run: the last effect is there, and programs are asked to close before they are ended."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import cogscript
from cogscript.records.reader import Record
from cogscript.settings import Settings
from cogscript.surfaces.x11 import dismissal
from tests.conftest import has_ended
from tests.runtime.screen_help import Cog

STAGES = Path(__file__).parents[1] / "surfaces" / "stages.py"


def run(text: str, folder: Path) -> None:
    """On a private screen of its own, as `cog run` does."""
    workflow = cogscript.parse(text, str(folder / "test.cog"))
    done = cogscript.run(workflow, screen="virtual", settings=Settings(), runs=folder / "runs")
    assert done.outcome == "ok", done.error


@pytest.mark.drives_programs
@pytest.mark.parametrize("editor", ["mousepad", "geany"])
def test_a_file_that_the_last_step_saves_is_written(editor, tmp_path):
    note = tmp_path / "note.txt"
    note.write_text("before\n")
    run(
        f"LAUNCH(app='{editor}', arguments=['note.txt'])\n"
        "GESTURE(keys='Ctrl+A')\nTYPE(text='after')\nGESTURE(keys='Ctrl+S')\nEND()\n",
        tmp_path,
    )  # fmt: skip
    assert note.read_text().strip() == "after"


@pytest.mark.drives_programs
def test_a_dialog_that_a_key_opens_gets_the_text_typed_next(tmp_path):
    """Nothing says to wait: the keys go into the dialog once it is there, and the last one saves."""
    note = tmp_path / "new note.txt"
    run(
        "LAUNCH(app='mousepad')\nTYPE(text='written')\nGESTURE(keys='Ctrl+S')\n"
        f"TYPE(text='{note}', clear=True)\nKEY_PRESS(key='Return')\nEND()\n",
        tmp_path,
    )
    assert note.read_text().strip() == "written"


@pytest.mark.drives_programs
def test_a_dialog_that_answers_the_last_step_is_told(tmp_path):
    """The step was done; that the program refused is known only from its words."""
    note = tmp_path / "missing" / "note.txt"
    workflow = cogscript.parse(
        "LAUNCH(app='mousepad')\nTYPE(text='lost')\nGESTURE(keys='Ctrl+S')\n"
        f"TYPE(text='{note}', clear=True)\nKEY_PRESS(key='Return')\nEND()\n",
        str(tmp_path / "test.cog"),
    )
    done = cogscript.run(workflow, screen="virtual", settings=Settings(), runs=tmp_path / "runs")
    assert done.outcome == "ok"
    with Record(done.folder) as record:
        ((level, said),) = [(each.level, each.text) for each in record.messages() if "dialog" in each.text]
    assert level == "warning"
    assert said.startswith("a dialog came after the last step and stands open, ")
    assert "missing" in said  # its own words name the folder


@pytest.mark.drives_programs
def test_programs_are_asked_to_close(tmp_path):
    run(f"LAUNCH(app='{sys.executable}', arguments=['{STAGES}', 'open'])\n", tmp_path)
    assert (tmp_path / "closed").read_text() == "asked"


@pytest.mark.drives_programs
def test_a_question_about_changes_nobody_saved_is_not_waited_for(virtual, tmp_path, monkeypatch):
    monkeypatch.setattr(dismissal, "_LIMIT", 600)
    virtual.launch_app("mousepad", 60)
    virtual.type_text("never saved")
    virtual.await_effect()
    virtual.dismiss()
    assert len(virtual.windows()) == 2  # the editor, and its question


@pytest.mark.drives_programs
def test_programs_on_the_persons_own_desktop_stay(virtual, tmp_path):
    cog = Cog(virtual, tmp_path, "LAUNCH(app='xterm')\nKEY_PRESS(key='Return')\n")
    code, _, said = cog.end()
    assert code == 0, said
    window = virtual.windows()[0]
    time.sleep(1)
    assert not has_ended(virtual.manager.pid(window.handle))
    assert [each.handle for each in virtual.windows()] == [window.handle]

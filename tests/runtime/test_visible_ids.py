"""VISIBLE by an id: as programs tell it, and said where nothing tells."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cogscript.language.model.box import Size
from cogscript.settings import Settings
from cogscript.surfaces.capabilities import Pixels
from cogscript.surfaces.protocol import Surface
from tests.runtime.screen_help import perform, performed, program, window

FORM = str(Path(__file__).parents[1] / "surfaces" / "toolkits" / "gtk_form.py")
ASKED = """\
IF(test=VISIBLE(id='{id}'))
  ANSWER(text='yes')
ELSE()
  ANSWER(text='no')
END_IF()
"""


def shows(id: str, screen, folder: Path) -> bool:
    return performed(ASKED.format(id=id), screen, folder).answers == ["yes"]


@pytest.mark.drives_programs
def test_a_program_tells_the_ids_of_its_elements(virtual, tmp_path) -> None:
    program(virtual, "/usr/bin/python3", FORM, "3")
    window(virtual, "Form")
    performed("WAIT_FOR(test=VISIBLE(id='save'), timeout=30)", virtual, tmp_path)

    assert shows("save", virtual, tmp_path)
    assert not shows("Save", virtual, tmp_path)
    run = performed(
        """\
ASSERT(test=VISIBLE(id='save', element_info='Save', element_type='button'))
ASSERT(test=NOT(test=VISIBLE(id='save', element_info='Late')))
CLICK(id='save')
WAIT_FOR(test=VISIBLE(id='save', element_info='Saved'), timeout=10)
IN(window='Form')
  ASSERT(test=VISIBLE(id='save'))
END_IN()
""",
        virtual,
        tmp_path,
    )
    assert run.error is None


@pytest.mark.drives_programs
def test_nothing_is_there_on_a_bare_desktop(virtual, tmp_path) -> None:
    assert not shows("save", virtual, tmp_path)


@pytest.mark.drives_programs
def test_a_program_that_says_nothing_of_itself_is_no_proof(virtual, tmp_path) -> None:
    program(virtual, "xterm", "-T", "mute")
    window(virtual, "mute")
    run = perform("ASSERT(test=NOT(test=VISIBLE(id='save')))", virtual, tmp_path)

    assert run.outcome == "failed"
    assert "whether `save` is the id of anything here cannot be known" in str(run.error)
    assert "no program here tells its elements" in str(run.error)
    assert (
        perform("ON(test=VISIBLE(id='ad'))\nEND_ON()\nHOVER(box=[[9,9]])", virtual, tmp_path).outcome
        == "failed"
    )
    caught = performed(
        "TRY()\nWAIT_FOR(test=VISIBLE(id='save'), timeout=1)\nCATCH()\nANSWER(text='caught')\nEND_TRY()",
        virtual,
        tmp_path,
    )
    assert caught.answers == ["caught"]


class Sheet(Surface, Pixels):
    """A picture and nothing that tells of it."""

    name = "sheet"

    @property
    def size(self) -> Size:
        return Size(80, 60)

    def capture(self) -> Image.Image:
        return Image.new("RGB", self.size)


class Hidden(Surface):
    """Not even a picture."""

    name = "hidden"

    @property
    def size(self) -> Size:
        return Size(80, 60)


@pytest.mark.parametrize(
    ("surface", "why"), [(Sheet, "tells no elements, only pixels"), (Hidden, "there is no picture")]
)
def test_where_there_are_only_pixels_it_cannot_be_known(surface, why, tmp_path) -> None:
    for line in (ASKED.format(id="save"), "WAIT_FOR(test=NOT(test=VISIBLE(id='save')), timeout=0)"):
        run = perform(line, surface(Settings()), tmp_path)
        assert run.outcome == "failed"
        assert why in str(run.error)
        assert not run.answers

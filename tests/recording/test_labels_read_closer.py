"""Labels that are missed or misread in a whole window: pictures of an FLTK program, which tells nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from cogscript.language.model.box import Point, Rect
from cogscript.reading import open_reader
from cogscript.reading.lines import Line
from cogscript.recording.picture_sight import PictureSight, hit_on, text_on
from cogscript.settings import ReadingSettings
from cogscript.surfaces.finding.finder import judge
from cogscript.surfaces.finding.wanted import Wanted

PICTURES = Path(__file__).parents[1] / "reading" / "pictures"


@pytest.fixture(scope="module")
def reader():
    return open_reader(ReadingSettings())


def sight(name: str, reader) -> PictureSight:
    with Image.open(PICTURES / f"{name}.png") as picture:
        return PictureSight(picture.convert("RGB"), Rect(0, 0, *picture.size), reader)


def test_a_tab_beside_a_coloured_one_is_found_and_recorded_by_its_name(reader):
    seen = sight("fltk-tabs", reader)
    found = judge(seen, Wanted("Output")).found
    assert found is not None
    assert found.rect.overlap(Rect(13, 33, 68, 55)).width > 40
    hit = hit_on(seen, Point(40, 43), text_on(seen, Point(40, 43)), "icon.png", typed=False)
    assert hit is not None
    assert (hit.role, hit.name) == ("button", "Output")


def test_a_check_box_is_no_letter_of_its_label(reader):
    seen = sight("fltk-marks", reader)
    name = "Include Header from Code"
    found = judge(seen, Wanted(name, purpose="check")).found
    assert found is not None
    assert found.kind == "checkbox"
    for at in (found.rect.middle, Point(found.rect.right + 60, found.rect.middle.y)):
        hit = hit_on(seen, at, text_on(seen, at), "", typed=False)
        assert hit is not None
        assert (hit.role, hit.name) == ("checkbox", name)


def test_of_rows_that_reach_into_one_another_the_nearest_is_meant():
    rows = [Line("other.txt", Rect(177, 234, 251, 254), 1.0), Line("todo.txt", Rect(177, 242, 251, 266), 1.0)]
    seen = SimpleNamespace(texts=rows)
    assert text_on(seen, Point(206, 256)).name == "todo.txt"
    assert text_on(seen, Point(206, 243)).name == "other.txt"

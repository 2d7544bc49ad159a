"""A name that is nowhere to be read: what stands at its box, in a program that tells nothing of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from cogscript.language.model.box import Rect
from cogscript.reading.controls import Control
from cogscript.reading.lines import Line
from cogscript.surfaces.finding.finder import judge
from cogscript.surfaces.finding.wanted import Wanted
from tests.surfaces.finding.looks import Told, thing

TEXT = Rect(100, 50, 150, 62)


@pytest.mark.parametrize(
    ("name", "box", "taken"),
    [
        ("New File", Rect(98, 48, 160, 64), False),  # an entry of a menu that is gone: another stands there
        ("New File", Rect(20, 20, 280, 180), True),  # a description of what holds that text
        ("编辑区", Rect(98, 48, 160, 64), True),  # a description in another language
        ("Open a file", Rect(98, 48, 160, 64), True),  # it says a part of it
    ],
)
def test_a_box_is_taken_unless_its_text_is_another_label(name, box, taken):
    picture = Image.new("RGB", (300, 200), "white")
    ImageDraw.Draw(picture).text((100, 50), "Open", fill="black")
    verdict = judge(Told([], picture, (Line("Open", TEXT, 1.0),)), Wanted(name, place=box))
    assert verdict.found is None
    assert (verdict.at_place is not None) is taken
    assert taken or [each.why for each in verdict.rejected] == [
        "it stands at the box and says something else"
    ]


def test_a_label_that_begins_with_its_name_is_not_a_button_that_has_gone() -> None:
    """`Lend for` stands beside a list; where the button `Lend` was, there is nothing."""
    label = Line("Lend for", Rect(150, 185, 210, 200), 1.0)
    look = Told(picture=Image.new("RGB", (640, 400), "white"), texts=(label,))
    for place in (None, Rect(411, 240, 510, 268)):
        verdict = judge(look, Wanted("Lend", "button", place=place))
        assert (verdict.found, verdict.at_place) == (None, None)
        assert verdict.rejected[0].why == "it is a part of a longer text, and no button"
    assert judge(look, Wanted("Lend", "button", place=Rect(150, 180, 200, 205))).found.text == "Lend for"
    around = Control(Rect(140, 178, 220, 208), "button", 1.0)
    drawn = Told(picture=look.picture, texts=(label,), controls=(around,))
    assert judge(drawn, Wanted("Lend", "button")).found.text == "Lend for"


def test_a_row_that_is_not_told_is_not_another_row() -> None:
    """GTK 4 tells of its lists that they are there, and of their rows nothing."""
    told = [thing("window", "Open", 0, 0, 300, 200), thing("area", "", 80, 30, 200, 150)]
    row, box = Line("other.bin", Rect(100, 50, 150, 62), 1.0), Rect(98, 48, 160, 64)
    look = Told(told, Image.new("RGB", (300, 200), "white"), (row,))
    verdict = judge(look, Wanted("data.bin", place=box))
    assert (verdict.found, verdict.at_place) == (None, None)
    assert judge(Told(told, look.picture), Wanted("data.bin", place=box)).at_place is not None


def test_a_cell_that_is_gone_is_not_the_one_in_its_place() -> None:
    told = [thing("table", "", 20, 20, 200, 150), thing("cell", "Cobbler", 30, 66, 150, 21)]
    look = Told(told, Image.new("RGB", (300, 200), "white"))
    for kind in (None, "cell"):
        gone = Wanted("Baker", kind, place=Rect(32, 68, 70, 84))
        assert judge(look, gone).at_place is None
        assert judge(look, replace(gone, purpose="read")).at_place is not None  # what it holds may change
    around = Wanted("the list of payees", place=Rect(20, 20, 220, 134))
    assert judge(look, around).at_place is not None


def test_a_menu_of_the_name_is_not_the_button_that_another_label_stands_on() -> None:
    """A program in another language: its menu is still called Commit, its button is not."""
    texts = (Line("Commit", Rect(220, 35, 275, 50), 1.0), Line("Committen", Rect(240, 420, 320, 435), 1.0))
    button = Control(Rect(218, 412, 346, 442), "button", 1.0)
    look = Told(picture=Image.new("RGB", (640, 480), "white"), texts=texts, controls=(button,))
    verdict = judge(look, Wanted("Commit", "button", place=Rect(250, 418, 300, 436)))
    assert verdict.found is None or verdict.found.text == "Committen"
    assert judge(look, Wanted("Commit", "button", place=Rect(222, 33, 270, 52))).found.text == "Commit"

"""The text inside a box and nothing outside it; a line that the edge cuts is whole or not there."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Rect
from cogscript.reading import read_still
from cogscript.reading.edges import grown
from tests.reading.drawn import page

ROWS = ["First line of text", "Second line is longer", "Third line here", "Fourth and last line"]


@pytest.fixture(scope="module")
def screen():
    """Four lines, 40 pixels apart, in the middle of a picture."""
    picture = Image.new("RGB", (500, 240), "white")
    picture.paste(page(ROWS, width=300, row=40), (60, 40))
    return picture


@pytest.mark.parametrize(
    ("area", "lines"),
    [
        pytest.param(Rect(50, 30, 400, 200), ROWS, id="all"),
        pytest.param(Rect(50, 76, 400, 110), ROWS[1:2], id="between lines"),
        pytest.param(Rect(50, 86, 400, 142), ROWS[1:3], id="a little of a line is missing: completed"),
        pytest.param(Rect(50, 96, 400, 150), ROWS[2:3], id="most of a line is missing: left out"),
        pytest.param(Rect(50, 30, 170, 200), ROWS, id="the side runs through letters: completed"),
        pytest.param(Rect(50, 30, 90, 200), [], id="most lies beyond the side: left out"),
        pytest.param(Rect(300, 0, 500, 240), [], id="beside everything"),
    ],
)
def test_lines_are_whole_or_left_out(screen, reader, area, lines):
    assert read_still(screen, reader, area).text.split("\n") == (lines or [""])


def test_a_side_between_two_words_cuts_nothing(screen, reader):
    first = read_still(screen, reader, Rect(50, 40, 400, 64)).lines[0]
    gap = first.columns[first.text.index(" ")]
    middle = (gap[0] + gap[1]) // 2
    assert read_still(screen, reader, Rect(50, 40, middle, 64)).text == "First"
    assert read_still(screen, reader, Rect(middle, 40, 400, 64)).text == "line of text"


def test_rectangles_are_those_of_the_whole_picture(screen, reader):
    (line,) = read_still(screen, reader, Rect(50, 76, 400, 110)).lines
    assert 66 <= line.rect.left <= 70
    assert 78 <= line.rect.top < line.rect.bottom <= 110
    assert len(line.columns) == len(line.text)


def test_only_what_is_cut_is_looked_at_beyond_the_box(screen):
    import numpy as np

    pixels = np.asarray(screen)
    assert grown(pixels, Rect(50, 30, 400, 200)) == Rect(50, 30, 400, 200)
    assert grown(pixels, Rect(50, 30, 170, 200)).right > 215


def test_light_on_dark_and_dark_on_light(reader):
    for ground, ink in (("white", "black"), ("#2d2d2d", "#eeeeec"), ("#fdf6e3", "#657b83")):
        picture = page(ROWS, ground=ground, ink=ink)
        assert read_still(picture, reader).text.split("\n") == ROWS


def test_an_empty_box_says_nothing(reader):
    assert read_still(Image.new("RGB", (400, 60), "white"), reader).text == ""
    assert read_still(Image.new("RGB", (400, 60), "white"), reader, Rect(500, 0, 600, 10)).text == ""


def test_a_frame_around_the_text_is_not_read(reader):
    picture = page(["Search terms"], width=200)
    ImageDraw.Draw(picture).rectangle((2, 0, 180, 23), outline="black")
    assert read_still(picture, reader).text == "Search terms"


def test_a_tall_picture_is_read_to_its_end(reader):
    rows = [f"Entry number {number}" for number in range(20)]
    picture = page(rows, width=200, row=70)
    assert picture.height > 1200
    assert read_still(picture, reader).text.split("\n") == rows


def test_letters_of_any_size(reader):
    for size in (11, 16, 32, 60):
        font = ImageFont.load_default(size)
        picture = Image.new("RGB", (20 * size, 3 * size), "white")
        ImageDraw.Draw(picture).text((size, size // 2), "Total amount 42", fill="black", font=font)
        assert read_still(picture, reader).text == "Total amount 42"

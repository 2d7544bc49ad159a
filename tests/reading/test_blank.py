"""Whether a window shows anything yet."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest
from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.reading.blank import is_blank, shown_part
from tests.conftest import wait_until
from tests.reading.drawn import page

TEXT = np.asarray(page([f"row {number} of some text" for number in range(20)]))
SHADED = np.repeat(np.linspace(200, 240, 400).astype(np.uint8)[:, None], 3, axis=1)[:, None, :].repeat(
    400, axis=1
)


@pytest.mark.parametrize("colour", ["white", "black", "#2b2b2b"])
def test_one_colour_is_blank(colour):
    assert is_blank(Image.new("RGB", (400, 300), colour))


def test_a_shaded_ground_is_blank():
    assert is_blank(SHADED)


def test_text_is_not():
    assert not is_blank(TEXT)
    assert 0.1 < shown_part(TEXT) < 1


def test_a_frame_around_the_area_is_none_of_its_content():
    picture = np.full((200, 300, 3), 255, dtype=np.uint8)
    picture[[0, -1]] = picture[:, [0, -1]] = 0
    assert is_blank(picture)


def test_a_corner_of_a_page_may_be_blank():
    height, width = TEXT.shape[:2]
    assert is_blank(TEXT, Rect(width - 40, height - 40, width, height))
    assert is_blank(TEXT, Rect(5000, 5000, 5100, 5100))


def test_what_still_shows_the_place_behind_it_is_not_painted():
    assert is_blank(TEXT, behind=TEXT.copy())
    half = TEXT.copy()
    half[:60] = np.asarray(page(["something else"] * 20))[:60]
    assert 0 < shown_part(half, behind=TEXT) < shown_part(half)


@pytest.mark.drives_programs
def test_a_program_shows_something_as_soon_as_it_is_painted(virtual):
    before = virtual.capture()
    area = Rect(300, 200, 980, 600)
    assert is_blank(before, area)
    subprocess.Popen(
        ["zenity", "--info", "--title=told", "--text=A text\nof two lines"],
        env=virtual.environment,
        stderr=subprocess.DEVNULL,
    )
    (window,) = wait_until(lambda: [each for each in virtual.windows() if each.title == "told"])
    wait_until(lambda: shown_part(virtual.capture(), window.rect, before) > 0.1, what="the dialog is painted")

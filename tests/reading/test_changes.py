"""What changed between two pictures: nothing for a caret, everything else at its place."""

from __future__ import annotations

import subprocess
import time

import numpy as np
import pytest
from PIL import Image

from cogscript.language.model.box import Rect
from cogscript.reading import wait_still
from cogscript.reading.changes import anything_changed, changes, restless
from tests.conftest import wait_until
from tests.reading.drawn import page

PAGE = np.asarray(page([f"row {number} of some text" for number in range(20)]))


def painted(*places, colour=(200, 30, 30), on=PAGE):
    picture = on.copy()
    for left, top, right, bottom in places:
        picture[top:bottom, left:right] = colour
    return picture


CARET = (100, 30, 102, 48)
CLOCK = (330, 2, 390, 16)


def test_the_same_picture_has_not_changed():
    assert changes(PAGE, PAGE.copy()) == []


def test_what_changed_is_told_by_its_rectangle():
    assert changes(PAGE, painted((40, 60, 90, 80), (200, 300, 210, 310))) == [
        Rect(40, 60, 90, 80),
        Rect(200, 300, 210, 310),
    ]


def test_the_letters_of_a_word_are_one_change():
    word = [(left, 60, left + 5, 70) for left in range(40, 100, 8)]
    assert changes(PAGE, painted(*word)) == [Rect(40, 60, 101, 70)]


def test_a_caret_that_comes_or_goes_is_no_change():
    blinked = painted(CARET, colour=(0, 0, 0))
    assert changes(PAGE, blinked) == []
    assert changes(blinked, PAGE) == []


def test_a_caret_that_moved_over_new_letters_is_a_change():
    after = painted((100, 32, 108, 46), (112, 30, 114, 48), colour=(0, 0, 0))
    assert changes(painted(CARET, colour=(0, 0, 0)), after) == [Rect(100, 30, 114, 48)]


def test_a_line_across_is_no_caret():
    assert changes(PAGE, painted((40, 100, 200, 102))) == [Rect(40, 100, 200, 102)]


def test_a_clock_is_a_change_until_it_is_known_to_be_restless():
    ticked = painted(CLOCK)
    assert changes(PAGE, ticked) == [Rect(*CLOCK)]
    idle = restless([PAGE, painted(CLOCK, colour=(0, 90, 0)), PAGE])
    assert changes(PAGE, ticked, restless=idle) == []
    both = painted(CLOCK, (40, 60, 90, 80))
    assert changes(PAGE, both, restless=idle) == [Rect(40, 60, 90, 80)]


def test_only_the_area_is_looked_at():
    after = painted((40, 60, 90, 80), (200, 300, 210, 310))
    assert changes(PAGE, after, Rect(150, 250, 300, 350)) == [Rect(200, 300, 210, 310)]
    assert changes(PAGE, after, Rect(150, 50, 300, 150)) == []
    assert changes(PAGE, after, Rect(205, 305, 300, 350)) == [Rect(205, 305, 210, 310)]
    assert changes(PAGE, after, Rect(5000, 0, 6000, 10)) == []


def test_another_size_is_another_picture():
    assert changes(PAGE, PAGE[:-10]) == [Rect(0, 0, PAGE.shape[1], PAGE.shape[0] - 10)]


def test_an_image_does_as_well_as_its_pixels():
    assert changes(Image.fromarray(PAGE).convert("RGBA"), PAGE) == []


@pytest.mark.drives_programs
def test_a_dialog_that_waits_does_not_change_and_a_letter_typed_into_it_does(virtual):
    subprocess.Popen(["zenity", "--entry", "--title=ask"], env=virtual.environment, stderr=subprocess.DEVNULL)
    (window,) = wait_until(lambda: [each for each in virtual.windows() if each.title == "ask"])

    def looks(count=12):
        pictures = []
        for _ in range(count):
            pictures.append(virtual.capture())
            time.sleep(0.15)
        return pictures

    wait_still(virtual.capture, limit=30, quiet=0.5)
    (caret,) = wait_until(lambda: restless(looks()), what="the caret blinks")
    pictures = looks()
    assert [changes(pictures[0], picture) for picture in pictures] == [[]] * len(pictures)
    subprocess.run(["xdotool", "type", "l"], env=virtual.environment, check=True)
    (typed,) = wait_until(lambda: changes(pictures[0], virtual.capture()), what="the letter is there")
    assert typed.overlap(caret).width
    assert window.rect.holds(typed.middle)


def test_whether_anything_changed_is_known_for_less():
    """The same answer as `changes` gives, because every step of a run asks for it."""
    for after in (
        PAGE.copy(),
        painted(CARET, colour=(0, 0, 0)),
        painted((40, 60, 44, 64)),
        painted(CARET, CLOCK),
    ):
        assert anything_changed(Image.fromarray(PAGE), Image.fromarray(after)) == bool(changes(PAGE, after))
    assert anything_changed(Image.fromarray(PAGE), Image.new("RGB", (10, 10)))

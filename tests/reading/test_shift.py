"""How far a picture was scrolled, and what did not go along."""

from __future__ import annotations

import numpy as np
import pytest

from cogscript.reading.odometer import Odometer, thumb_shift
from cogscript.reading.shift import alike, cells_of, find_fixtures, find_shift, nothing_fixed
from tests.reading.drawn import Scrolled, page

DOCUMENT = page([f"row {number * 37 % 101} of some text" for number in range(60)])
SAME = page(["the same row"] * 60)


def looks(scrolled, notches):
    before = np.asarray(scrolled.capture())
    scrolled.scroll(notches)
    return before, np.asarray(scrolled.capture())


@pytest.mark.parametrize("distance", [1, 7, 24, 133, 300])
def test_the_distance_is_exact(distance):
    before, after = looks(Scrolled(DOCUMENT, 480, notch=distance), 1)
    assert find_shift(cells_of(before), cells_of(after)).distances == (distance,)


def test_a_picture_that_did_not_move_has_no_distance():
    before, after = looks(Scrolled(DOCUMENT, 480), 0)
    assert find_shift(cells_of(before), cells_of(after)).is_still


def test_a_caret_is_no_movement():
    def blink(view, look):
        view[30:50, 100:102] = 0 if look % 2 else 255

    before, after = looks(Scrolled(DOCUMENT, 480, overlay=blink), 0)
    assert (before != after).any()
    assert find_shift(cells_of(before), cells_of(after)).is_still


def test_rows_that_differ_little_are_not_taken_for_one_another():
    """Most of a row is like every other; and only a row or two of the first look is still to be seen."""
    rows = page([f"{number:02d} of the same text" for number in range(60)])
    before, after = looks(Scrolled(rows, 480, notch=430), 1)
    assert find_shift(cells_of(before), cells_of(after)).distances == (430,)


def test_another_page_is_not_a_scrolled_one():
    other = page([f"quite {number * 53 % 97} another" for number in range(20)])
    assert find_shift(cells_of(np.asarray(DOCUMENT)[:480]), cells_of(np.asarray(other))).distances == ()


def test_rows_that_look_alike_fit_several_distances():
    before, after = looks(Scrolled(SAME, 480, notch=40), 1)
    distances = find_shift(cells_of(before), cells_of(after)).distances
    assert 40 in distances
    assert len(distances) > 3
    assert {each % 24 for each in distances} == {40 % 24}


def test_a_picture_of_like_rows_is_alike_at_multiples_of_a_row():
    assert set(alike(cells_of(np.asarray(SAME)[:480]))) <= set(range(0, 480, 24))
    assert alike(cells_of(np.asarray(DOCUMENT)[:480])) == ()


def bars(view, look):
    view[:30] = (40, 70, 100)
    view[8:22, 20:90] = np.asarray(page(["Header"], size=14))[2:16, 8:78]
    view[-26:] = 230
    view[-20:-6, 20:90] = np.asarray(page(["Footer"], size=14))[2:16, 8:78]


def test_a_header_and_a_footer_stay():
    before, after = (cells_of(look) for look in looks(Scrolled(DOCUMENT, 480, overlay=bars), 2))
    assert find_shift(before, after).distances == (80,)
    fixtures = find_fixtures(before, after, 80, nothing_fixed(before))
    assert 15 <= fixtures.header <= 30
    assert 454 <= fixtures.footer <= 470


@pytest.mark.parametrize("document", [DOCUMENT, SAME])
def test_nothing_stays_where_everything_moves(document):
    before, after = (cells_of(look) for look in looks(Scrolled(document, 480, notch=120), 1))
    fixtures = find_fixtures(before, after, 120, nothing_fixed(before))
    assert (fixtures.header, fixtures.footer, fixtures.cells.any()) == (0, 480, False)


def test_a_scroll_bar_is_told_from_the_text():
    before, after = (cells_of(look) for look in looks(Scrolled(DOCUMENT, 480, thumb=True), 3))
    fixtures = find_fixtures(before, after, 120, nothing_fixed(before))
    assert fixtures.bar.nonzero()[0].tolist() == [24]
    assert (fixtures.header, fixtures.footer) == (0, 480)


def test_the_thumb_of_a_scroll_bar_tells_its_movement():
    moved, length = thumb_shift(*looks(Scrolled(SAME, 480, thumb=True), 6))
    assert (moved, length) == (80, 160)


def test_the_thumb_decides_between_like_distances():
    scrolled = Scrolled(SAME, 480, notch=50, thumb=True)
    odometer = Odometer()
    before, after = looks(scrolled, 1)
    assert odometer.distance([before, after], cells_of(before), cells_of(after), 1) == 50
    before, after = looks(scrolled, 4)
    assert odometer.distance([before, after], cells_of(before), cells_of(after), 4) == 200


def test_a_movement_by_whole_rows_is_seen_by_the_thumb_alone():
    before, after = looks(Scrolled(SAME, 480, notch=48, thumb=True), 1)
    assert find_shift(cells_of(before[:, :-16]), cells_of(after[:, :-16])).is_still
    odometer = Odometer()
    assert odometer.distance([before, after], cells_of(before), cells_of(after), 1) == 48


def test_the_looks_on_the_way_decide_between_like_distances():
    scrolled = Scrolled(SAME, 480, notch=5)
    frames = [np.asarray(scrolled.capture())]
    for _ in range(10):
        scrolled.scroll(1)
        frames.append(np.asarray(scrolled.capture()))
    odometer = Odometer()
    assert odometer.distance(frames, cells_of(frames[0]), cells_of(frames[-1]), 1) == 50
    assert odometer.doubtful  # it is evidence, and no proof


def test_what_only_can_be_guessed_is_said():
    before, after = looks(Scrolled(SAME, 480, notch=50), 1)
    odometer = Odometer()
    odometer.distance([before, after], cells_of(before), cells_of(after), 1)
    assert odometer.doubtful

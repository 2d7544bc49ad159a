"""Waiting until a picture rests: not before it has started to move, and not for what never rests."""

from __future__ import annotations

import time

import numpy as np
from PIL import Image

from cogscript.reading import wait_still
from cogscript.reading.stillness import watch
from tests.reading.drawn import page

ROWS = [f"row {number} of some text" for number in range(20)]
STILL = np.asarray(page(ROWS))


class Playing:
    """A picture that changes with the time since it was first looked at."""

    def __init__(self, draw):
        self.draw, self.began = draw, None

    def __call__(self):
        self.began = self.began or time.monotonic()
        view = STILL.copy()
        self.draw(view, time.monotonic() - self.began)
        return view


def moving(start, end):
    def draw(view, seconds):
        if seconds >= start:
            view[:] = np.roll(view, -int(40 * min(seconds, end)) - 1, axis=0)

    return draw


def test_a_still_picture_is_still_at_once():
    rest = watch(Playing(lambda view, seconds: None), limit=20, quiet=0.05)
    assert rest.still
    assert rest.onset is None


def test_a_movement_is_waited_for_to_its_end():
    playing = Playing(moving(0.0, 0.5))
    rest = watch(playing, limit=20, quiet=0.3)
    assert rest.still
    assert rest.seconds >= 0.5
    assert (rest.pixels == playing()).all()


def test_stillness_before_the_movement_is_not_believed():
    """Chromium starts to move a tenth of a second after the wheel."""
    playing = Playing(moving(0.3, 0.6))
    before = playing()
    rest = watch(playing, limit=20, quiet=0.1, onset=5.0, before=before)
    assert rest.onset is not None
    assert rest.onset >= 0.2
    assert (rest.pixels != before).any()


def test_what_never_moves_is_not_waited_for_longer_than_the_onset():
    before = STILL.copy()
    rest = watch(lambda: STILL.copy(), limit=20, quiet=0.05, onset=0.3, before=before)
    assert rest.onset is None
    assert 0.3 <= rest.seconds < 10


def test_a_caret_and_a_clock_do_not_keep_it_awake():
    def draw(view, seconds):
        view[30:50, 100:102] = 0 if int(seconds * 10) % 2 else 255
        view[2:16, 330:390] = int(seconds * 20) % 250

    assert watch(Playing(draw), limit=20, quiet=0.3).still


def test_an_animation_in_one_place_is_seen_through():
    def draw(view, seconds):
        view[100:300, 50:350] = int(seconds * 1000) % 250

    rest = watch(Playing(draw), limit=30, quiet=0.3)
    assert rest.still


def test_a_picture_that_never_rests_ends_at_the_limit():
    def draw(view, seconds):
        view[:] = np.random.default_rng(int(seconds * 1e6)).integers(0, 255, view.shape, dtype=np.uint8)

    waited = wait_still(lambda: Image.fromarray(Playing(draw)()), limit=0.5, quiet=0.3)
    assert waited >= 0.3

"""Carrying a place over to another resolution, zoom or font by what was found again around it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogscript.language.model.box import Rect
from cogscript.reading.rescaling import Anchor, rescaling

TEXTS = [
    Rect(20, 30, 110, 44), Rect(20, 60, 90, 74), Rect(20, 90, 140, 104), Rect(20, 120, 75, 134),
    Rect(300, 30, 380, 44), Rect(300, 200, 410, 214), Rect(480, 300, 540, 314), Rect(560, 300, 600, 314),
]  # fmt: skip
BUTTON = Rect(470, 290, 550, 322)


def moved(rect, scale_x, offset_x, scale_y, offset_y):
    return Rect(
        round(rect.left * scale_x + offset_x),
        round(rect.top * scale_y + offset_y),
        round(rect.right * scale_x + offset_x),
        round(rect.bottom * scale_y + offset_y),
    )


def close(one, two, pixels=2):
    return all(abs(a - b) <= pixels for a, b in zip(one, two, strict=True))


@given(
    scale=st.sampled_from([0.5, 0.75, 0.8, 1.0, 1.1, 1.25, 1.5, 2.0]),
    stretch=st.sampled_from([0.9, 1.0, 1.2]),
    right=st.integers(-300, 300),
    down=st.integers(-300, 300),
)
@settings(deadline=None)
def test_every_zoom_and_move_is_found(scale, stretch, right, down):
    way = (scale * stretch, right, scale, down)
    found = rescaling([Anchor(text, moved(text, *way)) for text in TEXTS])
    assert found
    assert found.agreeing == found.anchors == len(TEXTS)
    assert close(found.apply(BUTTON), moved(BUTTON, *way))
    assert found.residual <= 1


@pytest.mark.parametrize("seed", range(20))
def test_a_third_of_the_anchors_may_be_mistaken(seed):
    chance = random.Random(seed)
    way = (1.25, 40, 1.25, -20)
    anchors = [Anchor(text, moved(text, *way)) for text in TEXTS]
    for index in chance.sample(range(len(anchors)), 3):
        left, top = chance.randrange(800), chance.randrange(600)
        anchors[index] = Anchor(TEXTS[index], Rect(left, top, left + 60, top + 14))
    found = rescaling(anchors)
    assert found
    assert found.agreeing >= 5
    assert close(found.apply(BUTTON), moved(BUTTON, *way), 4)


def test_texts_in_another_font_keep_their_left_side():
    """They are a fifth longer, each in its place."""
    anchors = [
        Anchor(text, Rect(text.left, text.top, text.left + text.width * 6 // 5, text.bottom))
        for text in TEXTS
    ]
    found = rescaling(anchors)
    assert found
    assert found.agreeing == len(TEXTS)
    assert found.scale_x == pytest.approx(1.0, abs=0.01)
    assert close(found.apply(BUTTON), BUTTON)


def test_labels_in_one_column_scale_across_as_they_do_down():
    column = TEXTS[:4]
    found = rescaling([Anchor(text, moved(text, 1.5, 10, 1.5, 20)) for text in column])
    assert found
    assert close(found.apply(BUTTON), moved(BUTTON, 1.5, 10, 1.5, 20), 6)


def test_one_anchor_tells_an_offset():
    found = rescaling([Anchor(Rect(100, 100, 160, 114), Rect(140, 130, 200, 144))])
    assert found
    assert found.agreeing == 1
    assert found.apply(BUTTON) == Rect(510, 320, 590, 352)


def test_one_anchor_of_another_size_tells_a_scale():
    found = rescaling([Anchor(Rect(100, 100, 160, 114), Rect(200, 200, 320, 228))])
    assert found
    assert found.apply(Rect(110, 130, 150, 150)) == Rect(220, 260, 300, 300)


def test_no_anchor_tells_nothing():
    assert rescaling([]) is None


def test_anchors_around_the_place_count_more():
    """A window made wider: the buttons at its right moved, the labels at its left did not."""
    labels = [Anchor(text, text) for text in TEXTS[:4]]
    buttons = [Rect(400, 300, 460, 320), Rect(560, 300, 620, 320)]
    anchors = labels + [Anchor(each, moved(each, 1, 200, 1, 0)) for each in buttons]
    target = Rect(480, 300, 540, 320)
    at_the_right = rescaling(anchors, near=target)
    assert at_the_right
    assert close(at_the_right.apply(target), moved(target, 1, 200, 1, 0))
    at_the_left = rescaling(anchors, near=TEXTS[1])
    assert at_the_left
    assert close(at_the_left.apply(TEXTS[1]), TEXTS[1])


def test_anchors_that_contradict_each_other_do_not_agree():
    chance = random.Random(7)
    anchors = [
        Anchor(text, Rect(left, top, left + text.width, top + text.height))
        for text in TEXTS
        for left, top in [(chance.randrange(1200), chance.randrange(700))]
    ]
    found = rescaling(anchors)
    assert found
    assert found.agreeing <= 3

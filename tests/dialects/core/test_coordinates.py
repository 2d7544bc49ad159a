"""Each system of places to boxes and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogscript.dialects.core.coordinates import GUI_PLUS, UI_TARS, CoordinateSpace, space_of
from cogscript.language.model.box import Box, Size

points = st.tuples(st.integers(0, 999), st.integers(0, 999)).map(Box)
sides = st.integers(1000, 8000)


@given(points, sides, sides)
def test_a_point_comes_back_from_pixels_of_any_display_fine_enough(box, width, height):
    frame = CoordinateSpace(width, height)
    assert frame.box(frame.point(box)) == (box, [])


@given(points)
def test_a_point_comes_back_from_thousandths_and_fractions(box):
    for system in ("thousandths", "fractions"):
        frame = space_of(system, None)
        assert frame.box(frame.point(box)) == (box, [])


@given(st.integers(1, 8000), st.integers(1, 8000), st.data())
def test_the_pixel_that_was_said_is_the_pixel_acted_on_where_thousandths_are_finer(width, height, data):
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    box, _ = CoordinateSpace(width, height).box((x, y))
    acted = box.middle(Size(width, height))
    assert abs(acted.x - x) <= width // 1000 + 1
    assert abs(acted.y - y) <= height // 1000 + 1
    if width <= 1000 and x * 1000 <= 999 * width:
        assert acted.x == x


def test_a_box_keeps_its_corners_and_a_flat_one_is_a_point():
    assert CoordinateSpace(1920, 1080).box((192, 108, 960, 540))[0] == Box.of(100, 100, 500, 500)
    assert CoordinateSpace(1000, 1000).box((7, 8, 7, 8))[0] == Box.of(7, 8)


def test_the_far_edge_is_moved_inside_and_said_and_beyond_it_is_refused():
    box, repairs = CoordinateSpace(1920, 1080).box((1920, 0))
    assert box == Box.of(999, 0)
    assert "1920" in repairs[0]
    for numbers in ((1921, 0), (0, -1), (float("nan"), 0), (float("inf"), 0)):
        with pytest.raises(ValueError, match="off the screen"):
            CoordinateSpace(1920, 1080).box(numbers)
    with pytest.raises(ValueError, match="this one has 3"):
        CoordinateSpace(1, 1).box((0, 0, 0))


@pytest.mark.parametrize(
    ("resizing", "size", "becomes"),
    [
        (UI_TARS, (1920, 1080), (1932, 1092)),
        (UI_TARS, (1280, 800), (1288, 812)),
        (UI_TARS, (1000, 1000), (1008, 1008)),
        (UI_TARS, (20, 30), (252, 364)),
        (UI_TARS, (16000, 9000), (4760, 2688)),
        (GUI_PLUS, (1920, 1080), (1920, 1088)),
        (GUI_PLUS, (1080, 2400), (1088, 2400)),
        (GUI_PLUS, (20, 30), (48, 80)),
        (GUI_PLUS, (16000, 9000), (8192, 4608)),
    ],
)
def test_a_picture_is_resized_by_the_rule_of_the_models_family(resizing, size, becomes):
    assert resizing.size(Size(*size)) == becomes


def test_a_picture_of_impossible_shape_is_refused():
    with pytest.raises(ValueError, match="cannot be resized"):
        GUI_PLUS.size(Size(10000, 10))


def test_pixels_need_a_display():
    with pytest.raises(ValueError, match="size is not known"):
        space_of("pixels", None)

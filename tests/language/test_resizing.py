"""Places in a resized picture and on the surface: whole numbers, both ways, pixel for pixel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.resizing import AS_IT_IS, Resizing, to_picture, to_surface

sides = st.integers(2, 4000)


@given(sides, sides, st.integers(0, 500), st.integers(0, 500), st.data())
def test_a_picture_made_smaller_leads_back_to_its_own_pixel(width, height, left, top, data):
    area = Rect(left, top, left + width, top + height)
    sent = Size(data.draw(st.integers(1, width)), data.draw(st.integers(1, height)))
    x, y = data.draw(st.integers(0, sent.width - 1)), data.draw(st.integers(0, sent.height - 1))
    place = to_surface(x, y, sent, area)
    assert area.holds(place)
    assert to_picture(place, sent, area) == (x, y)


@given(sides, sides, st.data())
def test_a_picture_made_larger_leads_back_to_the_surfaces_pixel(width, height, data):
    area = Rect(0, 0, width, height)
    sent = Size(data.draw(st.integers(width, 8000)), data.draw(st.integers(height, 8000)))
    place = Point(data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1)))
    assert to_surface(*to_picture(place, sent, area), sent, area) == place


@pytest.mark.parametrize("place", [(-1, 5), (100, 5), (5, 50), (float("nan"), 5), (5, float("inf"))])
def test_a_place_off_the_picture_is_refused(place):
    with pytest.raises(ValueError, match="off the picture"):
        to_surface(*place, Size(100, 50), Rect(0, 0, 1000, 500))
    with pytest.raises(ValueError, match="not in the picture"):
        to_picture(Point(1000, 3), Size(100, 50), Rect(0, 0, 1000, 500))


@pytest.mark.parametrize("factor", [16, 28, 32])
@given(width=st.integers(60, 6000), height=st.integers(60, 6000))
def test_sides_are_multiples_within_their_limits(factor, width, height):
    rule = Resizing(factor, 56 * 56, 1280 * 28 * 28)
    size = rule.size(Size(width, height))
    assert size.width % factor == size.height % factor == 0
    assert size.width * size.height <= rule.most
    assert min(size) > 0


@given(sides, sides)
def test_as_it_is(width, height):
    if max(width, height) <= 200 * min(width, height):
        assert AS_IT_IS.size(Size(width, height)) == (width, height)

"""How a program counts its pixels, by what it and the X server say of the same window."""

from __future__ import annotations

import pytest

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.placed_window import PlacedWindow
from cogscript.surfaces.x11.atspi.scale import PIXELS, Scale, scale_between

FRAME, INSIDE = Rect(100, 50, 902, 675), Rect(101, 70, 901, 670)
WINDOW = PlacedWindow(7, FRAME, 1, "Form", False, INSIDE, False)


@pytest.mark.parametrize(
    ("said", "scale"),
    [
        (FRAME, PIXELS),  # GTK 3 counts the frame
        (INSIDE, PIXELS),  # Qt does not
        (Rect(50, 35, 450, 335), Scale(2.0)),  # at scale 2
        (Rect(67, 47, 601, 447), Scale(800 / 534)),  # at 1.5, rounded
        (Rect(0, 0, 800, 600), Scale(1.0, Point(101, 70))),  # GTK 4 counts from its window
        (Rect(0, 0, 400, 300), Scale(2.0, Point(101, 70))),
        (Rect(0, 0, 790, 590), Scale(1.0, Point(106, 75))),  # … and not the border that it draws itself
    ],
)
def test_what_is_said_of_a_window_tells_how_it_is_counted(said, scale):
    found = scale_between(said, WINDOW)

    assert found.factor == pytest.approx(scale.factor, abs=0.01)
    assert found.shift == scale.shift
    assert all(abs(a - b) <= 5 for a, b in zip(found.pixels(said), INSIDE, strict=True)) or said == FRAME


@pytest.mark.parametrize("said", [Rect(0, 0, 800, 300), Rect(0, 0, 1600, 1200), Rect(0, 0, 100, 75)])
def test_a_window_of_another_shape_is_another_window(said):
    assert scale_between(said, WINDOW) is None


def test_places_go_there_and_back():
    scale = Scale(1.5, Point(30, 40))

    assert scale.pixels(Rect(10, 20, 110, 120)) == Rect(45, 70, 195, 220)
    assert scale.back(Point(45, 70)) == Point(10, 20)
    assert PIXELS.moved(3, 4).pixels(Rect(0, 0, 5, 5)) == Rect(3, 4, 8, 9)

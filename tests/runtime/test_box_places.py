"""A line with nothing but a box, on a surface that is larger than when the file was written."""

from __future__ import annotations

import pytest

import cogscript
from cogscript.language.model.box import Rect, Size
from cogscript.runtime import box_places
from cogscript.runtime.frames import CallFrame
from cogscript.runtime.scope import Scope
from tests.surfaces.finding.looks import Told, thing

FILE = """WORKFLOW(title='Rows', screen=[1000,800])
CLICK(box=[[100,100,200,130]], element_info='Open')
CLICK(box=[[100,500,200,530]], element_info='Save')
CLICK(box=[[700,100,800,130]], element_info='Help')
CLICK(box=[[300,300,400,330]])
END()
"""


class Screen:
    """A surface of which only its size is asked; what is on it is told by the test."""

    can_be_seen = True

    def __init__(self, width: int, height: int) -> None:
        self.size = Size(width, height)
        self.frame = self.size.rect

    @property
    def root(self):
        return self

    def rect_of(self, box):
        return box.rect(self.size)


def placed(monkeypatch, screen, elements, text=FILE):
    frame = CallFrame(cogscript.parse(text), Scope())
    line = frame.workflow.operations[4]
    monkeypatch.setattr(box_places, "Look", lambda surface: Told(elements))
    return box_places.place_of(screen, frame, line, line.arguments["box"])


def things(scale: float, right: int = 0, down: int = 0):
    """The named things of the file, so much larger and so far away."""
    found = [thing("window", "Rows", 0, 0, 3000, 2400)]
    for name, (left, top) in {"Open": (100, 80), "Save": (100, 400), "Help": (700, 80)}.items():
        place = (round(left * scale) + right, round(top * scale) + down)
        found.append(thing("button", name, *place, round(100 * scale), round(25 * scale)))
    return found


def test_things_that_stayed_as_large_as_they_were_say_where_the_box_is(monkeypatch):
    found = placed(monkeypatch, Screen(2000, 1600), things(1.0, 60, 40))

    assert found.agreeing == 3
    assert found.rect.middle == Rect(360, 280, 460, 304).middle


def test_things_that_grew_with_the_screen_leave_the_box_where_it_is(monkeypatch):
    screen = Screen(2000, 1600)
    found = placed(monkeypatch, screen, things(2.0))

    there = screen.rect_of(cogscript.parse(FILE).operations[4].arguments["box"])
    assert abs(found.rect.middle.x - there.middle.x) <= 3
    assert abs(found.rect.middle.y - there.middle.y) <= 3


@pytest.mark.parametrize("elements", [[], things(1.0)[:2]])
def test_without_enough_that_is_found_again_it_is_that_place(monkeypatch, elements):
    screen = Screen(2000, 1600)

    assert placed(monkeypatch, screen, elements) == box_places.BoxPlace(Rect(600, 480, 800, 528))


def test_things_that_stand_elsewhere_and_do_not_agree_say_that_the_place_is_lost(monkeypatch):
    stretched = [
        thing("button", "Open", 210, 90, 200, 30),
        thing("button", "Save", 210, 520, 200, 30),
        thing("button", "Help", 1410, 90, 200, 30),
    ]

    assert placed(monkeypatch, Screen(2000, 1600), stretched).lost
    large = FILE.replace("[[300,300,400,330]]", "[[200,200,800,800]]")
    assert not placed(monkeypatch, Screen(2000, 1600), stretched, large).lost


def test_on_a_screen_of_the_same_size_nothing_is_looked_at(monkeypatch):
    def nobody(surface):
        raise AssertionError("looked")

    frame = CallFrame(cogscript.parse(FILE), Scope())
    line = frame.workflow.operations[4]
    monkeypatch.setattr(box_places, "Look", nobody)

    assert not box_places.place_of(Screen(1000, 800), frame, line, line.arguments["box"]).agreeing

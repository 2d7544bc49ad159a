"""A text that tells a thing from others of its name: in its row, as the name of its group, as its heading."""

from __future__ import annotations

import pytest

from cogscript.language.model.box import Rect
from cogscript.reading.lines import Line
from cogscript.surfaces.finding.finder import judge
from cogscript.surfaces.finding.wanted import Wanted
from tests.surfaces.finding.looks import Told, thing

TWO_ADDRESSES = [
    thing("label", "Home address", 10, 10),
    thing("text field", "Street", 100, 40),
    thing("text field", "City", 100, 70),
    thing("label", "Work address", 10, 100),
    thing("text field", "Street", 100, 130),
    thing("text field", "City", 100, 160),
]


@pytest.mark.parametrize(
    ("name", "near", "top"),
    [("Street", "Home address", 40), ("City", "Home address", 70), ("City", "Work address", 160)],
)
def test_a_heading_speaks_of_what_follows_it(name, near, top) -> None:
    """The nearest field to the second heading is the last one of the first."""
    assert judge(Told(TWO_ADDRESSES), Wanted(name, near=near)).found.rect.top == top


def test_the_name_of_a_group_speaks_of_what_is_inside() -> None:
    groups = [
        thing("area", "Work", 0, 100, 300, 90),
        thing("area", "Home", 0, 0, 300, 90),
        *(each for each in TWO_ADDRESSES if each.role == "text field"),
    ]

    assert judge(Told(groups), Wanted("Street", near="Work")).found.rect.top == 130


def test_a_row_is_read_where_no_program_tells_of_it() -> None:
    def text(said, left, top):
        return Line(said, Rect(left, top, left + 9 * len(said), top + 16), 1.0)

    rows = [
        line for row in range(3) for line in (text(f"INV-{row}", 10, 40 * row), text("Edit", 200, 40 * row))
    ]

    assert judge(Told(texts=tuple(rows)), Wanted("Edit", near="INV-1")).found.rect.top == 40
    assert judge(Told(texts=tuple(rows)), Wanted("Edit", near="INV-7")).problem == "missing"

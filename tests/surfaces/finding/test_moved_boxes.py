"""What the other things that a file names say of a box: it holds, has gone elsewhere, or is of no use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogscript.language.model.box import Rect
from cogscript.surfaces.finding.by_anchors import ground_of
from cogscript.surfaces.finding.finder import judge
from cogscript.surfaces.finding.wanted import Other, Wanted
from tests.surfaces.finding.looks import Told, thing

THEN = {"Name": (100, 100), "Find": (300, 100), "Save": (100, 400), "Help": (500, 400)}
OTHERS = tuple(Other(name, "button", thing("button", name, *at).rect) for name, at in THEN.items())
THIRD = Rect(300, 260, 380, 284)


def screen(move=lambda left, top: (left, top), size=1.0, names=tuple(THEN)) -> Told:
    """The four buttons, and five buttons `Edit` one below the other, as they are now."""
    edits = [("Edit", (300, 180 + 40 * number)) for number in range(5)]
    return Told(
        [
            thing("button", name, *move(*at), round(80 * size), round(24 * size))
            for name, at in [*((name, THEN[name]) for name in names), *edits]
        ]
    )


def edit(others=OTHERS, **more) -> Wanted:
    return Wanted("Edit", "button", place=THIRD, others=others, **more)


CHANGES = {
    "nothing": (lambda left, top: (left, top), 1.0),
    "the window was moved": (lambda left, top: (left + 37, top + 83), 1.0),
    "everything is larger": (lambda left, top: (round(left * 1.5), round(top * 1.5)), 1.5),
    "another resolution": (lambda left, top: (round(left * 0.75) + 20, round(top * 0.8) + 9), 1.0),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_box_leads_to_the_same_row_after(change) -> None:
    move, size = CHANGES[change]

    found = judge(screen(move, size), edit()).found

    assert found is not None
    assert (found.rect.left, found.rect.top) == move(300, 260)


def test_without_anything_else_that_is_named_the_box_is_believed() -> None:
    moved = screen(lambda left, top: (left, top + 40), names=())

    assert judge(moved, edit()).found.rect.top == 260


def test_on_a_screen_of_another_size_a_box_alone_tells_nothing_apart() -> None:
    assert judge(screen(names=()), edit(pixels_then=(0.8, 0.8))).problem == "several"


def test_one_thing_that_has_gone_elsewhere_is_no_reason_to_follow_it_but_to_doubt() -> None:
    larger = screen(lambda left, top: (left, top + 40), 1.2, names=("Save",))
    assert ground_of(larger, edit()).truth == "false"
    assert judge(larger, edit()).problem == "several"


def test_one_thing_tells_the_way_if_something_there_fits_exactly() -> None:
    moved = screen(lambda left, top: (left + 50, top + 33), names=("Save",))
    stretched = Told(
        [*moved.told[:1], *(replace(each, rect=each.rect._replace(right=999)) for each in moved.told[1:])]
    )

    assert judge(moved, edit()).found.rect.top == 293
    assert judge(stretched, edit()).problem == "several"


def test_where_some_stand_still_and_others_do_not_the_box_does_not_decide() -> None:
    stretched = screen(lambda left, top: (left if left < 300 else left + 150, top))

    assert judge(stretched, edit(OTHERS[:2])).problem == "several"


def test_a_name_that_is_there_once_needs_no_box() -> None:
    moved = screen(lambda left, top: (left + 300, top))
    save = Wanted("Save", "button", place=OTHERS[2].place, others=OTHERS[:1])

    assert judge(moved, save).found.rect.left == 400


def test_half_of_the_words_are_enough_where_everything_around_stands_as_it_did() -> None:
    now = [*screen(names=("Name", "Find")).told, thing("button", "Order now", 100, 400)]
    wanted = Wanted("Place order", "button", place=Rect(100, 400, 180, 424), others=OTHERS[:2])

    found = judge(Told(now), wanted).found

    assert (found.text, found.guess) == ("Order now", True)
    assert judge(Told(now), Wanted("Place order", "button", place=wanted.place)).found is None

"""The pointer: where it is put, who moves it, and the corner that stops a run."""

from __future__ import annotations

import subprocess

import pytest

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.pointing import PersonWatch, Stopped, steps_between
from tests.conftest import wait_until
from tests.surfaces.programs import Mousepad, start

SIZE = Size(1280, 800)


def hand(screen, x: int, y: int) -> None:
    """A person's hand on the mouse."""
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], env=screen.environment, check=True)


def test_the_pointer_goes_where_it_is_put(virtual):
    for place in (Point(0, 0), Point(1279, 799), Point(33, 44)):
        virtual.move(place)
        assert virtual.pointer() == place


@pytest.mark.parametrize("place", [Point(1280, 5), Point(5, 800), Point(-1, 5), Point(99999, 5)])
def test_a_place_off_the_screen_is_refused(place, virtual):
    before = virtual.pointer()
    for action in (virtual.move, virtual.click, lambda at: virtual.drag(Point(1, 1), at, 0)):
        with pytest.raises(Fault, match="outside the 1280×800 screen"):
            action(place)
    assert virtual.pointer() == before


def test_a_hand_on_the_mouse_is_noticed_once(virtual):
    virtual.move(Point(200, 200))
    assert not virtual.moved_by_person()
    hand(virtual, 400, 300)
    assert virtual.moved_by_person()
    assert not virtual.moved_by_person()
    virtual.click(Point(100, 100))
    hand(virtual, 102, 101)  # a table shakes
    assert not virtual.moved_by_person()


@pytest.mark.parametrize("corner", [(0, 0), (1279, 0), (0, 799), (1279, 799)])
def test_a_hand_that_goes_to_a_corner_stops_the_run(corner, virtual):
    virtual.move(Point(200, 200))
    hand(virtual, *corner)
    actions = [
        lambda: virtual.key_down("a"),
        lambda: virtual.click(Point(5, 5)),
        lambda: virtual.move(Point(5, 5)),
        lambda: virtual.press("left"),
        lambda: virtual.scroll("down", 1),
        lambda: virtual.type_text("x"),
        lambda: virtual.drag(Point(5, 5), Point(9, 9), 0),
        virtual.moved_by_person,
    ]
    for action in actions:
        with pytest.raises(Stopped, match="moved into a corner"):
            action()
    hand(virtual, 300, 300)
    virtual.move(Point(200, 200))


def test_a_workflow_that_goes_to_a_corner_itself_goes_on(virtual):
    virtual.click(Point(0, 0))
    virtual.key_down("left_shift")
    virtual.key_up("left_shift")
    assert not virtual.moved_by_person()


def test_a_pointer_that_rests_in_a_corner_from_the_start_stops_nothing():
    watch = PersonWatch(SIZE, resting=Point(0, 0))
    watch.check_corner(Point(0, 0))
    watch.put(Point(500, 500))
    with pytest.raises(Stopped):
        watch.check_corner(Point(0, 0))


@pytest.mark.parametrize("seconds", [0, 0.05, 1])
def test_a_drag_has_steps_and_ends_where_it_should(seconds):
    steps = list(steps_between(Point(10, 20), Point(500, 300), seconds))
    assert len(steps) >= 12
    assert steps[-1][0] == Point(500, 300)
    assert sum(pause for _, pause in steps) >= seconds * 0.9


@pytest.mark.parametrize(
    ("count", "result"),
    [(1, "alXpha beta gamma"), (2, "X beta gamma"), (3, "X")],
    ids=["click", "double", "triple"],
)
@pytest.mark.drives_programs
def test_clicks_place_the_caret_select_a_word_select_a_line(count, result, virtual, tmp_path):
    editor = Mousepad(virtual, tmp_path)
    virtual.type_text("alpha beta gamma\n" * 3)
    area = virtual.manager.describe(editor.window.handle).rect
    virtual.click(Point(area.left + 20, text_top(virtual, area)), count=count)
    virtual.type_text("X")
    assert editor.text().splitlines()[0] == result


@pytest.mark.parametrize("seconds", [0, 0.3])
@pytest.mark.drives_programs
def test_a_drag_selects_text(seconds, virtual, tmp_path):
    editor = Mousepad(virtual, tmp_path)
    virtual.type_text("alpha beta gamma\n" * 3)
    area = virtual.manager.describe(editor.window.handle).rect
    top = text_top(virtual, area)
    virtual.drag(Point(area.left + 3, top), Point(area.right - 30, top), seconds)
    virtual.type_text("dragged")
    assert editor.text().splitlines()[0] == "dragged"


def text_top(screen, area: Rect) -> int:
    """Where the first line of text is: the first dark pixels of the white page."""

    def found() -> int | None:
        picture = screen.capture(Rect(area.left + 3, area.top, area.left + 60, area.bottom)).convert("L")
        darkest = [picture.crop((0, y, picture.width, y + 1)).getextrema()[0] for y in range(picture.height)]
        white = [y for y in range(40, len(darkest) - 20) if min(darkest[y : y + 2]) > 250]
        dark = [y for y in range(white[0], len(darkest)) if darkest[y] < 90] if white else []
        return area.top + dark[0] + 5 if dark else None

    return wait_until(found, what="text on the page")


@pytest.mark.parametrize(("direction", "button"), [("up", 4), ("down", 5), ("left", 6), ("right", 7)])
@pytest.mark.drives_programs
def test_the_wheel_turns_notch_by_notch(direction, button, virtual, tmp_path):
    log = tmp_path / "events"
    command = f"exec xev -name wheel -event mouse > {log}"
    window = start(virtual, ["stdbuf", "-oL", "sh", "-c", command], "wheel")
    virtual.move(virtual.manager.describe(window.handle).rect.middle)
    virtual.scroll(direction, 7)

    def presses() -> int:
        return log.read_text().count(f"button {button},")

    wait_until(lambda: presses() >= 14, what="7 notches, each pressed and released")
    assert presses() == 14

"""What a screen's windows tell of themselves: their titles, and which of them must be answered first."""

from __future__ import annotations

from cogscript.language.model.box import Point, Rect
from cogscript.reading.lines import Line
from cogscript.surfaces.placed_window import PlacedWindow, answered_before
from cogscript.surfaces.title_bars import title_bars, with_titles


def window(number: int, title: str, rect: Rect, bar: int = 20) -> PlacedWindow:
    inner = Rect(rect.left, rect.top + bar, rect.right, rect.bottom)
    return PlacedWindow(number, rect, None, title, False, inner, False)


def test_a_frame_says_the_title_that_the_window_has() -> None:
    over = window(1, "Note", Rect(100, 0, 200, 60))
    library = window(2, "Library", Rect(0, 0, 300, 200))
    below = window(3, "No frame", Rect(0, 300, 100, 400), bar=0)
    read = [
        Line("J a ry", Rect(20, 4, 80, 16), 0.7),
        Line("00X", Rect(260, 4, 290, 16), 0.8),
        Line("N ote", Rect(120, 4, 150, 16), 0.8),
        Line("Books", Rect(20, 40, 60, 52), 0.9),
        Line("Below", Rect(20, 302, 60, 314), 0.9),
    ]
    lines = with_titles(read, title_bars([over, library, below]))
    assert [line.text for line in lines] == ["Library", "Note", "Books", "Below"]
    assert [line.text for line in lines if line.is_title] == ["Library", "Note"]


def test_a_question_of_a_modal_dialog_comes_before_the_dialog() -> None:
    main = window(1, "Anna", Rect(0, 0, 800, 600))._replace(process=7)
    payees = window(2, "Manage Payees", Rect(100, 50, 500, 500))._replace(process=7, modal=True, owner=1)
    sure = window(3, "", Rect(150, 200, 450, 300))._replace(process=7, modal=True, owner=2)
    placed = [sure, payees, main]
    assert answered_before(sure, placed) is None
    assert answered_before(payees, placed) == sure
    assert answered_before(main, placed) == sure


def test_there_is_nothing_to_press_in_the_middle_of_a_frame() -> None:
    over = window(1, "Note", Rect(100, 0, 200, 60))
    note, planner = title_bars([over, window(2, "Planner", Rect(0, 0, 400, 300))])
    assert planner.is_bare_at(Point(80, 10))
    assert not any(bar.is_bare_at(Point(390, 10)) for bar in (note, planner))  # the button that closes it
    assert not any(bar.is_bare_at(Point(80, 30)) for bar in (note, planner))
    assert not planner.is_bare_at(Point(150, 30))

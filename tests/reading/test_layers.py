"""Windows that lie over one another are read one by one, and each only as far as it shows."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Rect
from cogscript.reading import open_reader
from cogscript.reading.layers import pieces
from cogscript.reading.rereading import Memory
from cogscript.settings import Settings

SCREEN = Rect(0, 0, 800, 400)
BEHIND, BEFORE = Rect(20, 20, 420, 300), Rect(300, 60, 780, 380)


def screen(*windows: tuple[Rect, str, list[tuple[str, int, int]]]) -> Image.Image:
    """Windows drawn from the lowest to the topmost, each with its ground and its texts."""
    picture = Image.new("RGB", SCREEN[2:], "black")
    draw = ImageDraw.Draw(picture)
    for rect, ground, texts in windows:
        draw.rectangle((rect.left, rect.top, rect.right - 1, rect.bottom - 1), fill=ground, outline="grey")
        for text, left, top in texts:
            draw.text(
                (rect.left + left, rect.top + top),
                text,
                fill="black",
                font=ImageFont.truetype("DejaVuSans.ttf", 14),
            )
    return picture


LOWER = (BEHIND, "white", [("To do list and known bugs", 80, 100), ("Contents", 20, 20)])
UPPER = (BEFORE, "#eeeeee", [("File", 12, 58), ("Search", 60, 62), ("Markers", 140, 62)])


def test_texts_of_two_windows_are_no_line() -> None:
    reader, memory = open_reader(Settings().reading), Memory()
    picture = screen(LOWER, UPPER)

    found = pieces(picture, SCREEN, [BEFORE, BEHIND])
    texts = [" ".join(line.text for line in memory.lines(each.picture, reader)) for each in found]

    assert [each.rect for each in found] == [BEFORE, BEHIND]  # the bare screen says nothing
    for text, said in zip(texts, (("File", "Search", "Markers"), ("Contents", "To do list")), strict=True):
        assert all(word in text for word in said)
    assert "bugs" not in texts[0]
    assert not any(word in texts[1] for word in ("File", "Search", "Markers"))


def test_a_covered_window_is_left_out_and_a_strip_too() -> None:
    covered, strip = Rect(320, 80, 700, 300), Rect(296, 100, 600, 200)

    found = pieces(screen(LOWER, UPPER), SCREEN, [BEFORE, covered, strip, BEHIND])

    assert [each.rect for each in found] == [BEFORE, BEHIND]


def test_a_window_that_was_moved_is_not_read_again() -> None:
    memory = Memory()
    (first, *_) = pieces(screen(UPPER), SCREEN, [BEFORE])
    lines = memory.lines(first.picture, open_reader(Settings().reading))
    moved = Rect(BEFORE.left - 200, BEFORE.top - 30, BEFORE.right - 200, BEFORE.bottom - 30)

    (again, *_) = pieces(screen((moved, *UPPER[1:])), SCREEN, [moved])

    assert memory.lines(again.picture, None) is lines  # type: ignore[arg-type]

"""A picture of which a part changed is read in that part only, and says the same as if all were read."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Rect
from cogscript.reading import open_reader, read_still
from cogscript.reading.rereading import reread
from cogscript.settings import Settings

SCREEN = Rect(0, 0, 640, 400)


def screen(*texts: tuple[str, int, int]) -> Image.Image:
    picture = Image.new("RGB", SCREEN[2:], "white")
    draw = ImageDraw.Draw(picture)
    for text, left, top in texts:
        draw.text((left, top), text, fill="black", font=ImageFont.truetype("DejaVuSans.ttf", 15))
    return picture


REST = (("Your order", 40, 40), ("Two kettles", 40, 120), ("Cancel", 480, 340))


def test_only_the_changed_line_is_new() -> None:
    reader = open_reader(Settings().reading)
    before, after = screen(*REST, ("Nothing yet", 40, 220)), screen(*REST, ("Thank you", 40, 220))
    lines = read_still(before, reader, SCREEN).lines

    again = reread(before, lines, after, reader, SCREEN)

    assert [line.text for line in again] == [line.text for line in read_still(after, reader, SCREEN).lines]
    kept = [line for line in again if any(line is each for each in lines)]
    assert {line.text for line in kept} == {text for text, _, _ in REST}


def test_nothing_changed_and_nothing_is_read() -> None:
    before = screen(*REST)
    lines = read_still(before, open_reader(Settings().reading), SCREEN).lines

    assert reread(before, lines, before.copy(), None, SCREEN) is lines


def test_a_line_that_a_change_reaches_is_read_with_its_surroundings() -> None:
    """A text that reaches to the very edge of what is read would be overlooked."""
    reader = open_reader(Settings().reading)
    after = Image.open(Path(__file__).parent / "pictures" / "tk-library.png")
    before = after.copy()
    before.paste(before.getpixel((250, 55)), (147, 46, 203, 65))  # another choice in the list
    whole = Rect(0, 0, *after.size)
    lines = read_still(before, reader, whole).lines

    again = reread(before, lines, after, reader, whole)

    assert {"Lend for", "1 month", "Remind by letter"} <= {line.text for line in again}

"""A picture of which a part changed is read in that part only, and says the same as if all were read."""

from __future__ import annotations

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

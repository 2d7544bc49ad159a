"""Words of menu bars and buttons: on a shaded ground, with the key that chooses them underlined."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

PICTURES = Path(__file__).parent / "pictures"


def words(reader, name: str) -> list[str]:
    """The words of a picture of a Swing program, from top to bottom."""
    with Image.open(PICTURES / f"{name}.png") as picture:
        return " ".join(line.text for line in reader.lines(picture.convert("RGB"))).split()


def test_a_shaded_menu_bar_under_a_title_bar(reader):
    read = words(reader, "menu_bar")

    menus = ["File", "Edit", "Search", "Markers", "Folding", "View", "Utilities", "Macros", "Plugins", "Help"]
    assert [word for word in read if word in menus] == menus


def test_underlined_letters_stay_what_they_are(reader):
    read = "".join(words(reader, "mnemonics"))

    for label in ("Searchfor:", "Find", "Replacewith:", "Replace&Find", "ReplaceAll", "Close", "Directory:"):
        assert label in read


def test_tabs_of_many_colours_are_not_one_line(reader):
    read = words(reader, "tabs")

    tabs = ["About", "Video/Sound", "Mouse/Keyboard", "Simplification", "Languages", "Printing", "Saving"]
    assert [word for word in read if word in tabs] == tabs


def test_selected_words_stay_in_their_line(reader):
    picture = Image.new("RGB", (300, 60), "white")
    font, draw = ImageFont.truetype("DejaVuSans.ttf", 14), ImageDraw.Draw(picture)
    left = 10 + font.getlength("Take the ")
    draw.rectangle((left, 16, left + font.getlength("second pa"), 38), fill="#a0c8f0")
    draw.text((10, 20), "Take the second path", fill="black", font=font)

    assert [line.text for line in reader.lines(picture)] == ["Take the second path"]


def test_a_stroke_that_stands_alone_is_a_sign(reader):
    picture = Image.new("RGB", (300, 40), "white")
    font = ImageFont.truetype("DejaVuSans.ttf", 13)
    ImageDraw.Draw(picture).text((10, 10), "snake_case of_names", fill="black", font=font)

    assert [line.text for line in reader.lines(picture)] == ["snake_case of_names"]


def test_icons_of_a_frame_that_look_like_characters_say_nothing_of_the_font(reader):
    with Image.open(PICTURES / "frame_icons.png") as picture:
        read = [line.text for line in reader.lines(picture.convert("RGB"))]

    assert read[-7:] == [
        "R-2207",
        "Shelf mark",
        "Lend for",
        "1 week",
        "Remind by letter",
        "Lend",
        "Take back",
    ]

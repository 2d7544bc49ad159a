"""What the screen shows for typed keys: told from pictures, as GTK, Tk, browsers and terminals draw it."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.recording.echo import Echo

FONT = ImageFont.truetype("DejaVuSans.ttf", 14)


def window(line="", *, more=(), caret=True):
    """A dialog: a field with a line in it, and other things with their places."""
    image = Image.new("RGB", (500, 200), "#eeeeee")
    draw = ImageDraw.Draw(image)
    draw.rectangle((100, 80, 400, 110), fill="white", outline="grey")
    draw.text((105, 87), line, fill="black", font=FONT)
    if caret:
        end = 105 + round(draw.textlength(line, font=FONT)) + 1
        draw.line((end, 85, end, 105), fill="black")
    for text, place, colour in more:
        draw.text(place, text, fill=colour, font=FONT)
    return np.asarray(image)


def shown(lines, typed, before="", **keywords):
    """What an echo says when a field shows these lines, one after another."""
    echo = Echo(window(before))
    for count, line in enumerate(lines, 1):
        echo.see(window(line, **keywords), typed[:count])
    return echo.shows()


def growing(text):
    return [text[: count + 1] for count in range(len(text))]


@pytest.mark.parametrize("sign", "●•*")
def test_equal_signs_for_different_letters_are_dots(sign):
    assert shown(growing(7 * sign), "hunter2") == "dots"
    assert shown(growing(7 * sign), "hunter2", caret=False) == "dots"


def test_letters_are_text():
    assert shown(growing("hunter2"), "hunter2") == "text"
    assert shown(growing("oceans"), "oceans") == "text"


def test_equal_letters_are_no_evidence():
    assert shown(growing("1111"), "1111") == "nothing"
    assert shown(growing("illi"), "illi") == "nothing"


def test_a_field_that_shows_the_last_letter_a_moment_is_one_of_dots():
    lines = [count * "●" + letter for count, letter in enumerate("hunter2")]

    assert shown(lines, "hunter2") == "dots"


def test_dots_in_a_field_that_is_too_narrow_for_them_are_dots():
    """The first is cut in half, and a thick cursor stands at the end."""
    half = Image.fromarray(window(12 * "●", caret=False))
    draw = ImageDraw.Draw(half)
    draw.rectangle((101, 82, 111, 108), fill="white")
    draw.rectangle((258, 85, 266, 106), fill="black")
    echo = Echo(window())
    echo.see(np.asarray(half), "zyxWvUt987&qp")

    assert echo.shows(at_rest=True) == "dots"


def test_the_word_that_stood_in_the_empty_field_is_no_text():
    assert shown(growing("●●●"), "hun", before="Password") == "nothing"
    assert shown(growing("●●●●●"), "hunte", before="Password") == "dots"
    assert shown(growing("hunter2"), "hunter2", before="Your name") == "text"


def test_what_appears_beside_the_field_is_no_text():
    beside = [("Caps Lock is on", (105, 120), "red"), ("OK", (350, 160), "black")]

    assert shown(["", "", "", "", "", ""], "hunter", more=beside) == "nothing"
    assert shown(growing("••••••"), "hunter", more=beside) == "dots"


def test_a_cursor_that_blinks_is_nothing():
    echo = Echo(window(""))
    for count in range(1, 8):
        echo.see(window("", caret=count % 2 == 0), "hunter2"[:count])

    assert echo.shows() == "nothing"
    assert echo.shows(at_rest=True) == "nothing"


def test_a_screen_that_follows_the_keys_otherwise_is_told_from_one_that_does_not():
    echo = Echo(window())
    for count in range(1, 5):
        echo.see(window(more=[("↓ moved", (20 * count, 20 * count), "black")]), "jkjk"[:count])

    assert echo.shows() == "something"


def test_text_that_came_up_at_once_counts_when_nobody_types_any_more():
    echo = Echo(window())
    echo.see(window("hunter2"), "hunter2")

    assert echo.shows() == "nothing"
    assert echo.shows(at_rest=True) == "text"


def test_a_line_that_comes_up_is_no_row_of_dots():
    def framed(line):
        image = Image.fromarray(window(line))
        ImageDraw.Draw(image).line((100, 111, 400, 111), fill="#3584e4", width=3)
        return np.asarray(image)

    echo = Echo(window(""))
    for count, line in enumerate(growing("Pay rent"), 1):
        echo.see(framed(line), "Pay rent"[:count])

    assert echo.shows() == "text"


@pytest.mark.parametrize(("line", "shows"), [("Bonn", "nothing"), (7 * "●", "dots")])
def test_a_frame_that_comes_around_a_field_is_no_row_of_dots_but_dots_in_it_are(line, shows):
    """A browser frames the field that gets the focus; a late look sees that and the text at once."""
    image = Image.fromarray(window(line, caret=False))
    ImageDraw.Draw(image).rectangle((100, 85, 260, 106), outline="black", width=2)
    echo = Echo(window(line if shows == "nothing" else "", caret=False))
    echo.see(np.asarray(image), "Bonn" if shows == "nothing" else "hunter2")

    assert echo.shows() == shows

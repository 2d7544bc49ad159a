"""Whether a mark is on, by its looks, in pictures of real programs in light and dark themes."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from cogscript.language.model.box import Rect
from cogscript.reading.controls import MARKS, Control, controls
from cogscript.reading.ticks import is_on
from tests.reading.pictured import NAMES, form

ON = {"Send a copy to me", "Archive afterwards", "Archive", "By e-mail", "E-mail", "Default"}
"""What is on in the pictures; in GTK's it is the first radio button."""
UNTOLD = {"tk-dark": {"Urgent", "By post"}, "ttk-alt-dark": {"Urgent", "By post"}}
"""White marks in a dark window: white may be what fills them."""


@pytest.mark.parametrize("name", NAMES)
def test_every_mark_tells_whether_it_is_on(name):
    shown = form(name)
    marks = [each for each in controls(shown.picture) if each.kind in MARKS and each.confidence >= 0.5]
    on = ON - {"By e-mail"} | {"By post"} if name.startswith("gtk") else ON
    told = {
        one.text: is_on(shown.picture, mark)
        for mark in marks
        for one in shown.of_kind("check", "radio")
        if one.is_at(mark)
    }
    untold = UNTOLD.get(name, set())
    assert told == {text: None if text in untold else text in on for text in told}


def _drawn(inside) -> tuple[Image.Image, Control]:
    picture = Image.new("RGB", (60, 40), (220, 220, 220))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((10, 10, 25, 25), fill="white", outline=(90, 90, 90))
    inside(draw)
    return picture, Control(Rect(10, 10, 26, 26), "checkbox", 0.9)


@pytest.mark.parametrize(
    ("inside", "on"),
    [
        (lambda draw: None, False),
        (lambda draw: draw.line([(13, 18), (17, 22), (23, 13)], fill="black", width=2), True),
        (lambda draw: draw.line([(14, 14), (22, 22)], fill="black"), True),
        (lambda draw: draw.rectangle((13, 17, 22, 18), fill="black"), None),  # some of them
        (lambda draw: draw.rectangle((14, 14, 21, 21), fill="black"), None),
        (lambda draw: draw.rectangle((11, 11, 24, 24), fill=(74, 105, 132)), True),
        (lambda draw: draw.rectangle((11, 11, 24, 24), fill="black"), None),  # full, or a dark field
    ],
)  # fmt: skip
def test_signs_colours_and_what_is_neither(inside, on):
    assert is_on(*_drawn(inside)) is on


def test_a_shaded_ground_is_no_sign():
    picture, mark = _drawn(lambda draw: None)
    pixels = np.array(picture)
    pixels[11:25, 11:25] = np.linspace(255, 190, 14)[:, None, None]
    assert is_on(pixels, mark) is False


def test_a_mark_that_is_only_pressed_in_is_not_told():
    picture, mark = _drawn(lambda draw: None)
    draw = ImageDraw.Draw(picture)
    for inset in (0, 1):
        draw.rectangle((10 + inset, 10 + inset, 25 - inset, 25 - inset), fill=(220, 220, 220))
        draw.line(
            [(10 + inset, 25 - inset), (10 + inset, 10 + inset), (25 - inset, 10 + inset)], fill=(80, 80, 80)
        )
        draw.line(
            [(11 + inset, 25 - inset), (25 - inset, 25 - inset), (25 - inset, 11 + inset)], fill="white"
        )
    assert is_on(picture, mark) is None

"""The signs on a calculator's keys, in several fonts and sizes, light and dark."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Rect
from cogscript.reading.signs import SIGNS, sign_in, sign_of

FONTS = ("DejaVuSans.ttf", "DejaVuSerif.ttf", "DejaVuSansMono.ttf")
KEY = Rect(20, 10, 80, 46)


def key(text: str, font: str, size: int, ink: str = "black", ground: str = "#dddddd") -> Image.Image:
    picture = Image.new("RGB", (100, 60), "#f6f6f6" if ink == "black" else "#222222")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((KEY.left, KEY.top, KEY.right - 1, KEY.bottom - 1), fill=ground, outline="#888888")
    draw.text(KEY.middle, text, fill=ink, font=ImageFont.truetype(font, size), anchor="mm")
    return picture


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("size", [13, 16, 20, 24])
@pytest.mark.parametrize("sign", sorted(SIGNS))
def test_a_sign_is_told_or_nothing_is_said_of_it_but_never_another(sign, size, font) -> None:
    assert sign_in(key(sign, font, size), KEY) in (sign, None)
    assert sign_in(key(sign, font, size, "white", "#444444"), KEY) in (sign, None)


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("sign", sorted(SIGNS - {"÷", "×"}))
def test_signs_of_usual_size_are_told(sign, font) -> None:
    assert sign_in(key(sign, font, 16), KEY) == sign


@pytest.mark.parametrize("text", [*"0123456789", *"ACEFHKLTXYMW", "%", "√", "OK", "1/x", "", "."])
def test_letters_and_digits_are_no_signs(text) -> None:
    found = {sign_in(key(text, font, size), KEY) for font in FONTS for size in (13, 16, 24)}

    assert found <= ({None, "×"} if text == "X" else {None})


def test_one_sign_has_several_spellings() -> None:
    assert {sign_of(text) for text in ("-", "–", "−", " − ")} == {"−"}
    assert sign_of("Save") is None

"""Disabled controls by their looks, in pictures of real programs that have some of both."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Rect
from cogscript.reading.greyed import state_of_field, state_of_text
from tests.reading.pictured import NAMES, form, texts_of

FORMS = [name for name in NAMES if not all(each.enabled for each in form(name).told)]
COLOURED = {"web-labels-above"}
"""White on green has little contrast when it is enabled, too."""
ETCHED = {"ttk-alt-dark"}
"""Its disabled texts have a white shadow, which on a dark ground stands out more than any text."""


def button_texts(shown):
    return {
        each: Rect(each.rect.left + 5, each.rect.top + 4, each.rect.right - 5, each.rect.bottom - 4)
        for each in shown.of_kind("button")
    }


def told_and_texts(shown):
    """Each text of a form, with what its program says of it."""
    texts = texts_of(shown)
    labelled = {
        each: texts[each.text] for each in shown.of_kind("label", "check", "radio") if each.text in texts
    }
    return labelled | button_texts(shown)


@pytest.mark.parametrize("name", FORMS)
def test_no_enabled_text_is_called_disabled(name):
    shown = form(name)
    texts = told_and_texts(shown)
    states = {
        told.text: state_of_text(shown.picture, text, list(texts.values()))
        for told, text in texts.items()
        if told.enabled
    }
    assert "disabled" not in states.values(), states
    assert list(states.values()).count("enabled") >= (0.7 if name in COLOURED else 0.9) * len(states), states


@pytest.mark.parametrize("name", [name for name in FORMS if name not in ETCHED | COLOURED])
def test_disabled_texts_are_known_and_none_is_called_enabled(name):
    shown = form(name)
    texts = told_and_texts(shown)
    states = {
        told.text: state_of_text(shown.picture, text, list(texts.values()))
        for told, text in texts.items()
        if not told.enabled
    }
    assert "enabled" not in states.values(), states
    assert list(states.values()).count("disabled") >= 0.8 * len(states), states


@pytest.mark.parametrize("name", FORMS)
def test_no_enabled_field_is_called_disabled_not_even_with_a_hint_in_it(name):
    shown = form(name)
    others = list(told_and_texts(shown).values())
    fields = shown.of_kind("field")
    for each in fields:
        state = state_of_field(shown.picture, each.rect, [one.rect for one in fields], others)
        assert state != ("disabled" if each.enabled else ""), each


@pytest.mark.parametrize("name", ["tk", "gtk-adwaita", "qt-fusion", "qt-windows"])
def test_a_disabled_field_is_told_by_its_text_and_its_ground(name):
    shown = form(name)
    others = list(told_and_texts(shown).values())
    fields = shown.of_kind("field")
    (disabled,) = [each for each in fields if not each.enabled]
    state = state_of_field(shown.picture, disabled.rect, [one.rect for one in fields], others)
    assert state == "disabled"


FONT = ImageFont.load_default(14)


def window(ground, *lines):
    """Lines of text, each in a colour, on one ground: the picture and where they stand."""
    picture = Image.new("RGB", (400, 30 * len(lines) + 10), ground)
    pen = ImageDraw.Draw(picture)
    for at, (text, colour) in enumerate(lines):
        pen.text((10, 30 * at + 8), text, fill=colour, font=FONT)
    return picture, [Rect(8, 30 * at + 6, 300, 30 * at + 28) for at in range(len(lines))]


@pytest.mark.parametrize(("ground", "ink"), [("#ffffff", "#8a8a8a"), ("#1e1e1e", "#808080")])
def test_a_design_that_is_pale_all_over_is_not_disabled(ground, ink):
    picture, texts = window(ground, *((f"Some text {number}", ink) for number in range(6)))
    assert {state_of_text(picture, text, texts) for text in texts} == {"enabled"}


def test_white_on_a_coloured_button_is_not_disabled():
    picture, texts = window("#f6f8fa", *((f"Some text {number}", "#1f2328") for number in range(6)))
    ImageDraw.Draw(picture).rectangle((0, 6, 120, 30), fill="#2ea043")
    ImageDraw.Draw(picture).text((10, 8), "Create", fill="white", font=FONT)
    assert state_of_text(picture, Rect(8, 8, 110, 28), texts[1:]) == "unknown"


BLACK = [(f"Some text {number}", "black") for number in range(5)]


def test_a_small_remark_in_grey_is_not_disabled():
    picture, texts = window("#ffffff", ("Edited yesterday", "#6e7781"), *BLACK)
    assert state_of_text(picture, texts[0], texts) == "unknown"


def test_a_link_is_not_disabled():
    picture, texts = window(
        "#ffffff", ("A link", "#6fa8ff"), *((f"Some text {number}", "black") for number in range(5))
    )
    assert state_of_text(picture, texts[0], texts) != "disabled"


def test_a_dot_shows_too_little_of_its_ink():
    picture, texts = window(
        "#ffffff", (".", "#999999"), *((f"Some text {number}", "black") for number in range(5))
    )
    assert state_of_text(picture, texts[0], texts) != "disabled"


def test_without_other_texts_a_pale_one_says_nothing():
    picture, texts = window("#ffffff", ("Save", "#a0a0a0"), ("Open", "black"))
    assert state_of_text(picture, texts[0], [texts[1]]) == "unknown"
    assert state_of_text(picture, texts[1], [texts[0]]) == "enabled"


def test_where_nothing_is_drawn_nothing_is_known():
    picture = np.full((100, 100, 3), 200, np.uint8)
    assert state_of_text(picture, Rect(10, 10, 90, 30), []) == "unknown"
    assert state_of_text(picture, Rect(500, 10, 590, 30), []) == "unknown"
    assert state_of_field(picture, Rect(10, 10, 90, 30), [], []) == "unknown"

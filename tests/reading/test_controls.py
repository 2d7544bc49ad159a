"""Controls by their looks, in pictures of real programs and in programs that are running.

Beside each picture lies what the program itself said of its controls: kind, rectangle, whether enabled.
"""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Point, Rect
from cogscript.reading.controls import MARKS, Control, controls
from cogscript.reading.forms import field_of, mark_of
from tests.reading.pictured import KINDS, NAMES, PICTURES, form, texts_of

MISSED = {
    "tk": {"Archive afterwards"},  # disabled: the mark's ground is the window's, and close to its text
    "tk-dark": {"Archive afterwards"},
    "ttk-alt-dark": {"Archive afterwards"},
    "qt-windows": {"Archive afterwards"},
}
"""What cannot be told by its looks, or is not yet."""


@pytest.mark.parametrize("name", NAMES)
def test_every_control_of_a_program_is_seen(name):
    shown = form(name)
    found = controls(shown.picture)
    missed = {
        each.text for each in shown.of_kind(*KINDS) if not each.is_seen(found) and each.rect.bottom < 780
    }
    assert missed == MISSED.get(name, set())


def test_a_button_that_is_pressed_or_has_the_keyboard_is_one():
    """A dotted line tells where the keyboard is: above the key 7 is held down, below it has the focus."""
    with Image.open(PICTURES / "pressed_keys.png") as picture:
        found = controls(picture.convert("RGB"))
    keys = [each for each in found if each.kind == "button"]
    assert len(keys) == len(found) == 16
    for top in (46, 126):
        assert any(each.rect.holds(Point(65, top + 15)) for each in keys)


@pytest.mark.parametrize("name", NAMES)
def test_hardly_anything_else_is_taken_for_a_field_or_a_mark(name):
    """Labels, titles, icons, letters. Tabs and heads of columns count as buttons, which they are."""
    shown = form(name)
    told = shown.of_kind(*KINDS)
    wrong = [
        each
        for each in controls(shown.picture)
        if each.confidence >= 0.5 and each.kind != "button" and not any(one.is_at(each) for one in told)
    ]
    assert len(wrong) <= max(1, 0.1 * len(told)), wrong


@pytest.mark.parametrize("name", NAMES)
def test_a_label_leads_to_its_field_and_to_no_other(name):
    shown = form(name)
    found = controls(shown.picture)
    texts = texts_of(shown)
    fields = {each.text: each for each in shown.of_kind("field", "combo")}
    led = {}
    for label in shown.of_kind("label"):
        wanted = fields.get(label.text.rstrip(":"))
        if wanted is None or wanted.rect.bottom > 780:
            continue
        field = field_of(texts[label.text], found, list(texts.values()))
        assert field is not None, label.text
        led[label.text] = wanted.rect.holds(field.rect.middle)
    assert all(led.values()), led


@pytest.mark.parametrize("name", NAMES)
def test_a_text_leads_to_its_check_box_and_to_no_other(name):
    shown = form(name)
    found = controls(shown.picture)
    texts = texts_of(shown)
    for each in shown.of_kind("check", "radio"):
        if each.rect.width < 40:
            continue  # a page's check box is told without its text
        mark = mark_of(texts[each.text], found, list(texts.values()))
        if each.text in MISSED.get(name, set()):
            assert mark is None
        else:
            assert mark is not None, each.text
            assert each.rect.holds(mark.rect.middle), each.text


LABEL = Rect(20, 100, 90, 114)


def boxes(*rects):
    return [Control(Rect(*rect), "text field", 1.0) for rect in rects]


@pytest.mark.parametrize(
    ("fields", "texts", "wanted"),
    [
        pytest.param([(100, 95, 300, 118)], [], 0, id="right of it"),
        pytest.param([(20, 120, 300, 144)], [], 0, id="below it"),
        pytest.param([(100, 95, 300, 118), (320, 95, 500, 118)], [], 0, id="the first of two on its line"),
        pytest.param([(100, 95, 300, 118)], [Rect(96, 90, 160, 122)], 0, id="with a text of its own in it"),
        pytest.param([(10, 90, 300, 124)], [], 0, id="around it: a text shown in an empty field"),
        pytest.param([(200, 95, 400, 118)], [Rect(110, 100, 180, 114)], None, id="behind another text"),
        pytest.param([(20, 150, 300, 174)], [Rect(20, 122, 80, 136)], None, id="below another text"),
        pytest.param([(100, 84, 300, 106), (100, 108, 300, 130)], [], None, id="between two lines"),
        pytest.param([(110, 95, 300, 118), (20, 122, 300, 144)], [], 0, id="right of it before below it"),
        pytest.param([(290, 95, 400, 118), (20, 118, 250, 144)], [], None, id="far right, or right below"),
        pytest.param([(20, 300, 300, 324)], [], None, id="too far below"),
        pytest.param([(100, 195, 300, 218)], [], None, id="on another line"),
        pytest.param([], [], None, id="no field at all"),
    ],
)
def test_where_a_labels_field_is(fields, texts, wanted):
    found = boxes(*fields)
    assert field_of(LABEL, found, texts) == (None if wanted is None else found[wanted])


TEXT = Rect(40, 100, 120, 114)


@pytest.mark.parametrize(
    ("mark", "texts", "found"),
    [
        pytest.param((20, 101, 33, 114), [], True, id="in front of it"),
        pytest.param((40, 101, 53, 114), [], True, id="read as its first letter"),
        pytest.param((126, 101, 139, 114), [], True, id="behind it"),
        pytest.param((126, 101, 139, 114), [Rect(145, 100, 200, 114)], False, id="in front of the next text"),
        pytest.param((126, 101, 139, 114), [Rect(40, 100, 200, 114)], False, id="in the middle of a line"),
        pytest.param((20, 141, 33, 154), [], False, id="on another line"),
        pytest.param((300, 101, 313, 114), [], False, id="too far away"),
    ],
)
def test_where_a_texts_check_box_is(mark, texts, found):
    box = Control(Rect(*mark), "checkbox", 0.9)
    assert mark_of(TEXT, [box], texts) == (box if found else None)


def test_a_button_is_no_field():
    assert field_of(LABEL, [Control(Rect(100, 95, 200, 118), "button", 1.0)], []) is None


def test_letters_are_no_check_boxes():
    """Round and square letters, in sizes up to those of a headline, Chinese ones too."""
    font = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
    picture = Image.new("RGB", (900, 620), "white")
    draw = ImageDraw.Draw(picture)
    top = 10
    for size in (11, 13, 15, 18, 22, 28):
        for text in ("Doom zoo book: OCR 0000 O 0 @ oe", "回复 国家 口令 日期 图片 因此 四个 目录 ■口"):
            draw.text((20, top), text, font=ImageFont.truetype(font, size), fill="black")
            top += round(1.7 * size)
    assert [each for each in controls(picture) if each.kind in MARKS and each.confidence >= 0.5] == []


def test_an_area_is_looked_at_by_itself():
    shown = form("tk")
    first = next(each for each in shown.told if each.kind == "field")
    area = Rect(first.rect.left - 20, first.rect.top - 10, first.rect.right + 10, first.rect.bottom + 5)
    (found,) = controls(shown.picture, area)
    assert first.is_at(found)


def test_nothing_is_seen_in_an_even_or_tiny_picture():
    assert controls(Image.new("RGB", (400, 300), "grey")) == []
    assert controls(Image.new("RGB", (3, 2), "grey")) == []
    assert controls(Image.new("RGB", (400, 300), "grey"), Rect(500, 500, 600, 600)) == []

"""What no program told is read from the recording's pictures, by the real engine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageDraw, ImageFont

from cogscript.language.model.box import Point, Rect, Size
from cogscript.reading import open_reader
from cogscript.recording.describing import describe
from cogscript.recording.input_events import Event, Hit, Recording
from cogscript.recording.reducer import LATE, reduce
from cogscript.recording.screen_pictures import ScreenPictures, changed_area
from cogscript.settings import ReadingSettings

SIZE = Size(800, 600)


@pytest.fixture(scope="module")
def reader():
    return open_reader(ReadingSettings())


def picture(*texts):
    """A screen with texts at places."""
    image = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("NotoSansCJK-Regular.ttc", 22)
    for text, place in texts:
        draw.text(place, text, fill="black", font=font)
    return image


def described(events, folder, reader):
    return describe(Recording(SIZE, tuple(events)), folder, reader, lambda done, total: None)


def test_a_click_on_a_text_takes_its_rectangle_and_its_name(tmp_path, reader):
    picture(("Submit order", (300, 200)), ("Something else", (300, 400))).save(tmp_path / "1.jpg")
    at = Point(350, 215)
    recording = described([Event(0, "press", at, "left", picture="1.jpg")], tmp_path, reader)

    target = recording.events[0].target
    assert target.name == "Submit order"
    assert target.rect.holds(at)
    step = reduce(recording).operations[1]
    assert step.arguments["element_info"] == "Submit order"
    assert step.description == "Click 'Submit order'"


def test_a_click_beside_every_text_stays_a_place(tmp_path, reader):
    picture(("Submit order", (300, 200))).save(tmp_path / "1.jpg")
    recording = described([Event(0, "press", Point(700, 500), "left", picture="1.jpg")], tmp_path, reader)

    assert recording.events[0].target is None


def test_what_was_not_seen_in_time_is_read_or_told_by_the_text_that_followed_or_said(tmp_path, reader):
    picture(("Submit order", (300, 200))).save(tmp_path / "1.jpg")
    field = Hit(Rect(300, 190, 500, 240), "text field", "Order")
    press = Event(0, "press", Point(350, 215), "left", picture="1.jpg", late=True)
    typed = Event(1, "down", key="x", text="x", target=field)

    def read(*events):
        recording = described(events, tmp_path, reader)
        return recording, reduce(recording).operations[1]

    recording, step = read(press)
    assert (recording.events[0].target.name, recording.events[0].late) == ("Submit order", False)
    recording, step = read(press, typed)
    assert (step.name, step.arguments["element_info"]) == ("TYPE", "Order")
    recording, step = read(replace(press, picture="", over=True), typed)
    assert (step.name, recording.events[0].target) == ("CLICK", None), "a menu lay over the field"
    recording, step = read(replace(press, picture=""))
    assert recording.events[0].late
    assert any(LATE in line for line in step.leading)
    assert "element_info" not in step.arguments


def test_a_picture_that_is_gone_or_broken_changes_nothing(tmp_path, reader):
    (tmp_path / "2.jpg").write_bytes(b"no picture")
    events = [Event(0, "press", Point(5, 5), "left", picture=name) for name in ("1.jpg", "2.jpg")]

    assert described(events, tmp_path, reader).events == tuple(events)


def test_text_of_an_input_method_is_read_where_no_field_tells_it(tmp_path, reader):
    picture(("notes - terminal", (20, 5))).save(tmp_path / "1.jpg")
    picture(("*notes - terminal", (20, 5)), ("你好世界", (20, 80))).save(tmp_path / "2.jpg")
    events = [
        Event(0, "down", text=None, picture="1.jpg"),
        Event(1, "down", text=None, picture="1.jpg"),
        Event(2, "gap", picture="2.jpg"),
    ]
    step = reduce(described(events, tmp_path, reader)).operations[1]

    assert step.arguments["text"] == "你好世界"


def test_a_screen_is_kept_once(tmp_path):
    pictures = ScreenPictures(tmp_path)
    screen = picture(("hello", (100, 100)))
    first, again, other = pictures.add(screen), pictures.add(screen), pictures.add(picture())
    pictures.close()

    assert first == again != other
    assert {each.name for each in tmp_path.iterdir()} == {first, other}


def test_a_caret_is_no_change_and_a_menu_is_one():
    screen = picture(("hello", (100, 100)))
    caret, menu = screen.copy(), screen.copy()
    ImageDraw.Draw(caret).line((300, 100, 300, 120), fill="black")
    ImageDraw.Draw(menu).rectangle((400, 200, 520, 380), fill="grey")

    assert changed_area(screen, caret) is None
    assert changed_area(screen, menu).overlap(Rect(400, 200, 521, 381)) == Rect(400, 200, 521, 381)

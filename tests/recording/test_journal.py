"""What was recorded is on disk, line by line, whatever ends the recorder."""

from __future__ import annotations

import pytest

from cogscript.cli.main import main
from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.recording.field import FieldReader, inserted_text
from cogscript.recording.hotkeys import read_hotkey
from cogscript.recording.input_events import Event, Hit, Journal, read_journal
from cogscript.surfaces.elements import Element

EVENTS = (
    Event(0.5, "press", Point(3, 4), "left", target=Hit(Rect(0, 0, 9, 9), "button", "确定"), picture="1.jpg"),
    Event(0.6, "release", Point(3, 4), "left"),
    Event(0.7, "down", key="a", text="a"),
    Event(0.8, "down", text=None),
    Event(0.9, "appeared", Point(1, 1), area=Rect(1, 2, 3, 4)),
)


@pytest.fixture
def folder(tmp_path):
    journal = Journal(tmp_path / "r", Size(100, 50), "linux", caps_lock=True)
    for event in EVENTS:
        journal.add(event)
    return tmp_path / "r"  # and nobody closes it


def test_each_event_is_there_before_the_journal_is_closed(folder):
    recording = read_journal(folder)

    assert recording.events == EVENTS
    assert (recording.size, recording.platform, recording.caps_lock) == (Size(100, 50), "linux", True)


def test_a_line_cut_short_by_a_crash_is_left_out(folder):
    path = folder / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-9])

    assert read_journal(folder).events == EVENTS[:-1]


def test_a_secret_in_a_journal_of_the_first_version_is_one(tmp_path):
    lines = [
        '{"recording": 1, "screen": [9, 9], "platform": "linux"}',
        '{"time": 1.0, "kind": "down", "secret": true, "text": ""}',
    ]
    (tmp_path / "events.jsonl").write_text("\n".join(lines), encoding="utf-8")

    assert [(each.kind, each.text) for each in read_journal(tmp_path).events] == [("secret", None)]


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", '{"recording": 1, "screen": [1]}\n{"kind": "x"}\n'])
def test_what_is_no_journal_is_refused(tmp_path, text):
    (tmp_path / "events.jsonl").write_text(text, encoding="utf-8")

    with pytest.raises(Fault):
        read_journal(tmp_path)


def test_only_its_owner_may_read_what_was_typed(folder):
    assert folder.stat().st_mode & 0o077 == 0


def test_a_recording_that_was_killed_is_recovered(folder, tmp_path, capsys):
    out = tmp_path / "again.cog"

    assert main(["record", str(out), "--recover", str(folder), "--no-reading"]) == 0
    assert "CLICK" in out.read_text(encoding="utf-8")
    assert "2 steps" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("before", "after", "inserted"),
    [
        ("", "你好", "你好"),
        ("abc", "abXc", "X"),
        ("aa", "aaa", "a"),
        ("abc", "abc", ""),
        ("abc", "", ""),
        ("old", "new", "new"),
    ],
)
def test_what_was_put_into_a_text(before, after, inserted):
    assert inserted_text(before, after) == inserted


def test_hotkeys_are_read_in_any_case_and_side():
    hotkey = read_hotkey("ctrl + ALT+Escape")

    assert hotkey.pressed(frozenset(("right_ctrl", "left_alt")), "escape")
    assert not hotkey.pressed(frozenset(("left_ctrl",)), "escape")
    assert not hotkey.pressed(frozenset(("left_ctrl", "left_alt", "left_shift")), "escape")


@pytest.mark.parametrize("wrong", ["", "a", "Ctrl", "Ctrl+Nope", "Ctrl+A+B", "Ctrl++"])
def test_what_is_no_shortcut_is_refused(wrong):
    with pytest.raises(Fault):
        read_hotkey(wrong)


def field_of(value):
    return Element("text field", "City", Rect(0, 0, 100, 20), value=value)


def test_a_field_that_fingers_were_faster_in_than_questions_is_read_from_before():
    reader = FieldReader()
    reader.see(field_of("in "))
    reader.begin(field_of("in Kö"))

    assert reader.read(field_of("in Köln")) == "Köln"
    assert reader.read(field_of("in Köln")) is None, "it is said once"


def test_a_password_field_is_never_read():
    reader = FieldReader()
    reader.begin(Element("password field", "", Rect(0, 0, 9, 9), secret=True))

    assert reader.read(Element("password field", "", Rect(0, 0, 9, 9), value="hunter2", secret=True)) is None

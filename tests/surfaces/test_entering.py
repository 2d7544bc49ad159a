"""TYPE is exact: read back from the real programs it was typed into."""

from __future__ import annotations

import random

import pytest
from Xlib import X

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.x11.connection import connect
from cogscript.surfaces.x11.entering import batches
from tests.conftest import wait_until
from tests.surfaces.programs import Entry, Mousepad, Page, Terminal, press, wait_for_window

SAMPLE = (
    "你好，世界。“引号”『』 — 👍 👩‍👩‍👧‍👦 🇨🇳 🏴󠁧󠁢󠁥󠁮󠁧󠁿 é ñ ß İ 𠮷\n"
    "\tif (x > 1) { y['a'] = \"b\"; } // `$HOME` \\n %s & | ; ~ ^\n"
    "\n"
    "    four spaces, a tab\tinside, and trailing spaces:   \n"
    "last line without a break  "
)
ONE_LINE = "姓名：“王小明” 👩‍🚀 tab\there 'single' \"double\" \\ trailing  "


def long_text(length: int) -> str:
    """A text of many different characters, in lines a terminal takes."""
    chance = random.Random(5)
    alphabet = (
        "abcdefghij ABCDEFGHIJ 0123456789 ,.;:!?'\"()[]{}\t"
        + "的一是不了人我在有他这中大来上国个到说们"
        + "😀🚀🎉"
    )
    text = "".join(chance.choice(alphabet) if at % 60 else "\n" for at in range(1, length + 1))
    assert len(text) == length
    return text


@pytest.mark.parametrize("program", [Mousepad, Terminal])
@pytest.mark.drives_programs
def test_a_text_of_several_lines_arrives_whole(program, virtual, tmp_path):
    virtual.set_clipboard("what I had copied 原来")
    target = program(virtual, tmp_path)
    virtual.type_text(SAMPLE)
    assert target.text() == SAMPLE
    assert virtual.clipboard() == "what I had copied 原来"


@pytest.mark.parametrize("program", [Entry, Page])
@pytest.mark.drives_programs
def test_a_line_arrives_whole_tab_and_all(program, virtual, tmp_path):
    virtual.set_clipboard("what I had copied 原来")
    target = program(virtual, tmp_path)
    virtual.type_text(ONE_LINE)
    assert target.text() == ONE_LINE
    assert virtual.clipboard() == "what I had copied 原来"


@pytest.mark.parametrize("program", [Mousepad, Terminal])
@pytest.mark.drives_programs
def test_five_thousand_characters_arrive_once(program, virtual, tmp_path):
    target = program(virtual, tmp_path)
    text = long_text(5000)
    virtual.type_text(text)
    assert target.text() == text


@pytest.mark.parametrize("program", [Entry, Page])
@pytest.mark.drives_programs
def test_five_thousand_characters_of_one_line_arrive_once(program, virtual, tmp_path):
    target = program(virtual, tmp_path)
    text = long_text(5000).replace("\n", "行")
    virtual.type_text(text)
    assert target.text() == text


@pytest.mark.parametrize("program", [Mousepad, Terminal, Entry, Page])
@pytest.mark.drives_programs
def test_texts_entered_one_after_the_other_keep_their_order(program, virtual, tmp_path):
    target = program(virtual, tmp_path)
    parts = [f"第{number}段 {'·' * number} " for number in range(1, 13)]
    for part in parts:
        virtual.type_text(part)
    assert target.text() == "".join(parts)


@pytest.mark.drives_programs
def test_a_text_area_of_a_page_keeps_line_breaks_and_tabs(virtual, tmp_path):
    target = Page(virtual, tmp_path, "textarea")
    virtual.type_text(SAMPLE)
    assert target.text() == SAMPLE


@pytest.mark.parametrize(
    ("program", "arrived"), [(Entry, "one\ntwo\n\tthree"), (Page, "one two \tthree")], ids=["entry", "page"]
)
@pytest.mark.drives_programs
def test_line_breaks_in_a_field_of_one_line_send_nothing_off(program, arrived, virtual, tmp_path):
    """A dialog's entry keeps them, a browser's input makes them spaces; neither is left or submitted."""
    target = program(virtual, tmp_path)
    virtual.type_text("one\ntwo\n\tthree")
    assert target.text() == arrived


@pytest.mark.drives_programs
def test_text_replaces_what_is_selected(virtual, tmp_path):
    target = Mousepad(virtual, tmp_path)
    virtual.type_text("to be replaced 旧")
    press(virtual, "left_ctrl", "a")
    virtual.type_text("新的 text")
    assert target.text() == "新的 text"


@pytest.mark.drives_programs
def test_keys_and_texts_mix(virtual, tmp_path):
    target = Mousepad(virtual, tmp_path)
    virtual.type_text("一")
    press(virtual, "return")
    virtual.type_text("二")
    press(virtual, "a")
    press(virtual, "left_shift", "b")
    virtual.type_text("三")
    assert target.text() == "一\n二aB三"


class PlainWindow:
    """A program that knows keys and no clipboard: a bare X window that looks keys up as it goes."""

    def __init__(self, screen) -> None:
        self.display = connect(screen.environment)
        root = self.display.screen().root
        self.window = root.create_window(10, 10, 300, 200, 0, 0, event_mask=X.KeyPressMask)
        self.window.set_wm_name("plain")
        self.window.map()
        self.display.sync()
        wait_for_window(screen, "plain")
        self.typed = ""

    def read(self) -> str:
        while self.display.pending_events():
            event = self.display.next_event()
            if event.type != X.KeyPress:
                continue
            row = self.display.get_keyboard_mapping(event.detail, 1)[0]
            keysym = row[1] if event.state & X.ShiftMask and row[1] else row[0]
            if event.state & X.ControlMask or 0xFFE1 <= keysym <= 0xFFEE:
                continue
            self.typed += {0xFF0D: "\n", 0xFF09: "\t"}.get(keysym) or chr(keysym & 0xFFFFFF)
        return self.typed


def test_a_program_that_cannot_paste_gets_key_strokes(virtual):
    virtual.set_clipboard("mine")
    window = PlainWindow(virtual)
    text = "Keys, {ok}? 你好 é\tx\n"
    virtual.type_text(text)
    wait_until(lambda: len(window.read()) >= len(text), what="all keys")
    assert window.read() == text
    # It is known from then on, and not kept waiting again.
    virtual.type_text("äß!")
    wait_until(lambda: len(window.read()) >= len(text) + 3, what="all keys")
    assert window.read() == text + "äß!"
    assert virtual.clipboard() == "mine"
    window.display.close()


@pytest.mark.drives_programs
@pytest.mark.parametrize("program", [Mousepad, Terminal, Entry, Page])
def test_key_strokes_say_every_character_too(program, virtual, tmp_path):
    """Characters that the layout lacks are bound to spare keys; a terminal gets those pasted."""
    virtual.set_clipboard("what I had copied 原来")
    target = program(virtual, tmp_path)
    text = "Keys: (a+b)*2 = 'é' “你好” 👍 𠮷 end"
    virtual.type_text(text, "keys")
    assert target.text() == text
    assert virtual.clipboard() == "what I had copied 原来"


@pytest.mark.drives_programs
def test_whoever_sees_the_text_arrive_need_not_wait_on(virtual, tmp_path):
    target = Entry(virtual, tmp_path)
    (field,) = (each for each in virtual.elements.snapshot().elements if each.role == "text field")
    seen = []

    def arrived() -> bool:
        seen.append(virtual.elements.refresh(field).value)
        return seen[-1] == "quick 快"

    virtual.type_text("quick 快", "paste", arrived)
    assert seen[-1] == "quick 快"
    assert target.text() == "quick 快"


@pytest.mark.drives_programs
def test_a_terminal_is_told_from_other_windows(virtual, tmp_path):
    Terminal(virtual, tmp_path)
    assert virtual.in_terminal()
    Mousepad(virtual, tmp_path)
    assert not virtual.in_terminal()


def test_text_for_nobody_is_refused(virtual):
    with pytest.raises(Fault, match="no window has the keyboard"):
        virtual.type_text("lost")
    virtual.type_text("")


@pytest.mark.parametrize(("text", "why"), [("a\0b", "NUL"), ("a\ud83d", "half a character")])
def test_text_no_program_can_take_is_refused(text, why, virtual):
    with pytest.raises(Fault, match=why):
        virtual.type_text(text)


def test_batches_bind_no_more_characters_than_there_are_keys():
    text = "a你b好c你世d界"
    parts = list(batches(text, str.isascii, 2))
    assert "".join(part for part, _ in parts) == text
    assert all(len(missing) <= 2 for _, missing in parts)
    assert all(set(filter(lambda each: not each.isascii(), part)) <= set(missing) for part, missing in parts)

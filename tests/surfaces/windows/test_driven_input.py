"""What arrives at a program: every key with its scan code, side and extended flag; every button and notch."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from cogscript.language.model.box import Point
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import ClickTarget
from cogscript.surfaces.key_presses import held, press
from cogscript.surfaces.pointing import NotReached
from cogscript.surfaces.windows.console_close import CLOSED

# key → virtual key as programs see it, scan code, extended: what a keyboard of a hundred and five keys sends.
KEYS = {
    "return": ("0D", "1C", "0"), "keypad_enter": ("0D", "1C", "1"), "escape": ("1B", "01", "0"),
    "left": ("25", "4B", "1"), "up": ("26", "48", "1"), "right": ("27", "4D", "1"), "down": ("28", "50", "1"),
    "home": ("24", "47", "1"), "end": ("23", "4F", "1"), "page_up": ("21", "49", "1"),
    "page_down": ("22", "51", "1"), "insert": ("2D", "52", "1"), "delete": ("2E", "53", "1"),
    "tab": ("09", "0F", "0"), "backspace": ("08", "0E", "0"), "space": ("20", "39", "0"),
    "left_shift": ("10", "2A", "0"), "right_shift": ("10", "36", "0"),
    "left_ctrl": ("11", "1D", "0"), "right_ctrl": ("11", "1D", "1"),
    "f1": ("70", "3B", "0"), "f12": ("7B", "58", "0"), "keypad_divide": ("6F", "35", "1"),
    "keypad_add": ("6B", "4E", "0"), "keypad_multiply": ("6A", "37", "0"), "a": ("41", "1E", "0"),
    "7": ("37", "08", "0"),
}  # fmt: skip
PLAIN = Point(300, 250)
"""In our window, where no field is."""
LINE, LINES, PASSWORD = Point(300, 395), Point(300, 470), Point(300, 545)


@pytest.mark.drives_programs
def test_keys_carry_their_scan_code_and_the_extended_flag(desktop: Any, logging_window: Any) -> None:
    desktop.click(PLAIN)
    told = {}
    for key in KEYS:
        logging_window.clear()
        press(desktop, key)
        told[key] = [tuple(line[1:]) for line in logging_window.of("down") if line[1] != "E8"]
    assert told == {key: [code] for key, code in KEYS.items()}


@pytest.mark.drives_programs
def test_keys_are_taken_when_the_call_returns(desktop: Any, logging_window: Any) -> None:
    desktop.click(PLAIN)
    for _ in range(30):
        logging_window.clear()
        press(desktop, "x")
        assert [line[1] for line in logging_window.of("char")] == ["0078"]


@pytest.mark.drives_programs
def test_a_character_that_needs_shift_is_pressed_with_it(desktop: Any, logging_window: Any) -> None:
    desktop.click(PLAIN)
    logging_window.clear()
    for character in "<>?~{":
        press(desktop, character)
    assert "".join(chr(int(line[1], 16)) for line in logging_window.of("char")) == "<>?~{"


@pytest.mark.drives_programs
def test_a_held_key_stays_down_through_clicks(desktop: Any, logging_window: Any, wait_until: Any) -> None:
    desktop.click(PLAIN)
    # Wine lets go of what no X keyboard holds down, whenever X tells it that the pointer came into a window.
    logging_window.rest()
    logging_window.clear()
    with held(desktop, ["left_ctrl"]):
        desktop.click(PLAIN)
    wait_until(lambda: logging_window.of("left-up"), what="the click with the key")
    (pressed,) = logging_window.of("left-down")
    assert pressed[4] == "8"  # MK_CONTROL
    desktop.click(Point(350, 300))
    wait_until(lambda: len(logging_window.of("left-up")) == 2, what="the click without it")
    assert logging_window.of("left-down")[-1][4] == "0"


@pytest.mark.drives_programs
def test_every_button_and_count(desktop: Any, logging_window: Any, wait_until: Any) -> None:
    logging_window.clear()
    desktop.click(PLAIN, "left", 2)
    desktop.click(Point(400, 250), "right")
    desktop.click(Point(200, 250), "middle")
    wait_until(lambda: logging_window.of("middle-up"), what="the last of them is told")
    kinds = [line[0] for line in logging_window.lines() if line[0] not in ("move", "down", "up")]
    assert kinds == [
        "left-down", "left-up", "left-double", "left-up", "right-down", "right-up",
        "middle-down", "middle-up",
    ]  # fmt: skip


@pytest.mark.drives_programs
def test_a_click_lands_on_its_pixel(desktop: Any, logging_window: Any, wait_until: Any) -> None:
    logging_window.clear()
    desktop.click_on(ClickTarget(beneath=desktop.beneath(PLAIN)), PLAIN)
    with pytest.raises(NotReached):  # what was seen there has gone
        desktop.click_on(ClickTarget(beneath=1), PLAIN)
    desktop.click(Point(317, 263), "right")
    wait_until(lambda: logging_window.of("right-up"), what="both are told")
    told = logging_window.lines()
    clicks = [line for line in told if line[0] in ("left-down", "left-double", "right-down")]
    assert len(clicks) == 2, told
    first, second = (tuple(map(int, line[1:3])) for line in clicks)
    assert (second[0] - first[0], second[1] - first[1]) == (17, 13)


@pytest.mark.drives_programs
def test_the_wheel_in_four_directions(desktop: Any, logging_window: Any) -> None:
    desktop.move(PLAIN)
    logging_window.clear()
    for direction in ("up", "down", "left", "right"):
        desktop.scroll(direction, 2)
    turned = [(line[0], int(line[3])) for line in logging_window.of("wheel", "sideways")]
    assert turned == [
        ("wheel", 120), ("wheel", 120), ("wheel", -120), ("wheel", -120),
        ("sideways", -120), ("sideways", -120), ("sideways", 120), ("sideways", 120),
    ]  # fmt: skip


@pytest.mark.drives_programs
def test_a_drag_moves_with_the_button_held(desktop: Any, logging_window: Any) -> None:
    logging_window.clear()
    desktop.drag(PLAIN, Point(450, 330), 0.2)
    kinds = [line[0] for line in logging_window.lines() if line[0] in ("left-down", "move", "left-up")]
    between = kinds[kinds.index("left-down") : kinds.index("left-up")]
    assert between.count("move") >= 5


@pytest.mark.drives_programs
@pytest.mark.parametrize("method", ["keys", "paste"])
@pytest.mark.parametrize(
    "text",
    ["Hello 你好 😀 <b>&amp;</b> %TEMP% ~^¨€", "one\ntwo\n\nfour", "a\r\nb", "0123456789" * 30],
    ids=["characters", "lines", "CRLF", "long"],
)
def test_text_arrives_whole(desktop: Any, logging_window: Any, text: str, method: Any) -> None:
    desktop.click(LINES)
    desktop.set_clipboard("kept 剪贴板")
    desktop.type_text(text, method)
    assert desktop.clipboard() == "kept 剪贴板"
    press(desktop, "left_ctrl", "a")
    press(desktop, "left_ctrl", "c")
    assert desktop.clipboard() == text.replace("\r\n", "\n")


@pytest.mark.drives_programs
def test_shift_and_arrows_select(desktop: Any, logging_window: Any) -> None:
    desktop.click(LINE)
    desktop.type_text("select me")
    with held(desktop, ["left_shift"]):
        press(desktop, "left")
        press(desktop, "left")
    press(desktop, "left_ctrl", "c")
    assert desktop.clipboard() == "me"


@pytest.mark.drives_programs
def test_an_empty_clipboard_is_a_sentence(desktop: Any) -> None:
    desktop.set_clipboard("")
    with pytest.raises(Fault, match="the clipboard is empty"):
        desktop.clipboard()


@pytest.mark.drives_programs
def test_password_fields_are_recognised_by_what_they_are(desktop: Any, logging_window: Any) -> None:
    from cogscript.surfaces.windows.passwords import password_focused
    from cogscript.surfaces.windows.window_list import control_at

    desktop.click(LINE)
    assert not password_focused()
    desktop.click(PASSWORD)
    assert control_at(PASSWORD) != control_at(LINE)
    assert password_focused()


@pytest.mark.drives_programs
def test_a_closed_console_leaves_no_key_down(desktop: Any, logging_window: Any) -> None:
    user32 = ctypes.WinDLL("user32")
    desktop.click(PLAIN)
    desktop.key_down("left_shift")
    desktop.press("left")
    assert user32.GetAsyncKeyState(0xA0) & 0x8000
    desktop._console_close.told(CLOSED)
    assert not user32.GetAsyncKeyState(0xA0) & 0x8000
    assert not user32.GetAsyncKeyState(0x01) & 0x8000

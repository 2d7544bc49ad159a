"""What can be said of the Windows code without Windows: keys, texts, names of programs, headers of files."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import pytest

from cogscript.language.model import keys
from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import config_file, data_folder, state_folder
from cogscript.surfaces import key_names
from cogscript.surfaces.registry import surface_kind
from cogscript.surfaces.windows import start_programs
from cogscript.surfaces.windows.key_codes import ALTGR, NAMED, SHIFT, KeyCode, chord
from cogscript.surfaces.windows.text_events import BATCH, batches, strokes
from cogscript.surfaces.xa11y_elements import scaled

NOBODY: frozenset[str] = frozenset()


def test_every_key_of_the_language_is_there_or_said_to_be_missing() -> None:
    named = {key for key in keys.canonical_keys() if not keys.is_character(key)}
    assert named - set(NAMED) == set(key_names.MISSING["Windows"])
    assert set(NAMED) <= set(keys.canonical_keys())


def test_no_two_keys_are_the_same_key() -> None:
    codes = list(NAMED.values())
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("character", "scanned", "held", "expected"),
    [
        ("a", 0x41, NOBODY, [KeyCode(0x41)]),
        ("<", 0x1BC, NOBODY, [SHIFT, KeyCode(0xBC)]),
        ("<", 0xE2, NOBODY, [KeyCode(0xE2)]),
        ("<", 0x1BC, frozenset({"right_shift"}), [KeyCode(0xBC)]),
        ("@", 0x651, NOBODY, [ALTGR, KeyCode(0x51)]),
        ("1", 0x131, NOBODY, [SHIFT, KeyCode(0x31)]),
        ("1", 0x131, frozenset({"left_ctrl"}), [KeyCode(0x31)]),
        ("c", -1, frozenset({"left_ctrl"}), [KeyCode(0x43)]),
        ("ß", -1, NOBODY, None),
    ],
    ids=["US a", "US <", "German <", "shift is held", "German @", "French 1", "French Ctrl+1",
         "Russian Ctrl+C", "no such key"],
)  # fmt: skip
def test_a_character_is_pressed_as_its_layout_makes_it(character, scanned, held, expected) -> None:
    assert chord(character, scanned, held) == expected


def test_line_breaks_and_tabs_are_keys_and_all_else_is_itself() -> None:
    told = [event for stroke in strokes("a😀\r\n\t") for event in stroke if not event[2] & 2]
    assert told == [(0, 0x61, 4), (0, 0xD83D, 4), (0, 0xDE00, 4), (0x0D, 0, 0), (0x09, 0, 0)]


@pytest.mark.parametrize("text", ["", "x", "y" * BATCH, "漢😀" * 500])
def test_a_long_text_is_sent_in_pieces_that_cut_no_character(text: str) -> None:
    units: list[int] = []
    for some in batches(text):
        down = [unit for _, unit, flags in some if not flags & 2]
        bytes(b"".join(unit.to_bytes(2, "little") for unit in down)).decode("utf-16-le")
        assert len(down) <= 2 * BATCH
        units += down
    assert b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le") == text


def header(subsystem: int) -> bytes:
    """The beginning of a program's file."""
    data = bytearray(0x200)
    data[:2] = b"MZ"
    struct.pack_into("<I", data, 0x3C, 0x80)
    data[0x80:0x84] = b"PE\0\0"
    struct.pack_into("<H", data, 0x80 + 0x5C, subsystem)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "console"), [(header(3), True), (header(2), False), (b"MZ", False), (b"\0" * 200, False)]
)
def test_a_console_program_is_known_by_its_header(data: bytes, console: bool) -> None:
    assert start_programs.is_console_program(data) == console


def test_names_of_the_start_menu() -> None:
    apps = {"Google Chrome": "Chrome", "设置": "settings!App", "Paint 3D": "3D", "Paint": "mspaint"}
    assert start_programs.find_start_app("paint", apps) == "mspaint"
    assert start_programs.find_start_app("chrome", apps) == "Chrome"
    assert start_programs.find_start_app("设置", apps) == "settings!App"
    assert start_programs.find_start_app("chro", apps) is None
    assert start_programs.find_start_app("", apps) is None
    assert start_programs.read_start_apps("garbage") == {}


@pytest.mark.parametrize("name", ["", "a/b", "..\\x", "c:x", "x*", 'x"'])
def test_a_path_is_no_name_of_a_program(name: str) -> None:
    assert start_programs.program_file(name) is None


@pytest.mark.parametrize(
    ("scale", "expected"), [(1.0, (10, 20, 30, 41)), (1.25, (12, 25, 38, 51)), (2.0, (20, 40, 60, 82))]
)
def test_rectangles_are_in_pixels_of_the_screen(scale: float, expected: tuple[int, ...]) -> None:
    assert tuple(scaled(Rect(10, 20, 30, 41), scale)) == expected


@pytest.mark.parametrize(
    ("style", "rect", "splash"),
    [
        (0x90000000, Rect(400, 250, 800, 500), True),
        (0x90C00000, Rect(400, 250, 800, 500), False),
        (0x90040000, Rect(400, 250, 800, 500), False),
        (0x90000000, Rect(0, 0, 1280, 800), False),
    ],
    ids=["bare", "with a title", "with an edge to pull", "the whole screen"],
)
def test_what_looks_like_a_splash_screen(style: int, rect: Rect, splash: bool) -> None:
    from cogscript.surfaces.windows.launched_window import may_be_splash

    assert may_be_splash(style, rect, Rect(0, 0, 1280, 800)) == splash


@pytest.mark.skipif(sys.platform.startswith("linux"), reason="Linux has private screens")
def test_elsewhere_a_private_screen_is_a_sentence() -> None:
    with pytest.raises(Fault, match="exists only on Linux"):
        surface_kind("virtual")


@pytest.mark.skipif(sys.platform != "win32", reason="where Windows keeps what belongs to programs")
def test_our_folder_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COGSCRIPT_HOME", "COGSCRIPT_SETTINGS"):
        monkeypatch.delenv(name, raising=False)
    ours = Path(os.environ["LOCALAPPDATA"]) / "cogscript"
    assert data_folder() == state_folder() == config_file().parent == ours

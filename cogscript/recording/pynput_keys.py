"""The names pynput gives to keys, which other recorders built on it also write, and what they mean here."""

from __future__ import annotations

import sys
from typing import Any

from cogscript.language.model import keys

_NAMES = {
    "alt": "left_alt", "alt_l": "left_alt", "alt_r": "right_alt", "alt_gr": "right_alt",
    "ctrl": "left_ctrl", "ctrl_l": "left_ctrl", "ctrl_r": "right_ctrl",
    "cmd": "left_super", "cmd_l": "left_super", "cmd_r": "right_super",
    "shift": "left_shift", "shift_l": "left_shift", "shift_r": "right_shift",
    "media_volume_up": "volume_up", "media_volume_down": "volume_down", "media_volume_mute": "volume_mute",
    "media_play_pause": "media_play",
}  # fmt: skip

UNKNOWN_CHARACTER = "<0>"
"""What a character that an input method entered looks like on X11."""

# Keys of the number pad come as bare codes: X11 keysyms, Windows virtual keys, macOS key codes.
_KEYPAD_CODES: dict[int, str] = {
    **{0xFFB0 + digit: f"keypad_{digit}" for digit in range(10)},
    **{96 + digit: f"keypad_{digit}" for digit in range(10)},
    0xFF8D: "keypad_enter", 0xFFAA: "keypad_multiply", 0xFFAB: "keypad_add", 0xFFAD: "keypad_subtract",
    0xFFAE: "keypad_decimal", 0xFFAF: "keypad_divide",
    106: "keypad_multiply", 107: "keypad_add", 109: "keypad_subtract", 110: "keypad_decimal",
    111: "keypad_divide",
}  # fmt: skip

_UNICODE_KEYSYMS = 0x1000000
"""Where X11 puts the characters that have no keysym of their own."""

_KEYPAD_TEXT = {
    **{f"keypad_{digit}": str(digit) for digit in range(10)},
    "keypad_add": "+", "keypad_subtract": "-", "keypad_multiply": "*", "keypad_divide": "/",
    "keypad_decimal": ".",
}  # fmt: skip


def read_name(name: str | None) -> tuple[str, str | None]:
    """The canonical key of a name, and the text it enters (None: nobody knows, "": none)."""
    if name is None or name in ("", UNKNOWN_CHARACTER):
        return "", None
    if len(name) == 1:
        return keys.canonical(name.lower()) or ("space" if name == " " else ""), name
    if name == "space":
        return "space", " "
    if name.startswith("<") and name.endswith(">") and name[1:-1].isdigit():
        return read_code(int(name[1:-1]))
    key = _NAMES.get(name) or keys.canonical(name) or ""
    return key, _KEYPAD_TEXT.get(key, "")


def read_code(code: int) -> tuple[str, str | None]:
    """What a key is of which only the code is known."""
    if code == 0:
        return "", None
    if _UNICODE_KEYSYMS < code <= _UNICODE_KEYSYMS + sys.maxunicode:
        return "", chr(code - _UNICODE_KEYSYMS)
    key = _KEYPAD_CODES.get(code, "")
    return key, _KEYPAD_TEXT.get(key, "")


def read_key(key: Any) -> tuple[str, str | None]:
    """What a key object of pynput is; None where the system knew nothing of it."""
    if key is None:
        return "", None
    name = getattr(key, "name", None)
    if name is not None:
        return read_name(name)
    if getattr(key, "is_dead", False):  # an accent that waits for its letter
        return "", None
    if key.char is None:
        return read_code(key.vk or 0)
    if key.char == "," and key.vk is None:  # pynput's word for the decimal key of the number pad
        return "keypad_decimal", "."
    return read_name(key.char)

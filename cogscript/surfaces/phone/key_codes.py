"""Android's numbers for the keys of `language.model.keys`, and for a phone's buttons."""

from __future__ import annotations

import string

KEY_CODES: dict[str, int] = {
    **{letter: 29 + place for place, letter in enumerate(string.ascii_lowercase)},
    **{digit: 7 + place for place, digit in enumerate(string.digits)},
    **{f"f{number}": 130 + number for number in range(1, 13)},
    **{f"keypad_{digit}": 144 + digit for digit in range(10)},
    "*": 17, "#": 18, "up": 19, "down": 20, "left": 21, "right": 22, "volume_up": 24, "volume_down": 25,
    ",": 55, ".": 56, "left_alt": 57, "right_alt": 58, "left_shift": 59, "right_shift": 60, "tab": 61,
    "space": 62, "return": 66, "backspace": 67, "`": 68, "-": 69, "=": 70, "[": 71, "]": 72, "\\": 73,
    ";": 74, "'": 75, "/": 76, "@": 77, "+": 81, "menu": 82, "media_play": 85, "media_stop": 86,
    "media_next": 87, "media_previous": 88, "page_up": 92, "page_down": 93, "escape": 111, "delete": 112,
    "left_ctrl": 113, "right_ctrl": 114, "caps_lock": 115, "scroll_lock": 116, "left_super": 117,
    "right_super": 118, "print_screen": 120, "pause": 121, "home": 122, "end": 123, "insert": 124,
    "browser_forward": 125, "num_lock": 143, "keypad_divide": 154, "keypad_multiply": 155,
    "keypad_subtract": 156, "keypad_add": 157, "keypad_decimal": 158, "keypad_enter": 160,
    "volume_mute": 164, "help": 259, "browser_back": 4, "browser_home": 64, "browser_search": 84,
}  # fmt: skip

BUTTONS = {
    "back": 4, "home": 3, "menu": 82, "enter": 66, "recent": 187, "power": 26, "volume_up": 24,
    "volume_down": 25,
}  # fmt: skip
"""SYSTEM_BUTTON's buttons."""

MOVE_END, DELETE = 123, 67

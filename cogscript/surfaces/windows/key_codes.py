"""What Windows calls the keys of `language.model.keys`: pure data, and which of them carry the extended flag.

Characters are not here: which key, and which modifiers with it, makes one is a matter of the layout.
"""

from __future__ import annotations

from typing import NamedTuple


class KeyCode(NamedTuple):
    virtual_key: int
    extended: bool = False
    """Whether it is one of the keys that came with larger keyboards: the arrows are, the keypad's are not."""
    scan: int = 0
    """Its scan code, where Windows' own table gives another than keyboards do; else 0."""


SHIFT, ALTGR = KeyCode(0xA0), KeyCode(0xA5, True)

NAMED: dict[str, KeyCode] = {
    **{f"f{number}": KeyCode(0x70 + number - 1) for number in range(1, 25)},
    **{f"keypad_{digit}": KeyCode(0x60 + digit) for digit in range(10)},
    "return": KeyCode(0x0D),
    "space": KeyCode(0x20),
    "left_ctrl": KeyCode(0xA2),
    "right_ctrl": KeyCode(0xA3, True),
    "left_alt": KeyCode(0xA4),
    "right_alt": ALTGR,
    "left_super": KeyCode(0x5B, True),
    "right_super": KeyCode(0x5C, True),
    "left_shift": SHIFT,
    "right_shift": KeyCode(0xA1, False, 0x36),
    "up": KeyCode(0x26, True),
    "down": KeyCode(0x28, True),
    "left": KeyCode(0x25, True),
    "right": KeyCode(0x27, True),
    "tab": KeyCode(0x09),
    "backspace": KeyCode(0x08),
    "delete": KeyCode(0x2E, True),
    "insert": KeyCode(0x2D, True),
    "home": KeyCode(0x24, True),
    "end": KeyCode(0x23, True),
    "page_up": KeyCode(0x21, True),
    "page_down": KeyCode(0x22, True),
    "escape": KeyCode(0x1B),
    "caps_lock": KeyCode(0x14),
    "num_lock": KeyCode(0x90, True, 0x45),
    "scroll_lock": KeyCode(0x91),
    "print_screen": KeyCode(0x2C, True, 0x37),
    "pause": KeyCode(0x13, False, 0x45),
    "menu": KeyCode(0x5D, True),
    "help": KeyCode(0x2F),
    "volume_up": KeyCode(0xAF, True),
    "volume_down": KeyCode(0xAE, True),
    "volume_mute": KeyCode(0xAD, True),
    "media_play": KeyCode(0xB3, True),
    "media_stop": KeyCode(0xB2, True),
    "media_next": KeyCode(0xB0, True),
    "media_previous": KeyCode(0xB1, True),
    "browser_back": KeyCode(0xA6, True),
    "browser_forward": KeyCode(0xA7, True),
    "browser_refresh": KeyCode(0xA8, True),
    "browser_search": KeyCode(0xAA, True),
    "browser_home": KeyCode(0xAC, True),
    "keypad_enter": KeyCode(0x0D, True),
    "keypad_add": KeyCode(0x6B),
    "keypad_subtract": KeyCode(0x6D),
    "keypad_multiply": KeyCode(0x6A),
    "keypad_divide": KeyCode(0x6F, True),
    "keypad_decimal": KeyCode(0x6E),
}

CAPS_LOCK = NAMED["caps_lock"].virtual_key
_SHIFTED, _ALTGR_STATE = 1, 6
_COMMANDS = frozenset({"left_ctrl", "right_ctrl", "left_alt", "right_alt", "left_super", "right_super"})


def chord(character: str, scanned: int, held: frozenset[str]) -> list[KeyCode] | None:
    """The keys that make a character, modifiers first; None where the layout has no key for it.

    `scanned` is the layout's answer (VkKeyScanEx): a virtual key, and in the high byte the modifiers. In a
    shortcut a letter or a digit is its key and nothing more: Ctrl+1 is no Ctrl+Shift+1 on a French keyboard,
    and Ctrl+C is the key C on a Russian one.
    """
    plain = character.isascii() and character.isalnum()
    if scanned == -1:
        return [KeyCode(ord(character.upper()))] if plain else None
    key, state = KeyCode(scanned & 0xFF), scanned >> 8 & 0xFF
    if plain and held & _COMMANDS:
        return [key]
    if state == _SHIFTED:
        return [key] if held & {"left_shift", "right_shift"} else [SHIFT, key]
    if state == _ALTGR_STATE:
        return [ALTGR, key]
    return [key] if state == 0 else None

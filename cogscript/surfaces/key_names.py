"""What each system calls the keys of `language.model.keys`: pure data, one table a system.

A key a table does not have is one the system cannot press; `MISSING` says why where it is known.
X11's names are keysym numbers (X11/keysymdef.h, XF86keysym.h), macOS's are pyautogui's; those of Windows
are in `windows/key_codes.py`.
"""

from __future__ import annotations

import string

from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.keys import label

_CHARACTERS = string.ascii_lowercase + string.digits + "`-=[]\\;',./~!@#$%^&*()_+{}|:\"<>?"

# Several keysyms: the first one the keyboard has (a layout with AltGr has no Alt_R).
X11: dict[str, tuple[int, ...]] = {
    **{character: (ord(character),) for character in _CHARACTERS},
    **{f"f{number}": (0xFFBE + number - 1,) for number in range(1, 25)},
    **{f"keypad_{digit}": (0xFFB0 + digit,) for digit in range(10)},
    "return": (0xFF0D,),
    "space": (0x20,),
    "left_ctrl": (0xFFE3,),
    "right_ctrl": (0xFFE4,),
    "left_alt": (0xFFE9, 0xFFE7),
    "right_alt": (0xFFEA, 0xFE03, 0xFF7E),
    "left_super": (0xFFEB,),
    "right_super": (0xFFEC,),
    "left_shift": (0xFFE1,),
    "right_shift": (0xFFE2,),
    "up": (0xFF52,),
    "down": (0xFF54,),
    "left": (0xFF51,),
    "right": (0xFF53,),
    "tab": (0xFF09,),
    "backspace": (0xFF08,),
    "delete": (0xFFFF,),
    "insert": (0xFF63,),
    "home": (0xFF50,),
    "end": (0xFF57,),
    "page_up": (0xFF55,),
    "page_down": (0xFF56,),
    "escape": (0xFF1B,),
    "caps_lock": (0xFFE5,),
    "num_lock": (0xFF7F,),
    "scroll_lock": (0xFF14,),
    "print_screen": (0xFF61,),
    "pause": (0xFF13,),
    "menu": (0xFF67,),
    "help": (0xFF6A,),
    "volume_up": (0x1008FF13,),
    "volume_down": (0x1008FF11,),
    "volume_mute": (0x1008FF12,),
    "media_play": (0x1008FF14,),
    "media_stop": (0x1008FF15,),
    "media_previous": (0x1008FF16,),
    "media_next": (0x1008FF17,),
    "browser_back": (0x1008FF26,),
    "browser_forward": (0x1008FF27,),
    "browser_refresh": (0x1008FF73, 0x1008FF29),
    "browser_search": (0x1008FF1B,),
    "browser_home": (0x1008FF18,),
    "keypad_enter": (0xFF8D,),
    "keypad_add": (0xFFAB,),
    "keypad_subtract": (0xFFAD,),
    "keypad_multiply": (0xFFAA,),
    "keypad_divide": (0xFFAF,),
    "keypad_decimal": (0xFFAE,),
}

MACOS: dict[str, str] = {
    **{character: character for character in _CHARACTERS},
    **{f"f{number}": f"f{number}" for number in range(1, 21)},
    "return": "return",
    "space": "space",
    "left_ctrl": "ctrlleft",
    "right_ctrl": "ctrlright",
    "left_alt": "optionleft",
    "right_alt": "optionright",
    "left_super": "command",
    # pyautogui knows one Command key; programs do not tell the two apart.
    "right_super": "command",
    "left_shift": "shiftleft",
    "right_shift": "shiftright",
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
    "tab": "tab",
    "backspace": "backspace",
    "delete": "del",
    "home": "home",
    "end": "end",
    "page_up": "pageup",
    "page_down": "pagedown",
    "escape": "esc",
    "caps_lock": "capslock",
    "fn": "fn",
    "help": "help",
    # A Mac has no Insert key; the Help key stands in its place on a full keyboard.
    "insert": "help",
    "keypad_enter": "enter",
    "volume_up": "volumeup",
    "volume_down": "volumedown",
    "volume_mute": "volumemute",
}

_NO_MAC_KEY = "an Apple keyboard has no such key"
_NO_KEYPAD = "pyautogui knows no keypad on macOS; use the digit or the sign itself"
MISSING: dict[str, dict[str, str]] = {
    "X11": {"fn": "keyboards keep Fn to themselves and never report it"},
    "Windows": {"fn": "keyboards keep Fn to themselves and never report it"},
    "macOS": {
        **{f"f{number}": "keys above F20 do not exist there" for number in range(21, 25)},
        **{f"keypad_{digit}": _NO_KEYPAD for digit in range(10)},
        **{
            f"keypad_{sign}": _NO_KEYPAD for sign in ("add", "subtract", "multiply", "divide", "decimal")
        },
        **dict.fromkeys(
            ("num_lock", "scroll_lock", "print_screen", "pause", "menu"), _NO_MAC_KEY
        ),
        **dict.fromkeys(
            ("media_play", "media_stop", "media_next", "media_previous"),
            "pyautogui does not press media keys on macOS",
        ),
        **{
            f"browser_{what}": "no Mac program listens to browser keys; use its shortcut"
            for what in ("back", "forward", "refresh", "search", "home")
        },
    },
}  # fmt: skip


def missing_key(system: str, key: str) -> Fault:
    """The sentence for a key a system does not have."""
    why = MISSING.get(system, {}).get(key, "")
    return Fault("key-missing", f"{system} has no key `{label(key)}`" + (f": {why}" if why else ""))

"""What Playwright calls the keys of `language.model.keys`."""

from __future__ import annotations

import string

PLAYWRIGHT: dict[str, str] = {
    **{letter: f"Key{letter.upper()}" for letter in string.ascii_lowercase},
    **{digit: f"Digit{digit}" for digit in string.digits},
    **{sign: sign for sign in "~!@#$%^&*()_+{}|:\"<>?"},
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    **{f"keypad_{digit}": f"Numpad{digit}" for digit in range(10)},
    "`": "Backquote", "-": "Minus", "=": "Equal", "[": "BracketLeft", "]": "BracketRight", "\\": "Backslash",
    ";": "Semicolon", "'": "Quote", ",": "Comma", ".": "Period", "/": "Slash",
    "return": "Enter", "space": "Space", "tab": "Tab", "backspace": "Backspace", "delete": "Delete",
    "insert": "Insert", "home": "Home", "end": "End", "page_up": "PageUp", "page_down": "PageDown",
    "escape": "Escape", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "left_ctrl": "ControlLeft", "right_ctrl": "ControlRight", "left_alt": "AltLeft", "right_alt": "AltRight",
    "left_super": "MetaLeft", "right_super": "MetaRight", "left_shift": "ShiftLeft",
    "right_shift": "ShiftRight", "caps_lock": "CapsLock", "num_lock": "NumLock", "scroll_lock": "ScrollLock",
    "print_screen": "PrintScreen", "pause": "Pause", "menu": "ContextMenu", "help": "Help",
    "keypad_enter": "NumpadEnter", "keypad_add": "NumpadAdd", "keypad_subtract": "NumpadSubtract",
    "keypad_multiply": "NumpadMultiply", "keypad_divide": "NumpadDivide", "keypad_decimal": "NumpadDecimal",
}  # fmt: skip

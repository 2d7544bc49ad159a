"""The keys of an Android phone, as `adb shell input keyevent` names and numbers them."""

from __future__ import annotations

from cogscript.language.model import keys
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation

_NUMBERS = {
    3: "home", 4: "back", 19: "up", 20: "down", 21: "left", 22: "right", 24: "volume_up", 25: "volume_down",
    26: "power", 61: "tab", 62: "space", 66: "enter", 67: "del", 82: "menu", 92: "page_up", 93: "page_down",
    111: "escape", 112: "forward_del", 122: "move_home", 123: "move_end", 187: "app_switch",
    **{7 + digit: str(digit) for digit in range(10)},
}  # fmt: skip
_NAMES = {
    "del": "Backspace", "forward_del": "Delete", "move_home": "Home", "move_end": "End", "dpad_up": "Up",
    "dpad_down": "Down", "dpad_left": "Left", "dpad_right": "Right", "dpad_center": "Return",
}  # fmt: skip
_BUTTONS = {"app_switch": "recent", "recents": "recent", "recent_apps": "recent", "return": "enter"}
_CHOICES = OPERATIONS["SYSTEM_BUTTON"].parameter("button")
SYSTEM_BUTTONS = frozenset(_CHOICES.choices if _CHOICES else ())


def phone_key(name: str) -> Operation | None:
    """The operation of a phone's key, by its name or number; None for one that the language lacks.

    A number is the key's code: 4 is the Back button, the digit 4 is 11.
    """
    plain = name.strip().casefold().replace(" ", "_").removeprefix("keycode_")
    if plain.isdecimal() and len(plain) < 4:
        if int(plain) not in _NUMBERS:
            return None
        plain = _NUMBERS[int(plain)]
    plain = _BUTTONS.get(plain, plain)
    if plain in SYSTEM_BUTTONS:
        return Operation("SYSTEM_BUTTON", {"button": plain})
    if plain == "clear":
        return Operation("TYPE", {"text": "", "clear": True})
    key = keys.canonical(_NAMES.get(plain, plain))
    return Operation("KEY_PRESS", {"key": keys.label(key)}) if key else None

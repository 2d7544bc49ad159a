"""The names that X gives to keys, and the keys of a `.cog` file that they mean."""

from __future__ import annotations

import re
from contextlib import suppress
from unicodedata import lookup

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import Draft, Untranslatable
from cogscript.dialects.scripts.xdotool.unknown_values import ASKED, is_number_mark
from cogscript.language.model.diagnostic import Span
from cogscript.language.model.tree import Operation

_NAMES = {
    "XF86AudioRaiseVolume": "VolumeUp", "XF86AudioLowerVolume": "VolumeDown", "XF86AudioMute": "VolumeMute",
    "XF86AudioPlay": "PlayPause", "XF86AudioPause": "PlayPause", "XF86AudioStop": "MediaStop",
    "XF86AudioNext": "NextTrack", "XF86AudioPrev": "PrevTrack", "XF86Back": "BrowserBack",
    "XF86Forward": "BrowserForward", "XF86Refresh": "BrowserRefresh", "XF86Reload": "BrowserRefresh",
    "XF86Search": "BrowserSearch", "XF86HomePage": "BrowserHome", "asciitilde": "~", "quoteleft": "`",
    "quoteright": "'", "ISO_Level3_Shift": "AltGr", "Mode_switch": "AltGr",
    **{f"KP_{name}": name for name in (
        "Up", "Down", "Left", "Right", "Home", "End", "Prior", "Next", "Page_Up", "Page_Down", "Insert",
        "Delete", "Tab", "Space",
    )},
    "KP_Equal": "=", "KP_Separator": ",",
}  # fmt: skip
_ROWS = {10: "1234567890", 24: "qwertyuiop", 38: "asdfghjkl", 52: "zxcvbnm"}
_CODES = {
    9: "Escape", 22: "BackSpace", 23: "Tab", 36: "Return", 37: "Control_L", 50: "Shift_L", 64: "Alt_L",
    65: "space", 95: "F11", 96: "F12", 110: "Home", 111: "Up", 112: "Prior", 113: "Left", 114: "Right",
    115: "End", 116: "Down", 117: "Next", 118: "Insert", 119: "Delete", 133: "Super_L",
    **{67 + number: f"F{number + 1}" for number in range(10)},
    **{first + at: letter for first, row in _ROWS.items() for at, letter in enumerate(row)},
}  # fmt: skip
"""The keys of the usual keyboard by their numbers."""
_KEYSYMS = {
    0xFF08: "BackSpace", 0xFF09: "Tab", 0xFF0D: "Return", 0xFF1B: "Escape", 0xFFFF: "Delete", 0xFF50: "Home",
    0xFF51: "Left", 0xFF52: "Up", 0xFF53: "Right", 0xFF54: "Down", 0xFF55: "Prior", 0xFF56: "Next",
    0xFF57: "End", 0xFF63: "Insert", 0xFF67: "Menu", 0xFF8D: "KP_Enter", 0xFFE1: "Shift_L", 0xFFE2: "Shift_R",
    0xFFE3: "Control_L", 0xFFE4: "Control_R", 0xFFE9: "Alt_L", 0xFFEA: "Alt_R", 0xFFEB: "Super_L",
    0xFFEC: "Super_R", **{0xFFBE + number: f"F{number + 1}" for number in range(12)},
    **{code: chr(code) for code in range(0x21, 0x7F)}, 0x20: "space",
}  # fmt: skip
"""The keys by the numbers that X gives to what they mean."""


_MARKS = {"acute": "ACUTE", "grave": "GRAVE", "diaeresis": "DIAERESIS", "circumflex": "CIRCUMFLEX",
          "tilde": "TILDE", "ring": "RING ABOVE", "cedilla": "CEDILLA", "caron": "CARON"}  # fmt: skip
_CHARACTERS = {"ssharp": "ß", "EuroSign": "€", "sterling": "£", "degree": "°", "section": "§", "mu": "µ",
               "ae": "æ", "AE": "Æ", "oslash": "ø", "Oslash": "Ø", "questiondown": "¿", "exclamdown": "¡",
               "guillemotleft": "«", "guillemotright": "»", "onehalf": "½", "copyright": "©"}  # fmt: skip


def _character(word: str) -> str:
    """The character that X calls `eacute` or `U20AC`; the word itself where it is none."""
    if code := re.fullmatch(r"U\+?([0-9A-Fa-f]{4,6})|0x100([0-9A-Fa-f]{4})", word):
        number = int(code[1] or code[2], 16)
        return chr(number) if number < 0x110000 else word
    if marked := re.fullmatch(rf"([A-Za-z])({'|'.join(_MARKS)})", word):
        size = "CAPITAL" if marked[1].isupper() else "SMALL"
        with suppress(KeyError):
            return lookup(f"LATIN {size} LETTER {marked[1].upper()} WITH {_MARKS[marked[2]]}")
    return _CHARACTERS.get(word, word)


def key_names(word: str, draft: Draft, span: Span) -> list[str]:
    """The names of the keys in `ctrl+shift+t`, as a `.cog` file has them."""
    if word.casefold() == "iso_left_tab":
        return ["shift", "Tab"]
    if ASKED in word or is_number_mark(word):
        raise Untranslatable("which key it is, is not in the script")
    if any(mark.isspace() for mark in word.strip()) or word == "":
        raise Untranslatable(f"`{word[:40]}` is no key: xdotool takes each key as a word of its own")
    names = builders.split_keys(word)
    if "+" not in word and len(names) > 1:
        draft.repaired(span, f"xdotool itself does not know `{word[:40]}`: {'+'.join(names)[:40]} is pressed")
    if word.endswith("+"):
        draft.repaired(span, "xdotool itself takes + for a joint, and calls the key plus")
    made: list[str] = []
    for name in names:
        if re.fullmatch(r"\d{2,3}", name):
            draft.repaired(span, f"{name} is the number of a key: the one of the usual keyboard is pressed")
            name = _CODES.get(int(name), name)
        if re.fullmatch(r"0[xX][0-9a-fA-F]{1,8}", name):
            name = _KEYSYMS.get(int(name, 16), name)
        name = _NAMES.get(name, name)
        if len(name) == 1 and name.isupper() and not any(map(_is_shift, made)):
            # To X a capital is the letter with Shift, in a chord as well.
            if len(names) > 1:
                draft.repaired(span, f"`{name}` is a capital: xdotool holds Shift for it")
            made.append("shift")
        made.append(name)
    return made


def pressed(word: str, draft: Draft, span: Span) -> list[Operation]:
    """The press of one word after `key`."""
    character = _character(word)
    if len(character) == 1 and not character.isascii():
        return [Operation("TYPE", {"text": character})]
    return builders.presses(key_names(word, draft, span))


def _is_shift(name: str) -> bool:
    return name.casefold().startswith("shift")

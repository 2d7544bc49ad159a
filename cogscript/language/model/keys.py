"""Every key name a `.cog` file may use, and the one key each of them means.

The names in CogAgent's own Windows and macOS columns, the everyday names, letters, digits, punctuation
and F1 to F24, on every platform and in any case. Surfaces map the canonical names here to what their
platform calls a key.
"""

from __future__ import annotations

import re
from functools import cache

from cogscript.language.model.diagnostic import nearest

# canonical name: (the name the formatter and the recorder write, every further spelling)
_NAMED: dict[str, tuple[str, ...]] = {
    "return": ("Return", "Enter", "Ret", "Carriage Return"),
    "space": ("Space", "Spacebar", "Space Bar"),
    "left_ctrl": (
        "Lcontrol", "Control", "Ctrl", "Left Control", "Lctrl", "Left Ctrl", "Ctrl Left", "Control L",
        "VK_CONTROL",
    ),
    "right_ctrl": ("Rcontrol", "Right Control", "Rctrl", "Right Ctrl", "Ctrl Right", "Control R"),
    "left_alt": ("Lmenu", "Alt", "Option", "Left Alt", "Lalt", "Left Option", "Alt Left", "Alt L", "Opt"),
    "right_alt": (
        "Rmenu", "Right Alt", "Ralt", "Right Option", "Alt Right", "Alt R", "AltGr", "Alt Gr",
    ),
    "left_super": (
        "Command", "Cmd", "Left Command", "Win", "Windows", "Super", "Meta", "Lwin", "Left Win",
        "Left Windows", "Super L", "Meta L", "Win Left", "Left Super", "Left Meta", "Windows Key",
    ),
    "right_super": (
        "Right Command", "Right Cmd", "Rwin", "Right Win", "Right Windows", "Super R", "Meta R",
        "Win Right", "Right Super", "Right Meta",
    ),
    "left_shift": ("Lshift", "Shift", "Left Shift", "Shift Left", "Shift L"),
    "right_shift": ("Rshift", "Right Shift", "Shift Right", "Shift R"),
    "up": ("Up", "Up Arrow", "Arrow Up"),
    "down": ("Down", "Down Arrow", "Arrow Down"),
    "left": ("Left", "Left Arrow", "Arrow Left"),
    "right": ("Right", "Right Arrow", "Arrow Right"),
    "tab": ("Tab",),
    "backspace": ("Backspace", "Back Space", "Back", "BackSp"),
    "delete": ("Delete", "Del", "Forward Delete"),
    "insert": ("Insert", "Ins"),
    "home": ("Home",),
    "end": ("End",),
    "page_up": ("PageUp", "Page Up", "PgUp", "Prior"),
    "page_down": ("PageDown", "Page Down", "PgDn", "PgDown", "Next"),
    "escape": ("Esc", "Escape"),
    "caps_lock": ("CapsLock", "Caps Lock", "Caps", "Capital"),
    "num_lock": ("NumLock", "Num Lock"),
    "scroll_lock": ("ScrollLock", "Scroll Lock", "Scroll"),
    "print_screen": (
        "PrintScreen", "Print Screen", "PrtSc", "PrtScr", "PrtScn", "Print", "Snapshot", "SysRq",
    ),
    "pause": ("Pause", "Break", "Pause Break"),
    "menu": ("Apps", "Menu", "Context Menu", "Application"),
    "fn": ("Fn", "Function"),
    "help": ("Help",),
    "volume_up": ("VolumeUp", "Volume Up", "Audio Raise Volume"),
    "volume_down": ("VolumeDown", "Volume Down", "Audio Lower Volume"),
    "volume_mute": ("VolumeMute", "Volume Mute", "Mute", "Audio Mute"),
    "media_play": ("PlayPause", "Play Pause", "Media Play Pause", "Play"),
    "media_stop": ("MediaStop", "Media Stop"),
    "media_next": ("NextTrack", "Next Track", "Media Next", "Media Next Track"),
    "media_previous": ("PrevTrack", "Prev Track", "Previous Track", "Media Previous", "Media Prev"),
    "browser_back": ("BrowserBack", "Browser Back"),
    "browser_forward": ("BrowserForward", "Browser Forward"),
    "browser_refresh": ("BrowserRefresh", "Browser Refresh"),
    "browser_search": ("BrowserSearch", "Browser Search"),
    "browser_home": ("BrowserHome", "Browser Home"),
    "keypad_enter": ("NumpadEnter", "Keypad Enter", "KP Enter", "Num Enter"),
    "keypad_add": ("NumpadAdd", "Keypad Add", "KP Add", "Add", "Keypad Plus"),
    "keypad_subtract": ("NumpadSubtract", "Keypad Subtract", "KP Subtract", "Subtract", "Keypad Minus"),
    "keypad_multiply": ("NumpadMultiply", "Keypad Multiply", "KP Multiply", "Multiply"),
    "keypad_divide": ("NumpadDivide", "Keypad Divide", "KP Divide", "Divide"),
    "keypad_decimal": ("NumpadDecimal", "Keypad Decimal", "KP Decimal", "Decimal"),
    **{
        f"keypad_{digit}": (f"Numpad{digit}", f"Keypad {digit}", f"KP {digit}", f"Num {digit}")
        for digit in range(10)
    },
    **{f"f{number}": (f"F{number}",) for number in range(1, 25)},
}  # fmt: skip

_PUNCTUATION: dict[str, tuple[str, ...]] = {
    "`": ("Grave", "Backtick", "Backquote", "Back Quote"),
    "-": ("Minus", "Hyphen", "Dash"),
    "=": ("Equal", "Equals"),
    "[": ("Left Bracket", "Bracket Left", "Open Bracket"),
    "]": ("Right Bracket", "Bracket Right", "Close Bracket"),
    "\\": ("Backslash",),
    ";": ("Semicolon",),
    "'": ("Apostrophe", "Quote", "Single Quote"),
    ",": ("Comma",),
    ".": ("Period", "Dot", "Full Stop"),
    "/": ("Slash", "Forward Slash"),
    "~": ("Tilde",),
    "!": ("Exclam", "Exclamation"),
    "@": ("At",),
    "#": ("Hash", "Number Sign", "Numbersign"),
    "$": ("Dollar",),
    "%": ("Percent",),
    "^": ("Caret", "Circumflex", "Asciicircum"),
    "&": ("Ampersand",),
    "*": ("Asterisk", "Star"),
    "(": ("Parenleft", "Left Parenthesis"),
    ")": ("Parenright", "Right Parenthesis"),
    "_": ("Underscore",),
    "+": ("Plus",),
    "{": ("Braceleft", "Left Brace"),
    "}": ("Braceright", "Right Brace"),
    "|": ("Bar", "Pipe", "Vertical Bar"),
    ":": ("Colon",),
    '"': ("Quotedbl", "Double Quote"),
    "<": ("Less", "Less Than"),
    ">": ("Greater", "Greater Than"),
    "?": ("Question", "Question Mark"),
}

MODIFIERS = frozenset(
    f"{side}_{key}" for side in ("left", "right") for key in ("ctrl", "alt", "super", "shift")
)

_BESIDES = {
    "ctrl": ("Ctrl", "Control"), "alt": ("Alt", "Option", "Opt"), "shift": ("Shift",),
    "super": ("Command", "Cmd", "Win", "Windows", "Super", "Meta"),
}  # fmt: skip
"""Words for the keys that stand on both sides, before or after the side: `ControlRight`, `cmd_l`."""
_SEPARATORS = re.compile(r"[\s_\-]+")


def _fold(name: str) -> str:
    """One spelling for `Page Down`, `page_down`, `PAGE-DOWN` and `PageDown`."""
    return _SEPARATORS.sub("", name).casefold() or name


@cache
def _canonical_by_name() -> dict[str, str]:
    table = {character: character for character in "abcdefghijklmnopqrstuvwxyz0123456789"}
    for names in (_NAMED, _PUNCTUATION):
        for canonical, spellings in names.items():
            for spelling in (canonical, *spellings):
                table[_fold(spelling)] = canonical
    for key, spellings in _BESIDES.items():
        for side in ("left", "right"):
            for word in spellings:
                for spelling in (f"{word}{side}", f"{side}{word}", f"{word}{side[0]}"):
                    table.setdefault(_fold(spelling), f"{side}_{key}")
    return table


def canonical(name: str) -> str | None:
    """The key a name means, in any case; None when there is no such key."""
    return _canonical_by_name().get(_fold(name))


def chord(text: str) -> list[str]:
    """The names in `Ctrl+Shift+S`; the last may be the plus itself: `Ctrl++`."""
    names = [name.strip() for name in text.split("+")]
    if len(names) > 1 and names[-1] == "":
        names = [*names[:-2], "+"] if names[-2] == "" else names
    return names


def label(key: str) -> str:
    """How a canonical key is written in a `.cog` file."""
    spellings = _NAMED.get(key)
    return spellings[0] if spellings else key.upper()


def spellings() -> dict[str, tuple[str, ...]]:
    """Every key that has a name: how it is written, and its further names."""
    return {label(key): names[1:] for key, names in _NAMED.items()} | _PUNCTUATION


def canonical_keys() -> tuple[str, ...]:
    """Every key there is, by its canonical name."""
    return tuple(dict.fromkeys(_canonical_by_name().values()))


def nearest_name(name: str) -> str | None:
    """The written name of the key a misspelt name most likely means."""
    spellings = [spelling for names in _NAMED.values() for spelling in names]
    return nearest(name, spellings)


def is_character(key: str) -> bool:
    """Whether the canonical key is a letter, digit or punctuation mark."""
    return len(key) == 1

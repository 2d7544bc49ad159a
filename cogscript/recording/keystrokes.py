"""What a key does to the field it goes into: enters text, edits it, or something else."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

SHIFTS = ("left_shift", "right_shift")

Effect = Literal["text", "edit", "paste", "arrange", "caps lock", "other"]
"""`arrange`: select, copy, undo. `other`: whatever leads out of the field, or does not concern it."""

_EDITING = frozenset(
    (
        *("backspace", "delete", "insert", "left", "right", "up", "down", "home", "end"),
        *("page_up", "page_down"),
    )
)
MOVES_FOCUS = frozenset(("tab", "return", "keypad_enter", "escape", "f4", "f6"))
"""Keys that may give the keyboard to another field or window."""
_ARRANGING = frozenset("acxyz")


def named_key(key: str, text: str | None) -> str:
    """The key's name; Windows gives Ctrl+C as the character \\x03 and no name."""
    if not key and text and len(text) == 1 and 1 <= ord(text) <= 26:
        return chr(ord("a") + ord(text) - 1)
    return key


def enters_text(key: str, text: str | None, held: Collection[str]) -> bool:
    """Whether a key enters text: nothing but shift is held, or what is held makes another character."""
    if key in ("return", "tab", "escape", "backspace", "delete"):
        return False
    if text is not None and not text.isprintable():
        return False
    others = [each for each in held if each not in SHIFTS]
    if not others:
        return text is not None or not key
    # AltGr, Windows' Ctrl+Alt for it, and the Mac's Option make characters of their own: €, @, ü.
    makes = "right_alt" in others or others == ["left_alt"]
    special = bool(text) and not (text or "").isascii()
    symbol = "right_alt" in others and bool(text) and not (text or "").isalnum()
    return makes and (special or symbol)


def effect_of(key: str, text: str | None, held: Collection[str]) -> Effect:
    """What a key that goes down does, with these modifiers held."""
    name = named_key(key, text)
    commands = {each.partition("_")[2] for each in held} & {"ctrl", "super"}
    shift = any(each in SHIFTS for each in held)
    if name == "caps_lock":
        return "caps lock"
    if (name == "v" and commands and "left_alt" not in held) or (name == "insert" and shift):
        return "paste"
    if name in _EDITING:
        return "edit"
    # What AltGr makes is a character even where it looks like a plain letter: no password may escape so.
    if text != "" and (enters_text(key, text, held) or ("right_alt" in held and text)):
        return "text"
    return "arrange" if commands and name in _ARRANGING and "left_alt" not in held else "other"

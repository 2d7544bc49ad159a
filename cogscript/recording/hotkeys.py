"""Shortcuts that speak to the recorder itself: written like Ctrl+Alt+Esc, and never recorded."""

from __future__ import annotations

from dataclasses import dataclass

from cogscript.language.model import keys
from cogscript.language.model.diagnostic import Fault


@dataclass(frozen=True, slots=True)
class Hotkey:
    said: str
    modifiers: frozenset[str]
    """Without their side: `ctrl`, `alt`."""
    key: str

    def pressed(self, held: frozenset[str], key: str) -> bool:
        return key == self.key and {sideless(each) for each in held} == self.modifiers


def sideless(modifier: str) -> str:
    return modifier.partition("_")[2]


def read_hotkey(text: str) -> Hotkey:
    """The shortcut a person wrote; at least one modifier, so that plain typing cannot say it."""
    modifiers: set[str] = set()
    key = ""
    for part in text.split("+"):
        canonical = keys.canonical(part.strip()) if part.strip() else None
        if canonical is None:
            guess = keys.nearest_name(part.strip())
            raise Fault(
                "hotkey",
                f"`{text}` is not a shortcut: there is no key `{part.strip()}`",
                f"did you mean `{guess}`?" if guess else "write it like Ctrl+Alt+Esc",
            )
        if canonical in keys.MODIFIERS:
            modifiers.add(sideless(canonical))
        elif key:
            raise Fault("hotkey", f"`{text}` has two keys besides Ctrl, Alt, Shift and Super")
        else:
            key = canonical
    if not key or not modifiers:
        raise Fault(
            "hotkey", f"`{text}` is not a shortcut", "it takes a key and Ctrl, Alt or Super: Ctrl+Alt+Esc"
        )
    return Hotkey(text, frozenset(modifiers), key)

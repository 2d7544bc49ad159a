"""A text as key events: characters carry themselves, and whatever layout there is does not matter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cogscript.surfaces.windows.api import KEY_UNICODE, KEY_UP
from cogscript.surfaces.windows.key_codes import NAMED, KeyCode

BATCH = 40
"""Characters sent at a time. Windows 11's Notepad loses some of a thousand sent at once."""

# Rich text takes a carriage return that comes as a character for nothing: breaks and tabs are their keys.
_KEYS: dict[str, KeyCode] = {"\n": NAMED["return"], "\t": NAMED["tab"]}


def strokes(text: str) -> Iterator[list[tuple[int, int, int]]]:
    """For each character its events: (virtual key, UTF-16 unit where there is none, flags)."""
    for character in text.replace("\r\n", "\n").replace("\r", "\n"):
        if key := _KEYS.get(character):
            yield [(key.virtual_key, 0, 0), (key.virtual_key, 0, KEY_UP)]
            continue
        data = character.encode("utf-16-le", "surrogatepass")
        units = [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]
        yield [
            *((0, unit, KEY_UNICODE) for unit in units),
            *((0, unit, KEY_UNICODE | KEY_UP) for unit in units),
        ]


def batches(text: str) -> Iterator[list[tuple[int, int, int]]]:
    """The text's events, so many characters at a time."""
    coming = strokes(text)
    while some := list(islice(coming, BATCH)):
        yield [event for stroke in some for event in stroke]

"""Keys as computer-use tools name them: `ctrl+s`, `ctrl+a Delete`, with a count or a time."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cogscript.dialects import words
from cogscript.dialects.json_fields import Fields
from cogscript.language.tree import Operation


def strokes(text: str) -> list[list[str]]:
    """The chords in `ctrl+a`, `ctrl + a` and `ctrl+a Delete`, each a list of names."""
    joined = re.sub(r"\s*\+\s*", "+", text.strip())
    if "+" in joined and " " in joined:
        return [words.split_keys(part) for part in joined.split()]
    return [words.split_keys(text)]


def press(fields: Fields) -> Iterable[Operation]:
    times = fields.whole("repeat", default=1, most=100)
    with fields.blaming("text", "key", "keys"):
        chords = [words.chord(names) for names in strokes(fields.text("text", "key", "keys"))]
    if len(chords) == 1 and chords[0].name == "KEY_PRESS" and times != 1:
        return [Operation("KEY_PRESS", {**chords[0].arguments, "times": times})]
    return [Operation(chord.name, dict(chord.arguments)) for _ in range(times) for chord in chords]


def hold(fields: Fields) -> Iterable[Operation]:
    names = words.split_keys(fields.text("text", "key"))
    seconds = fields.seconds("duration", default=1)
    with fields.blaming("text", "key"):
        held = [words.key_named(name) for name in names]
    if len(held) == 1:
        return [Operation("KEY_PRESS", {"key": held[0], "seconds": seconds})]
    return [
        *(Operation("KEY_DOWN", {"key": key}) for key in held),
        Operation("WAIT", {"seconds": seconds}),
        *(Operation("KEY_UP", {"key": key}) for key in reversed(held)),
    ]

"""Keys as computer-use tools name them: `ctrl+s`, `ctrl+a Delete`, with a count or a time."""

from __future__ import annotations

from collections.abc import Iterable

from cogscript.dialects.core import builders
from cogscript.dialects.formats.tool_calls.fields import Fields
from cogscript.language.model.tree import Operation


def press(fields: Fields) -> Iterable[Operation]:
    times = fields.whole("repeat", default=1, most=100)
    chords = fields.chord("text", "key", "keys")
    if len(chords) == 1 and chords[0].arguments.keys() == {"key"} and times != 1:
        return [Operation("KEY_PRESS", {**chords[0].arguments, "times": times})]
    return [Operation(chord.name, dict(chord.arguments)) for _ in range(times) for chord in chords]


def hold(fields: Fields) -> Iterable[Operation]:
    given = fields.names("text", "key", "keys")
    names = builders.split_keys(given[0]) if len(given) == 1 else given
    seconds = fields.seconds("duration", default=1)
    with fields.blaming("text", "key", "keys"):
        held = [builders.key_named(name) for name in names]
    if len(held) == 1:
        return [Operation("KEY_PRESS", {"key": held[0], "seconds": seconds})]
    return [
        *(Operation("KEY_DOWN", {"key": key}) for key in held),
        Operation("WAIT", {"seconds": seconds}),
        *(Operation("KEY_UP", {"key": key}) for key in reversed(held)),
    ]

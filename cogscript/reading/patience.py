"""How long may be read: a step that waits ten seconds for its target must not read for forty.

Reading is done in small batches of lines. Whoever has to be done by some time says so around it; what is left
then is not read, and that is known.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogscript.reading.glyphs import Glyph

Kept = dict[tuple[object, ...], "list[Glyph]"]
"""What was read of strips of pixels: reading that had to end goes on where it ended."""


@dataclass(slots=True)
class Patience:
    until: float
    """By the clock that never goes back."""
    kept: Kept | None = None
    least: float = 0.0
    """Until when it goes on in any case, by the processor's time: a busy machine sees something, too."""
    lost: bool = False
    """Whether something was left unread."""
    shortest: float = float("inf")
    """How long the shortest line is that was left, in its heights."""


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextmanager
def patience(until: float | None, kept: Kept | None = None, least: float = 0.0) -> Iterator[Patience]:
    """Read until then, and for `least` seconds of work in any case; with None for as long as it takes."""
    given = Patience(float("inf") if until is None else until, kept, time.process_time() + least)
    before = _patience.set(given)
    try:
        yield given
    finally:
        _patience.reset(before)


def may_go_on(length: float) -> bool:
    """Asked before each batch of lines, the shortest of which is that long, in heights."""
    given = _patience.get()
    if given is None:
        return True
    over = time.monotonic() >= given.until and time.process_time() >= given.least
    if given.lost or over:
        given.lost, given.shortest = True, min(given.shortest, length)
    return not given.lost


def all_was_read() -> bool:
    given = _patience.get()
    return given is None or not given.lost


def kept_before() -> Kept | None:
    given = _patience.get()
    return given.kept if given is not None else None

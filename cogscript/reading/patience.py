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


@dataclass(slots=True)
class Patience:
    until: float
    """By the clock that never goes back."""
    lost: bool = False
    """Whether something was left unread."""


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextmanager
def patience(until: float | None) -> Iterator[Patience]:
    """Read until then; with None for as long as it takes."""
    given = Patience(float("inf") if until is None else until)
    before = _patience.set(given)
    try:
        yield given
    finally:
        _patience.reset(before)


def may_go_on() -> bool:
    """Asked before each batch."""
    given = _patience.get()
    if given is not None and time.monotonic() >= given.until:
        given.lost = True
    return given is None or not given.lost


def all_was_read() -> bool:
    given = _patience.get()
    return given is None or not given.lost

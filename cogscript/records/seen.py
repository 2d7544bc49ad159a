"""What a step saw of its effect: the words for the record, for those who write them and those who show them.

`yes` may be followed by how (`yes, as …`), the others by why. Where nothing could be known, that is said,
too: an `ok` that nobody saw must not look like one that was seen.
"""

from __future__ import annotations

from typing import Protocol

YES = "yes"
UNCHANGED = "nothing changed"
UNKNOWN = "not known"
NOT_SEEN = "done, not seen"

_PROMISING = frozenset({"TYPE", "SELECT", "CHECK"})
"""Operations whose `ok` promises a state that people rely on."""


class _Operation(Protocol):
    @property
    def name(self) -> str: ...


class _Ended(Protocol):
    """A step, alive or on record."""

    @property
    def operation(self) -> _Operation: ...
    @property
    def outcome(self) -> str | None: ...
    @property
    def seen(self) -> str | None: ...


def is_unseen(step: _Ended) -> bool:
    """Whether it was done and promises a state that nobody saw."""
    unseen = step.seen is not None and not step.seen.startswith(YES)
    return unseen and step.outcome == "ok" and step.operation.name in _PROMISING

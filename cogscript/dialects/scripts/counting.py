"""How often a loop is done that counts on until its test fails."""

from __future__ import annotations

from collections.abc import Callable

_MOST_COUNTED = 10_000_000


def first_failing(holds: Callable[[int], bool]) -> int | None:
    """How often something that counts on holds until it does no longer; None where that is not to be seen."""
    high = 1
    while holds(high):
        high *= 2
        if high > _MOST_COUNTED:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high

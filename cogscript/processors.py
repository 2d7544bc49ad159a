"""How many processors one process may keep busy with computing: reading a screen, the local model."""

from __future__ import annotations

import os

LIMIT = "OMP_NUM_THREADS"
"""The variable that numerical programs go by: who runs many processes side by side sets it."""


def usable_processors() -> int:
    """As many as this process may run on, and no more than it was told: more threads wait for one another."""
    told = os.environ.get(LIMIT, "")
    try:
        usable = len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        usable = os.cpu_count() or 1
    return max(1, min(usable, int(told)) if told.isdecimal() else usable)

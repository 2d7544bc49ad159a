"""Whether a picture that is watched has come to rest.

A program needs a moment before it starts to move (Chromium about a tenth of a second after the wheel),
moves for a while, and stops. A fixed pause is too long for one and too short for another, so the pixels
are asked. A caret that blinks, a clock, a spinner never rest: what is small, and what keeps changing in
one place, is not waited for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

_TILE = 16
"""Changes are counted in squares of this side."""
_SMALL = 12
"""As many squares may change without anything having moved: a caret, the seconds of a clock."""
_PAUSE = 0.012
"""Between two looks."""
_RESTLESS = 0.8
"""Seconds after which a place that keeps changing is taken for an animation."""
_MOST_FRAMES = 60


@dataclass(slots=True)
class Rest:
    """How a watched picture came to rest."""

    pixels: NDArray[np.uint8]
    """The last look."""
    seconds: float
    onset: float | None
    """Seconds until the first movement; None when nothing moved."""
    still: bool
    """False when the limit came first."""
    frames: list[NDArray[np.uint8]] = field(default_factory=list)
    """The different looks on the way, the first and the last included."""


def wait_still(
    capture: Callable[[], Image],
    *,
    limit: float = 10.0,
    quiet: float = 0.1,
    onset: float = 0.0,
    before: Image | None = None,
) -> float:
    """Wait until the picture has not moved for `quiet` seconds, at most `limit`; the seconds waited.

    After an action, give the picture from `before` it and the `onset` a program may need to react: it is
    not called still until it has moved, or `onset` seconds have passed without a movement.
    """
    import numpy as np

    start = None if before is None else np.asarray(before.convert("RGB"))
    return watch(lambda: np.asarray(capture()), limit=limit, quiet=quiet, onset=onset, before=start).seconds


def watch(
    look: Callable[[], NDArray[np.uint8]],
    *,
    limit: float,
    quiet: float = 0.1,
    onset: float = 0.0,
    before: NDArray[np.uint8] | None = None,
    keep: bool = False,
) -> Rest:
    """Look until nothing moves any more; with `keep`, remember the looks that differ."""
    began = time.monotonic()
    last = look() if before is None else before
    frames = [last]
    first_move: float | None = None
    last_move = began
    changes: NDArray[np.int64] | None = None
    looks = 0
    while True:
        now = time.monotonic()
        waited = now - began
        rested = now - last_move >= quiet and (first_move is not None or waited >= onset)
        if rested or waited >= limit:
            return Rest(last, waited, first_move, rested, frames)
        if looks:
            time.sleep(_PAUSE)
        current = look()
        looks += 1
        changed = changed_tiles(last, current)
        if changed is None:
            continue
        changes = changed.astype("int64") if changes is None else changes + changed
        moved = changed
        if time.monotonic() - began > _RESTLESS:
            moved = changed & (changes < max(3, looks // 8))
        if moved.sum() > _SMALL:
            last_move = time.monotonic()
            first_move = last_move - began if first_move is None else first_move
        last = current
        if keep and len(frames) < _MOST_FRAMES:
            frames.append(current)


def changed_tiles(one: NDArray[np.uint8], two: NDArray[np.uint8]) -> NDArray[np.bool_] | None:
    """Which squares differ; None when none does."""
    import numpy as np

    if one.shape != two.shape:
        return np.ones((_SMALL + 1, 1), dtype=bool)
    if np.array_equal(one, two):
        return None
    different = (one != two).any(axis=2)
    height, width = different.shape
    rows = np.add.reduceat(different, range(0, height, _TILE), axis=0)
    tiles: NDArray[np.bool_] = np.add.reduceat(rows, range(0, width, _TILE), axis=1) > 0
    return tiles


def is_small(one: NDArray[np.uint8], two: NDArray[np.uint8]) -> bool:
    """Whether two looks differ by no more than a caret or a clock."""
    changed = changed_tiles(one, two)
    return changed is None or int(changed.sum()) <= _SMALL

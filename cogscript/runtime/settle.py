"""Waiting for a still screen before a step points at it or reads it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogscript.language.box import Point
    from cogscript.runtime.context import Context

LIMIT = 5.0
"""Seconds: a screen that never comes to rest (a video) must not hold the run up for ever."""
_QUIET = 0.025
"""Seconds without movement that count as still: every pointing step pays them on a still screen."""
_ONSET = 0.25
"""Seconds a program may take to begin to move after the wheel (smooth scrolling): only then waited for."""
_QUIET_AFTER_SCROLL = 0.2
"""Smooth scrolling on a busy machine draws a frame now and then, and a click would end it half way."""
_DOUBLE_CLICK = 0.5
_SAME_PLACE = 5
"""Seconds and pixels within which programs take two clicks for a double click, at most."""


def apart(context: Context, place: Point, button: str) -> None:
    """Two CLICK lines are two clicks: wait until a program cannot take them for a double click."""
    before, now = context.clicked, time.monotonic()
    context.clicked = (place, button, now)
    if before is None or not context.options.settle or context.dry:
        return
    near = abs(before[0].x - place.x) <= _SAME_PLACE and abs(before[0].y - place.y) <= _SAME_PLACE
    left = before[2] + _DOUBLE_CLICK - now
    if near and before[1] == button and left > 0:
        context.pause(left)
        context.clicked = (place, button, time.monotonic())


def wait(context: Context, limit: float = LIMIT) -> float:
    """Seconds waited until the pixels had settled."""
    from cogscript.reading import wait_still

    scrolled, context.scrolled_from = context.scrolled_from, None
    if scrolled is None:
        return wait_still(context.screen.capture, limit=limit, quiet=_QUIET)
    quiet = _QUIET_AFTER_SCROLL
    return wait_still(context.screen.capture, limit=limit, quiet=quiet, onset=_ONSET, before=scrolled)

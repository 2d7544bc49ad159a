"""The person's hand: somebody else moved the pointer between two steps.

On a terminal the run pauses and asks; without one it stops, because a person who takes the mouse wants
it. The fail-safe corners stop it without a question, also while a step waits.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cogscript.screens.protocol import Stopped

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step

INTERVAL = 0.025
"""Seconds between two looks: a hand is slower than that, and a look costs a round trip to the display."""
_CORNER = 2


class Hand:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._next = 0.0

    def watch(self) -> None:
        """Stop, or ask whether to stop, if a person has moved the pointer."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + INTERVAL
        screen = self._context.screen
        if not screen.moved_by_person():
            return
        at, size = screen.pointer(), screen.size
        if all(near <= _CORNER or near >= limit - 1 - _CORNER for near, limit in zip(at, size, strict=True)):
            raise Stopped("the pointer was put into a corner of the screen")
        said = f"the pointer was moved by somebody else, to {at.x},{at.y}"
        if not self._context.person.present:
            raise Stopped(said)
        screen.release_all()
        if not self._context.person.confirm(f"paused: {said}\nGo on?"):
            raise Stopped(said)
        self.forget()

    def acted(self, step: Step) -> None:
        """Whatever a step did to the pointer was the run's own doing; the screen keeps count."""

    def forget(self) -> None:
        """Take the pointer's place as it is now for the run's own."""
        self._context.screen.pointer()
        self._context.screen.moved_by_person()

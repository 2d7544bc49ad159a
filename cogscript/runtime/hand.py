"""The person's hand: somebody else moved the pointer between two steps.

On a terminal the run pauses and asks; without one it stops, because a person who takes the mouse wants
it. The fail-safe corners, which the screen itself watches, stop it without a question.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cogscript.screens.protocol import Stopped

if TYPE_CHECKING:
    from cogscript.runtime.context import Context

INTERVAL = 0.025
"""Seconds between two looks: a hand is slower than that, and a look costs a round trip to the display."""


class Hand:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._next = 0.0
        self.forget()

    def watch(self) -> None:
        """Stop, or ask whether to stop, if a person has moved the pointer."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + INTERVAL
        screen = self._context.screen
        if not screen.moved_by_person():
            return
        at = screen.pointer()
        said = f"the pointer was moved by somebody else, to {at.x},{at.y}"
        if not self._context.person.present:
            raise Stopped(said)
        screen.release_all()
        if not self._context.person.confirm(f"paused: {said}\nGo on?"):
            raise Stopped(said)
        self.forget()

    def forget(self) -> None:
        """Take the pointer's place as it is now for the run's own."""
        self._context.screen.moved_by_person()

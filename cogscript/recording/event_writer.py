"""The one way to the disk: what may be recorded goes through here, with the time as the file tells it.

Nothing of a secret may be told by the files: neither keys nor their number, nor how long they took. So
while a secret is typed nothing is written, and the clock of the recording stands still.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from cogscript.language.model import keys
from cogscript.language.model.box import Size
from cogscript.recording.input_events import Event, Hit, Journal, Why, WindowPlace

MOVE_SECONDS = 0.03
"""The pointer's path is kept this fine."""
SECRET_SECONDS = 0.1
"""How long every secret takes by the recording's clock."""


class EventWriter:
    """Takes events whose time is the machine's clock; writes them with the recording's."""

    def __init__(self, folder: Path, size: Size, platform: str, caps_lock: bool) -> None:
        self._journal = Journal(folder, size, platform, caps_lock)
        self.events: list[Event] = []
        """Everything but the pointer's path, in order."""
        self._began = 0.0
        self._secret_since: float | None = None
        self._skipped = 0.0
        self._last = 0.0
        self._last_move = -math.inf
        self._down: set[str] = set()
        """Keys that are down as the recording tells it."""

    def start(self, now: float) -> None:
        self._began = now

    def add(self, event: Event) -> None:
        if self._secret_since is None:
            self._write(event)

    def add_move(self, event: Event) -> None:
        if self._secret_since is None and event.time - self._last_move >= MOVE_SECONDS:
            self._last_move = event.time
            self._journal.add(self._timed(event))

    def begin_secret(
        self, moment: float, why: Why, target: Hit | None, window: WindowPlace | None = None
    ) -> None:
        """A secret is typed from that moment on, in the clock of the machine."""
        for key in sorted(self._down & keys.MODIFIERS):  # they go up while nothing is written
            self._write(Event(moment, "up", key=key))
        self._down.clear()
        self._write(Event(moment, "secret", why=why, target=target, window=window))
        self._secret_since = moment

    def end_secret(self, moment: float) -> None:
        if self._secret_since is not None:
            self._skipped += moment - self._secret_since - SECRET_SECONDS
            self._secret_since = None

    def add_end(self, picture: str) -> None:
        """The last picture, at the time of the last event: how long ago that was is nobody's concern."""
        self._write(Event(self._began + self._skipped + self._last, "gap", picture=picture))

    def close(self) -> None:
        self._journal.close()

    def _timed(self, event: Event) -> Event:
        self._last = max(self._last, event.time - self._began - self._skipped)
        return replace(event, time=self._last)

    def _write(self, event: Event) -> None:
        if event.kind == "down":
            self._down.add(event.key)
        elif event.kind == "up":
            if event.key not in self._down:  # it went down in a secret, in a pause, with a hotkey
                return
            self._down.discard(event.key)
        elif event.kind == "gap":
            self._down.clear()
        event = self._timed(event)
        self.events.append(event)
        self._journal.add(event)

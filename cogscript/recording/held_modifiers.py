"""Modifiers that are held down: whether they are part of the recording shows only later.

Ctrl and Alt may turn out to be those of the recorder's own hotkey, and Shift may make the letters of a
secret. So what modifiers do waits here until a key that is recorded goes with them.
"""

from __future__ import annotations

from dataclasses import replace

from cogscript.recording.input_events import Event


class HeldModifiers:
    def __init__(self) -> None:
        self._held: dict[str, Event] = {}
        self._waiting: list[Event] = []
        """What has happened and is not recorded yet, in order."""
        self._recorded: set[str] = set()

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._held)

    def down(self, event: Event) -> None:
        if event.key not in self._held:  # it repeats while it is held
            self._held[event.key] = event
            self._waiting.append(event)

    def up(self, event: Event) -> list[Event]:
        """What is to be recorded when a modifier is let go of: a press for its own sake, too."""
        if self._held.pop(event.key, None) is None:
            return []
        if event.key in self._recorded:
            self._recorded.discard(event.key)
            return [event]
        if any(each.key == event.key for each in self._waiting):
            self._waiting.append(event)
        if self._held:
            return []
        waiting, self._waiting = self._waiting, []
        return waiting

    def for_stroke(self, now: float) -> list[Event]:
        """What is to be recorded before a key that is recorded."""
        waiting, self._waiting = self._waiting, []
        known = self._recorded | {each.key for each in waiting}
        waiting += [replace(event, time=now) for key, event in self._held.items() if key not in known]
        self._recorded |= self._held.keys()
        return waiting

    def used_up(self) -> None:
        """A key that is not recorded went with them, so they are not recorded for their own sake."""
        self._waiting.clear()

    def forget(self) -> None:
        """The recording begins anew: whatever is held is recorded again with the next key."""
        self._waiting.clear()
        self._recorded.clear()

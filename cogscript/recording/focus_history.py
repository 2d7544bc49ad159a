"""Which field has the keyboard at a key: what was seen counts only for the keys that it was seen for.

On a busy machine a key is told when its field has long been left for another, a name in the time of the
password that followed it. And a program may still be busy with the key before: then the field that it tells
is the one before. So each answer has its times, and is of use to a key only where nothing that moves the
focus happened between the two.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from cogscript.recording.desktop_windows import DesktopWindows
from cogscript.recording.watch import SETTLE, Glance
from cogscript.surfaces.elements import Element, Elements

_KEPT = 8
_HANDLING = 0.5
"""Seconds for a program to do what it was told before it is asked where the focus is."""


class SeenFocus(NamedTuple):
    element: Element | None
    known: bool
    """Whether it was seen in time."""


class _Answer(NamedTuple):
    began: float
    ended: float
    element: Element | None


class FocusHistory:
    def __init__(
        self,
        elements: Elements | None,
        windows: DesktopWindows,
        moved_between: Callable[[float, float], bool],
    ) -> None:
        """`moved_between`: whether a person did something, from one moment to another, that moves the focus,
        also where it has not been recorded yet."""
        self._elements = elements
        self._windows = windows
        self._moved_between = moved_between
        self._answers: deque[_Answer] = deque(maxlen=_KEPT)
        self.moved = 0.0
        """When something was last recorded that may have moved it."""

    def note(self, look: Glance) -> None:
        if not look.early:
            self._answers.append(_Answer(look.pictured, look.ended, look.focus))

    def at(self, moment: float, *, fresh: bool = False, ask: bool = True) -> SeenFocus:
        """What has it at a key: as last seen, unless something may have moved it since.

        A dialog that comes by itself takes the focus unasked, so it is asked for when typing begins.
        """
        if self._elements is None:
            return SeenFocus(None, True)
        found = None if fresh else self._answer(moment)
        if found is None and ask:
            self._ask(self._elements)
            found = self._answer(moment)
        return SeenFocus(None, False) if found is None else SeenFocus(found.element, True)

    def _ask(self, elements: Elements) -> None:
        handled = self._windows.has_handled(_HANDLING)
        began = time.monotonic()
        if handled is None:
            handled = began - self.moved >= SETTLE
        element = elements.focused()
        if handled:
            self._answers.append(_Answer(began, time.monotonic(), element))

    def _answer(self, moment: float) -> _Answer | None:
        return next((each for each in reversed(self._answers) if self._is_of(each, moment)), None)

    def _is_of(self, answer: _Answer, moment: float) -> bool:
        """Whether it says where the focus was at a moment up to which everything has been recorded."""
        if answer.began <= self.moved:
            return False
        first, last = sorted((moment, answer.ended))
        history = self._windows.history
        if history is not None and history.activations(min(first, answer.began), last):
            return False
        return answer.ended <= moment or not self._moved_between(moment, answer.ended)

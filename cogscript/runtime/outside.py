"""The world besides the surfaces: models, tools, people, files, time. A dry run reaches none of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from cogscript.runtime.scope import UNKNOWN, Unknown

T = TypeVar("T")

_SLICE = 0.1
"""Seconds between two looks at the person's hand while a step waits."""


class Outside:
    """As it is."""

    is_real = True

    def obtain(self, read: Callable[[], T]) -> T | Unknown:
        """A value from outside: read now."""
        return read()

    def pause(self, seconds: float, watch: Callable[[], None]) -> None:
        """Wait, and notice meanwhile when a person wants the run to stop."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, _SLICE))
            if left > _SLICE:
                watch()


class DryOutside(Outside):
    """As a dry run has it: nothing is asked, so nothing is known, and no time passes."""

    is_real = False

    def obtain(self, read: Callable[[], T]) -> T | Unknown:
        return UNKNOWN

    def pause(self, seconds: float, watch: Callable[[], None]) -> None:
        pass

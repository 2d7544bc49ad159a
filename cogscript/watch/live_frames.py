"""Pictures of a surface while it is looked at: taken beside the run, made only when something has changed.

Whoever wants the next one asks for it and waits; when nobody asks, nothing is taken.
"""

from __future__ import annotations

import contextlib
import io
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cogscript.surfaces.capabilities import Pixels
from cogscript.surfaces.protocol import Surface

if TYPE_CHECKING:
    from PIL.Image import Image

_BETWEEN = 0.08
"""Seconds from one look to the next."""
_PATIENCE = 2.0
"""Seconds after somebody last asked in which the screen is looked at all the same."""
_QUALITY = 80


class LiveFrames:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._number = 0
        self._jpeg = b""
        self._asked = 0.0
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._eye = contextlib.ExitStack()

    def begin(self, surface: Surface) -> bool:
        """Look at a surface from now on; whether it can be looked at beside its run."""
        pixels = surface.root.capability(Pixels)
        eye = pixels.second_eye() if pixels is not None else None
        if eye is None:
            return False
        take = self._eye.enter_context(eye)
        self._ending.clear()
        self._thread = threading.Thread(target=self._look, args=(take,), name="frames", daemon=True)
        self._thread.start()
        return True

    def end(self) -> None:
        self._ending.set()
        if self._thread is not None:
            self._thread.join()
        self._eye.close()

    def after(self, number: int, limit: float) -> tuple[int, bytes] | None:
        """The newest picture after that number, waited for; None when the time is up."""
        with self._changed:
            self._asked = time.monotonic()
            if not self._changed.wait_for(lambda: self._number > number, limit):
                return None
            return self._number, self._jpeg

    def _look(self, take: Callable[[], Image]) -> None:
        before: bytes | None = None
        while not self._ending.wait(_BETWEEN):
            if time.monotonic() - self._asked > _PATIENCE:
                continue
            try:
                picture = take()
            except Exception:  # the screen has gone; the run says so itself
                return
            pixels = picture.tobytes()
            if pixels == before:
                continue
            before = pixels
            written = io.BytesIO()
            picture.save(written, "JPEG", quality=_QUALITY)
            with self._changed:
                self._number, self._jpeg = self._number + 1, written.getvalue()
                self._changed.notify_all()

"""What a run on another surface than the private screen shows: its picture, while somebody looks at it.

A browser, a phone or the person's own desktop is held by the stage's process alone; so the stage takes the
pictures and hands them to the server as whole frames.
"""

from __future__ import annotations

import base64
import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from cogscript.runtime.events import Listener
from cogscript.studio.live_picture import frame
from cogscript.studio.stage_channel import Channel
from cogscript.surfaces.capabilities import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.protocol import Surface

_BETWEEN = 0.25
"""Seconds from one look to the next."""


class RunEye(Listener):
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.watched = threading.Event()
        """Set while a page shows the picture."""
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._stack = contextlib.ExitStack()

    def surface_opened(self, surface: Surface) -> None:
        pixels = surface.root.capability(Pixels)
        eye = pixels.second_eye() if pixels is not None else None
        self._channel.tell("surface-shown", kind=surface.name, size=list(surface.size), seen=eye is not None)
        if eye is None:
            return
        take = self._stack.enter_context(eye)
        self._ended.clear()
        self._thread = threading.Thread(target=self._look, args=(take,), name="eye", daemon=True)
        self._thread.start()

    def surface_closing(self, surface: Surface) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._stack.close()
        self._channel.tell("surface-gone")

    def _look(self, take: Callable[[], Image]) -> None:
        before: bytes | None = None
        while not self._ended.wait(_BETWEEN):
            if not self.watched.is_set():
                before = None  # whoever comes next has none
                continue
            try:
                picture = take()
            except Exception:  # the surface has gone; the run says so itself
                return
            pixels = picture.tobytes()
            if pixels != before:
                before = pixels
                whole = frame(picture, (0, 0, picture.width, picture.height))
                self._channel.tell("frame", data=base64.b64encode(whole).decode())

"""The live picture: what changed on a screen, some ten times a second, for as long as a page looks at it.

A frame is the rectangle that changed, as a JPEG behind six numbers: left, top, width, height, and the size of
the screen. The next one is made only when every page has drawn the last, so that nothing piles up.
"""

from __future__ import annotations

import io
import struct
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Pixels
from cogscript.surfaces.protocol import Surface

if TYPE_CHECKING:
    from PIL.Image import Image

HEADER = struct.Struct(">6H")
_BUSY = 0.09
"""Seconds from frame to frame while the screen changes."""
_STILL = 0.25
"""The same when it has not changed for a while."""
_WHILE = 3.0
_QUALITY = 82


class LivePicture:
    def __init__(
        self,
        open_screen: Callable[[], Surface],
        is_awaited: Callable[[], bool],
        send: Callable[[bytes], None],
        failed: Callable[[str], None],
    ) -> None:
        """`is_awaited` says whether the pages have drawn what they were sent; all are called in a thread."""
        self._open_screen, self._is_awaited = open_screen, is_awaited
        self._send, self._failed = send, failed
        self._ended = threading.Event()
        self._stirred = threading.Event()
        self._whole = True
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._stirred.set()

    def begin_again(self) -> None:
        """Send the whole picture next: somebody has come who has none."""
        self._whole = True
        self._stirred.set()

    def stir(self) -> None:
        """Something is about to change: look more often."""
        self._stirred.set()

    def _work(self) -> None:
        try:
            screen = self._open_screen()
        except Fault as fault:
            self._failed(fault.reason)
            return
        try:
            self._watch(screen.need(Pixels))
        except Fault as fault:
            if not self._ended.is_set():
                self._failed(fault.reason)
        finally:
            screen.close()

    def _watch(self, pixels: Pixels) -> None:
        before: Any = None
        changed = time.monotonic()
        while not self._ended.is_set():
            began = time.monotonic()
            if self._is_awaited():
                picture = pixels.capture()
                whole, self._whole = self._whole, False
                area, before = difference(before, picture, whole=whole)
                if area is not None:
                    changed = began
                    self._send(frame(picture, area))
            calm = began - changed > _WHILE
            if calm:
                self._stirred.wait(_STILL)
            else:
                self._ended.wait(max(0.005, began + _BUSY - time.monotonic()))
            if self._stirred.is_set():
                self._stirred.clear()
                changed = time.monotonic()


def difference(before: Any, picture: Image, *, whole: bool) -> tuple[tuple[int, int, int, int] | None, Any]:
    """The rectangle in which a picture differs from the one before, and what to compare the next with."""
    import numpy

    now = numpy.asarray(picture)
    everything = (0, 0, picture.width, picture.height)
    if whole or before is None or before.shape != now.shape:
        return everything, now
    if numpy.array_equal(before, now):
        return None, now
    rows = numpy.flatnonzero((before != now).any(axis=(1, 2)))
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = numpy.flatnonzero((before[top:bottom] != now[top:bottom]).any(axis=(0, 2)))
    return (int(columns[0]), top, int(columns[-1]) + 1, bottom), now


def frame(picture: Image, area: tuple[int, int, int, int]) -> bytes:
    left, top, right, bottom = area
    written = io.BytesIO()
    part = picture if (right - left, bottom - top) == picture.size else picture.crop(area)
    part.save(written, "JPEG", quality=_QUALITY)
    size = HEADER.pack(left, top, right - left, bottom - top, picture.width, picture.height)
    return size + written.getvalue()

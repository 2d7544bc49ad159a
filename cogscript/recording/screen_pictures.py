"""Pictures of a recording: small, on disk, each screen once."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect

if TYPE_CHECKING:
    from PIL.Image import Image

_QUICKLY = 1
"""How hard to compress. Without loss: controls are told by the even ground inside their edges."""
WAITING = 4
"""Pictures in memory at most; who brings one more waits."""
MOST_BYTES = 300 * 1024 * 1024
"""An hour of hurried work stays far below; a recorder forgotten over the week-end stops here."""

_TILE = 8
_DIFFERENT = 24
"""Shades of 255 by which a pixel has to differ to be another."""
_CARET = 3
"""Columns of a text cursor, at most."""


class ScreenPictures:
    """The pictures of one recording, written by a thread of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._queue: Queue[tuple[Image, Path] | None] = Queue(WAITING)
        self._began = time.time()
        self._last = (b"", "")
        self._count = 0
        self._bytes = 0
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def add(self, picture: Image) -> str:
        """The name under which the picture is kept; the last one's where nothing has changed."""
        if self._bytes > MOST_BYTES:
            return ""
        mark = hashlib.blake2b(picture.tobytes(), digest_size=16).digest()
        if mark == self._last[0]:
            return self._last[1]
        self._count += 1
        name = f"{self._count:05d}.png"
        self._last = (mark, name)
        self._queue.put((picture, self._folder / name))
        return name

    def add_icon(self, picture: Image) -> str:
        """The name under which a small picture is kept: the same picture has the same name."""
        name = f"icon-{hashlib.blake2b(picture.tobytes(), digest_size=4).hexdigest()}.png"
        self._queue.put((picture, self._folder / name))
        return name

    def _write(self) -> None:
        while (item := self._queue.get()) is not None:
            picture, path = item
            try:
                picture.save(path, compress_level=_QUICKLY)
                # One time for all: the times between them would tell how long a secret took to type.
                os.utime(path, (self._began, self._began))
                self._bytes += path.stat().st_size
            except OSError:  # a full disk: the recording itself goes on
                self._bytes = MOST_BYTES + 1

    def close(self) -> None:
        self._queue.put(None)
        self._writer.join()


def changed_area(before: Image, after: Image) -> Rect | None:
    """The rectangle around what differs; None where nothing but a caret does."""
    from PIL import ImageChops

    if before.size != after.size:
        return None
    difference = ImageChops.difference(before, after).convert("L").reduce(_TILE)
    box = difference.point([255 if value > _TILE else 0 for value in range(256)]).getbbox()
    if box is None:
        return None
    left, top, right, bottom = (edge * _TILE for edge in box)
    rect = Rect(left, top, min(right, before.width), min(bottom, before.height))
    return rect if rect.width > 2 * _TILE and rect.height > _TILE else None


def looks_same(before: Image, after: Image, area: Rect) -> bool:
    """Whether two pictures of the screen show the same in an area, but for a text cursor."""
    from PIL import ImageChops

    if before.size != after.size:
        return False
    area = area.overlap(Rect(0, 0, *before.size))
    if not area.width or not area.height:
        return False
    one, other = (
        each.convert("RGB").crop((area.left, area.top, area.right, area.bottom)) for each in (before, after)
    )
    difference = ImageChops.difference(one, other).convert("L")
    box = difference.point([255 if value > _DIFFERENT else 0 for value in range(256)]).getbbox()
    return box is None or box[2] - box[0] <= _CARET

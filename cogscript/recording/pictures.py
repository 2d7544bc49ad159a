"""Pictures of a recording: small, on disk, each screen once, and without what is secret."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING

from cogscript.language.box import Rect

if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY = 60
WAITING = 4
"""Pictures in memory at most; who brings one more waits."""
MOST_BYTES = 300 * 1024 * 1024
"""An hour of hurried work stays far below; a recorder forgotten over the week-end stops here."""

_TILE = 8


class Pictures:
    """The pictures of one recording, written by a thread of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._queue: Queue[tuple[Image, Path] | None] = Queue(WAITING)
        self._last = (b"", "")
        self._count = 0
        self._bytes = 0
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def add(self, picture: Image, secret: Sequence[Rect] = ()) -> str:
        """The name under which the picture is kept; the last one's where nothing has changed."""
        if self._bytes > MOST_BYTES:
            return ""
        if secret:
            picture = picture.copy()
        for rect in secret:
            picture.paste((0, 0, 0), (rect.left, rect.top, rect.right, rect.bottom))
        mark = hashlib.blake2b(picture.tobytes(), digest_size=16).digest()
        if mark == self._last[0]:
            return self._last[1]
        self._count += 1
        name = f"{self._count:05d}.jpg"
        self._last = (mark, name)
        self._queue.put((picture, self._folder / name))
        return name

    def _write(self) -> None:
        while (item := self._queue.get()) is not None:
            picture, path = item
            try:
                picture.save(path, quality=QUALITY)
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

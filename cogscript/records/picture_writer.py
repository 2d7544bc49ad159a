"""The pictures of a record, written beside the run.

Writing is left to a thread, in a format that costs little to make, and a picture that shows what the last one
showed is not written again.
"""

from __future__ import annotations

import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.records.folders import PICTURES
from cogscript.records.writer import RecordBroken

if TYPE_CHECKING:
    from PIL.Image import Image

_QUALITY = 88
_WAITING = 4
"""Pictures that may wait to be written before a step has to wait for them."""


class PictureWriter:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pixels = b""
        self._last = ""
        self._failure: OSError | None = None
        self._queue: queue.Queue[tuple[Path, Image] | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write, name="pictures", daemon=True)
        self._thread.start()

    def keep(self, picture: Image, name: str) -> str:
        """Have it written under this name. Returns its path in the run's folder, as `steps` keeps it."""
        if self._failure is not None:
            raise RecordBroken(
                "record",
                f"the pictures cannot be written: {self._failure.strerror or self._failure}",
                "free some space, or run with `--no-pictures`",
            )
        pixels = picture.tobytes()
        if pixels != self._pixels:
            self._pixels, self._last = pixels, f"{PICTURES}/{name}.jpg"
            self._queue.put((self._folder / self._last, picture))
        return self._last

    def path(self, kept: str) -> Path:
        """Where a picture is, once it is written."""
        self._queue.join()
        return self._folder / kept

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        while (item := self._queue.get()) is not None:
            path, picture = item
            try:
                # Full colour resolution: red text on a screen is thin.
                picture.save(path, "JPEG", quality=_QUALITY, subsampling=0)
            except OSError as error:
                self._failure = error
            finally:
                self._queue.task_done()

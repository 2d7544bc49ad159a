"""Pictures of the screen before and after each step, kept beside the journal.

One capture a step is enough: what came of a step is what the next one finds. Writing them is left to a
thread, in a format that costs little to make, and a screen that has not changed is not written again.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.runtime.journal import PICTURES
from cogscript.runtime.signals import RunOver

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.runtime.journal import Journal
    from cogscript.runtime.step import Step
    from cogscript.screens.protocol import Screen

_QUALITY = 88
_REACTION = 0.4
"""Seconds a program gets to react to the last step."""
_WAITING = 4
"""Pictures that may wait to be written before a step has to wait for them."""


class Pictures:
    def __init__(self, journal: Journal, screen: Screen) -> None:
        self._journal = journal
        self._screen = screen
        self._picture: Image | None = None
        self._pixels = b""
        self._name = ""
        self._unanswered: int | None = None
        """The last step, whose `after` is not yet taken."""
        self._failure: OSError | None = None
        self._queue: queue.Queue[tuple[Path, Image] | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write, name="pictures", daemon=True)
        self._thread.start()

    def path(self, name: str) -> Path:
        """Where a picture is, once it is there."""
        self._queue.join()
        return self._journal.folder / name

    def before(self, step: Step) -> None:
        """Take the picture that the step finds; it is also what came of the one before."""
        step.before = self._take(f"{step.number:05d}")
        if self._unanswered is not None:
            self._journal.after(self._unanswered, step.before)
        self._unanswered = step.number

    def after_failure(self, step: Step) -> None:
        """A failed step's own picture: what follows may have little to do with it."""
        with contextlib.suppress(Exception):  # the screen may be what failed
            step.after = self._take(f"{step.number:05d}-after")
            if self._unanswered == step.number:
                self._unanswered = None

    def last(self, *, settle: bool) -> None:
        """What came of the last step, once the program has had a moment to show it."""
        if self._unanswered is not None:
            with contextlib.suppress(Exception):
                if settle:
                    from cogscript.reading import wait_still

                    wait_still(
                        self._screen.capture, limit=_REACTION * 3, onset=_REACTION, before=self._picture
                    )
                self._journal.after(self._unanswered, self._take(f"{self._unanswered:05d}-after"))
        self._unanswered = None

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _take(self, name: str) -> str:
        if self._failure is not None:
            raise RunOver(
                "record",
                f"the pictures cannot be written: {self._failure.strerror or self._failure}",
                "free some space, or run with `--no-pictures`",
            )
        picture = self._screen.capture()
        pixels = picture.tobytes()
        if pixels != self._pixels:
            self._picture = picture
            self._pixels, self._name = pixels, f"{PICTURES}/{name}.jpg"
            self._queue.put((self._journal.folder / self._name, picture))
        return self._name

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

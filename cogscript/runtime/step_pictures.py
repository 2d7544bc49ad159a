"""When a picture of a surface is taken: before and after each step.

One capture a step is enough: what came of a step is what the next one on that surface finds.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.records import seen
from cogscript.records.picture_writer import PictureWriter
from cogscript.surfaces.capabilities import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.records.step import Step
    from cogscript.records.writer import RecordWriter
    from cogscript.runtime.halts import Halt
    from cogscript.surfaces.protocol import Surface

_REACTION = 0.4
"""Seconds a program gets to react to the last step."""


class StepPictures:
    def __init__(self, writer: RecordWriter) -> None:
        self._writer = writer
        self._pictures = PictureWriter(writer.folder)
        self._picture: Image | None = None
        self._unanswered: tuple[Step, Surface, bool] | None = None
        """The last step, its surface, and whether it was to change anything: its `after` is not taken yet."""
        self.in_vain: Step | None = None
        """The last step that was to change something, where it was seen to change nothing."""

    def path(self, kept: str) -> Path:
        """Where a picture is, once it is there."""
        return self._pictures.path(kept)

    def before(self, step: Step, surface: Surface, *, acts: bool = False) -> None:
        """Take the picture that the step finds; it is also what came of the one before on that surface."""
        if not surface.can_be_seen:
            return
        if self._unanswered is not None and self._unanswered[1] is not surface:
            self.answer()
        earlier = self._picture
        step.before = self._take(f"{step.number:05d}", surface)
        if self._unanswered is not None:
            self._amend(step.before, earlier)
        self._unanswered = (step, surface, acts)

    def failing(self, step: Step) -> None:
        """A step fails: what came of the one before may be why."""
        if self._unanswered is not None and self._unanswered[0] is not step:
            self.answer()

    def after_failure(self, step: Step, surface: Surface) -> None:
        """A failed step's own picture: what follows may have little to do with it."""
        with contextlib.suppress(Exception):  # the screen may be what failed
            step.after = self._take(f"{step.number:05d}-after", surface)
            if self._unanswered is not None and self._unanswered[0] is step:
                self._unanswered = None

    def halt(self, step: Step, halt: Halt) -> str:
        """What a step saw that did not find its target, with what came near drawn in; its path."""
        with contextlib.suppress(Exception):  # the surface may have gone, and its error matters more
            return self._pictures.keep(halt.drawn(), f"{step.number:05d}-halt")
        return ""

    def last(self, *, settle: bool) -> None:
        """What came of the last step, once the program has had a moment to show it."""
        if self._unanswered is not None and settle:
            from cogscript.reading import wait_still

            with contextlib.suppress(Exception):
                capture = self._unanswered[1].need(Pixels).capture
                wait_still(capture, limit=_REACTION * 3, onset=_REACTION, before=self._picture)
        self.answer()

    def answer(self) -> None:
        """Take what came of the last step now, before something else is done."""
        if self._unanswered is not None:
            step, surface, _ = self._unanswered
            with contextlib.suppress(Exception):  # a surface that has closed meanwhile
                earlier = self._picture
                self._amend(self._take(f"{step.number:05d}-after", surface), earlier)
        self._unanswered = None

    def _amend(self, after: str, earlier: Image | None) -> None:
        """Put on record what came of the last step: the picture, and whether it shows anything new."""
        assert self._unanswered is not None
        step, _, acts = self._unanswered
        known: dict[str, str] = {"after": after}
        if acts and step.seen is None and earlier is not None and self._picture is not None:
            same = after == step.before  # one and the same file: the pictures were compared already
            step.seen = known["seen"] = _changed(step, None if same else earlier, self._picture)
        if acts:
            self.in_vain = step if step.seen == seen.UNCHANGED else None
        self._writer.amend(step.number, **known)

    def close(self) -> None:
        self._pictures.close()

    def _take(self, name: str, surface: Surface) -> str:
        self._picture = surface.need(Pixels).capture()
        return self._pictures.keep(self._picture, name)


def _changed(step: Step, before: Image | None, after: Image) -> str:
    """Whether anything but a caret changed; a program that had no time to react may still do so."""
    from cogscript.reading.changes import anything_changed

    if before is not None and anything_changed(before, after):
        return seen.YES
    waited = time.time() - (step.ended or time.time())
    return seen.UNCHANGED if waited >= _REACTION else seen.UNKNOWN

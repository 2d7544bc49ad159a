"""Reading the few places of a picture that hold text nobody tells: small parts, kept by their pixels.

A page says what its own text is, and a picture in it does not. Reading is slow, and a step must not wait for
it longer than it was told to: what is read is read in small parts, each once, for as long as there is time.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.quiet import cut_rows

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.reading.lines import Line, Reader

_PART = 100_000
"""Pixels of a part, about: as many as are read in a fraction of a second."""
_LOWEST = 48
"""Rows that a part has at least: one of a heading's."""
_KEPT = 500
"""Parts that are remembered."""


class Patches:
    """What was read in parts of pictures; a part that looks the same says the same."""

    def __init__(self, reader: Callable[[], Reader]) -> None:
        self._reader = reader
        self._known: OrderedDict[bytes, Sequence[Line]] = OrderedDict()

    def read(
        self, picture: Image, areas: Sequence[Rect], told: Sequence[Rect], seconds: float | None
    ) -> tuple[list[Line], int]:
        """The lines of these areas, but for what is `told`; and how many parts there was no time for."""
        found: list[Line] = []
        left = 0
        until = None if seconds is None else time.monotonic() + seconds
        whole = Rect(0, 0, *picture.size)
        for area in _apart([each.overlap(whole) for each in areas]):
            for part in _parts(_without(picture, area, told), area):
                lines = self._lines(*part, until)
                if lines is None:
                    left += 1
                else:
                    found += lines
        return found, left

    def _lines(self, picture: Image, area: Rect, until: float | None) -> Sequence[Line] | None:
        """What a part says; None when it would have to be read and the time is up."""
        key = hashlib.blake2b(repr(picture.size).encode() + picture.tobytes()).digest()
        if key in self._known:
            self._known.move_to_end(key)
        elif until is not None and time.monotonic() >= until:
            return None
        else:
            self._known[key] = self._reader().lines(picture)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return [line.moved(area.left, area.top) for line in self._known[key]]


def _apart(areas: Sequence[Rect]) -> list[Rect]:
    """Each place once, the smallest first: a button's picture before the photograph behind everything."""
    kept: list[Rect] = []
    for area in sorted(areas, key=lambda each: -each.width * each.height):
        if area.width and area.height and not any(each.overlap(area) == area for each in kept):
            kept.append(area)
    return kept[::-1]


def _without(picture: Image, area: Rect, told: Sequence[Rect]) -> Image:
    """A part of a picture in which the text that is told is painted over: it is not read once more."""
    part = picture.crop(area)
    for rect in told:
        shared = rect.overlap(area)
        if shared.width and shared.height:
            ground = part.getpixel((shared.left - area.left, shared.top - area.top)) or 0
            part.paste(
                ground, (shared.left - area.left, shared.top - area.top,
                         shared.right - area.left, shared.bottom - area.top)
            )  # fmt: skip
    return part


def _parts(picture: Image, area: Rect) -> Iterator[tuple[Image, Rect]]:
    import numpy as np

    pixels = np.asarray(picture)
    for top, bottom in cut_rows(pixels, max(_LOWEST, _PART // max(1, picture.width))):
        yield (
            picture.crop((0, top, picture.width, bottom)),
            Rect(area.left, area.top + top, area.right, area.top + bottom),
        )

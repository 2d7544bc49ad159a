"""The text inside a box of a picture, and nothing outside it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cogscript.language.box import Rect
from cogscript.reading.lines import Reader, Reading

if TYPE_CHECKING:
    from PIL.Image import Image


def read_still(picture: Image, reader: Reader, area: Rect | None = None) -> Reading:
    """What stands in `area` of the picture; the whole of it when no area is given.

    Give the whole screen and the box: a line that the box's edge cuts is then completed from what lies
    outside when most of it is inside, and left out otherwise.
    """
    whole = Rect(0, 0, *picture.size)
    area = whole if area is None else area.overlap(whole)
    started = time.perf_counter()
    lines = reader.lines(picture.crop(area)) if area.width and area.height else ()
    return Reading(
        tuple(line.moved(area.left, area.top) for line in lines),
        area=area.width * area.height,
        document=area.width * area.height,
        read_seconds=time.perf_counter() - started,
    )

"""The text inside a box of a picture, and nothing outside it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.lines import Reader
from cogscript.reading.result import Reading

if TYPE_CHECKING:
    from PIL.Image import Image


def read_still(picture: Image, reader: Reader, area: Rect | None = None) -> Reading:
    """What stands in `area` of the picture; the whole of it when no area is given.

    Give the whole screen and the box: a line that the box's edge cuts is then completed from what lies
    outside when most of it is inside, and left out otherwise.
    """
    import numpy as np

    from cogscript.reading.edges import grown, inside, without_halves

    whole = Rect(0, 0, *picture.size)
    area = whole if area is None else area.overlap(whole)
    if not area.width or not area.height:
        return Reading(())
    began = time.perf_counter()
    seen = area
    if area != whole:
        seen = grown(np.asarray(picture.convert("RGB")), area)
    lines = list(reader.lines(picture.crop(seen)))
    lines = [line.moved(seen.left, seen.top) for line in without_halves(lines, seen.height)]
    return Reading(
        tuple(inside(lines, area, seen)),
        area=seen.width * seen.height,
        document=area.width * area.height,
        read_seconds=time.perf_counter() - began,
    )

"""What changed between two pictures, for whoever wants to know whether an action did anything, and where.

A caret blinks and a clock ticks without anybody doing anything. A caret is known by its shape. A clock is
not, in two pictures; but what changed while nothing was done is `restless`, and changes there say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.pixels import Picture, inside, part, pixels_of
from cogscript.reading.regions import connected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

_CLOSE = 15
"""Pixels within which changes belong together: the letters of a word, the words of a line."""
_CARET_WIDTH = 4
"""Pixels of the widest caret."""
_CARET_SLIM = 4
"""How many times higher than wide a caret is, at least."""
_SOLID = 0.95
"""The part of a caret's rectangle that changes with it: all of it, save for a letter that it touches."""
_STRIP = 100
"""Rows of a picture that are compared at a time: most changes show in one of the first."""
_MARGIN = 2
"""Pixels around a restless place that may change with it: the next hand of a clock is longer."""


def changes(
    before: Picture,
    after: Picture,
    area: Rect | None = None,
    restless: Iterable[Rect] = (),
    *,
    noise: int = 0,
) -> list[Rect]:
    """Where two pictures of the same place differ, from top to bottom; nothing for a caret that blinks.

    Pictures of different sizes have nothing in common: all of the area has changed. `noise` is by how much
    of 255 a colour may differ and be the same: a picture that was kept as JPEG is not quite what it was.
    """
    one, two = pixels_of(before), pixels_of(after)
    area = inside(two, area)
    if not area.width or not area.height:
        return []
    if one.shape != two.shape:
        return [area]
    one, two = part(one, area), part(two, area)
    calm = [_within(place, area) for place in restless]
    found = [
        Rect(rect.left + area.left, rect.top + area.top, rect.right + area.left, rect.bottom + area.top)
        for rect, differing in _differing(one, two, calm, noise)
        if not _is_caret(one, two, rect, differing, noise)
    ]
    return sorted(found, key=lambda rect: (rect.top, rect.left))


def anything_changed(before: Image, after: Image) -> bool:
    """Whether `changes` would find anything: the same for less, because every step asks it."""
    from PIL import ImageChops

    if before.size != after.size:
        return True
    slim = False
    for top in range(0, before.height, _STRIP):
        strip = (0, top, before.width, min(top + _STRIP, before.height))
        around = ImageChops.difference(before.crop(strip), after.crop(strip)).getbbox()
        if around is not None and around[2] - around[0] > _CARET_WIDTH:
            return True
        slim = slim or around is not None
    return slim and bool(changes(before, after))


def restless(pictures: Sequence[Picture], area: Rect | None = None) -> list[Rect]:
    """The places that changed between pictures taken while nothing was done: carets, clocks, spinners."""
    places: dict[Rect, None] = {}
    for before, after in pairwise(pixels_of(picture) for picture in pictures):
        if before.shape != after.shape:
            continue
        seen = inside(after, area)
        for rect, _ in _differing(part(before, seen), part(after, seen), ()):
            left, top = rect.left + seen.left - _MARGIN, rect.top + seen.top - _MARGIN
            right, bottom = rect.right + seen.left + _MARGIN, rect.bottom + seen.top + _MARGIN
            places[Rect(left, top, right, bottom)] = None
    return list(places)


def _within(place: Rect, area: Rect) -> Rect:
    """A place in the coordinates of an area, cut to it."""
    left, top, right, bottom = place.overlap(area)
    return Rect(left - area.left, top - area.top, right - area.left, bottom - area.top)


def _differing(
    one: NDArray[np.uint8], two: NDArray[np.uint8], calm: Sequence[Rect], noise: int = 0
) -> list[tuple[Rect, NDArray[np.bool_]]]:
    """The places that differ, each with the pixels in it that do; what is close together is one place."""
    import cv2
    import numpy as np

    if np.array_equal(one, two):
        return []
    red, green, blue = cv2.split(cv2.absdiff(one, two))
    differing = cv2.max(cv2.max(red, green), blue) > noise
    for place in calm:
        differing[place.top : place.bottom, place.left : place.right] = False
    near = cv2.dilate(differing.view(np.uint8), np.ones((_CLOSE, _CLOSE), np.uint8))
    groups = connected(near.astype(bool), corners=True)
    found = []
    for number in range(1, len(groups.areas)):
        rect = groups.rect(number)
        own = part(differing, rect) & (part(groups.labels, rect) == number)
        rows, columns = np.flatnonzero(own.any(axis=1)), np.flatnonzero(own.any(axis=0))
        top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
        place = Rect(rect.left + left, rect.top + top, rect.left + right, rect.top + bottom)
        found.append((place, own[top:bottom, left:right]))
    return found


def _is_caret(
    one: NDArray[np.uint8],
    two: NDArray[np.uint8],
    rect: Rect,
    differing: NDArray[np.bool_],
    noise: int = 0,
) -> bool:
    """Whether a slim bar in one colour, and nothing else, came or went."""
    import numpy as np

    if rect.width > _CARET_WIDTH or rect.height < _CARET_SLIM * rect.width:
        return False
    if differing.mean() < _SOLID:
        return False
    return any((np.ptp(part(pixels, rect).reshape(-1, 3), axis=0) <= noise).all() for pixels in (one, two))

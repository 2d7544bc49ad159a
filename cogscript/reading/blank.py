"""Whether an area shows anything yet: a window is mapped before it is painted."""

from __future__ import annotations

from cogscript.language.model.box import Rect
from cogscript.reading.pixels import Picture, inside, part, pixels_of
from cogscript.reading.regions import steps

_TILE = 16
_BORDER = 2
"""Pixels at the sides of an area that may be the frame of a window."""
_STEP = 6
"""How much neighbouring pixels may differ where nothing is drawn, of 255: a shaded ground."""


def shown_part(picture: Picture, area: Rect | None = None, behind: Picture | None = None) -> float:
    """How much of an area shows something, from 0 to 1, in squares of a letter's size.

    An even or shaded ground shows nothing. `behind` is a picture from before the window came: an X server
    leaves there what stood in the place until the program paints, so what is still the same shows nothing.
    """
    import numpy as np

    pixels = pixels_of(picture)
    left, top, right, bottom = inside(pixels, area)
    area = Rect(left + _BORDER, top + _BORDER, right - _BORDER, bottom - _BORDER)
    if area.width < 2 or area.height < 2:
        return 0.0
    own = part(pixels, area)
    shows = steps(own) > _STEP
    if behind is not None:
        before = pixels_of(behind)
        if before.shape == pixels.shape:
            shows &= np.any(part(before, area) != own, axis=2)
    rows = np.add.reduceat(shows, range(0, area.height, _TILE), axis=0)
    tiles = np.add.reduceat(rows, range(0, area.width, _TILE), axis=1) > 0
    return float(tiles.mean())


def is_blank(picture: Picture, area: Rect | None = None, behind: Picture | None = None) -> bool:
    """Whether nothing at all is drawn there."""
    return shown_part(picture, area, behind) == 0.0

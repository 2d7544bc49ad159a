"""Whether a check box or a radio button is on, told by its looks.

What is on shows a sign inside (a tick, a cross, a dot) or is filled with a colour; what is off is empty. A
mark that shows neither clearly is not told: a bar that says `some of them`, one that is only pressed in, one
that is all black. Leaving a thing alone because it is right already is a promise that nobody looks at again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.reading.ink import common_colour
from cogscript.reading.pixels import Picture, part, pixels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cogscript.language.model.box import Rect
    from cogscript.reading.controls import Control

_SQUARE_EDGE, _DISC_EDGE = 0.2, 0.28
"""How much of a mark is border on each side, at most."""
_STROKE = 14
"""How far neighbouring pixels at the edge of a sign are apart at least, of 255."""
_EVEN = 8
"""How far neighbouring pixels of an empty mark are apart at most: it may be shaded."""
_ROWS = 0.4
"""The part of the rows inside in which a sign has edges, at least: a bar is flatter."""
_SOLID = 0.95
"""The part of its own outline that a filled rectangle covers, and no tick or cross does."""
_COLOURED = 40
"""How far the strongest and the weakest of red, green and blue are apart in a colour that is meant as one."""
_STARK = 90
"""How far an even grey may be from the ground around the mark: black may be a sign that fills it."""
_PRESSED_IN = -80
"""How much darker the upper left edges are than the lower right ones where a mark is pressed in."""
_SMALLEST = 3
"""Pixels inside of a mark, across and down."""


def is_on(picture: Picture, mark: Control) -> bool | None:
    """None where its looks do not tell."""
    import numpy as np

    pixels, rect = pixels_of(picture), mark.rect
    square = mark.kind == "checkbox"
    edge = max(2, round((_SQUARE_EDGE if square else _DISC_EDGE) * min(rect.width, rect.height)))
    inner = part(pixels, rect)[edge:-edge, edge:-edge].astype(np.int16)
    if min(inner.shape[:2]) < _SMALLEST:
        return None
    across, down = (np.abs(np.diff(inner, axis=axis)).max(axis=2) for axis in (1, 0))
    rows = int((across.max(axis=1) >= _STROKE).sum())
    if rows >= max(3 if square else 2, round(_ROWS * len(inner))):
        return None if square and _is_solid(inner) else True
    if max(across.max(), down.max()) > _EVEN:
        return None
    return _by_colour(pixels, rect, common_colour(inner.astype(np.uint8)).astype(np.int16))


def _is_solid(inner: NDArray[np.int16]) -> bool:
    """Whether the sign is a filled rectangle: the third state of some boxes."""
    import numpy as np

    sides = np.concatenate([inner[0], inner[-1], inner[:, 0], inner[:, -1]])
    ink = np.abs(inner - np.median(sides, axis=0)).max(axis=2) >= _STROKE
    lines, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not lines.size:
        return False
    drawn = ink[lines[0] : lines[-1] + 1, columns[0] : columns[-1] + 1]
    return bool(drawn.mean() >= _SOLID)


def _by_colour(pixels: NDArray[np.uint8], rect: Rect, colour: NDArray[np.int16]) -> bool | None:
    """Whether a mark without a sign is filled or empty."""
    import numpy as np

    if int(np.ptp(colour)) >= _COLOURED:
        return True
    top, left = max(0, rect.top - 2), max(0, rect.left - 2)
    around = pixels[top : rect.bottom + 2, left : rect.right + 2]
    ring = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    ground = common_colour(ring).astype(np.int16)
    if np.abs(colour - ground).max() > _STARK:
        return None
    lighter = colour.mean() > ground.mean() + _EVEN
    return None if not lighter and _bevel(pixels, rect) <= _PRESSED_IN else False


def _bevel(pixels: NDArray[np.uint8], rect: Rect) -> float:
    """How much lighter the upper and left edge of a mark are than the lower and right one."""
    import numpy as np

    own = part(pixels, rect).mean(axis=2)[1:-1, 1:-1]
    upper, lower = (np.concatenate([own[at, 1:-1], own[1:-1, at]]).mean() for at in (0, -1))
    return float(upper - lower)

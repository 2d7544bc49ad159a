"""A screen in the pieces it is made of: each window and each menu alone, as far as it shows.

Texts of two windows stand on one line by chance only. Read in one go they are taken for one line, and
neither can be read any more. What lies before a window is painted over with the window's own ground, so that
nothing is read twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.ink import common_colour
from cogscript.reading.pixels import part, pixels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

_SMALLEST = 8
"""Pixels across and down: where less of a window shows, there is no text."""


class Layer(NamedTuple):
    rect: Rect
    """Where it lies in the whole picture."""
    picture: Image


def pieces(picture: Image, area: Rect, layers: Sequence[Rect]) -> list[Layer]:
    """What shows in an area, cut along what lies there, the topmost first; last, what lies behind it all."""
    import numpy as np

    pixels = pixels_of(picture)
    area = area.overlap(Rect(0, 0, *picture.size))
    free = np.ones(pixels.shape[:2], dtype=bool)
    found = []
    for layer in (*layers, area):
        rect = layer.overlap(area)
        shown = _shown(part(free, rect), rect)
        if shown is not None:
            piece, visible = part(pixels, shown), part(free, shown)
            if not _is_even(piece[visible]):
                found.append(Layer(shown, _alone(piece, visible)))
        part(free, rect)[:] = False
    return found


def _shown(free: NDArray[np.bool_], rect: Rect) -> Rect | None:
    """The smallest rectangle that holds all that shows of a layer; None where it is too little."""
    import numpy as np

    rows, columns = np.flatnonzero(free.any(axis=1)), np.flatnonzero(free.any(axis=0))
    if min(rows.size, columns.size) < _SMALLEST:
        return None
    return Rect(
        rect.left + int(columns[0]), rect.top + int(rows[0]),
        rect.left + int(columns[-1]) + 1, rect.top + int(rows[-1]) + 1,
    )  # fmt: skip


def _is_even(visible: NDArray[np.uint8]) -> bool:
    return bool((visible == visible[0]).all())


def _alone(piece: NDArray[np.uint8], visible: NDArray[np.bool_]) -> Image:
    """A layer without what lies before it."""
    from PIL import Image

    if not visible.all():
        piece = piece.copy()
        piece[~visible] = common_colour(piece[visible].reshape(-1, 1, 3))
    return Image.fromarray(piece)

"""Looks at a scrolled document → one tall picture, kept only as long as it is still to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.reading.ink import common_colour
from cogscript.reading.quiet import last_gap
from cogscript.reading.shift import CELL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Document:
    """The rows seen so far that have not been taken yet.

    A later look replaces an earlier one of the same rows: a picture that came late, a "loading" that went.
    """

    def __init__(self) -> None:
        self._rows: NDArray[np.uint8] | None = None
        self.top = 0
        """The document's row that the first kept row is."""

    @property
    def bottom(self) -> int:
        """The row after the last one seen."""
        return self.top + (0 if self._rows is None else len(self._rows))

    def put(self, row: int, pixels: NDArray[np.uint8]) -> None:
        """From `row` on the document shows `pixels`, and nothing is known of what follows them."""
        import numpy as np

        if self._rows is None:
            self._rows, self.top = pixels.copy(), row
            return
        if row < self.top:  # already taken: the first look has been read
            pixels = pixels[self.top - row :]
            row = self.top
        self._rows = np.concatenate([self._rows[: row - self.top], pixels])

    def paint(self, left: int, right: int) -> None:
        """Paint columns of all rows kept in the colour of the ground."""
        if self._rows is not None and len(self._rows):
            self._rows[:, left:right] = common_colour(self._rows)

    def take(self, limit: int | None = None) -> tuple[int, NDArray[np.uint8]] | None:
        """Rows that are ready to be read, cut between two lines above `limit`; all without one."""
        if self._rows is None or not len(self._rows):
            return None
        rows, top = self._rows, self.top
        if limit is not None:
            gap = last_gap(rows[: max(0, limit - top)])
            if not gap:
                return None
            rows = rows[:gap]
        self._rows = self._rows[len(rows) :]
        self.top += len(rows)
        return top, rows


def without(pixels: NDArray[np.uint8], cells: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The picture with some cells painted in the colour of its ground."""
    import numpy as np

    if not cells.any():
        return pixels
    painted = pixels.copy()
    mask = np.repeat(cells, CELL, axis=1)[:, : pixels.shape[1]]
    painted[mask] = common_colour(pixels)
    return painted

"""Where a tall picture can be cut without cutting a line of text: rows that look like their neighbours.

A blank row does, and so does one crossed only by the vertical rules of a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.reading.ink import runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_THINNEST = 3
"""Rows a gap between lines has at least."""


def quiet_rows(pixels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """True for each row that equals the one above it."""
    import numpy as np

    same = np.zeros(len(pixels), dtype=bool)
    if len(pixels) > 1:
        same[1:] = (pixels[1:] == pixels[:-1]).reshape(len(pixels) - 1, -1).all(axis=1)
    return same


def last_gap(pixels: NDArray[np.uint8], first: int = 0) -> int | None:
    """The middle of the lowest gap between lines that begins at row `first` or below; None without one."""
    for begin, end in reversed(runs(quiet_rows(pixels[first:]))):
        if end - begin >= _THINNEST - 1:
            return first + (begin + end) // 2
    return None


def cut_rows(pixels: NDArray[np.uint8], tallest: int) -> list[tuple[int, int]]:
    """The picture's rows in parts of at most `tallest`, cut between lines wherever there is a between."""
    height = len(pixels)
    parts = []
    top = 0
    while height - top > tallest:
        gap = last_gap(pixels[top : top + tallest], tallest // 2)
        bottom = top + (gap or tallest)
        parts.append((top, bottom))
        top = bottom
    parts.append((top, height))
    return parts

"""What a box's edges cut, and how far one has to look to see it whole.

A side that runs between letters cuts nothing. One that runs through a letter, or between two letters of
a word, cuts the text there, and then every line that runs over this side is cut.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.ink import common_colour, runs
from cogscript.reading.lines import Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FAINT = 40
"""Differences from the ground below this are a gradient, a hairline, a row's shade."""
_WORD = 2
"""Pixels on each side of an edge: ink on both, in one row, is one word."""
_TALLEST = 64
"""How far above and below a box a line that it cuts may reach."""
_APART = 1.2
"""Text further apart than this, in heights of its row, is not one line: columns, cells of a table."""


def grown(pixels: NDArray[np.uint8], area: Rect) -> Rect:
    """The area, wider or taller wherever its edges cut text, as far as that text goes."""
    import numpy as np

    height, width = pixels.shape[:2]
    inside = pixels[area.top : area.bottom, area.left : area.right]
    ground = common_colour(inside).astype(np.int16)

    def ink(rect: Rect) -> NDArray[np.bool_]:
        part = pixels[rect.top : rect.bottom, rect.left : rect.right].astype(np.int16)
        mask: NDArray[np.bool_] = np.abs(part - ground).max(axis=2) > _FAINT
        return mask

    top, bottom, left, right = area.top, area.bottom, area.left, area.right
    if top:
        above = ink(Rect(left, max(0, top - _TALLEST), right, top + 1))[::-1]
        top -= _reach(above)
    if bottom < height:
        below = ink(Rect(left, bottom - 1, right, min(height, bottom + _TALLEST)))
        bottom += _reach(below)
    bands = _bands(ink(area))
    if left:
        before = ink(Rect(0, area.top, min(area.right, left + _WORD), area.bottom))[:, ::-1]
        left -= _run_over(before, bands)
    if right < width:
        after = ink(Rect(max(area.left, right - _WORD), area.top, width, area.bottom))
        right += _run_over(after, bands)
    return Rect(max(0, left), max(0, top), min(width, right), min(height, bottom))


def _reach(mask: NDArray[np.bool_]) -> int:
    """Rows to go on until the letters that the first two rows share are whole; 0 when none is cut.

    The first row lies inside the area, the others outside.
    """
    import numpy as np

    if len(mask) < 2 or not (mask[0] & mask[1]).any() or mask[1].mean() > 0.6:
        return 0
    blank = np.flatnonzero(~np.any(mask[1:], axis=1))
    return int(blank[0]) + 2 if blank.size else len(mask) - 1


def _bands(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The rows that text stands on."""
    return runs(mask.any(axis=1))


def _run_over(mask: NDArray[np.bool_], bands: list[tuple[int, int]]) -> int:
    """Columns to go on until every line that runs over the side is whole; 0 when no word is cut.

    The first `_WORD` columns lie inside the area, the others outside.
    """
    import numpy as np

    cut = False
    farthest = 0
    for begin, end in bands:
        rows = mask[begin:end]
        rows = rows[:, : _WORD + _wall(mask[max(0, begin - 4) : end + 4, _WORD:])]
        columns = np.any(rows, axis=0)
        if columns[:_WORD].any() and columns[_WORD : 2 * _WORD].any():
            cut = True
        gap = min(40, max(8, round(_APART * (end - begin))))
        reach = 0
        for first, last in runs(columns[_WORD:]):
            if first - reach >= gap:
                break
            reach = last
        farthest = max(farthest, reach)
    return farthest + 4 if cut and farthest else 0


def _wall(mask: NDArray[np.bool_]) -> int:
    """Columns until a frame or another ground, behind which no text goes on: it is higher than letters."""
    import numpy as np

    full = np.flatnonzero(mask.mean(axis=0) > 0.95)
    return int(full[0]) if full.size else mask.shape[1]


def inside(lines: list[Line], area: Rect, seen: Rect) -> list[Line]:
    """The lines that belong to an area of which `seen` was read: whole, or most of each."""
    kept = []
    for line in lines:
        rect = line.rect
        if rect.overlap(area).height < 0.5 * rect.height:
            continue
        over = (seen.left < area.left and rect.left < area.left) or (
            seen.right > area.right and rect.right > area.right
        )
        if over and rect.overlap(area).width < 0.5 * rect.width:
            continue
        kept.append(line)
    return kept


def without_halves(lines: list[Line], height: int) -> list[Line]:
    """Without the lines that the picture's own upper or lower edge cuts, as far as their height tells."""
    touching = [line for line in lines if line.rect.top <= 0 or line.rect.bottom >= height]
    others = [line.rect.height for line in lines if line not in touching]
    if not touching or not others:
        return lines
    least = 0.7 * median(others)
    return [line for line in lines if line not in touching or line.rect.height >= least]

"""Where in a strip of text the ink is: screens draw text on an even ground, so pixels answer exactly.

An engine's rectangles and character positions are good to a few pixels only. Spaces, indents and the
width of a comma are told apart by less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_CONTRAST = 0.25
"""How much of the strongest contrast a pixel needs to count as ink; less is the soft edge of a letter."""
_FAINTEST = 12
"""Differences below this are no ink at all, whatever the contrast: gradients, compression."""
_MOSTLY = 0.7
"""A strip more inked than this is no text on an even ground: a selection, a picture."""


_SHADES = 8
"""How far apart the first and the last shade of a gradient are, at least, of 255."""
_SHADE = 6
"""How far apart its shades are from row to row, at most."""
_SHADED = 0.3
"""The part of a row that has its shade, at least: the rest is letters."""
_CARET = 2
"""Columns of a text cursor, at most."""
_STROKE = 2
"""Rows of the stroke below a mnemonic's letter, at most."""
_LETTERS = 2
"""Other letters from which on it is known where letters end."""
_RULE = 0.82, 0.92
"""A column, and a row, this full of ink is a rule."""


class Ink(NamedTuple):
    """The inked part of a strip, in the picture's pixels."""

    rect: Rect
    mask: NDArray[np.bool_]
    """True where there is ink, inside `rect`."""
    ground: NDArray[np.uint8]
    """The colour behind the text."""
    strength: NDArray[np.float32]
    """For each column, its strongest ink as a part of the strongest of the line: letters that touch do so
    with the soft edges of their strokes."""
    caret: tuple[int, int] | None = None
    """Columns of the picture that a text cursor covers."""
    underlines: tuple[Rect, ...] = ()
    """Strokes below single letters, which tell the key that chooses a menu or a button."""


def common_colour(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The colour most pixels have."""
    import numpy as np

    flat = pixels.reshape(-1, 3)
    packed = flat[:, 0].astype(np.int32) << 16 | flat[:, 1].astype(np.int32) << 8 | flat[:, 2]
    colours, counts = np.unique(packed, return_counts=True)
    best = int(colours[counts.argmax()])
    return np.array([best >> 16, best >> 8 & 255, best & 255], dtype=np.uint8)


def ink_of(pixels: NDArray[np.uint8], area: Rect) -> Ink | None:
    """The ink of the line of text that an area holds; None when its ground is not even.

    Rows of the lines above and below that reach into the area are left out.
    """
    import numpy as np

    region = pixels[area.top : area.bottom, area.left : area.right]
    if not region.size:
        return None
    ground = common_colour(region)
    difference = np.abs(region.astype(np.int16) - ground.astype(np.int16)).max(axis=2)
    strongest = int(difference.max())
    if strongest <= _FAINTEST:
        return None
    mask = difference > max(_FAINTEST, _CONTRAST * strongest)
    # The sides of a frame, an underline: they would join all letters to one.
    mask[:, mask.mean(axis=0) > _RULE[0]] = False
    mask[mask.mean(axis=1) > _RULE[1]] = False
    top, bottom = _middle_band(mask.any(axis=1))
    columns = np.flatnonzero(mask[top:bottom].any(axis=0))
    if not columns.size:
        return None
    left, right = int(columns[0]), int(columns[-1]) + 1
    mask = mask[top:bottom, left:right]
    if mask.mean() > _MOSTLY:
        return None
    strength = (difference[top:bottom, left:right].max(axis=0) / strongest).astype(np.float32)
    rect = Rect(area.left + left, area.top + top, area.left + right, area.top + bottom)
    return _without_underlines(_without_caret(Ink(rect, mask, ground, strength)))


def level(pixels: NDArray[np.uint8], area: Rect) -> None:
    """Paint a ground that is shaded from top to bottom in one colour, letters and all, where there is one.

    Menu bars and buttons are often shaded so; against a single colour all of their ground would be ink.
    """
    import numpy as np

    region = pixels[area.top : area.bottom, area.left : area.right]
    if (region == common_colour(region)).all(axis=2).mean() > 0.5:
        return
    shades = np.array([common_colour(row[None]) for row in region], dtype=np.int16)
    shares = (region == shades[:, None]).all(axis=2).mean(axis=1)
    steps = np.abs(np.diff(shades, axis=0)).max(axis=1)
    # What the area has above and below of others ends with a step: the edge of a title bar, icons.
    top, bottom = max(
        runs(np.append(steps <= _SHADE, False)), key=lambda run: run[1] - run[0], default=(0, 0)
    )
    rows = slice(top, bottom + 1)
    if bottom - top < _MOSTLY * len(region) or (shares[rows] < _SHADED).mean() > 0.1:
        return
    if np.ptp(shades[rows], axis=0).max() < _SHADES:
        return
    middle = shades[(top + bottom) // 2]
    even = region[rows].astype(np.int16) - shades[rows, None] + middle
    region[rows] = np.clip(even, 0, 255).astype(np.uint8)


def whole_letters(pixels: NDArray[np.uint8], area: Rect, limits: tuple[int, int]) -> Rect:
    """The area, wider where its sides run through a letter, and where a lone one stands a space away.

    Detectors overlook a single figure beside a line. `limits` are the columns that are other lines' already.
    """
    import numpy as np

    reach = 2 * area.height
    wide = Rect(max(limits[0], area.left - reach), area.top, min(limits[1], area.right + reach), area.bottom)
    region = pixels[wide.top : wide.bottom, wide.left : wide.right].astype(np.int16)
    inside = pixels[area.top : area.bottom, area.left : area.right]
    difference = np.abs(region - common_colour(inside).astype(np.int16)).max(axis=2)
    mask = difference > max(_FAINTEST, _CONTRAST * int(difference.max()))
    left = _outward(mask[:, : area.left - wide.left + 1][:, ::-1])
    right = _outward(mask[:, area.right - wide.left - 1 :])
    return Rect(area.left - left, area.top, area.right + right, area.bottom)


def _outward(mask: NDArray[np.bool_]) -> int:
    """Columns to go on from the first, the area's own, to the end of the letters that belong to it."""
    import numpy as np

    height = len(mask)
    reach = 0
    for begin, end in runs(np.any(mask, axis=0)):
        letter = mask[:, begin:end]
        if end - begin > height or end == mask.shape[1] or letter[0].any() or letter[-1].any():
            break  # a rule, another ground, a picture
        if begin > reach + 0.8 * height:
            break
        reach = max(reach, end - 1)
    return reach


def _without_caret(ink: Ink) -> Ink:
    """A text cursor is thin, reaches over and under all letters, and is closer to one than a letter is."""
    import numpy as np

    mask, rect = ink.mask, ink.rect
    inked = np.any(mask, axis=0)
    for begin, end in runs(mask.all(axis=0)):
        beside = inked[max(0, begin - _CARET) : begin].any() or inked[end : end + _CARET].any()
        if end - begin > _CARET or not beside:
            continue
        rest = mask.copy()
        rest[:, begin:end] = False
        rows, columns = np.flatnonzero(rest.any(axis=1)), np.flatnonzero(rest.any(axis=0))
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        if not top or bottom == len(mask) or len(mask) - (bottom - top) < 3:
            continue
        left, right = int(columns[0]), int(columns[-1]) + 1
        return Ink(
            Rect(rect.left + left, rect.top + top, rect.left + right, rect.top + bottom),
            rest[top:bottom, left:right],
            ink.ground,
            ink.strength[left:right],
            (rect.left + begin, rect.left + end),
        )
    return ink


def _without_underlines(ink: Ink) -> Ink:
    """A mnemonic's stroke would make an E of an F: it lies below a letter, and below where letters end."""
    import cv2
    import numpy as np

    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.mask.view(np.uint8), connectivity=8)
    tops, heights = stats[1:, cv2.CC_STAT_TOP], stats[1:, cv2.CC_STAT_HEIGHT]
    bottoms = tops + heights
    flat = (heights <= _STROKE) & (stats[1:, cv2.CC_STAT_WIDTH] > 2 * heights)
    if not flat.any() or (~flat).sum() < _LETTERS:
        return ink
    base = int(np.median(bottoms[~flat]))
    mask, found = ink.mask, []
    for number in np.flatnonzero(flat & (tops >= base)) + 1:
        left, top, width, height = (int(stats[number, side]) for side in range(4))
        above = ink.mask[max(0, base - heights.max()) : base, left : left + width]
        if not above.any(axis=0).mean() > 0.5:
            continue  # it stands alone: _
        mask = np.where(labels == number, False, mask)
        found.append(
            Rect(
                ink.rect.left + left, ink.rect.top + top,
                ink.rect.left + left + width, ink.rect.top + top + height,
            )
        )  # fmt: skip
    if not found:
        return ink
    rows = np.flatnonzero(mask.any(axis=1))
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    rect = Rect(ink.rect.left, ink.rect.top + top, ink.rect.right, ink.rect.top + bottom)
    return ink._replace(rect=rect, mask=mask[top:bottom], underlines=tuple(found))


def _middle_band(rows: NDArray[np.bool_]) -> tuple[int, int]:
    """The inked rows about the middle, bridging the gap under an i's dot but not the one between lines."""
    height = len(rows)
    bridge = max(1, height // 8)
    bands: list[list[int]] = []
    for row in range(height):
        if not rows[row]:
            continue
        if bands and row - bands[-1][1] <= bridge:
            bands[-1][1] = row + 1
        else:
            bands.append([row, row + 1])
    if not bands:
        return 0, height
    first, last = height // 4, height - height // 4
    central = [band for band in bands if band[0] < last and band[1] > first] or bands
    # A neighbour's descenders are a sliver at the edge; parts of this line (=, i, 二) are near its middle.
    return central[0][0], central[-1][1]


def runs(filled: ArrayLike) -> list[tuple[int, int]]:
    """Where a row of truths is true: begin and end of each run."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([0], np.asarray(filled, dtype=np.int8), [0]))))
    return [(int(begin), int(end)) for begin, end in zip(edges[::2], edges[1::2], strict=True)]

"""The signs on a calculator's keys, told by their strokes: readers of text take one for another.

`+` is read as `- -` or not at all, and `±` as `+`. But each of them is made of few strokes in a fixed order,
whatever the font: bars, dots, one cross upright or lying.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.ink import common_colour
from cogscript.reading.pixels import Picture, inside, part, pixels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SAME = {"-": "−", "–": "−", "—": "−", "➕": "+", "＋": "+", "＝": "=", "✕": "×", "✖": "×", "➗": "÷"}
SIGNS = frozenset("+−×÷=±")

_STRONG = 0.5
"""The part of the strongest difference from the ground from which on a pixel is ink."""
_LEAST = 40
"""How much darker or lighter than the ground the strongest ink is, at least."""
_DOT = 4
"""Pixels across of what is too small to be anything but a dot."""
_BORDER = 0.12
"""The part of a key that its border may take."""


def sign_of(name: str) -> str | None:
    """A name that is one of these signs, in one spelling."""
    name = _SAME.get(name.strip(), name.strip())
    return name if name in SIGNS else None


class _Stroke(NamedTuple):
    rect: Rect
    ink: NDArray[np.bool_]

    @property
    def kind(self) -> str:
        width, height = self.rect.width, self.rect.height
        if max(width, height) <= _DOT:
            return "dot"
        if width >= 2.2 * height:
            return "bar"
        if 0.6 <= width / height <= 1.67:
            return self._cross()
        return "other"

    def _cross(self) -> str:
        """A cross, upright or lying, told by where it has ink; a dot has it everywhere."""
        import cv2
        import numpy as np

        filled = float(self.ink.mean())
        if filled >= 0.65:
            return "dot"
        cells = cv2.resize(self.ink.astype(np.float32), (3, 3), interpolation=cv2.INTER_AREA)
        corners, sides = cells[::2, ::2], np.array([cells[0, 1], cells[1, 0], cells[1, 2], cells[2, 1]])
        if cells[1, 1] >= 0.3 and corners.max() <= 0.12 and sides.min() >= 0.2:
            return "upright"
        if cells[1, 1] >= 0.3 and sides.max() <= 0.3 and corners.min() >= 0.25 and filled <= 0.5:
            return "lying"
        return "other"


_MADE_OF = {
    ("upright",): "+",
    ("bar",): "−",
    ("lying",): "×",
    ("bar", "bar"): "=",
    ("upright", "bar"): "±",
    ("dot", "bar", "dot"): "÷",
}
"""Strokes from top to bottom."""


def sign_in(picture: Picture, area: Rect) -> str | None:
    """The sign that is drawn in an area, alone in its middle; None for anything else."""
    import cv2
    import numpy as np

    pixels = pixels_of(picture)
    edge_x, edge_y = (max(3, int(side * _BORDER)) for side in (area.width, area.height))
    inner = Rect(area.left + edge_x, area.top + edge_y, area.right - edge_x, area.bottom - edge_y)
    if inner.width < 4 or inner.height < 4:
        return None
    shown = part(pixels, inside(pixels, inner))
    if not shown.size:
        return None
    differs = np.abs(shown - common_colour(shown).astype(np.int16)).max(axis=2)
    strongest = int(differs.max())
    if strongest < _LEAST:
        return None
    ink = (differs >= _STRONG * strongest).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    strokes = [
        _Stroke(rect := Rect(left, top, left + width, top + height), part(labels, rect) == label)
        for label, (left, top, width, height, _) in enumerate(stats.tolist())
        if label
    ]  # fmt: skip
    if not 0 < count - 1 <= 3 or any(_is_aside(each, strokes) for each in strokes):
        return None
    strokes.sort(key=lambda each: each.rect.top)
    return _MADE_OF.get(tuple(each.kind for each in strokes))


def _is_aside(stroke: _Stroke, strokes: list[_Stroke]) -> bool:
    """Whether a stroke stands beside another, as letters do."""
    return any(not other.rect.left - 2 <= stroke.rect.middle.x <= other.rect.right + 2 for other in strokes)

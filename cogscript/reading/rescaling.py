"""Where a place has gone, told by what stands around it: another resolution, zoom, DPI or font size.

Several things that were found again (texts, icons, the window's frame) each say where they were and where
they are. One scale and one offset for each axis explain most of them; those that were mistaken for another
of the same name, or moved by themselves, explain nothing and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SCALES = 0.4, 3.0
"""Smaller and larger scales are no zoom but a mistake."""
_SAME_SIZE = 0.15
"""How much the size of a single anchor may differ, as another font does, for its scale to be 1."""
_OTHER_FONT = 1.35
"""How many times an anchor's own size may have grown more or less than the scale: its font is another."""
_STRETCHED = 0.5
"""How much an anchor counts that has grown otherwise: a layout can be stretched without its texts."""
_TOLERANCE = 3.0
"""Pixels that an anchor may be off and still agree."""
_APART = 40
"""Pixels between two anchors, at least, for them to tell a scale."""
_NEARBY = 200.0
"""At this distance from the place that is asked for, in pixels, an anchor counts half as much."""
_MOST = 40
"""Anchors to consider: more say nothing new and cost their square."""


class Anchor(NamedTuple):
    """One thing, where it was and where it is."""

    then: Rect
    now: Rect


@dataclass(frozen=True, slots=True)
class Rescaling:
    """`now = scale * then + offset`, for each axis."""

    scale_x: float
    offset_x: float
    scale_y: float
    offset_y: float
    agreeing: int
    """Anchors that it explains on both axes."""
    anchors: int
    residual: float
    """Pixels that these are off, in the middle."""

    def apply(self, rect: Rect) -> Rect:
        """Where a rectangle of then is now."""
        left, right = (round(self.scale_x * side + self.offset_x) for side in (rect.left, rect.right))
        top, bottom = (round(self.scale_y * side + self.offset_y) for side in (rect.top, rect.bottom))
        return Rect(left, top, max(left + 1, right), max(top + 1, bottom))


def rescaling(anchors: Sequence[Anchor], near: Rect | None = None) -> Rescaling | None:
    """The scale and offset that explain most anchors; None without any.

    With `near`, a place of then, anchors around it count more: in a window that was resized, what stands at
    the right moved and what stands at the left did not.

    Anchors close together tell no scale: it is then taken from the other axis, or from their own size.
    """
    import numpy as np

    if not anchors:
        return None
    if near is not None:
        anchors = sorted(anchors, key=lambda each: _distance(each.then, near))
    anchors = anchors[:_MOST]
    weights = np.array([1 / (1 + _distance(each.then, near) / _NEARBY) if near else 1.0 for each in anchors])
    then, now = (np.array([each[index] for each in anchors], dtype=np.float64) for index in (0, 1))
    across, down = (_Axis(then[:, side::2], now[:, side::2], weights) for side in (0, 1))
    scale_x, scale_y = across.told_scale(), down.told_scale()
    own = _own_scale(then, now)
    scale_x, scale_y = scale_x or scale_y or own, scale_y or scale_x or own
    (scale_x, offset_x, error_x), (scale_y, offset_y, error_y) = across.fitted(scale_x), down.fitted(scale_y)
    error = np.maximum(error_x, error_y)
    agree = error <= _TOLERANCE
    residual = float(np.median(error[agree] if agree.any() else error))
    return Rescaling(scale_x, offset_x, scale_y, offset_y, int(agree.sum()), len(anchors), residual)


class _Axis:
    """The anchors on one axis.

    In another font a text is longer or shorter: its first side stays in place, or its middle, or its last
    side. So each anchor is observed at all three, and agrees when one of them does.
    """

    def __init__(
        self, then: NDArray[np.float64], now: NDArray[np.float64], weights: NDArray[np.float64]
    ) -> None:
        import numpy as np

        self.then, self.now = (
            np.stack([sides[:, 0], sides.mean(axis=1), sides[:, 1]], axis=1) for sides in (then, now)
        )
        self.growth = (now[:, 1] - now[:, 0]) / np.maximum(1, then[:, 1] - then[:, 0])
        self.weights = weights

    def told_scale(self) -> float | None:
        """The scale that most anchors agree on, out of those that two of them tell; None when none does."""
        import numpy as np

        one, two = np.triu_indices(len(self.then), 1)
        apart = self.then[two] - self.then[one]
        telling = np.abs(apart) >= _APART
        scales = (self.now[two] - self.now[one])[telling] / apart[telling]
        offsets = self.now[one][telling] - scales * self.then[one][telling]
        sensible = (scales >= _SCALES[0]) & (scales <= _SCALES[1])
        scales, offsets = scales[sensible], offsets[sensible]
        if not len(scales):
            return None
        return float(scales[self._best(scales, offsets)])

    def fitted(self, scale: float) -> tuple[float, float, NDArray[np.float64]]:
        """Scale, offset and how far each anchor is off, fitted to those that agree on about this scale."""
        import numpy as np

        offsets = (self.now - scale * self.then).ravel()
        offset = float(offsets[self._best(np.full_like(offsets, scale), offsets)])
        errors, then, now = self._observed(scale, offset)
        agree = errors <= _TOLERANCE
        if np.ptp(then[agree]) >= _APART:
            scale, offset = (
                float(each) for each in np.polyfit(then[agree], now[agree], 1, w=self.weights[agree])
            )
        else:
            offset = float(np.median((now - scale * then)[agree]))
        return scale, offset, self._observed(scale, offset)[0]

    def _best(self, scales: NDArray[np.float64], offsets: NDArray[np.float64]) -> int:
        """Which scale and offset explain most; of two that explain the same, the more exact one."""
        import numpy as np

        expected = scales[:, None, None] * self.then + offsets[:, None, None]
        errors = np.abs(expected - self.now).min(axis=2)
        close = np.maximum(0, 1 - errors / (4 * _TOLERANCE)) * (errors <= _TOLERANCE)
        growth = self.growth / scales[:, None]
        close *= np.where((growth < _OTHER_FONT) & (growth > 1 / _OTHER_FONT), 1.0, _STRETCHED)
        return int((close @ self.weights).argmax())

    def _observed(
        self, scale: float, offset: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """How far each anchor is off, and where it was and is, at the side that is off least."""
        import numpy as np

        errors = np.abs(scale * self.then + offset - self.now)
        each, side = np.arange(len(errors)), errors.argmin(axis=1)
        return errors[each, side], self.then[each, side], self.now[each, side]


def _own_scale(then: NDArray[np.float64], now: NDArray[np.float64]) -> float:
    """The scale that the heights of the anchors tell."""
    import numpy as np

    ratio = float(np.median((now[:, 3] - now[:, 1]) / np.maximum(1, then[:, 3] - then[:, 1])))
    if abs(ratio - 1) <= _SAME_SIZE:
        return 1.0
    return min(_SCALES[1], max(_SCALES[0], ratio))


def _distance(one: Rect, two: Rect) -> float:
    first, second = one.middle, two.middle
    return hypot(first.x - second.x, first.y - second.y)

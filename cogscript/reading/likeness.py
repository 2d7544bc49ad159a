"""Finding a small picture again: an icon without a name, perhaps at another scale or in another theme.

All of a picture is searched at a size at which the icon is a dozen pixels wide; the most promising places are
then compared closely. Other things have to be less alike by far for a place to be unmistakable, and its size
has to be the expected one: a large cross and a small one are different buttons.

Cut the icon out with some of its ground: a plus is otherwise found in every plus with a frame around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.outlines import alike_in_colour, alike_in_outline, edges, outlined_part, strength
from cogscript.reading.pixels import Picture, inside, part, pixels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SCALES = tuple(1.14**step for step in range(-5, 8))
"""From half the size to two and a half times."""

_PARTS = 5
"""Parts of the icon across and down that are compared by themselves."""
_COLOUR_SAYS = 0.6
"""The score of an icon that has another colour; half of its colour in common is enough."""
_SURE = 0.9
_MARGIN = 0.1
_SIZE = 1.07
"""How many times larger or smaller than expected an unmistakable place may be."""
_FEW = 3
"""Up to so many scales the search is more thorough."""
_COARSE, _THOROUGH = 12, 24
"""Pixels of the icon's longer side when all of a picture is searched."""
_PEAKS, _MORE_PEAKS = 5, 20
"""Places of each scale that are compared closely."""
_PROMISING = 0.3
_FITTED = 8
"""Places whose scale is fitted."""
_NEIGHBOUR = 1.35
"""How far from the scale that fits best so far another may be."""
_FINER = (0.05, 0.03, 0.015)
_SAME_PLACE = 0.3
"""The part of the smaller of two places that both cover, when they are one."""
_SMALLEST = 4
"""Pixels of the shortest side of anything that is compared."""
_SLACK = 0.12
"""How far from a promising place the icon may be, in its own size."""


class Likeness(NamedTuple):
    rect: Rect
    score: float
    """From 0 to 1."""
    margin: float
    """How much better it is than every other place."""
    scale: float
    unmistakable: bool
    """Whether nothing else comes near, and it is as large as expected."""


class _Peak(NamedTuple):
    left: float
    top: float
    scale: float


class _Fit(NamedTuple):
    score: float
    scale: float
    rect: Rect
    icon: NDArray[np.float32]
    """The edges of the icon, and of what is shown in its place, at the size of the smaller of both."""
    shown: NDArray[np.float32]


def find_like(
    picture: Picture,
    icon: Picture,
    *,
    area: Rect | None = None,
    scales: Sequence[float] = SCALES,
    most: int = 5,
) -> list[Likeness]:
    """Where the picture looks most like the icon, the best place first; none for an icon without outlines.

    Give the `scales` that are expected where they are known, and the `area`: it is faster, and without them
    only a place of the icon's own size is ever unmistakable.
    """
    pixels, wanted = pixels_of(picture), pixels_of(icon)
    area = inside(pixels, area)
    if min(area.width, area.height, *wanted.shape[:2]) < _SMALLEST:
        return []
    search = _Search(part(pixels, area), wanted)
    if search.drawn is None:
        return []
    peaks = [peak for scale in scales for peak in search.peaks(scale, len(scales) <= _FEW or scale == 1.0)]
    fits = [search.fitted(left, top, scale) for left, top, scale in peaks]
    found = [search.finer(fit, scales) for fit in _apart([fit for fit in fits if fit])[:_FITTED]]
    judged = sorted(((search.likeness(fit), fit) for fit in found), key=lambda each: each[0], reverse=True)
    expected = scales if max(scales) <= _SIZE**2 * min(scales) else (1.0,)
    places = []
    for place, (score, fit) in enumerate(judged[:most]):
        others = max((other for index, (other, _) in enumerate(judged) if index != place), default=0.0)
        of_size = any(1 / _SIZE <= fit.scale / each <= _SIZE for each in expected)
        sure = score >= _SURE and score - others >= _MARGIN and of_size
        left, top = area.left + fit.rect.left, area.top + fit.rect.top
        rect = Rect(left, top, left + fit.rect.width, top + fit.rect.height)
        places.append(Likeness(rect, score, score - others, fit.scale, sure))
    return places


def drawn_part(icon: Picture) -> Rect | None:
    """Where in a small picture something is drawn, with a little of its ground; None for an even one."""
    import cv2
    import numpy as np

    return outlined_part(np.asarray(cv2.cvtColor(pixels_of(icon), cv2.COLOR_RGB2GRAY), np.uint8))


class _Search:
    """An icon, and the picture it is looked for in."""

    def __init__(self, pixels: NDArray[np.uint8], wanted: NDArray[np.uint8]) -> None:
        import cv2
        import numpy as np

        self.pixels, self.wanted = pixels, wanted
        self.grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
        self.icon = np.asarray(cv2.cvtColor(wanted, cv2.COLOR_RGB2GRAY), np.uint8)
        self.drawn = drawn_part(wanted)
        self._edges: dict[float, NDArray[np.float32]] = {}

    def peaks(self, scale: float, thorough: bool) -> Iterator[_Peak]:
        """The most promising places at a scale: where as strong edges are as in the icon."""
        import cv2
        import numpy as np

        assert self.drawn
        icon = part(self.icon, self.drawn)
        shrink = min(1.0, (_THOROUGH if thorough else _COARSE) / (max(icon.shape) * scale))
        grey = _resized(self.grey, shrink)
        icon = _resized(icon, shrink * scale)
        if icon.shape[0] > grey.shape[0] or icon.shape[1] > grey.shape[1]:
            return
        scores = cv2.matchTemplate(strength(grey), strength(icon), cv2.TM_CCOEFF_NORMED)
        highest = cv2.dilate(scores, np.ones((5, 5), np.uint8))
        # Where a picture is even the score is no number, or beyond 1.
        places = np.argwhere((scores == highest) & (scores > _PROMISING) & (scores <= 1.001))
        values = scores[tuple(places.T)]
        for index in values.argsort()[::-1][: _MORE_PEAKS if thorough else _PEAKS]:
            top, left = (places[index] / shrink).tolist()
            yield _Peak(left - self.drawn.left * scale, top - self.drawn.top * scale, scale)

    def fitted(self, left: float, top: float, scale: float) -> _Fit | None:
        """The best fit of the outline around a place; None when the icon is larger than the picture."""
        import cv2

        height, width = self.icon.shape
        slack = _SLACK * max(height, width) * scale + 2
        area = Rect(
            max(0, int(left - slack)),
            max(0, int(top - slack)),
            min(self.grey.shape[1], int(left + width * scale + slack) + 1),
            min(self.grey.shape[0], int(top + height * scale + slack) + 1),
        )
        # Both at the size of the smaller one: no detail is invented.
        shrink = min(1.0, 1 / scale)
        shown, icon = _resized(part(self.grey, area), shrink), self._icon_edges(min(1.0, scale))
        if icon.shape[0] > shown.shape[0] or icon.shape[1] > shown.shape[1]:
            return None
        seen = edges(shown)
        _, score, _, (column, row) = cv2.minMaxLoc(cv2.matchTemplate(seen, icon, cv2.TM_CCORR_NORMED))
        x, y = area.left + column / shrink, area.top + row / shrink
        rect = Rect(round(x), round(y), round(x + width * scale), round(y + height * scale))
        there = seen[row : row + icon.shape[0], column : column + icon.shape[1]]
        return _Fit(score, scale, rect, icon, there)

    def _icon_edges(self, scale: float) -> NDArray[np.float32]:
        if scale not in self._edges:
            self._edges[scale] = edges(_resized(self.icon, scale))
        return self._edges[scale]

    def finer(self, fit: _Fit, scales: Sequence[float]) -> _Fit:
        """The same place at the scale that fits best: the search may have seen it at a neighbouring one."""
        near = [scale for scale in scales if 1 / _NEIGHBOUR <= scale / fit.scale <= _NEIGHBOUR]
        fit = self._better(fit, near)
        for step in _FINER:
            fit = self._better(fit, [fit.scale * (1 - step), fit.scale * (1 + step)])
        return fit

    def _better(self, fit: _Fit, scales: Sequence[float]) -> _Fit:
        for scale in scales:
            # Around the same middle.
            grown = scale / fit.scale - 1
            left = fit.rect.left - fit.rect.width * grown / 2
            top = fit.rect.top - fit.rect.height * grown / 2
            again = self.fitted(left, top, scale)
            if again and again.score > fit.score:
                fit = again
        return fit

    def likeness(self, fit: _Fit) -> float:
        import cv2
        import numpy as np

        height, width = fit.icon.shape[:2]
        rect = fit.rect.overlap(Rect(0, 0, self.grey.shape[1], self.grey.shape[0]))
        wanted, shown = (
            np.asarray(cv2.resize(each, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
            for each in (self.wanted, part(self.pixels, rect))
        )
        assert self.drawn
        side = max(self.drawn.width, self.drawn.height) * min(1.0, fit.scale) / _PARTS
        outline = alike_in_outline(fit.icon, fit.shown, max(_SMALLEST, round(side)))
        return min(outline, _COLOUR_SAYS * (1 + alike_in_colour(wanted, shown)))


def _resized(grey: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    if scale == 1.0:
        return grey
    height, width = (max(_SMALLEST, round(side * scale)) for side in grey.shape)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, (width, height), interpolation=how), np.uint8)


def _apart(fits: Sequence[_Fit]) -> list[_Fit]:
    """The best fit of each place."""
    kept: list[_Fit] = []
    for fit in sorted(fits, key=lambda fit: fit.score, reverse=True):
        if not any(_same_place(fit.rect, other.rect) for other in kept):
            kept.append(fit)
    return kept


def _same_place(one: Rect, two: Rect) -> bool:
    common = one.overlap(two)
    smaller = min(one.width * one.height, two.width * two.height)
    return common.width * common.height > _SAME_PLACE * smaller

"""How much two small pictures are alike: by their outlines, part by part, and by their colours.

An outline is where edges run and in which direction, not which side of them is lighter: an icon keeps it when
a dark theme turns black on white into white on grey. Near twins (save and save as, plus and minus) have
almost all of it in common, so the worst part counts and not the whole. Twins of another colour are told by
that, where a picture has any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STRONG = 600.0
"""Gradients well above this count alike: how strong an edge is differs between themes."""
_BLUR = 0.8
"""Pixels by which edges are blurred, for outlines that are half a pixel off."""
_EMPTY = 0.25
"""A part with less than this of the strongest one's edges, in both pictures, is empty and tells nothing."""
_COLOURED = 4.0
"""Mean distance from grey, in the Lab space, from which a picture counts as coloured."""
_LEAST_EDGES = 12
"""Pixels of edges that an outline has at least."""
_EDGE = 0.3
_GROUND = 0.12
"""How much of the ground around an outline belongs to it, in its own size."""


def strength(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How strong each pixel's edge is."""
    import cv2
    import numpy as np

    strong = cv2.magnitude(cv2.Scharr(grey, cv2.CV_32F, 1, 0), cv2.Scharr(grey, cv2.CV_32F, 0, 1))
    return np.asarray(255 * (strong / (strong + _STRONG)), dtype=np.uint8)


def edges(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The direction of each pixel's edge, as a vector at twice its angle, as long as the edge is strong.

    At twice the angle a direction and its opposite are the same.
    """
    import cv2
    import numpy as np

    across, down = cv2.Scharr(grey, cv2.CV_32F, 1, 0), cv2.Scharr(grey, cv2.CV_32F, 0, 1)
    strong = cv2.magnitude(across, down)
    weight = 1 / ((strong + _STRONG) * (strong + 1e-3))
    vectors = cv2.merge([(across * across - down * down) * weight, 2 * across * down * weight])
    return np.asarray(cv2.GaussianBlur(vectors, (0, 0), _BLUR), dtype=np.float32)


def outlined_part(grey: NDArray[np.uint8]) -> Rect | None:
    """Where in a small picture something is drawn, with a little ground; None when it has no outline.

    An even or shaded ground has none.
    """
    import numpy as np

    drawn = np.abs(edges(grey)).max(axis=2) > _EDGE
    if int(drawn.sum()) < _LEAST_EDGES:
        return None
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    ground = max(2, round(_GROUND * max(np.ptp(rows), np.ptp(columns))))
    grown = Rect(
        int(columns[0]) - ground,
        int(rows[0]) - ground,
        int(columns[-1]) + 1 + ground,
        int(rows[-1]) + 1 + ground,
    )
    return grown.overlap(Rect(0, 0, grey.shape[1], grey.shape[0]))


def alike_in_outline(one: NDArray[np.float32], two: NDArray[np.float32], part: int) -> float:
    """From 0 to 1, how much two outlines of one size have in common in the part where they differ most.

    `part` is the side of the parts that are compared.
    """
    import numpy as np

    two = two * np.sqrt((one**2).sum() / max(1e-6, float((two**2).sum())))
    common, first, second = (
        _sums_of_parts((a * b).sum(axis=2), part) for a, b in ((one, two), (one, one), (two, two))
    )
    stronger = np.maximum(first, second)
    shown = stronger > _EMPTY * stronger.max()
    # What two parts have in common, against what each of them has.
    return max(0.0, float((2 * common[shown] / (first + second)[shown]).min()))


def _sums_of_parts(values: NDArray[np.float32], part: int) -> NDArray[np.float32]:
    """The sum of each square of this side; neighbours overlap by half."""
    import numpy as np

    height, width = values.shape
    total = np.zeros((height + 1, width + 1), dtype=np.float32)
    total[1:, 1:] = values.cumsum(axis=0).cumsum(axis=1)
    top, left = (
        np.unique([*range(0, max(1, side - part), max(1, part // 2)), max(0, side - part)])
        for side in (height, width)
    )
    bottom, right = np.minimum(top + part, height), np.minimum(left + part, width)
    sums: NDArray[np.float32] = (
        total[np.ix_(bottom, right)]
        - total[np.ix_(top, right)]
        - total[np.ix_(bottom, left)]
        + total[np.ix_(top, left)]
    )
    return sums


def alike_in_colour(wanted: NDArray[np.uint8], shown: NDArray[np.uint8]) -> float:
    """From 0 to 1, how much the colours of two pictures of the same size have in common; 1 for a grey one.

    A grey icon may be shown in any colour: themes paint them as they do letters.
    """
    import cv2
    import numpy as np

    one, two = (
        cv2.cvtColor(each, cv2.COLOR_RGB2LAB)[:, :, 1:].astype(np.float32) - 128 for each in (wanted, shown)
    )
    if np.linalg.norm(one, axis=2).mean() < _COLOURED:
        return 1.0
    common = 2 * float((one * two).sum()) / max(1e-6, float((one**2).sum() + (two**2).sum()))
    return max(0.0, min(1.0, common))

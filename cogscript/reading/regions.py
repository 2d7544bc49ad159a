"""A picture cut into even regions: what programs paint in one go, a window's ground, a field, a button.

Two neighbouring pixels belong together when their colours differ by a hair's breadth at most, so that a
gradient is one region and a border, a letter or another ground ends it. No theme has to be known: a white
field in a grey window and a black one in a dark page are both regions with four straight sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STEP = 3
"""How much neighbouring pixels of one region may differ, of 255: a gradient, no border."""


@dataclass(frozen=True, slots=True)
class Regions:
    labels: NDArray[np.int32]
    """The region of each pixel; 0 is none: an edge, a letter."""
    rects: NDArray[np.int32]
    """Left, top, right, bottom of each region."""
    areas: NDArray[np.int32]
    """The number of pixels of each region."""

    def rect(self, number: int) -> Rect:
        return Rect(*(int(side) for side in self.rects[number]))


def regions(pixels: NDArray[np.uint8]) -> Regions:
    # A border is closed for neighbours above, below and beside; corner to corner it would leak.
    return connected(steps(pixels) <= _STEP, corners=False)


def connected(mask: NDArray[np.bool_], *, corners: bool) -> Regions:
    """The parts of a mask that hang together, by their corners too or not; 0 is what is outside of it."""
    import cv2
    import numpy as np

    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.view(np.uint8), connectivity=8 if corners else 4, ltype=cv2.CV_32S
    )
    rects = np.asarray(stats[:, :4], dtype=np.int32).copy()
    rects[:, 2:] += rects[:, :2]
    return Regions(
        np.asarray(labels, dtype=np.int32), rects, np.asarray(stats[:, cv2.CC_STAT_AREA], dtype=np.int32)
    )


def steps(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How much each pixel differs from the one right of it and the one below, of 255."""
    import cv2
    import numpy as np

    found = np.zeros(pixels.shape[:2], dtype=np.uint8)
    across, down = found[:, :-1], found[:-1]
    for channel in cv2.split(pixels):
        cv2.max(across, cv2.absdiff(channel[:, 1:], channel[:, :-1]), dst=across)
        cv2.max(down, cv2.absdiff(channel[1:], channel[:-1]), dst=down)
    return found

"""A picture as an array of pixels, whoever made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar, Union

from cogscript.language.model.box import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

Scalar = TypeVar("Scalar", bound="np.generic")
Picture: TypeAlias = Union["Image", "NDArray[np.uint8]"]
"""An image, or its pixels as rows of (red, green, blue)."""


def pixels_of(picture: Picture) -> NDArray[np.uint8]:
    """Rows of (red, green, blue); not copied where the picture is that already."""
    import numpy as np

    if isinstance(picture, np.ndarray):
        return picture
    return np.asarray(picture if picture.mode == "RGB" else picture.convert("RGB"))


def inside(picture: NDArray[np.uint8], area: Rect | None) -> Rect:
    """What of an area lies in the picture; the whole of it by default."""
    whole = Rect(0, 0, picture.shape[1], picture.shape[0])
    return whole if area is None else area.overlap(whole)


def part(picture: NDArray[Scalar], area: Rect) -> NDArray[Scalar]:
    """What an area that lies in the picture shows: its pixels, or a part of a mask."""
    return picture[area.top : area.bottom, area.left : area.right]

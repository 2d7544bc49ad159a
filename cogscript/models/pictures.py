"""A picture as a model is sent it: what must not be seen is covered, its size is what the model takes.

A picture knows what it shows, so that a place the model names in it is a place on the surface again.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.resizing import AS_IT_IS, Resizing, to_picture, to_surface
from cogscript.settings import VisionSettings

if TYPE_CHECKING:
    from PIL.Image import Image

_COVER = (64, 64, 64)
"""Grey: a black patch looks like a part of many programs."""


@dataclass(frozen=True, slots=True)
class Picture:
    """PNG, and what it shows."""

    data: bytes = field(repr=False)
    sent: Size
    """Its own size in pixels."""
    area: Rect
    """What it shows, in pixels of the root surface."""

    @property
    def url(self) -> str:
        return "data:image/png;base64," + base64.b64encode(self.data).decode("ascii")

    def to_surface(self, x: float, y: float) -> Point:
        """The surface's pixel at a place of the picture; ValueError where it lies off the picture."""
        return to_surface(x, y, self.sent, self.area)

    def to_picture(self, point: Point) -> Point:
        """The picture's pixel that shows one of the surface; ValueError where it shows it not."""
        return to_picture(point, self.sent, self.area)


def resizing_of(settings: VisionSettings) -> Resizing:
    """The size limits that the settings give a model."""
    return Resizing(
        max(1, settings.factor),
        settings.least_pixels,
        settings.most_pixels or AS_IT_IS.most,
        settings.longest_side or AS_IT_IS.longest,
    )


def prepare(
    image: Image, area: Rect | None = None, resizing: Resizing = AS_IT_IS, covered: Iterable[Rect] = ()
) -> Picture:
    """A picture to be sent, of an image of a part of the surface.

    `area` is what the image shows of the surface (the whole of it unless given), `covered` are places of the
    surface that nobody may see.
    """
    from PIL import Image as images
    from PIL import ImageDraw

    area = area or Size(*image.size).rect
    hidden = [part for each in covered if (part := each.overlap(area)).width and part.height]
    if hidden:
        image = image.copy()
        draw = ImageDraw.Draw(image)
        for left, top, right, bottom in hidden:
            # The image may have more pixels than the surface; the cover must not be a pixel too small.
            across, down = image.width / area.width, image.height / area.height
            corner = ((left - area.left) * across // 1, (top - area.top) * down // 1)
            draw.rectangle((corner, ((right - area.left) * across, (bottom - area.top) * down)), fill=_COVER)
    try:
        size = resizing.size(Size(*image.size)) if resizing != AS_IT_IS else Size(*image.size)
    except ValueError as error:
        raise Fault("model-picture", str(error), "show the model a part that is less narrow") from error
    if size != image.size:
        image = image.resize(size, images.Resampling.LANCZOS)
    buffer = io.BytesIO()
    image.convert("RGB").save(buffer, "PNG")
    return Picture(buffer.getvalue(), size, area)

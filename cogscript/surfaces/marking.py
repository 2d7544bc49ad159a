"""Numbers and places drawn into a picture of a surface, so that they are seen on light and on dark."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.language.model.box import Rect

_COLOURS = ((214, 39, 40), (31, 119, 180), (44, 160, 44), (148, 103, 189), (255, 127, 14))
_WHITE = (255, 255, 255)
_BLACK = (0, 0, 0)
_DASH = 6


def draw_numbers(picture: Image, places: Iterable[tuple[int, Rect]], *, outside: bool = False) -> None:
    """Each rectangle with its number in its corner; `outside`: beside it, so that nothing of it is hidden."""
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=12)
    for number, (left, top, right, bottom) in places:
        colour = _COLOURS[number % len(_COLOURS)]
        draw.rectangle((left, top, right - 1, bottom - 1), outline=colour, width=1 + outside)
        reach = draw.textlength(str(number), font=font) + 4
        x = left - reach + 1 if outside and left >= reach else left + 2
        label = draw.textbbox((x, top + 1), str(number), font=font)
        draw.rectangle((label[0] - 2, label[1] - 1, label[2] + 1, label[3] + 1), fill=colour)
        draw.text((x, top + 1), str(number), fill=_WHITE, font=font)


def draw_dashed(picture: Image, place: Rect) -> None:
    """A place where something was expected, in dashes of black and white."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    for grow in (2, 3):
        left, top = place.left - grow, place.top - grow
        right, bottom = place.right - 1 + grow, place.bottom - 1 + grow
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        for (x, y), (to_x, to_y) in pairwise(corners):
            length = abs(to_x - x) + abs(to_y - y)
            for start in range(0, length, _DASH):
                end = min(start + _DASH, length)
                colour = _BLACK if start // _DASH % 2 else _WHITE
                ends = [
                    (x + (to_x - x) * at // max(length, 1), y + (to_y - y) * at // max(length, 1))
                    for at in (start, end)
                ]
                draw.line(ends, fill=colour)

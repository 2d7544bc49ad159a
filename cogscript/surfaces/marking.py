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
_PLAIN = 40
"""Grey levels that differ by less are shades of a surface, and no writing."""


def draw_numbers(picture: Image, places: Iterable[tuple[int, Rect]], *, outside: bool = False) -> None:
    """Each rectangle with its number in its corner; `outside`: about its corner, where that hides nothing."""
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=12)
    plain = picture.copy() if outside else None
    for number, (left, top, right, bottom) in places:
        colour = _COLOURS[number % len(_COLOURS)]
        draw.rectangle((left, top, right - 1, bottom - 1), outline=colour, width=1 + outside)
        x0, y0, x1, y1 = draw.textbbox((0, 0), str(number), font=font)
        width, height = int(x1 - x0) + 4, int(y1 - y0) + 3
        x, y = left + 1, top + 1
        if plain is not None:
            about = [(left - width + 1, top), (left, top - height), (x, y)]
            x, y = next((at for at in about if _is_plain(plain, *at, width, height)), about[0])
            x, y = max(x, 0), max(y, 0)
        draw.rectangle((x, y, x + width - 1, y + height - 1), fill=colour)
        draw.text((x + 2 - x0, y + 1 - y0), str(number), fill=_WHITE, font=font)


def _is_plain(picture: Image, x: int, y: int, width: int, height: int) -> bool:
    """Whether nothing can be read at a place of a picture."""
    if x < 0 or y < 0 or x + width > picture.width or y + height > picture.height:
        return False
    spread = picture.crop((x, y, x + width, y + height)).convert("L").getextrema()
    return spread[1] - spread[0] < _PLAIN  # type: ignore[operator]


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

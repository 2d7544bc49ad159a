"""Pictures for buttons that have no name: one colour and one shape each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SIDE = 24
_FINE = 4
"""Drawn larger and made smaller: edges become smooth."""


def _star(draw: ImageDraw) -> None:
    right = [(48, 6), (60, 36), (92, 38), (66, 58), (76, 90), (48, 72)]
    draw.polygon([*right, *((96 - x, y) for x, y in reversed(right[1:-1]))], fill="#c98a00")


def _bars(draw: ImageDraw) -> None:
    for left, top in ((10, 54), (36, 30), (62, 12)):
        draw.rectangle((left, top, left + 20, 88), fill="#2a7fd4")


def _flag(draw: ImageDraw) -> None:
    draw.rectangle((16, 8, 24, 92), fill="#777777")
    draw.polygon([(24, 10), (86, 28), (24, 50)], fill="#d43a2a")


def _bin(draw: ImageDraw) -> None:
    draw.rectangle((14, 16, 82, 26), fill="#8a4fc4")
    draw.polygon([(22, 32), (74, 32), (68, 92), (28, 92)], fill="#8a4fc4")


def _ring(draw: ImageDraw) -> None:
    draw.ellipse((10, 10, 86, 86), outline="#2a9d4a", width=16)


def _cross(draw: ImageDraw) -> None:
    draw.rectangle((40, 8, 56, 88), fill="#d4602a")
    draw.rectangle((8, 40, 88, 56), fill="#d4602a")


def _moon(draw: ImageDraw) -> None:
    draw.ellipse((10, 10, 86, 86), fill="#3a6fb0")
    draw.ellipse((34, 4, 98, 68), fill=(0, 0, 0, 0))


SHAPES: dict[str, Callable[[ImageDraw], None]] = {
    "star": _star,
    "bars": _bars,
    "flag": _flag,
    "bin": _bin,
    "ring": _ring,
    "cross": _cross,
    "moon": _moon,
}


def write_icon(shape: str, file: Path) -> None:
    from PIL import Image, ImageDraw

    picture = Image.new("RGBA", (SIDE * _FINE, SIDE * _FINE), (0, 0, 0, 0))
    SHAPES[shape](ImageDraw.Draw(picture))
    picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(file)

"""How a note for the person looks: its text wrapped and drawn, Chinese too, with its buttons."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Rect, Size

if TYPE_CHECKING:
    from PIL.Image import Image

_FONTS = (
    "NotoSansCJK-Regular.ttc", "NotoSansCJKsc-Regular.otf", "wqy-microhei.ttc", "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf", "msyh.ttc", "PingFang.ttc", "DejaVuSans.ttf",
)  # fmt: skip
"""Fonts that have Chinese, the common ones first; the last has Latin only."""
_FOLDERS = {
    "win32": ("C:/Windows/Fonts",),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts"),
}
_LINUX = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
_WIDEST = 420
_PAD = 14
_SIZE = 17
_PAPER, _INK, _EDGE = (255, 250, 214), (20, 20, 20), (200, 60, 30)
BUTTON = (46, 110, 180)
"""The colour of a note's buttons."""
_DARK, _LIGHT = (34, 40, 49), (245, 245, 245)


@dataclass(frozen=True, slots=True)
class DrawnNote:
    picture: Image
    buttons: dict[str, Rect]
    """Where its buttons are in the picture: `next`, `stop`."""


@cache
def _font(size: int = _SIZE) -> Any:
    from PIL import ImageFont

    found: dict[str, Path] = {}
    for folder in _FOLDERS.get(sys.platform, _LINUX):
        for path in Path(folder).expanduser().rglob("*.[to]t[fc]"):
            if path.name in _FONTS:
                found.setdefault(path.name, path)
    for name in _FONTS:
        if name in found:
            return ImageFont.truetype(str(found[name]), size)
    return ImageFont.load_default(size=size)


def note(text: str, *, buttons: bool, chinese: bool | None = None) -> DrawnNote:
    """A note as it is shown beside a place."""
    from PIL import Image, ImageDraw

    font = _font()
    lines = _wrapped(text, font, _WIDEST - 2 * _PAD)
    step = font.size + 7
    chinese = any("\u4e00" <= each <= "\u9fff" for each in text) if chinese is None else chinese
    labels = (
        {"next": "下一步" if chinese else "Next", "stop": "停止" if chinese else "Stop"} if buttons else {}
    )
    width = max([_width(line, font) for line in lines] + [190 if buttons else 60]) + 2 * _PAD
    height = len(lines) * step + 2 * _PAD + (48 if buttons else 0)
    picture = Image.new("RGB", (int(width), int(height)), _PAPER)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, picture.width - 1, picture.height - 1), outline=_EDGE, width=2)
    for index, line in enumerate(lines):
        draw.text((_PAD, _PAD + index * step), line, fill=_INK, font=font)
    places: dict[str, Rect] = {}
    right = picture.width - _PAD
    for name, label in labels.items():
        left = right - int(_width(label, font)) - 28
        place = Rect(left, picture.height - 46, right, picture.height - 12)
        draw.rectangle((place.left, place.top, place.right - 1, place.bottom - 1), fill=BUTTON)
        draw.text((place.left + 14, place.top + 5), label, fill=_LIGHT, font=font)
        places[name] = place
        right = left - 12
    return DrawnNote(picture, places)


def status_line(text: str) -> Image:
    from PIL import Image, ImageDraw

    font = _font()
    line = _wrapped(text, font, 900)[0] if text else ""
    picture = Image.new("RGB", (int(_width(line, font)) + 28, font.size + 18), _DARK)
    ImageDraw.Draw(picture).text((14, 7), line, fill=_LIGHT, font=font)
    return picture


def beside(size: Size, place: Rect | None, screen: Rect) -> Rect:
    """Where a note of this size goes: beside the place, not over it; in the middle where there is none."""
    if place is None:
        left = (screen.left + screen.right - size.width) // 2
        top = (screen.top + screen.bottom - size.height) // 2
        return Rect(left, top, left + size.width, top + size.height)
    gap = 14
    across = min(max(screen.left, place.middle.x - size.width // 2), screen.right - size.width)
    down = min(max(screen.top, place.middle.y - size.height // 2), screen.bottom - size.height)
    corners = (
        (across, place.bottom + gap),
        (across, place.top - gap - size.height),
        (place.right + gap, down),
        (place.left - gap - size.width, down),
        (screen.right - size.width - gap, screen.bottom - size.height - gap),
    )
    for left, top in corners:
        found = Rect(left, top, left + size.width, top + size.height)
        if found.overlap(screen) == found:
            return found
    return Rect(left, top, left + size.width, top + size.height)


def _width(text: str, font: Any) -> float:
    return float(font.getlength(text))


def _wrapped(text: str, font: Any, widest: float) -> list[str]:
    """Lines that fit; broken at spaces, and between characters where there are none."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        line = ""
        for word in _words(paragraph):
            if line and _width(line + word, font) > widest:
                lines.append(line.rstrip())
                line = ""
            line += word if line else word.lstrip()
        lines.append(line.rstrip())
    return lines[:24]


def _words(text: str) -> list[str]:
    """Pieces that stay together: a word with the space before it, or one Chinese character."""
    pieces: list[str] = []
    for character in text:
        joins = pieces and character.isascii() and not character.isspace() and pieces[-1][-1:].isascii()
        if joins:
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces

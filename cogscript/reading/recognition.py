"""A picture → its lines of text: find, cut out, recognise, and put the spaces where the pixels have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.engines import Engine, check_engine, load_engine
from cogscript.reading.glyphs import Glyph
from cogscript.reading.ink import Ink, common_colour, ink_of, level, whole_letters
from cogscript.reading.layout import in_reading_order
from cogscript.reading.lines import Line
from cogscript.reading.patience import kept_before, may_go_on
from cogscript.reading.quiet import cut_rows
from cogscript.reading.spelling import spell
from cogscript.reading.walls import cut, walls

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

STRIP = 48
"""The height the recognisers were taught on."""
_NARROWEST = 160
_BATCH = 6
_MARGIN = 0.25
"""Ground above and below the letters, as a part of their height: with less, small letters are misread."""
_SURE = 0.5
"""Text less certain than this is no text."""
_GRAIN = 32
"""The detector works on multiples of this; a picture of another size would be squeezed to one."""
_EDGE = 8
"""Ground around the picture, so that text at its edge is found."""
_TALLEST = 1200
"""Rows looked through at once; more would only cost memory."""


class Strip(NamedTuple):
    """One line cut out, ready to be recognised."""

    pixels: NDArray[np.float32]
    left: float
    """Where its first column lies in the picture."""
    scale: float
    """Columns of the strip to a pixel of the picture."""
    area: Rect
    ink: Ink | None

    @property
    def key(self) -> tuple[object, ...]:
        """What its characters and their places depend on."""
        return self.left, self.scale, sha256(self.pixels.tobytes()).digest()


class OcrReader:
    """Lines of a picture through an engine that is loaded when the first picture comes."""

    def __init__(self, engine: str) -> None:
        check_engine(engine)
        self.engine = engine

    def lines(self, picture: Image) -> Sequence[Line]:
        import numpy as np

        pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        if not pixels.size or (pixels == pixels[0, 0]).all():
            return []
        engine = load_engine(self.engine)
        found: list[Line] = []
        for top, bottom in cut_rows(pixels, _TALLEST):
            part = pixels[top:bottom]
            found += (line.moved(0, top) for line in _lines(part, engine))
        return in_reading_order(found)


def _lines(pixels: NDArray[np.uint8], engine: Engine) -> list[Line]:
    areas = _areas(pixels, engine)
    strips = [_cut_out(pixels, area, _beside(area, areas, pixels.shape[1])) for area in areas]
    read = [(glyphs, strip) for strip, glyphs in _recognised(strips, engine)]
    lines = spell([(glyphs, strip.ink, strip.area) for glyphs, strip in read])
    return [line for line in lines if line.confidence >= _SURE]


def _areas(pixels: NDArray[np.uint8], engine: Engine) -> list[Rect]:
    """Upright rectangles around each run of text, a little generous."""
    import numpy as np

    height, width = pixels.shape[:2]
    padded_height = -(-(height + 2 * _EDGE) // _GRAIN) * _GRAIN
    padded_width = -(-(width + 2 * _EDGE) // _GRAIN) * _GRAIN
    padded = np.empty((padded_height, padded_width, 3), dtype=np.uint8)
    padded[:] = common_colour(pixels)
    padded[_EDGE : _EDGE + height, _EDGE : _EDGE + width] = pixels
    areas = []
    for corners in engine.find(padded):
        left, top = corners.min(axis=0) - _EDGE
        right, bottom = corners.max(axis=0) - _EDGE
        area = Rect(int(left) - 2, int(top) - 2, int(right) + 3, int(bottom) + 3)
        area = area.overlap(Rect(0, 0, width, height))
        if area.width > 2 and area.height > 4:
            areas.append(area)
    return cut(_joined(areas), walls(pixels))


def _joined(areas: Sequence[Rect]) -> list[Rect]:
    """Parts of one line that reach into each other, as one: apart they would share letters."""
    joined: list[Rect] = []
    for area in sorted(areas):
        for at, other in enumerate(joined):
            shared = area.overlap(other)
            lower, higher = sorted((area.height, other.height))
            if shared.width and shared.height > 0.6 * lower and higher < 1.6 * lower:
                area = Rect(
                    min(area.left, other.left), min(area.top, other.top),
                    max(area.right, other.right), max(area.bottom, other.bottom),
                )  # fmt: skip
                joined[at] = area
                break
        else:
            joined.append(area)
    return joined


def _beside(area: Rect, areas: Sequence[Rect], width: int) -> tuple[int, int]:
    """The columns between a line's neighbours."""
    level = [each for each in areas if each.top < area.bottom and area.top < each.bottom]
    left = max((each.right for each in level if each.right <= area.left), default=0)
    right = min((each.left for each in level if each.left >= area.right), default=width)
    return left, right


def _cut_out(pixels: NDArray[np.uint8], area: Rect, limits: tuple[int, int]) -> Strip:
    """The line on its own ground, scaled to the recogniser's height."""
    import cv2
    import numpy as np

    level(pixels, area)
    area = whole_letters(pixels, area, limits)
    ink = ink_of(pixels, area)
    if ink is None:
        line = pixels[area.top : area.bottom, area.left : area.right]
        left = float(area.left)
    else:
        rect = ink.rect
        margin = max(2, round(_MARGIN * rect.height))
        # A row of dots is far lower than letters would be: the detector knows the line's height.
        margin = max(margin, (area.height - 6 - rect.height) // 2)
        line = np.empty((rect.height + 2 * margin, rect.width + 2 * margin, 3), dtype=np.uint8)
        line[:] = ink.ground
        line[margin:-margin, margin:-margin] = pixels[rect.top : rect.bottom, rect.left : rect.right]
        for stroke in ink.underlines:
            top, left = stroke.top - rect.top + margin, stroke.left - rect.left + margin
            line[top : top + stroke.height, left : left + stroke.width] = ink.ground
        if ink.caret:
            begin, end = (column - rect.left + margin for column in ink.caret)
            line[:, max(0, begin) : max(0, end)] = ink.ground
        left = float(rect.left - margin)
    scale = STRIP / line.shape[0]
    columns = max(8, round(line.shape[1] * scale))
    scaled = cv2.resize(line, (columns, STRIP), interpolation=cv2.INTER_LINEAR)
    values = scaled.astype(np.float32).transpose(2, 0, 1) / 127.5 - 1.0
    return Strip(values, left, columns / line.shape[1], area, ink)


def _recognised(strips: Sequence[Strip], engine: Engine) -> Iterator[tuple[Strip, list[Glyph]]]:
    """Each strip with its characters, in no particular order: strips of like length are read together."""
    import numpy as np

    kept = kept_before()
    fresh = []
    for strip in strips:
        if kept and (glyphs := kept.get(strip.key)) is not None:
            yield strip, glyphs
        else:
            fresh.append(strip)
    by_length = sorted(fresh, key=lambda strip: strip.pixels.shape[2])
    for begin in range(0, len(by_length), _BATCH):
        if not may_go_on(by_length[begin].pixels.shape[2] / STRIP):
            return
        batch = by_length[begin : begin + _BATCH]
        widest = max(_NARROWEST, max(strip.pixels.shape[2] for strip in batch))
        values = np.zeros((len(batch), 3, STRIP, widest), dtype=np.float32)
        for row, strip in enumerate(batch):
            values[row, :, :, : strip.pixels.shape[2]] = strip.pixels
        chances = engine.recognise(values)
        step = widest / chances.shape[1]
        for strip, steps in zip(batch, chances, strict=True):
            glyphs = _glyphs(steps, step / strip.scale, strip.left, engine.alphabet)
            if kept is not None:
                kept[strip.key] = glyphs
            yield strip, glyphs


def _glyphs(chances: NDArray[np.float32], step: float, left: float, alphabet: list[str]) -> list[Glyph]:
    """Characters with their middles in the picture: runs of the same best choice, blanks left out."""
    best = chances.argmax(axis=1)
    glyphs: list[Glyph] = []
    begin = 0
    for at in range(1, len(best) + 1):
        if at < len(best) and best[at] == best[begin]:
            continue
        if best[begin]:
            chance = float(chances[begin, best[begin]])
            glyphs.append(Glyph(alphabet[best[begin]], left + (begin + at) / 2 * step, chance))
        begin = at
    return glyphs

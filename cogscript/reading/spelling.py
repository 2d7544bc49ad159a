"""What the engine recognised in each strip of a picture → its lines, spelt as the ink says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogscript.language.model.box import Rect
from cogscript.reading.glyphs import Glyph, Placed, place
from cogscript.reading.ink import Ink
from cogscript.reading.lines import Line
from cogscript.reading.lookalikes import settle_lookalikes
from cogscript.reading.metrics import Metrics, agree, measure
from cogscript.reading.spacing import cells_of, dashes, spaces

Recognised = tuple[Sequence[Glyph], Ink | None, Rect]
"""A strip's characters, its ink if it could be told from the ground, and where the strip is."""


_INKLESS = 0.2
"""When more of a line's characters than this have no ink of their own, the ink is not that of text."""


def spell(strips: Iterable[Recognised]) -> list[Line]:
    """The lines; strips that say nothing are left out."""
    measured: list[tuple[list[Placed], Ink, float]] = []
    lines: list[Line] = []
    for glyphs, ink, area in strips:
        letters = [glyph for glyph in glyphs if not glyph.character.isspace()]
        if not letters:
            continue
        confidence = round(sum(glyph.chance for glyph in letters) / len(letters), 4)
        placed = place(glyphs, ink) if ink else []
        if ink and sum(not letter.width for letter in placed) <= _INKLESS * len(placed):
            measured.append((placed, ink, confidence))
        else:
            lines.append(_unmeasured(glyphs, area, confidence))
    metrics = agree(measure(placed, ink.rect.height) for placed, ink, _ in measured)
    spelt = [
        (_spelt(placed, ink.rect, confidence, font), ink)
        for (placed, ink, confidence), font in zip(measured, metrics, strict=True)
    ]
    return lines + settle_lookalikes(spelt)


def _spelt(placed: Sequence[Placed], rect: Rect, confidence: float, font: Metrics) -> Line:
    text: list[str] = []
    columns: list[tuple[int, int]] = []
    cells = cells_of(placed, font)
    for at, cell in enumerate(cells):
        if at and (count := spaces(cells[at - 1], cell, font)):
            text.append(" " * count)
            columns += [(cells[at - 1].letter.right, cell.letter.left)] * count
        count = dashes(cell.letter, font)
        text.append(cell.letter.character * count)
        columns += [(cell.letter.left, cell.letter.right)] * count
    rect = Rect(placed[0].left, rect.top, placed[-1].right, rect.bottom)
    return Line("".join(text), rect, confidence, tuple(columns))


def _unmeasured(glyphs: Sequence[Glyph], area: Rect, confidence: float) -> Line:
    """As the engine says, where the ground is too uneven to measure anything."""
    text = "".join(glyph.character for glyph in glyphs).strip()
    middles = [glyph.middle for glyph in glyphs if not glyph.character.isspace()]
    half = area.height / 4
    left = max(area.left, round(middles[0] - half))
    return Line(
        text, Rect(left, area.top, min(area.right, round(middles[-1] + half)), area.bottom), confidence
    )

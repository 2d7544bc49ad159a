"""Recognised characters + ink → text with its spaces.

Recognisers guess spaces from the look of a line and often lose the narrow one between Chinese and English, and
they take a Latin comma in Chinese company for a Chinese one. Both can be measured: the gap between two
letters, and how much room a comma takes up. The thresholds are parts of an em, so that they hold for every size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import NamedTuple

from cogscript.language.box import Rect
from cogscript.reading.ink import Ink, runs
from cogscript.reading.lines import Line


class Glyph(NamedTuple):
    """A character, where the engine believes its middle is, and how sure it is."""

    character: str
    middle: float
    chance: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A character with the columns its ink takes up, and whether the engine saw a space after it."""

    character: str
    left: int
    right: int
    spaced: bool = False

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class Metrics:
    """What the line's own letters say about its font, in pixels."""

    em: float
    pitch: float
    """From one Latin letter to the next."""
    even: bool
    """Every Latin letter takes the same room."""


_FULL = dict(zip(",:;!?()", "，：；！？（）", strict=True))
_HALF = {full: half for half, full in _FULL.items()}
_OPENING = "（《〈「『【〔“‘"
_CLOSING = "，。、；：！？）》〉」』】〕”’…"


def is_wide(character: str) -> bool:
    """Chinese, Japanese, Korean and their punctuation: two cells of a terminal."""
    return unicodedata.east_asian_width(character) in "WF"


def is_ideograph(character: str) -> bool:
    return is_wide(character) and unicodedata.category(character)[0] in "LN"


def spell(glyphs: Sequence[Glyph], ink: Ink | None, area: Rect) -> Line | None:
    """The line the glyphs say, with the spaces the ink has; None when they say nothing."""
    letters = [glyph for glyph in glyphs if not glyph.character.isspace()]
    if not letters:
        return None
    confidence = sum(glyph.chance for glyph in letters) / len(letters)
    if ink is None:
        return _unmeasured(glyphs, area, confidence)
    placed = place(glyphs, ink)
    metrics = measure(placed, ink.rect.height)
    placed = settle_widths(placed, metrics)
    text: list[str] = []
    columns: list[tuple[int, int]] = []
    for at, letter in enumerate(placed):
        text.append(letter.character)
        columns.append((letter.left, letter.right))
        if at + 1 < len(placed) and (count := spaces(letter, placed[at + 1], metrics)):
            gap = (letter.right, placed[at + 1].left)
            text.append(" " * count)
            columns += [gap] * count
    return Line("".join(text), ink.rect, round(confidence, 4), tuple(columns))


def _unmeasured(glyphs: Sequence[Glyph], area: Rect, confidence: float) -> Line:
    """As the engine says, where the ground is too uneven to measure anything."""
    text = "".join(glyph.character for glyph in glyphs).strip()
    middles = [glyph.middle for glyph in glyphs if not glyph.character.isspace()]
    half = area.height / 4
    rect = Rect(
        max(area.left, round(middles[0] - half)),
        area.top,
        min(area.right, round(middles[-1] + half)),
        area.bottom,
    )
    return Line(text, rect, round(confidence, 4))


def place(glyphs: Sequence[Glyph], ink: Ink) -> list[Placed]:
    """Give each character its part of the ink: whole separate pieces where it can, else a share of one."""
    letters: list[Glyph] = []
    spaced: list[bool] = []
    for glyph in glyphs:
        if not glyph.character.isspace():
            letters.append(glyph)
            spaced.append(False)
        elif letters:
            spaced[-1] = True
    pieces = runs(ink.mask.any(axis=0))
    middles = [glyph.middle - ink.rect.left for glyph in letters]
    owned: list[list[tuple[float, float]]] = [[] for _ in letters]
    if len(pieces) == len(letters):
        for mine, piece in zip(owned, pieces, strict=True):
            mine.append(piece)
    else:
        _share(pieces, middles, owned)
    placed = []
    floor = 0.0
    for at, (glyph, mine) in enumerate(zip(letters, owned, strict=True)):
        left = max(floor, mine[0][0] if mine else middles[at])
        right = max(left, mine[-1][1] if mine else left)
        floor = right
        placed.append(
            Placed(glyph.character, ink.rect.left + round(left), ink.rect.left + round(right), spaced[at])
        )
    return placed


def _share(
    pieces: Sequence[tuple[int, int]], middles: Sequence[float], owned: list[list[tuple[float, float]]]
) -> None:
    for begin, end in pieces:
        inside = [at for at, middle in enumerate(middles) if begin <= middle < end]
        if not inside:
            centre = (begin + end) / 2
            inside = [min(range(len(middles)), key=lambda at: abs(middles[at] - centre))]
        bounds = [float(begin)]
        bounds += [(middles[one] + middles[two]) / 2 for one, two in zip(inside, inside[1:], strict=False)]
        bounds.append(float(end))
        for at, left, right in zip(inside, bounds, bounds[1:], strict=False):
            owned[at].append((left, right))
    # A letter whose middle fell into the gap beside it gets the nearest piece of a neighbour with several.
    for at, mine in enumerate(owned):
        if mine:
            continue
        if at + 1 < len(owned) and len(owned[at + 1]) > 1:
            mine.append(owned[at + 1].pop(0))
        elif at and len(owned[at - 1]) > 1:
            mine.append(owned[at - 1].pop())


def measure(placed: Sequence[Placed], height: int) -> Metrics:
    """The font's em and pitch, as well as the line can tell."""
    wide: list[float] = []
    latin: list[float] = []
    for one, two in zip(placed, placed[1:], strict=False):
        step = two.middle - one.middle
        if is_ideograph(one.character) and is_ideograph(two.character):
            wide.append(step)
        elif one.character.isascii() and two.character.isascii() and not one.spaced:
            latin.append(step)
    pitch = median(latin) if latin else 0.0
    usual = [step for step in latin if step < 1.5 * pitch]
    even = len(usual) >= 3 and sum(abs(step - pitch) > 0.14 * pitch for step in usual) <= 0.1 * len(usual)
    em = median(wide) if wide else 0.0
    if not em:
        ideographs = [letter.right - letter.left for letter in placed if is_ideograph(letter.character)]
        em = max(ideographs) * 1.08 if ideographs else pitch / 0.6 if even else height * 0.95
    return Metrics(em, pitch or em / 2, even)


def settle_widths(placed: Sequence[Placed], metrics: Metrics) -> list[Placed]:
    """Punctuation that exists wide and narrow, as the room it takes up says."""
    chinese = any(is_ideograph(letter.character) for letter in placed)
    settled = list(placed)
    for at, letter in enumerate(placed):
        half = _HALF.get(letter.character, letter.character)
        if half not in _FULL:
            continue
        before = settled[at - 1] if at else None
        after = placed[at + 1] if at + 1 < len(placed) else None
        if _is_full(letter, before, after, metrics, chinese):
            half = _FULL[half]
        settled[at] = replace(letter, character=half)
    return settled


def _is_full(
    letter: Placed, before: Placed | None, after: Placed | None, metrics: Metrics, chinese: bool
) -> bool:
    said = is_wide(letter.character)
    if not chinese:
        return False
    if before is None or after is None:
        return said
    em = metrics.em
    room = (after.left - before.right) / em
    if (letter.left - before.right) / em > 0.4 and letter.character not in "(（":
        return True  # drawn in the middle of a wide cell
    if room < 0.88:
        return False
    if room < 1.12:
        return said or is_wide(before.character) or is_wide(after.character)
    if is_wide(before.character) and is_wide(after.character):
        return said
    if room < 1.3:
        return is_wide(after.character)
    return said and is_wide(before.character)


def spaces(one: Placed, two: Placed, metrics: Metrics) -> int:
    """How many spaces stand between two neighbours."""
    em = metrics.em
    left = one.right
    right = two.left
    if one.character in _CLOSING and is_wide(one.character):
        left = max(left, round(min(one.left + 0.95 * em, one.middle + 0.85 * em)))
    if two.character in _OPENING and is_wide(two.character):
        right = min(right, round(two.right - 0.95 * em))
    gap = (right - left) / em
    wide = is_wide(one.character) + is_wide(two.character)
    if wide == 2:
        return int(gap > 0.5 or (gap > 0.28 and one.spaced) or gap > 0.32)
    if wide == 1:
        narrow = two if is_wide(one.character) else one
        if metrics.even:
            gap -= max(0.0, (metrics.pitch - (narrow.right - narrow.left)) / 2 / em - 0.07)
        return int(gap > 0.2)
    if metrics.even:
        return max(0, round((two.middle - one.middle) / metrics.pitch) - 1)
    return int(gap > 0.12 if one.spaced else gap > 0.3)

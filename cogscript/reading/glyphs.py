"""Recognised characters, given the ink they are made of, and what they say about the font."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

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

    @property
    def width(self) -> int:
        return self.right - self.left


def is_wide(character: str) -> bool:
    """Chinese, Japanese, Korean and their punctuation: two cells of a terminal."""
    return unicodedata.east_asian_width(character) in "WF"


def is_ideograph(character: str) -> bool:
    return is_wide(character) and unicodedata.category(character)[0] in "LN"


# --- placing ----------------------------------------------------------------------------------


def place(glyphs: Sequence[Glyph], ink: Ink) -> list[Placed]:
    """Give each character its part of the ink: whole pieces where it can, else a share of one."""
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
    if len(pieces) == len(letters) and all(
        begin - 3 <= middle <= end + 3 for (begin, end), middle in zip(pieces, middles, strict=True)
    ):
        for mine, piece in zip(owned, pieces, strict=True):
            mine.append(piece)
    else:
        _share(pieces, middles, owned, ink.rect.height)
    placed = []
    floor = 0.0
    for at, (glyph, mine) in enumerate(zip(letters, owned, strict=True)):
        left = max(floor, mine[0][0] if mine else middles[at])
        floor = right = max(left, mine[-1][1] if mine else left)
        edges = ink.rect.left + round(left), ink.rect.left + round(right)
        placed.append(Placed(glyph.character, *edges, spaced[at]))
    return placed


def _share(
    pieces: Sequence[tuple[int, int]],
    middles: Sequence[float],
    owned: list[list[tuple[float, float]]],
    reach: float,
) -> None:
    for begin, end in pieces:
        inside = [at for at, middle in enumerate(middles) if begin <= middle < end]
        if not inside:
            centre = (begin + end) / 2
            distances = [abs(middle - centre) for middle in middles]
            nearest = min(distances)
            if nearest > reach:
                continue  # a neighbour's, that the engine's generous rectangle touches
            inside = [distances.index(nearest)]
        bounds = [float(begin)]
        bounds += [(middles[one] + middles[two]) / 2 for one, two in pairwise(inside)]
        bounds.append(float(end))
        for at, edges in zip(inside, pairwise(bounds), strict=True):
            owned[at].append(edges)
    # A letter whose middle fell into the gap beside it gets the nearest piece of a neighbour with several.
    for at, mine in enumerate(owned):
        if mine:
            continue
        if at + 1 < len(owned) and len(owned[at + 1]) > 1:
            mine.append(owned[at + 1].pop(0))
        elif at and len(owned[at - 1]) > 1:
            mine.append(owned[at - 1].pop())


def placed_of(line: Line) -> list[Placed]:
    """A line's characters with their columns; evenly spread where the engine did not say."""
    columns = line.columns
    if len(columns) != len(line.text):
        sizes = [1 + is_wide(character) for character in line.text]
        unit = line.rect.width / max(1, sum(sizes))
        edges = [line.rect.left]
        for size in sizes:
            edges.append(edges[-1] + round(size * unit))
        columns = tuple(pairwise(edges))
    return [
        Placed(character, *edges)
        for character, edges in zip(line.text, columns, strict=True)
        if not character.isspace()
    ]


# --- measuring --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Metrics:
    """What a line's own letters say about its font, in pixels; 0 for what they do not say."""

    height: float
    em: float = 0.0
    pitch: float = 0.0
    """From one Latin letter to the next."""
    even: bool = False
    """Every Latin letter takes the same room."""
    proof: tuple[int, int] = (0, 0)
    """How many steps `em` and `pitch` were measured on."""


def measure(placed: Sequence[Placed], height: float) -> Metrics:
    wide: list[float] = []
    latin: list[float] = []
    for one, two in pairwise(placed):
        step = two.middle - one.middle
        if is_ideograph(one.character) and is_ideograph(two.character):
            wide.append(step)
        elif _is_letter(one) and _is_letter(two):
            latin.append(step)
    em, ems = _usual(wide)
    if not em:
        lone = [letter.width for letter in placed if is_ideograph(letter.character)]
        em = 1.08 * max(lone) if lone else 0.0
    if len(latin) < 3:
        return Metrics(height, em, proof=(ems, 0))
    pitch, pitches = _usual(latin)
    # Spaces make whole multiples of the pitch in an even font, and anything in another.
    off = [abs(step / pitch - max(1, round(step / pitch))) for step in latin]
    even = sum(each > 0.16 for each in off) <= 0.12 * len(off)
    return Metrics(height, em, pitch, even, (ems, pitches))


def _is_letter(letter: Placed) -> bool:
    return letter.character.isascii() and letter.character.isalnum()


def _usual(steps: Sequence[float]) -> tuple[float, int]:
    """The step without a space, and how many there are; single steps are whole pixels, their mean is not."""
    if not steps:
        return 0.0, 0
    middle = median(steps)
    alike = [step for step in steps if abs(step - middle) < 0.2 * middle]
    return (sum(alike) / len(alike), len(alike)) if alike else (middle, 1)


def agree(measured: Iterable[Metrics]) -> list[Metrics]:
    """What a line cannot say for itself, from the lines of its size; what several say, together."""
    all_lines = list(measured)
    return [_settled(metrics, all_lines) for metrics in all_lines]


def _settled(metrics: Metrics, all_lines: Sequence[Metrics]) -> Metrics:
    like = [each for each in all_lines if 0.7 < each.height / max(1.0, metrics.height) < 1.4]
    em, pitch, even = metrics.em, metrics.pitch, metrics.even
    if not pitch and (told := [each for each in like if each.pitch]):
        even = 2 * sum(each.even for each in told) > len(told)
        pitch = median(each.pitch for each in told if each.even == even)
    if even:
        pitch = _together(pitch, ((each.pitch, each.proof[1]) for each in like if each.even))
    if em or any(each.em for each in like):
        em = em if metrics.proof[0] else median(each.em for each in like if each.em)
        em = _together(em, ((each.em, each.proof[0]) for each in like))
    em = em or (pitch / 0.6 if even else metrics.height)
    return replace(metrics, em=em, pitch=pitch or em / 2, even=even)


def _together(own: float, others: Iterable[tuple[float, int]]) -> float:
    """The mean of all measures near one's own, each by its weight."""
    near = [(value, weight) for value, weight in others if abs(value - own) < 0.08 * own]
    total = sum(weight for _, weight in near)
    return sum(value * weight for value, weight in near) / total if total else own

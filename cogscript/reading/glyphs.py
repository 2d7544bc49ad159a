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

Piece = tuple[int, int]
"""Columns of ink with ground on both sides: a letter, a part of one, or several that touch."""

_PARTS = 4
"""Pieces one character may be made of: 川, 训, a quotation mark."""
_TOUCHING = 4
"""Characters that may run together to one piece."""
_SHARED, _INKLESS, _FOREIGN = 3.0, 14.0, 10.0
"""Pixels of distance that it is worth to do without sharing, an inkless character, a foreign piece."""
_BEAM = 45.0


def place(glyphs: Sequence[Glyph], ink: Ink) -> list[Placed]:
    """Give each character its ink: the engine knows the order and roughly the place, the ink the rest."""
    letters: list[Glyph] = []
    spaced: list[bool] = []
    for glyph in glyphs:
        if not glyph.character.isspace():
            letters.append(glyph)
            spaced.append(False)
        elif letters:
            spaced[-1] = True
    pieces = runs(ink.mask.any(axis=0))
    left = ink.rect.left
    steps = [
        two.middle - one.middle
        for one, two in pairwise(letters)
        if is_ideograph(one.character) and is_ideograph(two.character)
    ]
    room = 0.93 * median(steps) if steps else 0.0
    widths = [room if is_ideograph(glyph.character) else 0.0 for glyph in letters]
    columns = share([glyph.middle - left for glyph in letters], pieces, widths)
    return [
        Placed(glyph.character, left + begin, left + end, space)
        for glyph, (begin, end), space in zip(letters, columns, spaced, strict=True)
    ]


def share(middles: Sequence[float], pieces: Sequence[Piece], widths: Sequence[float]) -> list[Piece]:
    """The columns of each character, so that all lie as near to their middles as can be, in order.

    Where a width is known (Chinese is square), the ink should also be about as wide.
    """
    if len(middles) == len(pieces) and all(
        begin - 3 <= middle <= end + 3 for (begin, end), middle in zip(pieces, middles, strict=True)
    ):
        return list(pieces)
    # Cheapest way to have given `letter` characters `piece` pieces, and the step that led there.
    ways: list[dict[int, tuple[float, int, int]]] = [{} for _ in range(len(middles) + 1)]
    ways[0][0] = (0.0, 0, 0)

    def offer(letter: int, piece: int, cost: float, letters: int, taken: int) -> None:
        known = ways[letter].get(piece)
        if known is None or cost < known[0]:
            ways[letter][piece] = (cost, letters, taken)

    for letter, middle in enumerate(middles):
        cheapest = min((way[0] for way in ways[letter].values()), default=0.0)
        for piece in sorted(ways[letter]):
            cost = ways[letter][piece][0]
            if cost > cheapest + _BEAM:
                continue
            offer(letter + 1, piece, cost + _INKLESS, 1, 0)
            if piece == len(pieces):
                continue
            begin, end = pieces[piece]
            if abs((begin + end) / 2 - middle) > _FOREIGN:
                offer(letter, piece + 1, cost + _FOREIGN, 0, 1)
            for taken in range(1, min(_PARTS, len(pieces) - piece) + 1):
                end = pieces[piece + taken - 1][1]
                ground = end - begin - sum(last - first for first, last in pieces[piece : piece + taken])
                off = abs((begin + end) / 2 - middle)
                if widths[letter]:
                    off += 0.5 * abs(end - begin - widths[letter])
                else:
                    off += ground
                offer(letter + 1, piece + taken, cost + off, 1, taken)
            begin, end = pieces[piece]
            for count in range(2, min(_TOUCHING, len(middles) - letter) + 1):
                width = (end - begin) / count
                off = sum(abs(begin + (at + 0.5) * width - middles[letter + at]) for at in range(count))
                offer(letter + count, piece + 1, cost + off + count * _SHARED, count, 1)
    return _followed(ways, middles, pieces)


def _followed(
    ways: list[dict[int, tuple[float, int, int]]], middles: Sequence[float], pieces: Sequence[Piece]
) -> list[Piece]:
    """The columns that the cheapest way gives each character."""
    letter = len(middles)
    piece = min(ways[letter], key=lambda at: ways[letter][at][0] + _FOREIGN * (len(pieces) - at))
    columns: list[Piece] = [(0, 0)] * len(middles)
    while letter or piece:
        _, letters, taken = ways[letter][piece]
        letter, piece = letter - letters, piece - taken
        if letters == 1:
            at = round(middles[letter])
            columns[letter] = (pieces[piece][0], pieces[piece + taken - 1][1]) if taken else (at, at)
        elif letters:
            begin, end = pieces[piece]
            edges = [begin + round(part * (end - begin) / letters) for part in range(letters + 1)]
            columns[letter : letter + letters] = list(pairwise(edges))
    return columns


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
    odd: int = 0
    """How many of the Latin steps do not fit an even font."""


_FEW = 6
"""Steps that say too little: any three letters may happen to be as far apart."""


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
    pitch, _ = _usual(latin)
    # Spaces make whole multiples of the pitch in an even font, and anything in another.
    odd = sum(abs(step / pitch - max(1, round(step / pitch))) > 0.16 for step in latin)
    return Metrics(height, em, pitch, _is_even(odd, len(latin)), (ems, len(latin)), odd)


def _is_even(odd: int, steps: int) -> bool:
    return steps >= _FEW and odd <= 0.12 * steps


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
    if metrics.proof[1] < _FEW and (told := [each for each in like if each.pitch]):
        even = _is_even(sum(each.odd for each in told), sum(each.proof[1] for each in told))
        pitch = median(each.pitch for each in told)
    if even:
        pitch = _together(pitch, ((each.pitch, each.proof[1]) for each in like if each.pitch))
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

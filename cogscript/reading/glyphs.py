"""Recognised characters, given the ink they are made of."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


Piece = tuple[int, int]
"""Columns of ink with ground on both sides: a letter, a part of one, or several that touch."""

_INK = 0.93
"""The width of a Chinese character's ink, in steps from one to the next."""
_SQUARE = 1.1
"""The step, in heights of the line's ink, at most."""
_PARTS = 4
"""Pieces one character may be made of: 川, 训, a quotation mark."""
_TOUCHING = 4
"""Characters that may run together to one piece."""
_SHARED, _INKLESS, _FOREIGN = 3.0, 14.0, 10.0
"""Pixels of distance that it is worth to do without sharing, an inkless character, a foreign piece."""
_TOO_WIDE, _TOO_NARROW = 2.0, 0.5
"""What a pixel costs by which the ink of a Chinese character is wider, or narrower, than it should be."""
_NARROW = 0.55
"""The width of a Latin letter, in Chinese ones."""
_WIDEST = 1.2
"""Ink this many times as wide as a Chinese character is more than one."""
_ASIDE = 0.75
"""Pixels by which an engine's places may be off to one side without harm."""
_BEAM = 45.0
_ONE = 0.8
"""A piece at most this wide, in heights of the line's ink, is hardly more than one character."""
_SOFT = 0.7
"""A column whose strongest ink is weaker than this, in strengths of a stroke, is the edge of one."""
_LEAST = 2
"""Columns of the narrowest part."""


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
    pieces = _pieces(ink)
    left = ink.rect.left
    steps = [
        two.middle - one.middle
        for one, two in pairwise(letters)
        if is_ideograph(one.character) and is_ideograph(two.character)
    ]
    # Steps over a space are longer, and may be the most; a line is never much lower than its characters.
    room = _INK * min(median(steps), _SQUARE * ink.rect.height) if steps else 0.0
    widths = [room if is_ideograph(glyph.character) else 0.0 for glyph in letters]
    limits = [room if glyph.character.isascii() else 0.0 for glyph in letters]
    middles = [glyph.middle - left for glyph in letters]
    columns = share(middles, pieces, widths, limits)
    # Engines see a whole line a little too far to one side.
    aside = median((begin + end) / 2 - middle for (begin, end), middle in zip(columns, middles, strict=True))
    if abs(aside) >= _ASIDE:
        columns = share([middle + aside for middle in middles], pieces, widths, limits)
    return [
        Placed(glyph.character, left + begin, left + end, space)
        for glyph, (begin, end), space in zip(letters, columns, spaced, strict=True)
    ]


def _pieces(ink: Ink) -> list[Piece]:
    """The columns of ink, and where a piece is as wide as several characters, its parts between the columns
    in which only soft edges meet."""
    pieces: list[Piece] = []
    for begin, end in runs(ink.mask.any(axis=0)):
        if end - begin > _ONE * ink.rect.height:
            for at in range(begin + _LEAST, end - _LEAST):
                before, faint, after = ink.strength[at - 1 : at + 2]
                if at - begin >= _LEAST and faint < _SOFT and faint <= before and faint < after:
                    pieces.append((begin, at + 1))
                    begin = at + 1
        pieces.append((begin, end))
    return pieces


def share(
    middles: Sequence[float], pieces: Sequence[Piece], widths: Sequence[float], limits: Sequence[float]
) -> list[Piece]:
    """The columns of each character, so that all lie as near to their middles as can be, in order.

    Where a width is known (Chinese is square), the ink should also be about as wide; where a limit is (no
    Latin letter is wider than a Chinese one), at most so wide.
    """
    most = [width or limit for width, limit in zip(widths, limits, strict=True)]
    if len(middles) == len(pieces) and all(
        begin - 3 <= middle <= end + 3 and (not widest or end - begin <= _WIDEST * widest)
        for (begin, end), middle, widest in zip(pieces, middles, most, strict=True)
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
                    wider = end - begin - widths[letter]
                    off += _TOO_WIDE * wider if wider > 0 else _TOO_NARROW * -wider
                else:
                    off += ground
                    if limits[letter]:
                        off += _TOO_WIDE * max(0.0, end - begin - limits[letter])
                offer(letter + 1, piece + taken, cost + off, 1, taken)
            for count in range(2, min(_TOUCHING, len(middles) - letter) + 1):
                together = slice(letter, letter + count)
                for taken, off in _run_together(middles[together], widths[together], pieces, piece):
                    offer(letter + count, piece + taken, cost + off + count * _SHARED, count, taken)
    return _followed(ways, middles, pieces, widths)


def _followed(
    ways: list[dict[int, tuple[float, int, int]]],
    middles: Sequence[float],
    pieces: Sequence[Piece],
    widths: Sequence[float],
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
            begin, end = pieces[piece][0], pieces[piece + taken - 1][1]
            columns[letter : letter + letters] = _parts(begin, end, widths[letter : letter + letters])
    return columns


def _run_together(
    middles: Sequence[float], widths: Sequence[float], pieces: Sequence[Piece], first: int
) -> Iterator[tuple[int, float]]:
    """How many pieces from the first on several characters may share, and how badly that fits.

    Characters that touch do not always make one piece: of 添加, the left half of 加 often touches 添 alone.
    """
    known = max(widths)
    wanted = sum(width or _NARROW * known for width in widths)
    begin = pieces[first][0]
    for taken in range(1, min(_PARTS, len(pieces) - first) + 1 if known else 2):
        end = pieces[first + taken - 1][1]
        misfit = abs(end - begin - wanted) if known else 0.0
        if misfit > 0.5 * known:
            continue
        parts = _parts(begin, end, widths)
        off = sum(
            abs((left + right) / 2 - middle) for (left, right), middle in zip(parts, middles, strict=True)
        )
        yield taken, off + misfit


def _parts(begin: int, end: int, widths: Sequence[float]) -> list[Piece]:
    """A piece of several characters that touch, cut where each is likely to end."""
    known = max(widths)
    shares = [width or _NARROW * known or 1.0 for width in widths]
    unit = (end - begin) / sum(shares)
    edges = [begin + round(unit * sum(shares[:at])) for at in range(len(shares) + 1)]
    return list(pairwise(edges))


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

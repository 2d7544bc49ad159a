"""Placed characters → text with its spaces.

Recognisers guess spaces from the look of a line and often lose the narrow one between Chinese and English, and
they take a Latin comma in Chinese company for a Chinese one. Both can be measured: every character stands in
a cell as wide as its font makes it, and what lies between two cells is space. Thresholds are parts of an em, so
that they hold for every size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cogscript.reading.glyphs import Metrics, Placed, is_ideograph, is_wide

_FULL = dict(zip(",:;!?()", "，：；！？（）", strict=True))
_HALF = {full: half for half, full in _FULL.items()}
_OPENING = "（《〈「『【〔“‘"
_CLOSING = "，。、；：！？）》〉」』】〕”’"
_CJK_SPACE = 0.224
"""The space of common Chinese fonts, in ems; much narrower than a Latin one."""
_LATIN_SPACE = 0.3
_BEARING = 0.06
"""The ground on each side of a letter's ink that belongs to the letter, in ems."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The room a character takes up."""

    letter: Placed
    begin: float
    end: float


def cells_of(placed: Sequence[Placed], metrics: Metrics) -> list[Cell]:
    """The characters in their cells, left to right, wide punctuation told from narrow by its room."""
    chinese = any(is_ideograph(letter.character) for letter in placed)
    cells: list[Cell] = []
    for at, letter in enumerate(placed):
        before = cells[-1] if cells else None
        after = placed[at + 1] if at + 1 < len(placed) else None
        half = _HALF.get(letter.character, letter.character)
        if half in _FULL:
            full = chinese and _is_full(letter, before, after, metrics)
            letter = replace(letter, character=_FULL[half] if full else half)
        cells.append(_cell(letter, before, after, metrics))
    return cells


def _cell(letter: Placed, before: Cell | None, after: Placed | None, metrics: Metrics) -> Cell:
    em = metrics.em
    half = em / 2 if is_wide(letter.character) else metrics.pitch / 2
    if not is_wide(letter.character) and not metrics.even:
        return Cell(letter, letter.left - _BEARING * em, letter.right + _BEARING * em)
    if letter.character in _OPENING and is_wide(letter.character):
        return Cell(letter, min(letter.left, letter.right + 0.05 * em - em), letter.right + 0.05 * em)
    if letter.character in _CLOSING and is_wide(letter.character):
        begin = letter.left - 0.1 * em
        if before and 0 <= letter.left - before.end < 0.7 * em:
            begin = before.end  # drawn at the left of its cell, or in the middle: its neighbour knows
        end = max(begin + em, letter.right)
        return Cell(letter, begin, min(end, after.left) if after else end)
    return Cell(letter, min(letter.left, letter.middle - half), max(letter.right, letter.middle + half))


def _is_full(letter: Placed, before: Cell | None, after: Placed | None, metrics: Metrics) -> bool:
    said = is_wide(letter.character)
    if letter.character in "(（":
        before, after = after and _cell(after, None, None, metrics), None
        # A bracket opens away from its ground: mirrored, it is a closing one.
        if before is None:
            return said
        return (before.begin - letter.right) / metrics.em < 0.25 and said
    if before is None or after is None:
        return said
    em, pitch = metrics.em, metrics.pitch
    room = _cell(after, None, None, metrics).begin - before.end
    narrow = pitch if metrics.even else 0.32 * em
    space = _CJK_SPACE * em if is_wide(before.letter.character) else pitch if metrics.even else _LATIN_SPACE * em
    if said and letter.left - before.end > 0.3 * em and room > 0.8 * em:
        return True  # drawn in the middle of a wide cell
    errors = {True: abs(room - em), False: min(abs(room - narrow), abs(room - narrow - space))}
    if room > narrow + space + 0.5 * em:
        return said and is_wide(before.letter.character)
    if abs(errors[True] - errors[False]) < 0.08 * em:
        return said and (is_wide(before.letter.character) or is_wide(after.character))
    return errors[True] < errors[False]


def spaces(one: Cell, two: Cell, metrics: Metrics) -> int:
    """How many spaces stand between two neighbours."""
    em = metrics.em
    gap = two.begin - one.end
    first, second = one.letter.character, two.letter.character
    wide = is_wide(first), is_wide(second)
    if not any(wide):
        if metrics.even:
            return max(0, round(gap / metrics.pitch))
        if gap < (0.02 if one.letter.spaced else 0.18) * em:
            return 0
        return 1 if gap < 0.8 * em else round(gap / (0.5 * em))
    least = 0.12
    if all(wide):
        least = 0.14 if one.letter.spaced else 0.3
    if (wide[0] and not is_ideograph(first)) or (wide[1] and not is_ideograph(second)):
        least = 0.35
    if gap < least * em:
        return 0
    return _many(gap, metrics)


def indent(cell: Cell, margin: float, metrics: Metrics) -> int:
    """How many spaces stand before a row's first character."""
    gap = cell.begin - margin
    if metrics.even and not is_wide(cell.letter.character):
        return max(0, round(gap / metrics.pitch))
    return _many(gap, metrics) if gap > 0.2 * metrics.em else 0


def _many(gap: float, metrics: Metrics) -> int:
    """Spaces beside a Chinese character: of the Latin font, unless only the narrow ones of the Chinese one fit."""
    unit = metrics.pitch if metrics.even else 0.5 * metrics.em
    count = round(gap / unit)
    narrow = _CJK_SPACE * metrics.em
    if metrics.even and abs(gap - count * unit) > 0.2 * unit and gap < 10 * narrow:
        return max(1, round(gap / narrow))
    return max(1, count)

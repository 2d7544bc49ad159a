"""Placed characters → text with its spaces.

Recognisers guess spaces from the look of a line and often lose the narrow one between Chinese and
English, and they take a Latin comma in Chinese company for a Chinese one. Both can be measured: every
character stands in a cell as wide as its font makes it, and what lies between two cells is space.
Thresholds are parts of an em, so that they hold for every size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cogscript.reading.glyphs import Placed, is_ideograph, is_wide
from cogscript.reading.metrics import Metrics

_FULL = dict(zip(",:;!?()", "，：；！？（）", strict=True))
_HALF = {full: half for half, full in _FULL.items()}
_EITHER = {*_FULL, *_HALF}
_YEN = "¥￥"
"""Drawn alike in both widths: only the ground that the wide one has on both sides tells them apart."""
_YEN_ROOM = 0.73
"""The strokes of a wide yen sign and the ground behind it are together wider than this, in ems, …"""
_YEN_GROUND = 0.13, 0.32
"""… and that ground alone is between these. Behind a narrow one more is a space."""
_OPENING = "（《〈「『【〔“‘"
_CLOSING = "，。、；：！？）》〉」』】〕”’"
_CJK_SPACE = 0.21
"""The space of common Chinese fonts, in ems; much narrower than a Latin one."""
_WIDE_SPACE = 0.35
"""A space that is more than this part of an em is not the narrow one of a Chinese font."""
_LATIN_SPACE = 0.3
_FIGURE_SPACE = 0.13
"""More room than this between two digits is a space, in ems, …"""
_FIGURE_GROUND = 0.19
"""… if there is also so much ground between their strokes: soft strokes that meet are cut a little aside."""
_SEEN_SPACE = 0.02
"""More ground than this between two Latin characters is a space, in ems, where the engine saw one; where it
did not:"""
_NUMBER_SPACE = 0.085
"""between a letter and a digit, behind a percent sign and before a yen sign, where it overlooks many,"""
_OTHER_SPACE = 0.18
"""and between others."""
_MIXED_SPACE = {True: 0.03, False: 0.075}
"""Likewise beside a Chinese character, where the engine overlooks many and invents none."""
_UNEVEN = 0.17
"""How far a character's ink may be from the middle of its room, in widths of the room."""
_CLEARLY = 0.4
"""A gap below this part of a space is none, whatever else is known."""
_BEARING = 0.06
"""The ground on each side of a letter's ink that belongs to the letter, in ems."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The room a character takes up."""

    letter: Placed
    begin: float
    end: float
    run: int = 1
    """Of how many characters in a row of one font it is one: the more, the surer its place."""


def cells_of(placed: Sequence[Placed], metrics: Metrics) -> list[Cell]:
    """The characters in their cells, left to right, wide punctuation told from narrow by its room."""
    chinese = any(is_ideograph(letter.character) for letter in placed)
    middles = _middles(placed, metrics)
    own = [
        replace(_cell(letter, middle, metrics), run=run)
        for letter, (middle, run) in zip(placed, middles, strict=True)
    ]
    cells: list[Cell] = []
    for at, cell in enumerate(own):
        before = cells[-1] if cells else None
        after = own[at + 1] if at + 1 < len(own) else None
        if cell.letter.character in _YEN and after is not None:
            letter = cell.letter
            letter = replace(letter, character="￥" if _is_wide_yen(letter, after.letter, metrics) else "¥")
            cell = _cell(letter, letter.middle, metrics)
        half = _HALF.get(cell.letter.character, cell.letter.character)
        if half in _FULL:
            last = at
            while last + 1 < len(own) and own[last + 1].letter.character in _EITHER:
                last += 1
            after = own[last + 1] if last + 1 < len(own) else None
            full = chinese and _is_full(cell.letter, before, after, last + 1 - at, metrics)
            after = own[at + 1] if at + 1 < len(own) else None
            letter = replace(cell.letter, character=_FULL[half] if full else half)
            cell = _cell(letter, letter.middle, metrics)
        if cell.letter.character in _CLOSING and is_wide(cell.letter.character):
            cell = _closing(cell, before, after, metrics)
        cells.append(cell)
    return cells


def _is_wide_yen(letter: Placed, after: Placed, metrics: Metrics) -> bool:
    """An engine that says it is the wide one is right; of the others most are, too."""
    if letter.character == "￥" or letter.spaced:
        return letter.character == "￥"
    ground = (after.left - letter.right) / metrics.em
    least, most = _YEN_GROUND
    return least <= ground <= most and letter.width / metrics.em + ground > _YEN_ROOM


def _middles(placed: Sequence[Placed], metrics: Metrics) -> list[tuple[float, int]]:
    """Each cell's middle, and the length of its run. Letters lean; the run they stand in does not."""
    middles: list[tuple[float, int]] = []
    begin = 0
    for at in range(1, len(placed) + 1):
        if at < len(placed) and _in_step(placed[at - 1], placed[at], metrics):
            continue
        unit = metrics.em if is_ideograph(placed[begin].character) else metrics.pitch
        first = sum(placed[i].middle - (i - begin) * unit for i in range(begin, at)) / (at - begin)
        middles += [(first + i * unit, at - begin) for i in range(at - begin)]
        begin = at
    return middles


def _in_step(one: Placed, two: Placed, metrics: Metrics) -> bool:
    """Whether two neighbours stand side by side in one font, with nothing between them."""
    pair = one.character, two.character
    if all(map(is_ideograph, pair)):
        gap = two.middle - one.middle - metrics.em
        return -_UNEVEN * metrics.em < gap < (_CLEARLY * metrics.space or _UNEVEN * metrics.em)
    if metrics.even and all(character.isascii() and character.isalnum() for character in pair):
        return abs(two.middle - one.middle - metrics.pitch) < _UNEVEN * metrics.pitch
    return False


def _cell(letter: Placed, middle: float, metrics: Metrics) -> Cell:
    em = metrics.em
    if is_wide(letter.character):
        if letter.character in _OPENING:
            return Cell(letter, min(letter.left, letter.right - 0.95 * em), letter.right + 0.05 * em)
        return Cell(letter, middle - em / 2, middle + em / 2)
    if metrics.even and letter.width < 1.2 * metrics.pitch:
        return Cell(letter, middle - metrics.pitch / 2, middle + metrics.pitch / 2)
    bearing = 0.0 if metrics.even else _BEARING * em
    return Cell(letter, letter.left - bearing, letter.right + bearing)


def _closing(cell: Cell, before: Cell | None, after: Cell | None, metrics: Metrics) -> Cell:
    """Drawn at the left of its cell in some fonts and in the middle in others: its neighbour knows."""
    letter = cell.letter
    begin = letter.left - 0.1 * metrics.em
    if before and 0 <= letter.left - before.end < 0.7 * metrics.em:
        begin = before.end
    end = max(begin + metrics.em, letter.right)
    return Cell(letter, begin, min(end, max(letter.right, after.letter.left)) if after else end)


def _is_full(letter: Placed, before: Cell | None, after: Cell | None, count: int, metrics: Metrics) -> bool:
    """Whether punctuation that exists wide and narrow is the wide one here.

    `count` such characters fill the room between the two cells.
    """
    said = is_wide(letter.character)
    em, pitch = metrics.em, metrics.pitch
    if before is None:
        return said
    if after is None:
        middle = (letter.middle - before.end) / em
        if metrics.even and letter.character not in "()（）" and middle > 0.24:
            return middle > 0.42  # in the middle of a wide cell, or of a narrow one
        return said and is_wide(before.letter.character)
    wide = is_wide(before.letter.character), is_wide(after.letter.character)
    room = after.begin - before.end
    narrow = pitch if metrics.even else max(0.32 * em, letter.width + 2 * _BEARING * em)
    blanks = [0.0, pitch if metrics.even else _LATIN_SPACE * em]
    if wide[0]:
        blanks.append(_CJK_SPACE * em)
    as_wide = abs(room - count * em)
    as_narrow = min(abs(room - count * narrow - blank) for blank in blanks)
    if room > max(count * em, count * narrow + max(blanks)) + 0.4 * em:
        return said and any(wide)
    if abs(as_wide - as_narrow) < 0.05 * em:
        # A narrow one and a space are as wide: behind a Chinese label it is the wide one, if none was seen.
        label = is_ideograph(before.letter.character) and letter.character in ":：" and not letter.spaced
        return any(wide) and (said or (count == 1 and label))
    return as_wide < as_narrow


def spaces(one: Cell, two: Cell, metrics: Metrics) -> int:
    """How many spaces stand between two neighbours."""
    em = metrics.em
    gap = two.begin - one.end
    first, second = one.letter.character, two.letter.character
    wide = is_wide(first), is_wide(second)
    if is_ideograph(first) and is_ideograph(second) and metrics.space:
        return 0 if gap < 0.5 * metrics.space else max(1, round(gap / metrics.space))
    if metrics.figure and first.isdigit() and second.isdigit() and not metrics.even:
        ground = two.letter.left - one.letter.right
        gap = two.letter.middle - one.letter.middle - metrics.figure
        if gap < _FIGURE_SPACE * em or ground < _FIGURE_GROUND * em:
            return 0
        return max(1, round(gap / (_LATIN_SPACE * em)))
    if "￥" in (first, second):
        return 0 if gap < 0.12 * em else _many(gap, metrics, chinese=wide[0])
    if not any(wide):
        if metrics.even:
            return max(0, round(gap / metrics.pitch))
        if gap < (_SEEN_SPACE if one.letter.spaced else _unseen_space(first, second)) * em:
            return 0
        return 1 if gap < 0.8 * em else round(gap / (0.5 * em))
    least = _MIXED_SPACE[one.letter.spaced]
    if all(wide):
        least = 0.14 if one.letter.spaced or (one.run > 1 and two.run > 1) else 0.3
    if (wide[0] and not is_ideograph(first)) or (wide[1] and not is_ideograph(second)):
        least = 0.35
    if gap < least * em:
        return 0
    if all(wide) and abs(em - 2 * metrics.pitch) > 0.1 * metrics.pitch:
        return max(1, round(gap / round(_CJK_SPACE * em)))
    return _many(gap, metrics, wide[0])


def _unseen_space(first: str, second: str) -> float:
    figure = first.isdigit() or second.isdigit()
    if first == "%" or second == "¥" or (figure and (first.isalpha() or second.isalpha())):
        return _NUMBER_SPACE
    return _OTHER_SPACE


def indent(cell: Cell, margin: float, metrics: Metrics) -> int:
    """How many spaces stand before a row's first character."""
    gap = cell.begin - margin
    if metrics.even and not is_wide(cell.letter.character):
        return max(0, round(gap / metrics.pitch))
    return _many(gap, metrics, True) if gap > 0.4 * metrics.em else 0


def _many(gap: float, metrics: Metrics, chinese: bool) -> int:
    """Spaces beside a Chinese character: Latin ones, unless only the narrow ones of a Chinese font fit."""
    unit = metrics.pitch if metrics.even else 0.5 * metrics.em
    count = round(gap / unit)
    if not metrics.even and gap < 0.8 * metrics.em:
        return 1
    narrow = max(1, round(_CJK_SPACE * metrics.em))
    uneven = metrics.even and abs(gap - count * unit) > 0.2 * unit and gap < 10 * narrow
    # Where the spaces between Chinese words were measured, they say whether there are narrow ones.
    if chinese and uneven and metrics.space <= _WIDE_SPACE * metrics.em:
        return max(1, round(gap / narrow))
    return max(1, count)


def dashes(letter: Placed, metrics: Metrics) -> int:
    """How many characters a drawing is: two dashes in a row (破折号) join to one long stroke."""
    return max(1, round(letter.width / metrics.em + 0.4)) if letter.character == "—" else 1

"""A zero among letters, an O among digits, 门 and 内: engines mix them up, a screen never does.

On one screen every zero of a font is the same drawing. So where a word makes one doubtful, its ink is
laid over the noughts that stand among digits: if it is not one of them, it is the letter. 门 drawn as in
Japanese fonts, with its dot at the top, is told from 内 by what stands inside the frame: nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cogscript.reading.ink import Ink
from cogscript.reading.lines import Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WORD = re.compile(r"[0-9A-Za-z]+")
_CAPITALISED = re.compile(r"0[a-z]{4,}(?![0-9A-Za-z])")
_SAME = 0.85
"""Two drawings that share this much of their ink are of one character."""
_EMPTY, _FILLED = "门", "内"
_INSIDE = (0.5, 0.9), (0.25, 0.75)
"""Where a frame that is filled has ink, in heights and widths of the drawing."""
_SPECK = 0.1
"""The part of that place that a stroke's blurred edge may cover."""


def settle_lookalikes(lines: Sequence[tuple[Line, Ink]]) -> list[Line]:
    """The lines with noughts and Os, and 门 and 内, as the drawings say."""
    noughts: list[NDArray[np.bool_]] = []
    letters: list[NDArray[np.bool_]] = []
    doubtful: list[tuple[int, int]] = []
    for at, (line, ink) in enumerate(lines):
        if "0" not in line.text and "O" not in line.text:
            continue
        for word in _WORD.finditer(line.text):
            for place in range(*word.span()):
                character = line.text[place]
                rest = line.text[word.start() : place] + line.text[place + 1 : word.end()]
                if (character == "0" and rest.isalpha()) or (character == "O" and rest.isdigit()):
                    doubtful.append((at, place))
                elif character == "0" and rest.isdigit():
                    noughts.append(_drawing(line, ink, place))
                elif character == "O" and rest.isalpha():
                    letters.append(_drawing(line, ink, place))
    settled = [_with_frames(line, ink) for line, ink in lines]
    for at, place in doubtful:
        line, ink = lines[at]
        drawing = _drawing(line, ink, place)
        nought = max((_likeness(drawing, each) for each in noughts), default=0.0)
        letter = max((_likeness(drawing, each) for each in letters), default=0.0)
        other = {"0": "O", "O": "0"}[line.text[place]]
        own, rival = (nought, letter) if other == "O" else (letter, nought)
        seen = noughts if other == "O" else letters
        unlike = rival >= _SAME > own or (seen and own < _SAME and rival >= own)
        if unlike or (not letters and _begins_a_word(line.text, place)):
            text = settled[at].text
            settled[at] = replace(settled[at], text=text[:place] + other + text[place + 1 :])
    return settled


def _begins_a_word(text: str, place: int) -> bool:
    """Whether a nought stands before small letters only. Where a font draws both alike, the word tells."""
    word = _CAPITALISED.match(text, place)
    return word is not None and (not place or not text[place - 1].isalnum())


def _with_frames(line: Line, ink: Ink) -> Line:
    """The line with each 门 and 内 as its ink says."""
    if _EMPTY not in line.text and _FILLED not in line.text:
        return line
    read = list(line.text)
    for place, character in enumerate(read):
        if character in (_EMPTY, _FILLED):
            drawing = _drawing(line, ink, place)
            if drawing.size:
                read[place] = _FILLED if _middle_part(drawing).mean() > _SPECK else _EMPTY
    return replace(line, text="".join(read))


def _middle_part(drawing: NDArray[np.bool_]) -> NDArray[np.bool_]:
    height, width = drawing.shape
    (top, bottom), (left, right) = _INSIDE
    return drawing[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]


def _drawing(line: Line, ink: Ink, place: int) -> NDArray[np.bool_]:
    import numpy as np

    left, right = line.columns[place]
    drawing = ink.mask[:, left - ink.rect.left : right - ink.rect.left]
    rows = np.flatnonzero(drawing.any(axis=1))
    return drawing[rows[0] : rows[-1] + 1] if rows.size else drawing[:0]


def _likeness(one: NDArray[np.bool_], two: NDArray[np.bool_]) -> float:
    """The part of the ink two drawings share, laid corner on corner; 0 when their sizes differ."""
    import numpy as np

    height, width = max(len(one), len(two)), max(one.shape[1], two.shape[1])
    if not one.size or not two.size or height - min(len(one), len(two)) > 1:
        return 0.0
    if width - min(one.shape[1], two.shape[1]) > 1:
        return 0.0
    sheets = np.zeros((2, height, width), dtype=bool)
    for sheet, drawing in zip(sheets, (one, two), strict=True):
        sheet[: drawing.shape[0], : drawing.shape[1]] = drawing
    return float((sheets[0] & sheets[1]).sum() / (sheets[0] | sheets[1]).sum())

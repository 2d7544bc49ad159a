"""Whether a control is drawn as disabled: its text stands out from its ground less than other texts do.

Every toolkit greys a disabled text by mixing its colour with the ground, and each by another share; so what
counts is the contrast in comparison with the other texts of the window. Grey is not yet disabled: the hint in
an empty field is grey, white on a blue button is no strong contrast, and a design may be pale all over. Where
the looks do not decide, the answer is unknown.

Measured with Tk, ttk, GTK, Qt and Chromium in light and dark themes: disabled texts have a contrast of 1.3 to
4.1, enabled ones of 4.2 (white on a coloured button) to 21, hints in empty fields of 2.3 to 4.8. As a part of
what is usual in the window, in logarithms, disabled texts have up to 0.62, and enabled ones 0.75 and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import quantiles
from typing import TYPE_CHECKING, Literal, NamedTuple

from cogscript.language.model.box import Rect
from cogscript.reading.ink import common_colour
from cogscript.reading.pixels import Picture, inside, part, pixels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

State = Literal["enabled", "disabled", "unknown"]

_FAINT = 0.64
"""Up to this part of the usual contrast a text is disabled, if nothing speaks against it."""
_READABLE = 4.3
"""From this contrast on it is not: guidelines ask for 4.5 wherever a text is to be read."""
_CLEAR = 0.72
"""From this part on it is enabled."""
_STRONG = 7.0
"""A contrast that no toolkit gives a disabled text, where what is usual is not known."""
_LEAST_OTHERS = 3
"""Other texts that tell what is usual in a window."""
_EXTREME = 40
"""How far from black or white an ink may be that was not mixed with its ground."""
_COLOURED = 70
"""How far red, green and blue are apart in the ink of a link."""
_LETTER = 5
"""Rows of pixels that a letter has at least."""
_MOST_STAND_OUT = 6
"""The tenth of the texts of a window from which on they are taken for enabled, counted from 0."""
_SAME_GROUND = 3
_NOISE = 12
"""Differences from the ground up to this are no ink."""
_BORDER = 4
"""Pixels of a field's own border."""


class _Drawn(NamedTuple):
    contrast: float
    """As the accessibility guidelines count it: 1 for none, 21 for black on white."""
    ink: NDArray[np.uint8]
    ground: NDArray[np.uint8]
    height: int
    """Rows of pixels with ink."""


def state_of_text(picture: Picture, text: Rect, others: Sequence[Rect], *, rows: int = _LETTER) -> State:
    """Whether a text (a button's, a label's, that of a check box) is drawn as disabled.

    `others` are other texts of the same window, and `rows` how many rows of pixels have ink at least: a sign
    has fewer than a letter.
    """
    pixels = pixels_of(picture)
    drawn = _drawn(pixels, text)
    if drawn is None:
        return "unknown"
    usual = _usual(pixels, text, others, drawn)
    if usual is None:
        return "enabled" if drawn.contrast >= _STRONG else "unknown"
    part_of_usual = log(drawn.contrast) / log(usual)
    if part_of_usual >= _CLEAR:
        return "enabled"
    faint = part_of_usual <= _FAINT and drawn.contrast < _READABLE
    return "disabled" if faint and _may_be_grey(drawn, rows) else "unknown"


def state_of_field(picture: Picture, field: Rect, fields: Sequence[Rect], others: Sequence[Rect]) -> State:
    """Whether a text field is drawn as disabled.

    `fields` are the other text fields of the same window, and `others` its texts. A pale text alone may be
    the hint in an empty field: the field's ground has to be another than that of the other fields, too.
    """
    pixels = pixels_of(picture)
    inner = _inside_border(field)
    drawn = _drawn(pixels, inner)
    ground = common_colour(part(pixels, inside(pixels, inner)))
    grounds = [
        common_colour(part(pixels, inside(pixels, _inside_border(each)))) for each in fields if each != field
    ]
    unlike = [_differ(ground, each) > _SAME_GROUND for each in grounds]
    like_none = len(unlike) >= 2 and all(unlike) and _alike(grounds)
    if drawn is None:
        return "disabled" if like_none else "unknown"
    state = state_of_text(pixels, inner, others)
    if state == "disabled" and not like_none:
        return "unknown"
    if state == "unknown" and like_none and _may_be_grey(drawn):
        return "disabled"
    return state


def _drawn(pixels: NDArray[np.uint8], area: Rect) -> _Drawn | None:
    """The ink of a text and its ground; None where nothing is drawn."""
    import numpy as np

    shown = part(pixels, inside(pixels, area))
    if not shown.size:
        return None
    ground = common_colour(shown)
    differs = np.abs(shown - ground.astype(np.int16)).max(axis=2)
    inked = differs > _NOISE
    if not inked.any():
        return None
    # The edges of letters are mixtures: the strongest pixels show the ink itself.
    strongest = differs >= 0.85 * np.percentile(differs[inked], 98)
    ink = np.median(shown[strongest], axis=0).astype(np.uint8)
    return _Drawn(_contrast(ink, ground), ink, ground, int(inked.any(axis=1).sum()))


def _usual(pixels: NDArray[np.uint8], text: Rect, others: Sequence[Rect], drawn: _Drawn) -> float | None:
    """The contrast that is usual in a window: on the same ground, if that is told by enough texts."""
    found = [each for each in (_drawn(pixels, other) for other in others if other != text) if each]
    alike = [each for each in found if _differ(each.ground, drawn.ground) <= _EXTREME]
    for texts in (alike, found):
        if len(texts) >= _LEAST_OTHERS:
            # Above the middle: most of a toolbar may be disabled.
            return max(1.01, quantiles((each.contrast for each in texts), n=10)[_MOST_STAND_OUT])
    return None


def _may_be_grey(drawn: _Drawn, rows: int = _LETTER) -> bool:
    """Whether the ink may be a mixture with the ground.

    Black and white are none, a link is coloured, and a dot or a dash is too small to show its ink.
    """
    ink = drawn.ink.tolist()
    unmixed = min(ink) >= 255 - _EXTREME or max(ink) <= _EXTREME
    return not unmixed and max(ink) - min(ink) <= _COLOURED and drawn.height >= rows


def _contrast(one: NDArray[np.uint8], two: NDArray[np.uint8]) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: NDArray[np.uint8]) -> float:
    """As the accessibility guidelines count it (WCAG 2, relative luminance)."""
    parts = [value / 255 for value in colour.tolist()]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _differ(one: NDArray[np.uint8], two: NDArray[np.uint8]) -> int:
    import numpy as np

    return int(np.abs(one.astype(np.int16) - two).max())


def _alike(colours: Sequence[NDArray[np.uint8]]) -> bool:
    return all(_differ(colours[0], each) <= _SAME_GROUND for each in colours)


def _inside_border(field: Rect) -> Rect:
    edge = min(_BORDER, field.width // 3, field.height // 3)
    return Rect(field.left + edge, field.top + edge, field.right - edge, field.bottom - edge)

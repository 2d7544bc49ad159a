"""What a page's own letters say about its font: how wide a character is, and how wide a space.

A space between two Chinese characters is as wide as the program's font makes it: a fifth of a character, or
three fifths. So it is not assumed but measured: on a page, the steps from one Chinese character to the next
are either one character wide, or one character and some spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from cogscript.reading.glyphs import Placed, is_ideograph


@dataclass(frozen=True, slots=True)
class Metrics:
    """What a line's own letters say about its font, in pixels; 0 for what they do not say."""

    height: float
    em: float = 0.0
    pitch: float = 0.0
    """From one Latin letter to the next."""
    even: bool = False
    """Every Latin letter takes the same room."""
    figure: float = 0.0
    """From one digit to the next: in most fonts all digits take the same room."""
    space: float = 0.0
    """A space between two Chinese characters."""
    proof: int = 0
    """How many steps `pitch` was measured on."""
    odd: int = 0
    """How many of the Latin steps do not fit an even font."""
    wide_steps: tuple[float, ...] = ()
    """From each Chinese character to the next."""
    figure_steps: tuple[float, ...] = ()
    wide_ink: tuple[int, ...] = ()
    """How wide the ink of each Chinese character is."""

    @property
    def widest(self) -> int:
        """Nearly the widest ink of the Chinese characters; 0 where there are too few to tell."""
        return _nearly_widest(self.wide_ink) if len(self.wide_ink) >= _SOME else 0


_FEW = 6
"""Steps that say too little: any three letters may happen to be as far apart."""
_OF_THE_PAGE = 30
_HALF = 0.02
"""How far a digit may be from half a Chinese character's width, in ems, and still be as wide."""
_MOST_ODD = {True: 0.26, False: 0.16}
"""Of a typewriter font's steps at most so many do not fit, where its digits are half as wide as a Chinese
character, and where that is not so or not known."""
_SOME = 3
"""Chinese characters of which one certainly is as wide as they get; letters that are not alike by chance."""
_ALIKE = 0.7, 1.4
"""Lines whose heights are in this ratio may be of one size: not every line has letters that reach down."""
_INK = 1.07
"""A character's room, in widths of the widest ink."""
_ROOMIEST = 1.17
"""A step longer than this, in widths of the widest ink, has a space in it."""
_NARROWEST_SPACE, _WIDEST_SPACE = 0.16, 0.8
"""In ems."""


def measure(placed: Sequence[Placed], height: float) -> Metrics:
    wide: list[float] = []
    latin: list[float] = []
    figures: list[float] = []
    for one, two in pairwise(placed):
        step = two.middle - one.middle
        if is_ideograph(one.character) and is_ideograph(two.character):
            wide.append(step)
        elif _is_letter(one) and _is_letter(two):
            both_digits = one.character.isdigit() and two.character.isdigit()
            (figures if both_digits else latin).append(step)
    # Digits are evenly spaced in nearly every font, and prove nothing about the letters: unless all the
    # letters take just as much room as they do.
    if len(latin) >= _SOME and figures and not _odd_steps(latin, _usual(figures)):
        latin = latin + figures
    proof = len(latin)
    latin = latin or figures
    pitch = _usual(latin)
    # Spaces make whole multiples of the pitch in an even font, and anything in another.
    odd = _odd_steps(latin, pitch)
    ink = tuple(letter.width for letter in placed if is_ideograph(letter.character))
    return Metrics(
        height, pitch=pitch, even=_is_even(odd, len(latin)), proof=proof, odd=odd,
        wide_steps=tuple(wide), figure_steps=tuple(figures), wide_ink=ink,
    )  # fmt: skip


def _odd_steps(steps: Sequence[float], pitch: float) -> int:
    return sum(abs(step / pitch - max(1, round(step / pitch))) > 0.16 for step in steps)


def _is_even(odd: int, steps: int) -> bool:
    return steps >= _FEW and odd <= 0.12 * steps


def _are_even(metrics: Metrics, told: Sequence[Metrics], half: bool) -> bool:
    """Whether a line's letters take the same room each. Few letters may do so by chance, and some of small
    print seem not to: the other lines of its size count as well, as `_OF_THE_PAGE` steps. Digits half as
    wide as a Chinese character (`half`) are a typewriter font's."""
    others = [each for each in told if each is not metrics]
    steps = sum(each.proof for each in others)
    if steps < _OF_THE_PAGE:
        if metrics.proof >= _FEW:
            return metrics.even
        return _is_even(sum(each.odd for each in told), sum(each.proof for each in told))
    odd = metrics.odd + _OF_THE_PAGE * sum(each.odd for each in others) / steps
    return odd <= _MOST_ODD[half] * (metrics.proof + _OF_THE_PAGE)


def _is_letter(letter: Placed) -> bool:
    return letter.character.isascii() and letter.character.isalnum()


def _usual(steps: Sequence[float]) -> float:
    """The step without a space; single steps are whole pixels, their mean is not."""
    if not steps:
        return 0.0
    middle = median(steps)
    alike = [step for step in steps if abs(step - middle) < 0.2 * middle]
    return sum(alike) / len(alike) if alike else middle


def agree(measured: Iterable[Metrics]) -> list[Metrics]:
    """What a line cannot say for itself, from the lines of its size; what several say, together."""
    all_lines = list(measured)
    sizes: dict[tuple[float, int], tuple[list[Metrics], float, float, float]] = {}
    settled = []
    for metrics in all_lines:
        key = metrics.height, metrics.widest
        if key not in sizes:
            like = [each for each in all_lines if _of_one_size(metrics, each)]
            figure = _usual([step for each in like for step in each.figure_steps])
            sizes[key] = like, *_wide_font(like), figure
        settled.append(_settled(metrics, *sizes[key]))
    return settled


def _of_one_size(one: Metrics, two: Metrics) -> bool:
    if one.widest and two.widest:
        return abs(one.widest - two.widest) <= max(1.0, 0.08 * one.widest)
    low, high = _ALIKE
    return low < two.height / max(1.0, one.height) < high


def _wide_font(like: Sequence[Metrics]) -> tuple[float, float]:
    """How wide a Chinese character of some lines is, and a space between two; 0 for what they do not say."""
    ink = [width for each in like for width in each.wide_ink]
    if len(ink) < _SOME:  # one or two may be narrow, or icons that were taken for characters
        return 0.0, 0.0
    widest = _nearly_widest(ink)
    steps = [step for each in like for step in each.wide_steps]
    em = _lowest_cluster([step for step in steps if 0.9 * widest < step < _ROOMIEST * widest], 0.07 * widest)
    em = em or _INK * widest
    gaps = [step - em for step in steps if _NARROWEST_SPACE * em < step - em < _WIDEST_SPACE * em]
    return em, _lowest_cluster(gaps, 0.1 * em)


def _nearly_widest(ink: Sequence[int]) -> int:
    """Not the very widest, which may be two characters that touch."""
    return sorted(ink)[int(0.9 * (len(ink) - 1))]


def _lowest_cluster(values: Sequence[float], reach: float) -> float:
    """The mean of the values about the lowest one that many others are near to; 0 without values."""
    near = {value: [each for each in values if abs(each - value) <= reach] for value in set(values)}
    most = max(map(len, near.values()), default=0)
    for value in sorted(near):
        if 2 * len(near[value]) >= most:
            first = near[value]
            middle = sum(first) / len(first)
            alike = [each for each in values if abs(each - middle) <= reach]
            return sum(alike) / len(alike)
    return 0.0


def _settled(metrics: Metrics, like: Sequence[Metrics], em: float, space: float, figure: float) -> Metrics:
    pitch = metrics.pitch
    told = [each for each in like if each.proof]
    even = _are_even(metrics, told, bool(em) and abs(figure - em / 2) < _HALF * em)
    if metrics.proof < _FEW and told:
        pitch = median(each.pitch for each in told)
    if even:
        pitch = _together(pitch, ((each.pitch, each.proof) for each in like if each.pitch))
    em = em or (pitch / 0.6 if even else metrics.height)
    return replace(metrics, em=em, pitch=pitch or em / 2, even=even, figure=figure, space=space)


def _together(own: float, others: Iterable[tuple[float, int]]) -> float:
    """The mean of all measures near one's own, each by its weight."""
    near = [(value, weight) for value, weight in others if abs(value - own) < 0.08 * own]
    total = sum(weight for _, weight in near)
    return sum(value * weight for value, weight in near) / total if total else own

"""By the text that is read: for pictures, terminals and programs that say nothing of themselves.

A line that OCR reads may hold several labels (a menu bar, a row of buttons), so lines are taken apart at wide
gaps first. A text that belongs to something else (a word in a document, the value of a field) is no button of
that name: where the programs tell what stands there, they are believed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.signs import sign_in, sign_of
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import innermost
from cogscript.surfaces.finding.name_matching import Fit, bare, fit, fold
from cogscript.surfaces.finding.wanted import Candidate, Sight, Wanted, wants_field

if TYPE_CHECKING:
    from cogscript.reading.lines import Line
    from cogscript.surfaces.elements import Element

NAME = "text"
_BETWEEN = ":：(（[*=-–,"
"""What stands between a label and what follows it."""
_GAP = 0.5
_ADVANCES = 2.6
"""Heights of white, and letter to letter in usual distances: more of both parts two labels. A space makes
1.5 distances, in a terminal 2. Where the white was read as two spaces, the first is enough."""
_LABEL = 1.3
"""Width by height from which on a button may have a label, and not only an icon."""
_CLOSER = 24
"""Places that are read once more by themselves."""
_WHITE = 2.2
"""Where the white is as wide as the line is high, so many distances from the middle of a letter to that of
the next are enough: between the menus of a bar there may be hardly more, in a terminal it is always 2."""


def find(look: Sight, wanted: Wanted, within: Rect | None = None) -> list[Candidate]:
    """Labels that say it, else the parts of longer texts that do."""
    if not fold(wanted.name):
        return []
    elements = look.elements.elements
    if not elements and (sign := sign_of(wanted.name)):
        return _signs(look, sign, within)
    fits = [
        (fit(wanted.name, text), text, rect, line.is_title)
        for area in look.areas(within)
        for line in look.lines(area)
        for text, rect in labels_of(line)
    ]
    whole = [(text, rect) for quality, text, rect, _ in fits if quality >= Fit.DECORATED]
    if not whole:
        whole = [
            (text, rect)
            for quality, text, line, is_title in fits
            if quality is Fit.PART
            and (wanted.purpose == "read" or not is_title)
            and (not wants_field(wanted) or _is_head(wanted.name, text))
            for rect in parts(text, line, fold(wanted.name))
        ]
    if not whole and not elements:
        closer = _read_closer(look, within)
        whole = [(text, rect) for text, rect in closer if fit(wanted.name, text) >= Fit.DECORATED]
    return [
        Candidate(rect, text, locator=NAME, evidence=(("text", text),))
        for text, rect in _once(whole)
        if _may_be(wanted, innermost(elements, rect.middle))
    ]


def _read_closer(look: Sight, within: Rect | None) -> Iterator[tuple[str, Rect]]:
    """What readers miss in a whole window: a label on a button where none was read, one behind its check box.

    A box before a text is easily taken for its first letter.
    """
    lines = [line.rect for area in look.areas(within) for line in look.lines(area)]
    places = []
    for control in look.controls:
        rect = control.rect
        if within is not None and not within.holds(rect.middle):
            continue
        if control.kind in ("checkbox", "radio button"):
            places += [behind_mark(each, rect) for each in lines if begins_with_mark(each, rect)]
        elif control.kind == "button" and rect.width > _LABEL * rect.height:
            places += [] if any(rect.holds(each.middle) for each in lines) else [rect]
    for place in places[:_CLOSER]:
        for line in look.read_alone(place):
            yield line.text, line.rect


def begins_with_mark(line: Rect, mark: Rect) -> bool:
    """Whether a line that was read has a check box as its first letter."""
    level = line.top <= mark.middle.y < line.bottom
    return level and mark.left - mark.width <= line.left < mark.right < line.right - mark.width


def behind_mark(line: Rect, mark: Rect) -> Rect:
    """Where the text of such a line stands."""
    return Rect(mark.right + 1, line.top - 2, line.right + 2, line.bottom + 2)


def _is_head(name: str, text: str) -> bool:
    """Whether a label goes on after the name with what a field holds, or how it is filled in.

    `Use another folder` is the label of something else than `another folder`.
    """
    plain, said = bare(text), bare(name)
    return plain.startswith(said) and plain[len(said) :].lstrip()[:1] in _BETWEEN


def _once(texts: Iterable[tuple[str, Rect]]) -> list[tuple[str, Rect]]:
    """Each place once: what stands in a menu over its window is read with both of them."""
    kept: list[tuple[str, Rect]] = []
    for text, rect in texts:
        if not any(other.holds(rect.middle) or rect.holds(other.middle) for _, other in kept):
            kept.append((text, rect))
    return kept


def _signs(look: Sight, sign: str, within: Rect | None) -> list[Candidate]:
    """The keys that show a sign; what readers say of signs is not believed."""
    return [
        Candidate(each.rect, sign, each.kind, NAME, (("sign", sign), ("looks like", each.kind)))
        for each in look.controls
        if (within is None or within.holds(each.rect.middle)) and sign_in(look.picture, each.rect) == sign
    ]


def _may_be(wanted: Wanted, there: Element | None) -> bool:
    """Whether text drawn on an element can be the target: not when the element itself says it is not."""
    if there is None or there.role in ("window", "area", "page", "label", "image"):
        return True
    if wanted.kind and roles.known(wanted.kind):
        return roles.means(wanted.kind, there.role)
    return there.role in ("document", "terminal", "cell", "list item", "tree item") or not there.name


def labels_of(line: Line) -> Iterator[tuple[str, Rect]]:
    """A line of text in the pieces that wide gaps part."""
    columns = line.columns
    if len(columns) != len(line.text):
        yield line.text, line.rect
        return
    inked = [index for index, character in enumerate(line.text) if not character.isspace()]
    steps = sorted(
        columns[after][0] - columns[before][0] for before, after in pairwise(inked) if after == before + 1
    )
    usual = steps[len(steps) // 2] if steps else line.rect.width
    start = 0
    for before, after in pairwise(inked):
        apart = (
            columns[after][0] - columns[before][1]
        )  # a box before a label may be read as part of its letter
        wide = columns[after][0] - columns[before][0] > _ADVANCES * usual or after - before > 2
        middles = sum(columns[after]) / 2 - sum(columns[before]) / 2
        parted = apart >= line.rect.height and middles > _WHITE * usual
        if parted or (wide and apart > _GAP * line.rect.height):
            yield from _piece(line, start, after)
            start = after
    yield from _piece(line, start, len(line.text))


def _piece(line: Line, start: int, end: int) -> Iterator[tuple[str, Rect]]:
    text = line.text[start:end].rstrip()
    if text.strip():
        left, right = line.columns[start][0], line.columns[start + len(text) - 1][1]
        yield text.strip(), Rect(left, line.rect.top, max(right, left + 1), line.rect.bottom)


def parts(text: str, rect: Rect, wanted: str) -> list[Rect]:
    """Where in a label a text stands, each time: its rectangle shared out among its characters."""
    folded = [fold(character) for character in text]
    places = [index for index, piece in enumerate(folded) for _ in piece]
    joined = "".join(folded)
    widths = [2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text]
    total = sum(widths) or 1
    rects = []
    at = joined.find(wanted)
    while at >= 0:
        first, last = places[at], places[at + len(wanted) - 1]
        left = rect.left + rect.width * sum(widths[:first]) // total
        right = rect.left + rect.width * sum(widths[: last + 1]) // total
        rects.append(Rect(left, rect.top, max(right, left + 1), rect.bottom))
        at = joined.find(wanted, at + len(wanted))
    return rects

"""What a recorded line says of its target, so that it is found again: tried out with the finder itself.

A name that leads to the target by itself is enough. Where several things go by it, a text that stands beside
the target and nowhere else tells it from the others; else its own id; else the box. A name that leads
elsewhere in spite of all that is left out: a line that says less finds more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cogscript.language.model.box import Rect
from cogscript.recording.input_events import Hit
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import within
from cogscript.surfaces.elements import Element
from cogscript.surfaces.finding.deciding import overlap
from cogscript.surfaces.finding.name_matching import fold
from cogscript.surfaces.finding.near import distance, same_row
from cogscript.surfaces.finding.wanted import Purpose, Wanted
from cogscript.surfaces.look import Look

_LONGEST = 60
"""Characters: a longer text beside a target is a paragraph."""
_TRIED = 12
"""How many of the texts around are tried."""
_SAYING = frozenset({"label", "cell", "heading", "text", "row header", "column header", "list item", "area"})
"""Kinds that are read, not typed into: their text stays what it is. A group of fields is an area."""
_COLUMNS = frozenset({"cell", "row header"})
_AMOUNT = re.compile(r"[\s\d.,:/%€$£¥+-]*")
_MADE_UP = re.compile(r"\d{3,}|[:{}]|^$")
"""What ids have in them that a program makes up anew each time."""


def with_evidence(hit: Hit, look: Look) -> Hit:
    """The hit with what else is needed to find it again in that window, as it was."""
    if hit.secret and not hit.name:
        return hit
    if not hit.name:
        return replace(hit, id=hit.id if _leads(look, _wanted(hit, id=hit.id)) and _is_stable(hit.id) else "")
    if _leads_to(look, hit, _wanted(hit)):
        return replace(hit, id="")
    for text in _texts_around(hit, look.elements.elements):
        if _leads_to(look, hit, _wanted(hit, near=text)):
            return replace(hit, id="", near=text)
    if _is_stable(hit.id) and _leads_to(look, hit, _wanted(hit, id=hit.id)):
        return hit
    if _leads_to(look, hit, _wanted(hit, place=hit.rect)):
        return replace(hit, id="")
    return replace(hit, id="", name="")


def named(hit: Hit, look: Look) -> Hit:
    """The hit by the name that its window gives it: what is told of a thing alone knows nothing of labels."""
    if hit.name or hit.role not in roles.LABELLED:
        return hit
    same = [
        each for each in look.elements.elements
        if each.role == hit.role and overlap(each.rect, hit.rect) > 0.8 and each.name
    ]  # fmt: skip
    return replace(hit, name=same[0].name) if len(same) == 1 else hit


def is_told(hit: Hit, look: Look) -> bool:
    """Whether the window, as it was read, has the thing that was hit."""
    return any(_is_same(hit, each) for each in look.elements.elements)


def _is_same(hit: Hit, element: Element) -> bool:
    return element.role == hit.role and element.name == hit.name and overlap(element.rect, hit.rect) > 0.8


def _wanted(hit: Hit, *, near: str = "", id: str = "", place: Rect | None = None) -> Wanted:
    purpose: Purpose = "enter" if hit.role in roles.FIELDS and hit.role != "document" else "point"
    return Wanted(hit.name, hit.role or None, id, near, None, place, purpose)


def _leads(look: Look, wanted: Wanted) -> bool:
    return bool(wanted.id) and look.judge(wanted).found is not None


def _leads_to(look: Look, hit: Hit, wanted: Wanted) -> bool:
    verdict = look.judge(wanted)
    found = verdict.found
    if verdict.problem == "disabled" and len(verdict.candidates) == 1:
        found = verdict.candidates[0]  # it could be used by the time it was
    if found is None or found.guess:
        return False
    return overlap(found.rect, hit.rect) > 0.8 or within(found.rect, hit.rect) or within(hit.rect, found.rect)


def _is_stable(id: str) -> bool:
    return bool(id) and len(id) <= _LONGEST and not _MADE_UP.search(id)


def _texts_around(hit: Hit, elements: Sequence[Element]) -> list[str]:
    """Texts that are there once, the likeliest to stay first: those of its row.

    In a table a row is told by its first column. Elsewhere the nearest counts: what else stands at that
    height may be of another part of the window. Amounts and dates come last: they are what changes in a row.
    """
    texts: dict[str, list[Element]] = {}
    for element in elements:
        if element.role in _SAYING and 0 < len(element.name.strip()) <= _LONGEST:
            texts.setdefault(fold(element.name), []).append(element)
    here = next((index for index, each in enumerate(elements) if _is_same(hit, each)), None)
    around = _ancestors(elements, here)

    def rank(element: Element) -> tuple[bool, bool, int, bool, float]:
        in_row, in_table = same_row(element.rect, hit.rect), element.role in _COLUMNS
        shared = next((step for step, each in enumerate(around) if each in _above(elements, element)), 99)
        apart = distance(element.rect.middle, hit.rect.middle)
        changes = bool(_AMOUNT.fullmatch(element.name))
        return (
            not in_row,
            changes,
            shared,
            not in_table,
            element.rect.left if in_table and in_row else apart,
        )

    unique = [
        each[0] for name, each in texts.items() if name != fold(hit.name) and _is_one_place(each)
    ]  # a cell and the label in it are one text
    return [" ".join(each.name.split()) for each in sorted(unique, key=rank)[:_TRIED]]


def _is_one_place(elements: Sequence[Element]) -> bool:
    largest = max(elements, key=lambda each: each.rect.width * each.rect.height)
    return all(within(each.rect, largest.rect) for each in elements)


def _ancestors(elements: Sequence[Element], index: int | None) -> list[int]:
    found = []
    while index is not None and index not in found:
        found.append(index)
        index = elements[index].parent
    return found


def _above(elements: Sequence[Element], element: Element) -> Iterator[int]:
    index: int | None = next((place for place, each in enumerate(elements) if each is element), None)
    yield from _ancestors(elements, index)

"""The text of a place as the program itself holds it: an editor's, a page's, a table's, a field's, a label's.

It is exact, also where rows look alike, and it reaches beyond what is in view without scrolling. It is taken
only where one element clearly is what the area shows; in doubt nothing is said, and the pixels are read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.elements import Element
from cogscript.surfaces.x11.atspi.bus import Bus
from cogscript.surfaces.x11.atspi.describe import Handle
from cogscript.surfaces.x11.atspi.details import LONGEST
from cogscript.surfaces.x11.atspi.element_tree import extents
from cogscript.surfaces.x11.atspi.protocol_names import (
    ACCESSIBLE,
    COMPONENT,
    NULL,
    SCREEN,
    TABLE,
    TEXT,
    Address,
    addresses,
    role_name,
    value_of,
)

LIMIT = 5.0
"""Seconds one question may take."""
_MOST = 10_000
"""Parts of a page, or cells of a table, to ask for."""
_FILLS = 0.85
"""The part of the area, or of the element, that the two have to share."""
_HOLDERS = frozenset({"text field", "document", "terminal"})
_LINES = frozenset({"label", "heading", "cell", "link", "list item"})
"""Kinds whose name is the text they show."""
_INLINE = frozenset(
    {"link", "static", "subscript", "superscript", "mark", "content insertion", "content deletion", "label"}
)
"""Roles of parts that stand inside a line of a page; every other part begins a line of its own."""
_CELLS = frozenset({"table cell", "column header", "row header", "table column header", "table row header"})
_EMBEDDED = "\ufffc"
"""Stands in a text where another element is."""


def own_text(bus: Bus, elements: Sequence[Element], area: Rect, *, to_the_end: bool) -> str | None:
    """The text of an area, and with `to_the_end` what follows below it; None where no program tells.

    `elements` are those that meet the area.
    """
    if any(each.secret and _share(area, each.rect, each.rect) > 0 for each in elements):
        return None
    holder = _only([each for each in elements if each.role in _HOLDERS and _same_place(each, area)])
    if holder is not None:
        if _is_page(holder):
            return _page(bus, holder, area.top) if to_the_end else None
        return _editor(bus, holder, area, to_the_end)
    if to_the_end:
        table = _only(
            [each for each in elements if each.role in ("table", "tree") and _same_place(each, area)]
        )
        heads = [each.name for each in elements if each.role == "column header" and _inside(each, area)]
        return _table(bus, table, heads, area) if table else None
    named = [each for each in elements if each.name and _share(area, each.rect, each.rect) > 0.1]
    named = [each for each in named if not _holds(each, area)]
    line = _only(named)
    if line is None or line.role not in _LINES or _share(area, line.rect, line.rect) < _FILLS:
        return None
    return line.name


def page_text(bus: Bus, elements: Sequence[Element], area: Rect) -> str | None:
    """All that a page says, if one fills the area: also what was scrolled out of view above it."""
    holder = _only([each for each in elements if _is_page(each) and _same_place(each, area)])
    return _page(bus, holder, None) if holder is not None else None


def _is_page(element: Element) -> bool:
    return element.role == "document" and "editable" not in element.states


def _only(found: Sequence[Element]) -> Element | None:
    return found[0] if len(found) == 1 else None


def _share(one: Rect, two: Rect, whole: Rect) -> float:
    shared = one.overlap(two)
    return shared.width * shared.height / max(1, whole.width * whole.height)


def _inside(element: Element, area: Rect) -> bool:
    return _share(area, element.rect, element.rect) >= 0.5


def _holds(element: Element, area: Rect) -> bool:
    """Whether it is something larger that the area is a part of."""
    rect = element.rect
    return rect.width * rect.height > area.width * area.height and _share(area, rect, area) > _FILLS


def _same_place(element: Element, area: Rect) -> bool:
    """Whether the area shows this element and nothing else: as wide, and inside but for a frame."""
    rect = element.rect
    wide = area.overlap(rect).width >= _FILLS * rect.width
    return wide and _share(area, rect, area) >= _FILLS


def _address(element: Element) -> Address:
    assert isinstance(element.handle, Handle)
    return element.handle.address


def _first_below(count: int, level: Callable[[int], float | None], row: float) -> int | None:
    """The first of `count` things, each below the one before, that is below a row; None if unknown."""
    low, high = 0, count
    if count and (level(0) or -1) >= row:  # Qt tells of nothing that is out of view
        return 0
    while low < high:
        middle = (low + high) // 2
        at = level(middle)
        if at is None:
            return None
        low, high = (low, middle) if at >= row else (middle + 1, high)
    return low


# --- editors and fields ------------------------------------------------------------------------


def _editor(bus: Bus, holder: Element, area: Rect, to_the_end: bool) -> str | None:
    address = _address(holder)
    count = value_of(bus.ask_one(address.get("CharacterCount", TEXT), LIMIT))
    if not isinstance(count, int) or not 0 <= count <= LONGEST:
        return None
    answer = bus.ask_one(address.call(TEXT, "GetText", "ii", 0, count), LIMIT)
    text = str(answer[0]) if answer else ""
    if len(text) != count or _EMBEDDED in text:
        return None
    if "\n" not in text and "multiline" not in holder.states:
        return text

    def level(offset: int) -> float | None:
        return _level(bus, holder, offset)

    begin = _first_below(count, level, area.top)
    end = count if to_the_end else _first_below(count, level, area.bottom)
    if begin is None or end is None:
        return None
    return text[begin:end].rstrip("\n")


def _level(bus: Bus, holder: Element, offset: int) -> float | None:
    """The row of the screen about which a character stands."""
    assert isinstance(holder.handle, Handle)
    answer = bus.ask_one(_address(holder).call(TEXT, "GetCharacterExtents", "iu", offset, SCREEN), LIMIT)
    if not answer or len(answer) != 4 or not answer[3]:
        return None
    _, top, _, height = answer
    rect = holder.handle.scale.pixels(Rect(0, top, 1, top + height))
    return (rect.top + rect.bottom) / 2


# --- tables ------------------------------------------------------------------------------------


def _table(bus: Bus, table: Element, heads: Sequence[str], area: Rect) -> str | None:
    """The rows from the first in view on, the cells of each apart by a tab."""
    address = _address(table)
    size = [
        value_of(each)
        for each in bus.ask([address.get("NRows", TABLE), address.get("NColumns", TABLE)], LIMIT)
    ]
    rows, columns = (each if isinstance(each, int) else 0 for each in size)
    if rows < 1 or columns < 1 or rows * columns > _MOST:
        return None

    def cells(begin: int, end: int) -> list[Address] | None:
        places = [(row, column) for row in range(begin, end) for column in range(columns)]
        answers = bus.ask([address.call(TABLE, "GetAccessibleAt", "ii", *place) for place in places], LIMIT)
        found = [Address(*answer[0]) for answer in answers if answer and answer[0][1] != NULL]
        return found if len(found) == len(places) else None

    found = cells(0, rows)
    begin = _first_in_view(bus, found[::columns], table, area) if found else None
    if not found or begin is None:
        return None
    found = found[begin * columns :]
    names = [value_of(each) for each in bus.ask([each.get("Name") for each in found], LIMIT)]
    if not all(isinstance(name, str) for name in names):
        return None
    said = [str(name) for name in names]
    written = ["\t".join(said[at : at + columns]).rstrip("\t") for at in range(0, len(said), columns)]
    return "\n".join([*(["\t".join(heads)] if heads else []), *written])


def _first_in_view(bus: Bus, cells: Sequence[Address], table: Element, area: Rect) -> int | None:
    """The first row that stands in the area; GTK puts those out of view nowhere at all."""
    assert isinstance(table.handle, Handle)
    answers = bus.ask([each.call(COMPONENT, "GetExtents", "u", SCREEN) for each in cells], LIMIT)
    for row, answer in enumerate(answers):
        if answer and (rect := extents(answer)) is not None:
            rect = table.handle.scale.pixels(rect)
            if area.top <= (rect.top + rect.bottom) / 2 < area.bottom:
                return row
    return None


# --- pages -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Part:
    """An element of a page: its own text, in which its parts are marked, and the parts."""

    address: Address
    role: str = ""
    text: str | None = None
    top: int = 0
    bottom: int = 0
    parts: list[_Part] = field(default_factory=list)

    def lines(self, row: int) -> list[str]:
        """Its text below a row of the screen, a line each; the last one may go on."""
        if self.text is None:
            joined = [line for part in self.parts for line in part.lines(row)]
            return (
                ["\t".join(joined)] if joined and all(part.role in _CELLS for part in self.parts) else joined
            )
        found = [""]
        embedded = iter(part for part in self.parts if part.role != "static")
        for character in self.text:
            if character == "\n":
                found.append("")
            elif character != _EMBEDDED:
                found[-1] += character
            elif (part := next(embedded, None)) is not None:
                if part.role in _INLINE:
                    found[-1] += " ".join(part.lines(row))
                elif part.role in _CELLS:
                    found[-1] += ("\t" if found[-1] else "") + " ".join(part.lines(row))
                elif part.bottom > row:
                    found += [*part.lines(row), ""]
        return [line.strip(" ") for line in found if line.strip()]


def _page(bus: Bus, page: Element, top: int | None) -> str | None:
    """What a page says from a row of the screen (None: from its beginning) to its end, in its own order."""
    assert isinstance(page.handle, Handle)
    root = _Part(_address(page))
    level, asked = [root], 0
    while level:
        asked += len(level)
        if asked > _MOST or not _ask_parts(bus, level):
            return None
        level = [part for each in level for part in each.parts if part.role != "static"]
    row = -sys.maxsize if top is None else page.handle.scale.back(Point(page.rect.left, top)).y
    return "\n".join(root.lines(row))


def _ask_parts(bus: Bus, level: Sequence[_Part]) -> bool:
    """Fill the parts of one level of the tree; False when the program did not tell."""
    counts = bus.ask([part.address.get("CharacterCount", TEXT) for part in level], LIMIT)
    texts = bus.ask(
        [
            part.address.call(TEXT, "GetText", "ii", 0, value_of(count) if count else 0)
            for part, count in zip(level, counts, strict=True)
        ],
        LIMIT,
    )
    children = bus.ask([part.address.call(ACCESSIBLE, "GetChildren") for part in level], LIMIT)
    for part, count, text, below in zip(level, counts, texts, children, strict=True):
        if below is None:
            return False
        part.text = str(text[0]) if count and text else None
        part.parts = [_Part(each) for each in addresses(below)]
    parts = [each for part in level for each in part.parts]
    roles = bus.ask([part.address.call(ACCESSIBLE, "GetRole") for part in parts], LIMIT)
    places = bus.ask([part.address.call(COMPONENT, "GetExtents", "u", SCREEN) for part in parts], LIMIT)
    for part, role, place in zip(parts, roles, places, strict=True):
        if not role or not place:
            return False
        part.role = role_name(int(role[0]))
        _, part.top, _, height = place[0]
        part.bottom = part.top + height
    return True

"""The members in view of a list or table that has too many to ask each of them.

A spreadsheet has a billion cells, and asking for its children makes it create them all. The members at
three corners of what shows are asked for by their places; everything between them is taken: rows and
columns of a table, or a range of a list.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.x11.atspi.bus import Answer, Question
from cogscript.surfaces.x11.atspi.protocol_names import (
    ACCESSIBLE,
    COMPONENT,
    NULL,
    TABLE,
    Address,
    addresses,
    value_of,
)
from cogscript.surfaces.x11.atspi.scale import Scale

MOST = 2000
"""Members to ask of one crowd."""
_CLIMB = 12
"""Levels from what lies at a point up to the member it is a part of."""
_EDGES = (3, 12, 24, 40, 70, 110)
"""Pixels from an edge at which a member is looked for: headers and empty margins have none."""
_STEPS = 8
"""Where the margin is wider, it is looked for at so many places across."""

Take = Callable[[Address], Iterable[Question]]
"""What to ask a member."""


class Crowd(Protocol):
    """The list or table, as far as it matters here."""

    address: Address
    scale: Scale

    @property
    def counted_from(self) -> int: ...


def members_in_view(crowd: Crowd, view: Rect, take: Take) -> Iterable[Question]:
    """Ask what lies in view, given in pixels of the screen."""
    return _Search(crowd, view, take).first()


class _Search:
    def __init__(self, crowd: Crowd, view: Rect, take: Take) -> None:
        self._crowd = crowd.address
        self._scale = crowd.scale
        self._counted_from = crowd.counted_from
        self._view = view
        self._take = take

    def first(self) -> Iterable[Question]:
        view = self._view
        diagonal = [
            Point(view.left + edge, view.top + edge) for edge in _inwards(min(view.width, view.height))
        ]
        return self._member_at(diagonal, self._last_below)

    def _last_below(self, start: int, at: Point) -> Iterable[Question]:
        down = [Point(at.x, self._view.bottom - edge) for edge in _inwards(self._view.height)]

        def found(bottom: int, _: Point) -> Iterable[Question]:
            across = [Point(self._view.right - edge, at.y) for edge in _inwards(self._view.width)]
            return self._member_at(across, lambda right, _: self._between(start, bottom, right))

        return self._member_at(down, found)

    def _member_at(
        self, points: Sequence[Point], then: Callable[[int, Point], Iterable[Question]]
    ) -> Iterable[Question]:
        """Ask at one point after the other until a member is there."""
        if not points:
            return []
        at, *others = points

        def hit(answer: Answer) -> Iterable[Question]:
            if not answer or answer[0][1] in (NULL, self._crowd.path):
                return elsewhere()
            return self._index(Address(*answer[0]), _CLIMB, lambda index: then(index, at), elsewhere)

        def elsewhere() -> Iterable[Question]:
            return self._member_at(others, then)

        x, y = self._scale.back(at)
        return [(self._crowd.call(COMPONENT, "GetAccessibleAtPoint", "iiu", x, y, self._counted_from), hit)]

    def _index(
        self,
        address: Address,
        climb: int,
        then: Callable[[int], Iterable[Question]],
        otherwise: Callable[[], Iterable[Question]],
    ) -> Iterable[Question]:
        """The position of the member that an element is or lies in."""

        def parent(answer: Answer) -> Iterable[Question]:
            above = value_of(answer)
            if not above or climb == 0:
                return otherwise()
            if Address(*above) != self._crowd:
                return self._index(Address(*above), climb - 1, then, otherwise)
            return [(address.call(ACCESSIBLE, "GetIndexInParent"), position)]

        def position(answer: Answer) -> Iterable[Question]:
            return then(answer[0]) if answer and answer[0] >= 0 else otherwise()

        return [(address.get("Parent"), parent)]

    def _between(self, start: int, bottom: int, right: int) -> Iterable[Question]:
        """Everything between three corners, by rows and columns where it has them."""
        asked = [
            self._crowd.call(TABLE, method, "i", index)
            for method, index in (
                ("GetRowAtIndex", start), ("GetRowAtIndex", bottom),
                ("GetColumnAtIndex", start), ("GetColumnAtIndex", right),
            )
        ]  # fmt: skip
        said: list[int] = []

        def answered(answer: Answer) -> Iterable[Question]:
            said.append(answer[0] if answer else -1)
            if len(said) < len(asked):
                return []
            return self._range(start, bottom) if min(said) < 0 else self._cells(*said)

        return [(call, answered) for call in asked]

    def _range(self, first: int, last: int) -> Iterator[Question]:
        for index in range(first, min(last + 1, first + MOST)):
            yield self._crowd.call(ACCESSIBLE, "GetChildAtIndex", "i", index), self._member

    def _cells(self, top: int, bottom: int, left: int, right: int) -> Iterator[Question]:
        columns = range(min(left, right), max(left, right) + 1)
        for column in itertools.islice(columns, MOST):
            yield self._crowd.call(TABLE, "GetColumnHeader", "i", column), self._member
        for row, column in itertools.islice(itertools.product(range(top, bottom + 1), columns), MOST):
            yield self._crowd.call(TABLE, "GetAccessibleAt", "ii", row, column), self._member

    def _member(self, answer: Answer) -> Iterable[Question]:
        for address in addresses(([answer[0]],) if answer else None):
            yield from self._take(address)


def _inwards(length: int) -> list[int]:
    """Distances from an edge, small ones first."""
    steps = (length * step // _STEPS for step in range(1, _STEPS))
    return sorted({edge for edge in (*_EDGES, *steps) if 0 < edge < length})

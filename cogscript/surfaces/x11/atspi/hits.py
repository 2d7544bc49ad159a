"""Whether something else of the same page lies over an element: a banner, a veil, a dialog that is no window.

Windows cover each other in ways the X server knows; inside a page only the browser knows. Chromium answers
what lies at a point from what it saw last and looks again meanwhile, so it is asked twice, a moment apart.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence

from cogscript.language.model.box import Point
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import plain, within
from cogscript.surfaces.elements import Element
from cogscript.surfaces.x11.atspi.bus import Bus
from cogscript.surfaces.x11.atspi.describe import Handle
from cogscript.surfaces.x11.atspi.element_tree import extents
from cogscript.surfaces.x11.atspi.protocol_names import COMPONENT, NULL, SCREEN, Address, value_of
from cogscript.surfaces.x11.atspi.scale import PIXELS

MOMENT = 0.03
"""Seconds in which Chromium looks again."""
MOST = 8
"""Elements to ask about at once; more of one name are told apart by other means first."""
_LOOKED_AT = roles.ACTED_ON | {"label", "heading", "image"}
_CLIMB = 40
_NEAR = 4
"""Levels up from what was hit to something with a name."""
_OWN = 8
"""Pixels by which what is drawn over a control as its look may be larger than it."""
_LIMIT = 0.5


class Hits:
    """Asks pages what lies at a point, in pixels from the corner of a screen."""

    def __init__(self, bus: Bus, origin: Point) -> None:
        self._bus = bus
        self._origin = origin

    def uncovered(self, found: Sequence[Element]) -> list[Element]:
        """The elements that a click at their middle would reach, as far as their pages tell."""
        asked = [each for each in found if each.role in _LOOKED_AT and _page(each)]
        if not asked or len(asked) > MOST:
            return list(found)
        hits = self._twice([(each, each.rect.middle) for each in asked])
        over = {id(each) for each, hit in zip(asked, hits, strict=True) if not self._reaches(hit, each)}
        return [each for each in found if id(each) not in over]

    def covering(self, element: Element, point: Point) -> str | None:
        """What lies over an element of a page at a point; None when a click reaches it or nobody can tell."""
        page = _page(element)
        if page is None:
            return None
        (hit,) = self._twice([(element, point)])
        return self._said(hit, page) if hit is not None and not self._reaches(hit, element) else None

    def _twice(self, places: Sequence[tuple[Element, Point]]) -> list[Address | None]:
        self._hits(places)
        time.sleep(MOMENT)
        return self._hits(places)

    def _hits(self, places: Sequence[tuple[Element, Point]]) -> list[Address | None]:
        x, y = self._origin
        # In pixels whatever else the program counts in: Firefox at another scale, too.
        calls = [
            page.call(COMPONENT, "GetAccessibleAtPoint", "iiu", point.x + x, point.y + y, SCREEN)
            for element, point in places
            if (page := _page(element)) is not None
        ]
        answers = self._bus.ask(calls, _LIMIT)
        return [Address(*answer[0]) if answer and answer[0][1] != NULL else None for answer in answers]

    def _reaches(self, hit: Address | None, element: Element) -> bool:
        """Whether what was hit is the element, in it, around it, or drawn on it as its look."""
        handle = _handle(element)
        if hit is None or handle is None or hit == handle.address:
            return True
        own = handle.address
        if self._is_part(hit, own, handle.page) or self._is_part(own, hit, handle.page):
            return True
        place, name = self._bus.ask([hit.call(COMPONENT, "GetExtents", "u", SCREEN), hit.get("Name")], _LIMIT)
        said = extents(place)
        if said is None:
            return True
        if plain(str(value_of(name) or "")) not in plain(element.name):
            return False
        local = PIXELS.moved(-self._origin.x, -self._origin.y).pixels(handle.scale.pixels(said))
        return within(local, element.rect, _OWN)

    def _is_part(self, inner: Address, outer: Address, page: Address | None) -> bool:
        return outer in itertools.takewhile(lambda each: each != page, self._above(inner))

    def _above(self, address: Address) -> Iterator[Address]:
        """What an element is a part of, from the inside out."""
        for _ in range(_CLIMB):
            parent = value_of(self._bus.ask_one(address.get("Parent"), _LIMIT))
            if not parent or parent[1] == NULL:
                return
            address = Address(*parent)
            yield address

    def _said(self, hit: Address, page: Address) -> str:
        """Its name, or that of the nearest thing around it that has one, short of the page itself."""
        above = itertools.takewhile(lambda each: each != page, itertools.islice(self._above(hit), _NEAR))
        names = self._bus.ask([each.get("Name") for each in (hit, *above)], _LIMIT)
        return next((str(value_of(name)) for name in names if value_of(name)), "something else on the page")


def _handle(element: Element) -> Handle | None:
    return element.handle if isinstance(element.handle, Handle) else None


def _page(element: Element) -> Address | None:
    handle = _handle(element)
    return handle.page if handle else None

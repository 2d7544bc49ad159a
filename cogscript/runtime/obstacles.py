"""What keeps a target that was found from being used, and how one that is out of view is brought in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Direction, Pixels, Pointer, Windows
from cogscript.surfaces.element_choice import extent
from cogscript.surfaces.finding.by_anchors import ground_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogscript.language.model.box import Point, Rect
    from cogscript.surfaces.elements import Element
    from cogscript.surfaces.finding.wanted import Candidate, Wanted
    from cogscript.surfaces.look import Look
    from cogscript.surfaces.protocol import Surface

_NOTCHES = 2
"""Notches of the wheel at a time: fewer than the smallest list shows."""
_MOST_TURNS = 100


def cover_of(look: Look, found: Candidate, point: Point, wanted: Wanted) -> str | None:
    """What stands before it: a dialog of its own program, another window, a layer of its page."""
    surface = look.surface
    if surface.through_elements:  # nothing is pressed at its place: the element acts by itself
        return None
    windows = surface.root.capability(Windows)
    if windows is not None:
        dialog = windows.dialog_before(point)
        if dialog is not None and dialog.modal:
            return dialog.title
        over = _over_its_place(look, windows, found, point, wanted)
        if over is not None:
            return over
    service = surface.elements
    if service is None or found.element is None:
        return None
    if windows is not None and _is_in_popup(windows, point):
        return None
    return _window_over(windows, found.element, point) or service.covered_by(found.element, point)


def layers_of(surface: Surface) -> Sequence[Rect]:
    """Where windows lie, the topmost first: as long as it is the same, what a look left out is the same."""
    windows = surface.root.capability(Windows)
    return windows.layers() if windows is not None else ()


def _is_in_popup(windows: Windows, point: Point) -> bool:
    """Whether a menu or a list that dropped down lies there: what it shows is not behind its own page."""
    over = windows.top_at(point)
    return over is not None and all(each.handle != over for each in windows.windows())


def _over_its_place(
    look: Look, windows: Windows, found: Candidate, point: Point, wanted: Wanted
) -> str | None:
    """The window over the box, where what was found stands elsewhere in the window that lies below.

    Covered things are left out of a look: another one of the name would be taken for the one that is meant.
    """
    place = wanted.place
    if place is None or extent(found.rect.overlap(place)):
        return None
    over, own = windows.top_at(place.middle), windows.top_at(point)
    known = {each.handle: each for each in windows.windows()}
    if over is None or own is None or over == own or own not in known:
        return None
    below = known[own].rect.holds(place.middle)
    if not below or ground_of(look, wanted).truth == "moved":
        return None
    return known[over].title if over in known else "a window"


def _window_over(windows: Windows | None, element: Element, point: Point) -> str | None:
    """The window that a click would reach in the place of the element's own."""
    if windows is None or not element.window:
        return None
    titles = {each.handle: each.title for each in windows.windows()}
    if len(titles) < 2:
        return None
    over = titles.get(windows.top_at(point) or 0, element.window)
    return over if element.window in titles.values() and over != element.window else None


def scroll_into_view(surface: Surface, wanted: Wanted) -> bool:
    """Bring in what was scrolled out of view, where a program tells of it; of several, the text beside it."""
    service = surface.elements
    if service is None or not wanted.name:
        return False
    for name, kind in ((wanted.name, wanted.kind), (wanted.near, None)):
        beyond = service.out_of_view(name, kind) if name else ()
        if len(beyond) == 1:
            return bring_into_view(surface, beyond[0])
    return False


def bring_into_view(surface: Surface, element: Element) -> bool:
    service = surface.elements
    if service is None:
        return False
    try:
        service.scroll_to(element)
    except Fault:
        return _turn_the_wheel(surface, element)
    surface.settle()
    return True


def _turn_the_wheel(surface: Surface, wanted: Element) -> bool:
    """Scroll a list down to its end, and then up, until it is in view: GTK's do not scroll on demand."""
    from cogscript.reading.changes import anything_changed

    service, pointer, pixels = surface.elements, surface.capability(Pointer), surface.capability(Pixels)
    area = wanted.rect.overlap(surface.root.frame)
    if service is None or pointer is None or pixels is None or not extent(area):
        return False
    pointer.move(area.middle)
    directions: tuple[Direction, ...] = ("down", "up")
    for direction in directions:
        for _ in range(_MOST_TURNS):
            before = pixels.capture(area)
            pointer.scroll(direction, _NOTCHES)
            surface.settle()
            if any(each.name == wanted.name for each in service.find(wanted.name, wanted.role, area)):
                return True
            if not anything_changed(before, pixels.capture(area)):
                break
    return False

"""Where an act happened, as the recording tells it: the window, what tells the target from others, its looks.

Everything that is told passes the secret places: a title, a text beside a target or a picture must not repeat
a secret.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.recording.desktop_windows import DesktopWindows
from cogscript.recording.evidence import is_told, named, with_evidence
from cogscript.recording.input_events import Hit, WindowPlace, plain_title
from cogscript.recording.screen_pictures import ScreenPictures
from cogscript.recording.secret_places import SecretPlaces
from cogscript.recording.surroundings import Surroundings, app_of
from cogscript.surfaces.capabilities import Windows
from cogscript.surfaces.finding.deciding import BUTTON_LIKE

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.recording.watch import Glance
    from cogscript.surfaces.capabilities import Window
    from cogscript.surfaces.placed_window import PlacedWindow
    from cogscript.surfaces.protocol import Surface

_REMEMBERED = 50
"""Windows, at most."""
_LARGEST_ICON = 160
"""Pixels: what is larger is no icon."""
_AROUND = 20
"""Pixels to each side of a click where nothing tells how large its target is."""
_FRAME = 4
"""Pixels of a button's border, at most."""
_SMALLEST_ICON = 16
"""Pixels that stay of an icon, at least."""
_SHADED = 40
"""How far the shades of one border may differ, of 255: many are lighter at one end."""
_FRAMED = 6
"""How far the shades of a frame and of the ground inside it are apart, of 255, at least."""
_UNNAMED_ICONS = frozenset({"button", "image", "menu", "menu item", "link", "switch", "tab", ""})
"""Kinds of which a picture tells one from another where they have no name."""


class HitPlaces:
    def __init__(
        self, screen: Surface, windows: DesktopWindows, surroundings: Surroundings, pictures: ScreenPictures
    ) -> None:
        self._screen = screen
        self._windows = windows
        self._surroundings = surroundings
        self._pictures = pictures
        self.secret_places = SecretPlaces()
        self._processes: dict[int | str, list[int | None]] = {}
        """Those that had a window of that handle, one after another."""
        self._remembered: list[Window] = []
        """Windows of all looks, the last first."""
        self._before: Sequence[Window] = ()
        """The windows of the last look before the act."""

    def window_at(self, at: Point, glance: Glance) -> WindowPlace | None:
        """The window of what was hit.

        A look that was taken late may have the thing that was hit and no longer its window.
        """
        placed = glance.window_at(at)
        found = self.window(placed, glance)
        title = plain_title(glance.element.window) if glance.element is not None else ""
        if title and (found is None or plain_title(found.title) != title):
            before = [
                each for each in self._before if plain_title(each.title) == title and each.rect.holds(at)
            ]
            if before:
                return self._told(before[0], self._before)
        return found

    def window(self, placed: PlacedWindow | None, glance: Glance | None) -> WindowPlace | None:
        """The window of an act, a menu's being the one that opened it; None for the bare desktop.

        It is told from the look before the act: a dialog that was closed is gone by now.
        """
        if placed is None and self._windows.are_known:
            return None
        open_windows: Sequence[Window] = glance.open_windows if glance is not None else ()
        found = _owner(open_windows, placed)
        if found is None:
            open_windows = self._open_windows()
            found = _owner(open_windows, placed)
        if found is None or (placed is not None and not placed.popup and found.title != placed.title):
            # It has gone, and may have left its handle to another.
            found = next((each for each in self._remembered if _is_of(each, placed)), found)
        return None if found is None else self._told(found, open_windows)

    def _told(self, window: Window, open_windows: Sequence[Window]) -> WindowPlace:
        app = app_of(window)
        others = [each for each in open_windows if each.handle != window.handle and app_of(each) == app]
        title = self.secret_places.title(window.handle, window.title)
        return WindowPlace(window.handle, title, app, window.rect, not others, self._turn(window))

    def _turn(self, window: Window) -> int:
        processes = self._processes.setdefault(window.handle, [])
        if window.process not in processes:
            processes.append(window.process)
        return processes.index(window.process)

    def note(self, glance: Glance) -> None:
        """A look of a moment at which nothing happened."""
        self._before = glance.open_windows
        others = [each for each in self._remembered if each not in glance.open_windows]
        self._remembered = [*glance.open_windows, *others][:_REMEMBERED]

    def _open_windows(self) -> Sequence[Window]:
        known = self._screen.capability(Windows)
        try:
            return known.windows() if known is not None else ()
        except Fault:  # the display has gone
            return ()

    def with_evidence(
        self, hit: Hit, window: WindowPlace | None, glance: Glance | None, moment: float
    ) -> Hit:
        """The hit with what is needed to find it again, tried out on the window as it was before then."""
        bare = replace(hit, id="")
        if window is None:
            return bare
        if hit.role not in BUTTON_LIKE and hit.name and plain_title(hit.name) == plain_title(window.title):
            hit = bare = replace(bare, name="")  # an editor's text, called as its window
        look = self._surroundings.before(window.handle, moment)
        if look is None or not is_told(named(hit, look), look):
            look = self._surroundings.of(window.handle)
        if look is None or not is_told(named(hit, look), look):
            look = self._surroundings.now(window.handle, glance.picture if glance else None)
        if look is None or not is_told(named(hit, look), look):
            return self._with_icon(bare, glance)
        found = with_evidence(named(hit, look), look)
        if not self.secret_places.may_tell(found.near):
            found = replace(found, near="")
        return found if found.name or found.id else self._with_icon(found, glance)

    def unknown(self, at: Point, window: WindowPlace | None, glance: Glance) -> Hit | None:
        """A place that no program tells anything of, with a small picture of it."""
        around = Rect(at.x - _AROUND, at.y - _AROUND, at.x + _AROUND, at.y + _AROUND)
        rect = around.overlap(window.rect) if window else around
        icon = self._icon(rect, glance)
        return Hit(rect, icon=icon) if icon else None

    def _with_icon(self, hit: Hit, glance: Glance | None) -> Hit:
        large = max(hit.rect.width, hit.rect.height) > _LARGEST_ICON
        if hit.name or hit.secret or large or hit.role not in _UNNAMED_ICONS or glance is None:
            return hit
        return replace(hit, icon=self._icon(hit.rect, glance))

    def _icon(self, rect: Rect, glance: Glance) -> str:
        if glance.picture is None:
            return ""
        rect = rect.overlap(Rect(0, 0, *glance.picture.size))
        picture = self.secret_places.blanked(glance.picture, glance.windows)
        if picture is None or not rect.width or not rect.height:
            return ""
        icon = picture.crop((rect.left, rect.top, rect.right, rect.bottom))
        return "" if _is_plain(icon) else self._pictures.add_icon(_without_frame(icon))


def _is_of(window: Window, placed: PlacedWindow | None) -> bool:
    return placed is not None and (window.handle, window.title) == (placed.handle, placed.title)


def _owner(windows: Sequence[Window], placed: PlacedWindow | None) -> Window | None:
    """The window that was acted in; of a menu, and where it is not known which, the active one."""
    if placed is not None and not placed.popup:
        return next((each for each in windows if each.handle == placed.handle), None)
    return next((each for each in windows if each.active), None)


def _without_frame(icon: Image) -> Image:
    """Without the frame that a button may have only while the pointer is on it; its ground stays."""
    width, height = icon.size
    most = min(_FRAME, (min(width, height) - _SMALLEST_ICON) // 2)
    rings = [_ring(icon, inset) for inset in range(most + 1)]
    framed = 0
    for inset, (ring, inner) in enumerate(itertools.pairwise(rings), 1):
        if not all(_is_plain(side, _SHADED) for side in ring):
            break
        if any(_shades_apart(one, other) > _FRAMED for one, other in zip(ring, inner, strict=True)):
            framed = inset
    return icon.crop((framed, framed, width - framed, height - framed))


def _ring(icon: Image, inset: int) -> list[Image]:
    """The four sides of a picture so many pixels inside its edge, without corners, which may be round."""
    width, height = icon.size
    aside, above = width // 4, height // 4
    right, down = width - 1 - inset, height - 1 - inset
    return [
        icon.crop((aside, inset, width - aside, inset + 1)),
        icon.crop((aside, down, width - aside, down + 1)),
        icon.crop((inset, above, inset + 1, height - above)),
        icon.crop((right, above, right + 1, height - above)),
    ]


def _shades_apart(one: Image, other: Image) -> float:
    from PIL import ImageStat

    return max(abs(a - b) for a, b in zip(ImageStat.Stat(one).mean, ImageStat.Stat(other).mean, strict=True))


def _is_plain(picture: Image, shades: int = 0) -> bool:
    return all(high - low <= shades for low, high in picture.convert("RGB").getextrema())  # type: ignore[misc]

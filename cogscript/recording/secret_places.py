"""Where secrets were typed, and what may no longer be told of those places.

A field shows the length of a password, a button beside it shows the password itself, an editor or a
terminal shows it as plain text and may move it about. So the whole window is black in every picture. One
in which a password was recognised is shown again when its title says that something else is in it (the
page behind a login), without the strip that the field was in. One in which a person marked a secret stays
black.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.recording.input_events import Hit, plain_title
from cogscript.surfaces.elements import Element
from cogscript.surfaces.placed_window import PlacedWindow

if TYPE_CHECKING:
    from PIL.Image import Image

_SHORTEST = 4
"""Characters: a shorter secret is also a part of many harmless words."""


@dataclass(frozen=True, slots=True)
class _Place:
    title: str
    """Of the window, as it was before the secret."""
    marked: bool
    strip: tuple[int, int] | None
    """The rows of the window that the field takes up, where it is known."""


class SecretPlaces:
    def __init__(self) -> None:
        self._places: dict[int, _Place] = {}
        self._fields: set[tuple[str, Rect]] = set()
        """Password fields that were seen, by window and rectangle."""
        self._everywhere = False
        self._texts: set[str] = set()

    def add(self, window: PlacedWindow | None, field: Rect | None, *, marked: bool) -> None:
        """A secret is about to be typed into a window; None where windows are not known."""
        if window is None:
            self._everywhere = True
            return
        known = self._places.get(window.handle)
        strip = known.strip if known is not None else None
        if field is not None:
            strip = (field.top - window.rect.top, field.bottom - window.rect.top)
        marked = marked or (known is not None and known.marked)
        title = known.title if known is not None and marked else window.title
        self._places[window.handle] = _Place(title, marked, strip)

    def add_text(self, text: str) -> None:
        """A marked secret, kept in memory only, so that no name that is written repeats it."""
        if len(text) >= _SHORTEST:
            self._texts.add(text)

    def see(self, *elements: Element | None) -> None:
        """Remember password fields: one that shows its text at a click stays one."""
        for element in elements:
            if element is not None and element.secret:
                self._fields.add((element.window, element.rect))

    def is_secret(self, element: Element | None) -> bool:
        return element is not None and (element.secret or (element.window, element.rect) in self._fields)

    def has_marked(self, window: PlacedWindow | None) -> bool:
        """Whether a person marked a secret in the window: then nothing in it is read back."""
        if window is None:
            return self._everywhere
        place = self._places.get(window.handle)
        return place is not None and place.marked

    def target(self, element: Element | None, window: PlacedWindow | None) -> Hit | None:
        """What is told of an element; None where it would tell the secret."""
        if element is None or not self.may_tell(f"{element.name}\n{element.window}\n{element.id}"):
            return None
        target = Hit(
            Rect(*element.rect), element.role, element.name, self.is_secret(element), element.window,
            element.container, bool(element.value), element.id,
        )  # fmt: skip
        place = None if window is None else self._places.get(window.handle)
        return replace(target, window=place.title) if place is not None and place.marked else target

    def may_tell(self, text: str) -> bool:
        """Whether a text repeats no secret that a person marked."""
        return not any(each in text for each in self._texts)

    def title(self, handle: int | str, title: str) -> str:
        """The title of a window that may be told: of one with a marked secret, the title it had before."""
        place = self._places.get(handle) if isinstance(handle, int) else None
        safe = place.title if place is not None and place.marked else title
        return safe if self.may_tell(safe) else ""

    def covers(self, area: Rect, windows: Sequence[PlacedWindow]) -> bool:
        """Whether a part of the screen shows anything of such a place."""
        overlaps = (area.overlap(rect) for rect in self._hidden(windows))
        return self._everywhere or any(each.width and each.height for each in overlaps)

    def blanked(self, picture: Image, windows: Sequence[PlacedWindow]) -> Image | None:
        """The picture without those places; None where nobody can say where they are."""
        if self._everywhere:
            return None
        hidden = list(self._hidden(windows))
        if hidden:
            picture = picture.copy()
        for rect in hidden:
            picture.paste((0, 0, 0), (rect.left, rect.top, rect.right, rect.bottom))
        return picture

    def _hidden(self, windows: Sequence[PlacedWindow]) -> Iterator[Rect]:
        for window in windows:
            place = self._places.get(window.handle)
            if place is None:
                continue
            if place.marked or place.strip is None or plain_title(window.title) == plain_title(place.title):
                yield window.rect
            else:
                top, bottom = (window.rect.top + edge for edge in place.strip)
                yield Rect(window.rect.left, top, window.rect.right, bottom)

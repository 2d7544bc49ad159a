"""Notes on an X server's screen, as steps ask for them: in the surface's own pixels."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect, Size
from cogscript.surfaces.capabilities import Answered, Notes, Pixels, Window, Windows
from cogscript.surfaces.x11.overlays import Overlays

if TYPE_CHECKING:
    from PIL.Image import Image


class X11Notes(Notes, Pixels, Windows):
    """What an X surface has of them: its own overlays, made when something is first shown."""

    environment: dict[str, str]
    origin: Point
    marks_windows = True
    _overlays: Overlays | None = None
    _marked: Window | None = None

    @property
    @abstractmethod
    def size(self) -> Size: ...

    def show_note(self, text: str, place: Rect | None, *, buttons: bool = False) -> None:
        self._shown().note(text, place and self._in_root(place), buttons=buttons, before=self._before())

    def note_answer(self) -> Answered | None:
        return self._shown().answer()

    def hide_note(self) -> None:
        if self._overlays is not None:
            self._overlays.hide_note()

    def show_status(self, text: str) -> None:
        if text or self._overlays is not None:
            self._shown().status(text, self._before())

    def mark_window(self, window: Window | None) -> None:
        self._marked = window if self.marks_windows else None
        self._follow_marked()

    def clear_notes(self) -> None:
        self._marked = None
        if self._overlays is not None:
            self._overlays.clear()

    def _follow_marked(self) -> None:
        """The border goes where its window goes, and with it."""
        if self._marked is None:
            if self._overlays is not None:
                self._overlays.border(None)
            return
        now = self.describe(self._marked.handle)
        rect = None if now is None else self._in_root(now.rect).overlap(self._in_root(self.size.rect))
        self._shown().border(rect, self._before())

    def _shown(self) -> Overlays:
        if self._overlays is None:
            self._overlays = Overlays(self.environment, self._in_root(self.size.rect))
        return self._overlays

    def _before(self) -> Image:
        """The picture without anything of ours, counted as the root is."""
        from PIL import Image

        picture = self.capture()
        whole = Image.new("RGB", (self.origin.x + picture.width, self.origin.y + picture.height))
        whole.paste(picture, (self.origin.x, self.origin.y))
        return whole

    def _clean(self, picture: Image, area: Rect) -> Image:
        if self._overlays is None or not self._overlays.any_shown:
            return picture
        return self._overlays.without(picture, self._in_root(area))

    def _end_notes(self) -> None:
        overlays, self._overlays = self._overlays, None
        if overlays is not None:
            overlays.close()

    def _in_root(self, rect: Rect) -> Rect:
        x, y = self.origin
        return Rect(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y)

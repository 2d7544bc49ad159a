"""Notes, the status line, the border of a bound window: above everything, clicked through, in no picture.

They are windows of a connection of their own, so they are gone when this process is, however it ends. Their
pictures are their backgrounds, which the server repaints by itself. What lies below them is taken from the
windows there, which the server keeps apart as long as something is shown (Composite).
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Point, Rect, Size
from cogscript.surfaces import note_drawing
from cogscript.surfaces.x11.connection import connect
from cogscript.surfaces.x11.overlay_property import OVERLAY
from cogscript.surfaces.x11.window_pictures import picture_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.capabilities import Answered

_SET, _BOUNDING, _INPUT = 0, 0, 2
_EDGE = 3
_FRAME_COLOUR, _BORDER_COLOUR = (220, 50, 30), (40, 170, 70)


@dataclass(slots=True)
class _Sheet:
    """One window of ours."""

    window: Any
    rect: Rect
    below: Image | None
    """What was there before it came: the bare ground, where no window is."""


class Overlays:
    """In coordinates of the root window."""

    def __init__(self, environment: Mapping[str, str], screen: Rect) -> None:
        self._display = connect(environment)
        self._root = self._display.screen().root
        self._screen = screen
        self._sheets: dict[str, _Sheet] = {}
        self._buttons: dict[str, Rect] = {}
        self._apart = False

    @property
    def any_shown(self) -> bool:
        return bool(self._sheets)

    # --- showing ------------------------------------------------------------------------------------

    def note(self, text: str, place: Rect | None, *, buttons: bool, before: Image) -> None:
        drawn = note_drawing.note(text, buttons=buttons)
        size = Size(drawn.picture.width, drawn.picture.height)
        rect = note_drawing.beside(size, place, self._screen)
        self.hide_note()
        if place is not None:
            around = Rect(place.left - 4, place.top - 4, place.right + 4, place.bottom + 4)
            self._frame("frame", around, _FRAME_COLOUR, before)
        self._buttons = drawn.buttons
        self._show("note", rect, drawn.picture, before, clickable=list(drawn.buttons.values()))

    def hide_note(self) -> None:
        self._buttons = {}
        self._hide("note")
        self._hide("frame")

    def answer(self) -> Answered | None:
        """Which button of the note was pressed; raises the note again if something came over it."""
        from Xlib import X

        note = self._sheets.get("note")
        if note is None:
            return "stop"
        note.window.configure(stack_mode=X.Above)
        self._display.flush()
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == X.ButtonPress and event.window == note.window:
                at = Point(event.event_x, event.event_y)
                if self._buttons.get("next", _NOWHERE).holds(at):
                    return "next"
                if self._buttons.get("stop", _NOWHERE).holds(at):
                    return "stop"
        return None

    def status(self, text: str, before: Image) -> None:
        self._hide("status")
        if text:
            picture = note_drawing.status_line(text)
            left, bottom = self._screen.left + 8, self._screen.bottom - 8
            rect = Rect(left, bottom - picture.height, left + picture.width, bottom)
            self._show("status", rect, picture, before)

    def border(self, rect: Rect | None, before: Image | None = None) -> None:
        """Around a window; None takes it away."""
        shown = self._sheets.get("border")
        if shown is not None and shown.rect == rect:
            return
        self._hide("border")
        if rect is not None and before is not None:
            self._frame("border", rect, _BORDER_COLOUR, before)

    def clear(self) -> None:
        for name in list(self._sheets):
            self._hide(name)

    def close(self) -> None:
        with contextlib.suppress(Exception):  # a server that has gone shows nothing either
            self.clear()
            self._display.sync()
            self._display.close()

    def _frame(self, name: str, rect: Rect, colour: tuple[int, int, int], before: Image) -> None:
        from PIL import Image

        rect = rect.overlap(self._screen)
        if rect.width <= 2 * _EDGE or rect.height <= 2 * _EDGE:
            return
        picture = Image.new("RGB", (rect.width, rect.height), colour)
        inner_height = rect.height - 2 * _EDGE
        strips = [
            (0, 0, rect.width, _EDGE),
            (0, rect.height - _EDGE, rect.width, _EDGE),
            (0, _EDGE, _EDGE, inner_height),
            (rect.width - _EDGE, _EDGE, _EDGE, inner_height),
        ]
        self._show(name, rect, picture, before, shape=strips)

    def _show(
        self,
        name: str,
        rect: Rect,
        picture: Image,
        before: Image,
        *,
        clickable: list[Rect] | None = None,
        shape: list[tuple[int, int, int, int]] | None = None,
    ) -> None:
        from Xlib import X

        self._keep_apart()
        depth = self._display.screen().root_depth
        pixmap = self._root.create_pixmap(rect.width, rect.height, depth)
        gc = pixmap.create_gc()
        pixmap.put_pil_image(gc, 0, 0, picture)
        window = self._root.create_window(
            rect.left, rect.top, rect.width, rect.height, 0, depth,
            override_redirect=1, background_pixmap=pixmap, event_mask=X.ButtonPressMask,
        )  # fmt: skip
        gc.free()
        pixmap.free()
        window.change_property(
            self._display.intern_atom(OVERLAY), self._display.intern_atom("CARDINAL"), 32, [1]
        )
        if shape is not None:
            window.shape_rectangles(_SET, _BOUNDING, 0, 0, 0, [_rectangle(*each) for each in shape])
        pressed = [_rectangle(each.left, each.top, each.width, each.height) for each in clickable or ()]
        window.shape_rectangles(_SET, _INPUT, 0, 0, 0, pressed)
        window.map()
        window.configure(stack_mode=X.Above)
        self._display.sync()
        below = before.crop(rect) if rect.overlap(Rect(0, 0, *before.size)) == rect else None
        self._sheets[name] = _Sheet(window, rect, below)

    def _hide(self, name: str) -> None:
        sheet = self._sheets.pop(name, None)
        if sheet is not None:
            sheet.window.destroy()
            self._display.sync()

    # --- what lies below -------------------------------------------------------------------------------

    def _keep_apart(self) -> None:
        from Xlib.ext import composite

        if not self._apart and self._display.has_extension("Composite"):
            self._root.composite_redirect_subwindows(composite.RedirectAutomatic)
            self._display.sync()
            self._apart = True

    def without(self, picture: Image, area: Rect) -> Image:
        """A picture of an area of the root as if nothing of ours were shown."""
        covered = [sheet for sheet in self._sheets.values() if _meets(sheet.rect, area)]
        if not covered:
            return picture
        clean = picture.copy()
        windows = self._windows()
        for sheet in covered:
            part = sheet.rect.overlap(area)
            patch = self._below(sheet, part, windows)
            if patch is not None:
                clean.paste(patch, (part.left - area.left, part.top - area.top))
        return clean

    def _windows(self) -> list[tuple[Any, Rect]]:
        """What shows of others, the lowest first."""
        from Xlib import X, error

        ours = {sheet.window.id for sheet in self._sheets.values()}
        found = []
        for window in self._root.query_tree().children:
            if window.id in ours:
                continue
            try:
                attributes = window.get_attributes()
                if attributes.map_state != X.IsViewable or attributes.win_class == X.InputOnly:
                    continue
                shape = window.get_geometry()
            except error.XError:
                continue
            found.append((window, Rect(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)))
        return found

    def _below(self, sheet: _Sheet, part: Rect, windows: list[tuple[Any, Rect]]) -> Image | None:
        from PIL import Image

        patch = Image.new("RGB", (part.width, part.height))
        if sheet.below is not None:
            patch.paste(sheet.below, (sheet.rect.left - part.left, sheet.rect.top - part.top))
        for window, rect in windows:
            if _meets(rect, part):
                own = picture_of(window)
                if own is not None:
                    patch.paste(own, (rect.left - part.left, rect.top - part.top))
        return patch


_NOWHERE = Rect(0, 0, 0, 0)


def _meets(one: Rect, other: Rect) -> bool:
    common = one.overlap(other)
    return common.width > 0 and common.height > 0


def _rectangle(x: int, y: int, width: int, height: int) -> dict[str, int]:
    return {"x": x, "y": y, "width": width, "height": height}

"""Pictures of single windows, whatever lies over them: the server keeps each apart (Composite)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.x11.window_manager import WindowManager

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.capabilities import Window

_REPAINT = 0.2
"""Seconds a program gets to paint what was covered until now."""


def picture_of(window: Any) -> Image | None:
    """Of a window that is kept apart, with its frame; None when it has gone or is not on the screen."""
    from PIL import Image
    from Xlib import X, error

    try:
        shape = window.get_geometry()
        pixmap = window.composite_name_window_pixmap()
        try:
            raw = pixmap.get_image(0, 0, shape.width, shape.height, X.ZPixmap, 0xFFFFFFFF)
        finally:
            pixmap.free()
    except error.XError:
        return None
    return Image.frombytes("RGB", (shape.width, shape.height), raw.data, "raw", "BGRX")


class KeptApart:
    """The windows whose pictures are wanted, by handle, with the frame that was redirected for each."""

    def __init__(self, manager: WindowManager) -> None:
        self._manager = manager
        self._frames: dict[int, Any] = {}

    def keep(self, display: Any, window: Window) -> None:
        from Xlib.ext import composite

        handle = int(window.handle)
        if handle in self._frames:
            return
        if not display.has_extension("Composite"):
            raise Fault(
                "background",
                "this X server cannot give a picture of a covered window: it has no Composite extension",
                "leave `background` out",
            )
        frame = self._manager.frame_of(handle)
        if frame is None:
            raise Fault("window-gone", f"the window {shown(window.title)} is no longer there")
        frame.composite_redirect_window(composite.RedirectAutomatic)
        display.sync()
        self._frames[handle] = frame
        time.sleep(_REPAINT)

    def forget(self, display: Any, window: Window) -> None:
        from Xlib.ext import composite

        frame = self._frames.pop(int(window.handle), None)
        if frame is not None:
            frame.composite_unredirect_window(composite.RedirectAutomatic)
            display.sync()

    def picture(self, display: Any, window: Window) -> Image:
        handle = int(window.handle)
        known, frame = self._frames.get(handle), self._manager.frame_of(handle)
        if known is None or (frame is not None and frame.id != known.id):
            self._frames.pop(handle, None)  # the window manager gave it another frame, or a new connection
            self.keep(display, window)
            frame = self._frames[handle]
        taken = picture_of(frame) if frame is not None else None
        if taken is None:
            raise Fault(
                "window-hidden",
                f"there is no picture of the window {shown(window.title)}: it is minimized",
                "bring it back with WINDOW(action='restore', …); action='hide' puts it beside the screen",
            )
        return taken

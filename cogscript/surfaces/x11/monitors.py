"""The monitors of an X server."""

from __future__ import annotations

from typing import Any

from cogscript.language.model.box import Rect


def monitors(root: Any) -> list[Any]:
    from Xlib import error

    try:
        return list(root.xrandr_get_monitors().monitors)
    except (error.XError, AttributeError):  # a server without RandR, or with an old one
        return []


def monitor_area(display: Any, number: int) -> Rect:
    """A monitor in the root window's coordinates, the primary first; the whole root where none is named."""
    root = display.screen().root
    shape = root.get_geometry()
    whole = Rect(0, 0, shape.width, shape.height)
    listed = sorted(monitors(root), key=lambda each: not each.primary)
    if len(listed) < number or (number == 1 and not listed[0].primary):
        return whole
    chosen = listed[number - 1]
    right, bottom = chosen.x + chosen.width_in_pixels, chosen.y + chosen.height_in_pixels
    seen = Rect(chosen.x, chosen.y, right, bottom).overlap(whole)
    return seen if seen.width and seen.height else whole

"""What a workflow acts on: the person's desktop, a private one, or nothing at all.

`open_screen` is the only door; each kind is loaded when it is asked for.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from cogscript.language.box import Size
from cogscript.language.diagnostic import Fault, nearest

if TYPE_CHECKING:
    from cogscript.screens.protocol import Screen
    from cogscript.settings import Settings

SCREENS = ("desktop", "virtual", "dry")


def default_screen() -> str:
    """The desktop where a person has one, else a private one."""
    if sys.platform in ("win32", "darwin"):
        return "desktop"
    return "desktop" if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else "virtual"


def open_screen(name: str, *, size: Size | None = None, settings: Settings) -> Screen:
    """A screen by its name. `size` is for the screens that are made: virtual and dry."""
    if name == "dry":
        from cogscript.screens.dry import DryScreen

        return DryScreen(size or read_size(settings.run.size), settings)
    if name == "virtual":
        from cogscript.screens.virtual import VirtualScreen

        return VirtualScreen(size or read_size(settings.run.size), settings)
    if name == "desktop":
        from cogscript.screens.desktop import open_desktop

        return open_desktop(settings)
    guess = nearest(name, SCREENS)
    raise Fault(
        "screen",
        f"there is no screen called `{name}`",
        f"did you mean `{guess}`?" if guess else f"there are: {', '.join(SCREENS)}",
    )


def read_size(text: str) -> Size:
    """A size as the command line and the settings write it: 1280x800."""
    width, _, height = text.lower().replace("×", "x").partition("x")
    if not (width.strip().isdecimal() and height.strip().isdecimal()):
        raise Fault("size", f"`{text}` is not a size", "write it like 1280x800")
    return Size(int(width), int(height))

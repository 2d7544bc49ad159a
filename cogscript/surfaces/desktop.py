"""The person's own desktop, whatever the system: the one place that asks which system this is."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from cogscript.surfaces.x11.connection import no_display, wayland

if TYPE_CHECKING:
    from cogscript.language.model.box import Size
    from cogscript.settings import Settings
    from cogscript.surfaces.protocol import Surface
    from cogscript.surfaces.registry import World


def has_desktop() -> bool:
    """Whether a person has a desktop here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class DesktopKind:
    doc = "your own screen"
    world: World = "desktop"
    acts = True
    personal = True

    def check(self, settings: Settings, size: Size | None) -> None:
        if not has_desktop():
            raise no_display()
        if sys.platform not in ("win32", "darwin") and not os.environ.get("DISPLAY"):
            raise wayland()

    def open(self, settings: Settings, size: Size | None) -> Surface:
        if sys.platform == "win32":
            from cogscript.surfaces.windows.surface import WindowsDesktop

            return WindowsDesktop(settings)
        if sys.platform == "darwin":
            from cogscript.surfaces.macos.surface import MacDesktop

            return MacDesktop(settings)
        from cogscript.surfaces.x11.persons_desktop import X11Desktop

        self.check(settings, size)
        return X11Desktop(settings, os.environ)


DESKTOP = DesktopKind()

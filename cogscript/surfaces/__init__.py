"""What a workflow acts on: the person's desktop, a private one, a window, or nothing at all.

`open_surface` is the only door; each kind is loaded when it is asked for.
"""

from __future__ import annotations

from cogscript.surfaces.registry import open_surface, surface_kind, surface_names
from cogscript.surfaces.sizes import read_size

__all__ = ["default_surface", "open_surface", "read_size", "surface_kind", "surface_names"]


def default_surface() -> str:
    """The desktop where a person has one, else a private one."""
    from cogscript.surfaces.desktop import has_desktop

    return "desktop" if has_desktop() else "virtual"

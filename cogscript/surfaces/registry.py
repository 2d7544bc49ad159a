"""Surfaces by name: our own, and those that installed packages offer (entry points, `cogscript.surfaces`).

A kind of surface is an object with `doc`, `world`, `check(settings, size)` and `open(settings, size)`; see
`SurfaceKind`. Its module is loaded when its name is asked for, and nothing is opened before it is needed.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Literal, Protocol, cast

from cogscript.language.model.diagnostic import Fault, nearest
from cogscript.plugins import load_offered, offered

if TYPE_CHECKING:
    from cogscript.language.model.box import Size
    from cogscript.settings import Settings
    from cogscript.surfaces.protocol import Surface

GROUP = "cogscript.surfaces"
"""The entry points that offer surfaces."""

World = Literal["desktop", "browser", "phone", "any"]

WORLDS: dict[str, World] = {
    "windows": "desktop", "macos": "desktop", "linux": "desktop", "browser": "browser",
    "android": "phone", "ios": "phone",
}  # fmt: skip
"""What kind of thing a WORKFLOW's `platform` was made on."""

_PLATFORMS = {"win32": "windows", "darwin": "macos"}

_BUILT_IN = {
    "desktop": "cogscript.surfaces.desktop:DESKTOP",
    "virtual": "cogscript.surfaces.x11.virtual:VIRTUAL",
    "browser": "cogscript.surfaces.browser.browser_kind:BROWSER",
    "phone": "cogscript.surfaces.phone.phone_kind:PHONE",
    "dry": "cogscript.surfaces.dry:DRY",
}
_ONLY_ON = {"virtual": "linux"}
"""What is made of programs that one system has."""


class SurfaceKind(Protocol):
    doc: str
    """What it is, in a few words."""
    world: World
    """What plans it can perform: those made on a desktop, in a browser, on a phone, or any."""
    acts: bool
    """Whether anything is touched: False for a dry run."""
    personal: bool
    """Whether there is only one, which a person uses, too; others are made for each run and end with it."""

    def check(self, settings: Settings, size: Size | None) -> None:
        """Raise a Fault if it certainly cannot be opened here; opens nothing."""

    def open(self, settings: Settings, size: Size | None) -> Surface:
        """Open it. `size` is for surfaces that are made to order."""


def this_platform() -> str:
    """What a WORKFLOW's `platform` calls the system this runs on."""
    return _PLATFORMS.get(sys.platform, "linux")


def surface_names() -> list[str]:
    """Every name `--screen` takes."""
    return [*_BUILT_IN, *(name for name in offered(GROUP) if name not in _BUILT_IN)]


def surface_kind(name: str) -> SurfaceKind:
    if name in _ONLY_ON and not sys.platform.startswith(_ONLY_ON[name]):
        system = _ONLY_ON[name].capitalize()
        raise Fault("screen", f"the screen `{name}` exists only on {system}", "use `--screen desktop` here")
    if name in _BUILT_IN:
        module, _, attribute = _BUILT_IN[name].partition(":")
        return cast(SurfaceKind, getattr(importlib.import_module(module), attribute))
    if name in offered(GROUP):
        return cast(SurfaceKind, load_offered(GROUP, name))
    names = surface_names()
    guess = nearest(name, names)
    raise Fault(
        "screen",
        f"there is no screen called `{name}`",
        f"did you mean `{guess}`?" if guess else f"there are: {', '.join(names)}",
    )


def open_surface(name: str, *, size: Size | None = None, settings: Settings) -> Surface:
    return surface_kind(name).open(settings, size)

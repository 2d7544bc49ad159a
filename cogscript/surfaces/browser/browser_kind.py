"""The browser as a kind of screen, and its tabs as surfaces that IN enters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.surfaces.browser.installed import find_browser, require_playwright
from cogscript.surfaces.sizes import read_size

if TYPE_CHECKING:
    from cogscript.language.model.box import Size
    from cogscript.settings import Settings
    from cogscript.surfaces.protocol import Surface
    from cogscript.surfaces.registry import World


class BrowserKind:
    doc = "a browser of its own, without a window unless the settings say otherwise"
    world: World = "browser"
    acts = True
    personal = False

    def check(self, settings: Settings, size: Size | None) -> None:
        if settings.browser.attach:
            require_playwright()
        else:
            find_browser(settings.browser.program)

    def open(self, settings: Settings, size: Size | None) -> Surface:
        from cogscript.surfaces.browser.surface import BrowserSurface

        self.check(settings, size)
        return BrowserSurface(settings, size or read_size(settings.run.size))


BROWSER = BrowserKind()

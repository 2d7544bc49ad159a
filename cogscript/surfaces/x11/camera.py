"""Pictures of an X server's screen."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.x11.connection import display_environment

if TYPE_CHECKING:
    from PIL.Image import Image


class NoPicture(Exception):
    """The server gave none."""


class Camera:
    def __init__(self, environment: Mapping[str, str], origin: Point) -> None:
        self._environment = environment
        self._origin = origin
        self._mss: Any = None

    def take(self, area: Rect) -> Image:
        import mss
        from mss.exception import ScreenShotError
        from PIL import Image

        try:
            if self._mss is None:
                with display_environment(self._environment):
                    self._mss = mss.MSS(display=self._environment["DISPLAY"])
            shot = self._mss.grab(
                {
                    "left": area.left + self._origin.x,
                    "top": area.top + self._origin.y,
                    "width": area.width,
                    "height": area.height,
                }
            )
        except (ScreenShotError, AssertionError) as error:  # mss asserts that a reply came
            raise NoPicture(str(error)) from error
        return Image.frombytes("RGB", (area.width, area.height), shot.raw, "raw", "BGRX")

    def close(self) -> None:
        taken, self._mss = self._mss, None
        if taken is not None:
            with contextlib.suppress(Exception):  # mss complains of a server that has gone
                taken.close()

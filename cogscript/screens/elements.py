"""What is under the pointer or goes by a name, as the system's accessibility service tells it.

One protocol for AT-SPI, UI Automation and AX, used to describe what was hit while recording, and to
find a target by name while running.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cogscript.language.box import Point, Rect

if TYPE_CHECKING:
    from cogscript.screens.protocol import Screen


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen: role → element_type, name → element_info."""

    role: str
    name: str
    rect: Rect
    value: str | None = None
    """Its text, for one that holds text (an entry, a document)."""
    secret: bool = False
    """Whether it is a password field."""
    window: str = ""
    """The title of the window it is in."""
    container: str = ""
    """The kind of thing it is a part of: a toolbar, a menu, a list."""


class Elements(Protocol):
    def at(self, point: Point) -> Element | None:
        """The innermost element at a place."""

    def focused(self) -> Element | None: ...

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        """The visible elements with that name (whole name first, else a part of it)."""

    def close(self) -> None: ...


def open_elements(screen: Screen | None = None) -> Elements | None:
    """The elements of a screen, of this machine's desktop when unsaid; None where nothing tells them."""
    environment = getattr(screen, "environment", None) or dict(os.environ)
    origin = getattr(screen, "origin", Point(0, 0))
    if sys.platform.startswith("linux"):
        from cogscript.screens.atspi import open_atspi

        return open_atspi(environment, origin)
    from cogscript.screens.xa11y_elements import open_xa11y

    return open_xa11y()

"""A surface that touches nothing: it notes in words what would have been done.

It wraps another surface, which is then looked at and never acted on; or none at all, and then nothing can be
looked at either: it has no pixels, and whoever wants to look finds that out by asking for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.keys import label
from cogscript.surfaces.capabilities import (
    Button,
    Clipboard,
    DeviceButtons,
    Direction,
    Keys,
    Method,
    Pixels,
    Pointer,
    Programs,
    TextEntry,
    Window,
    Windows,
)
from cogscript.surfaces.key_presses import press_as_button
from cogscript.surfaces.links import checked_link
from cogscript.surfaces.protocol import SETTLE_LIMIT, C, Surface
from cogscript.surfaces.sizes import read_size

if TYPE_CHECKING:
    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Elements
    from cogscript.surfaces.registry import World


class DrySurface(Surface, Pointer, Keys, TextEntry, Clipboard, Programs, Windows, DeviceButtons):
    name = "dry"
    asks_guard = True  # it presses nothing

    def __init__(self, settings: Settings, size: Size, looked_at: Surface | None = None) -> None:
        super().__init__(settings)
        self._looked_at = looked_at
        self._size = looked_at.size if looked_at is not None else size
        self._pointer = Point(self._size.width // 2, self._size.height // 2)
        self._clipboard: str | None = None
        self.actions: list[str] = []
        """What would have been done, in words, in order."""

    @property
    def size(self) -> Size:
        return self._size

    @property
    def described(self) -> str:
        return "a dry run's screen" if self._looked_at is None else self._looked_at.described

    # --- looking passes through -------------------------------------------------------------------

    def capability(self, kind: type[C]) -> C | None:
        if kind is Pixels and self._looked_at is not None:
            return self._looked_at.capability(kind)
        return super().capability(kind)

    @property
    def elements(self) -> Elements | None:
        return self._looked_at.elements if self._looked_at is not None else None

    def settle(self, limit: float = SETTLE_LIMIT, *, pointing: bool = True) -> float:
        return self._looked_at.settle(limit, pointing=pointing) if self._looked_at is not None else 0.0

    def windows(self) -> Sequence[Window]:
        inner = self._looked_at.capability(Windows) if self._looked_at is not None else None
        return inner.windows() if inner is not None else ()

    # --- acting is noted --------------------------------------------------------------------------

    def pointer(self) -> Point:
        return self._pointer

    def move(self, to: Point) -> None:
        self._pointer = to
        self.actions.append(f"move to {to.x},{to.y}")

    def press(self, button: Button) -> None:
        self.actions.append(f"press the {button} button")

    def release(self, button: Button) -> None:
        self.actions.append(f"release the {button} button")

    def click(self, at: Point, button: Button = "left", count: int = 1) -> None:
        self._pointer = at
        times = "" if count == 1 else f" {count} times"
        self.actions.append(f"click {button} at {at.x},{at.y}{times}")

    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None:
        self._pointer = end
        self.actions.append(f"drag {button} from {start.x},{start.y} to {end.x},{end.y}")

    def scroll(self, direction: Direction, notches: int) -> None:
        self.actions.append(f"scroll {direction} by {notches}")

    def key_down(self, key: str) -> None:
        self.actions.append(f"press {label(key)}")

    def key_up(self, key: str) -> None:
        self.actions.append(f"release {label(key)}")

    def type_text(
        self, text: str, method: Method = "paste", arrived: Callable[[], bool] | None = None
    ) -> None:
        self.actions.append(f"type {len(text)} characters")

    def clipboard(self) -> str:
        if self._clipboard is None:
            raise Fault("dry", "a dry run does not read the clipboard")
        return self._clipboard

    def set_clipboard(self, text: str) -> None:
        self._clipboard = text
        self.actions.append(f"put {len(text)} characters on the clipboard")

    def launch_app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window | None:
        self.actions.append(" ".join(["launch", name, *arguments]))
        return None

    def launch_url(self, url: str, timeout: float) -> Window | None:
        self.actions.append(f"open {checked_link(url, self.settings.launch.schemes)}")
        return None

    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> bool | None:
        self.actions.append(f"{action} the window {window.title}")
        return None

    def go_back(self) -> None:
        self.actions.append("go back")

    def press_button(self, button: str) -> None:
        if button == "back":
            self.go_back()
        else:
            press_as_button(self, button, self.described)


class DryKind:
    doc = "touch nothing, and list what would be done"
    world: World = "any"
    acts = False
    personal = False

    def check(self, settings: Settings, size: Size | None) -> None:
        """Nothing is needed."""

    def open(self, settings: Settings, size: Size | None) -> Surface:
        return DrySurface(settings, size or read_size(settings.run.size))


DRY = DryKind()

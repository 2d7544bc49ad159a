"""A screen that touches nothing: it says what would have been done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogscript.language.box import Point, Rect, Size
from cogscript.language.diagnostic import Fault
from cogscript.language.keys import label
from cogscript.screens.links import checked_link
from cogscript.screens.protocol import Button, Direction, Window

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.settings import Settings


class DryScreen:
    name = "dry"
    origin = Point(0, 0)

    def __init__(self, size: Size, settings: Settings) -> None:
        self._settings = settings
        self._size = size
        self._pointer = Point(size.width // 2, size.height // 2)
        self._clipboard: str | None = None
        self.actions: list[str] = []
        """What would have been done, in words, in order."""

    @property
    def size(self) -> Size:
        return self._size

    @property
    def environment(self) -> dict[str, str]:
        return {}

    def capture(self, area: Rect | None = None) -> Image:
        raise Fault("dry", "a dry run has no screen to look at")

    def pointer(self) -> Point:
        return self._pointer

    def moved_by_person(self) -> bool:
        return False

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

    def type_text(self, text: str) -> None:
        self.actions.append(f"type {len(text)} characters")

    def release_all(self) -> None:
        pass

    def clipboard(self) -> str:
        if self._clipboard is None:
            raise Fault("dry", "a dry run does not read the clipboard")
        return self._clipboard

    def set_clipboard(self, text: str) -> None:
        self._clipboard = text
        self.actions.append(f"put {len(text)} characters on the clipboard")

    def launch_app(self, name: str, timeout: float) -> Window | None:
        self.actions.append(f"launch {name}")
        return None

    def launch_url(self, url: str, timeout: float) -> Window | None:
        self.actions.append(f"open {checked_link(url, self._settings.launch.schemes)}")
        return None

    def windows(self) -> Sequence[Window]:
        return ()

    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> None:
        self.actions.append(f"{action} the window {window.title}")

    def close(self) -> None:
        pass

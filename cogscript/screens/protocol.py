"""What a workflow acts on: one protocol for the desktop, a private desktop, a dry run.

Coordinates are logical pixels of the whole screen, top left (0, 0). Keys are the canonical names of
`language.keys`. A screen that cannot do a thing raises a Fault that says why and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from cogscript.language.box import Point, Rect, Size

if TYPE_CHECKING:
    from PIL.Image import Image

Button = Literal["left", "right", "middle"]
Direction = Literal["up", "down", "left", "right"]


@dataclass(frozen=True, slots=True)
class Window:
    """A window a person can see or bring back: `handle` is the system's own name for it."""

    handle: int | str
    title: str
    rect: Rect
    active: bool = False


class Stopped(Exception):
    """A person stopped the run: Ctrl+C, the fail-safe corner, a hand on the mouse."""


class Screen(Protocol):
    """Everything a run does to a screen goes through here."""

    name: str

    @property
    def size(self) -> Size: ...

    def capture(self, area: Rect | None = None) -> Image:
        """A picture of the screen or of a part of it, scaled to logical pixels, RGB."""

    # pointer
    def pointer(self) -> Point: ...
    def moved_by_person(self) -> bool:
        """Whether somebody else moved the pointer since this run last put it or asked where it is."""

    def move(self, to: Point) -> None: ...
    def press(self, button: Button) -> None: ...
    def release(self, button: Button) -> None: ...
    def click(self, at: Point, button: Button = "left", count: int = 1) -> None: ...
    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None: ...
    def scroll(self, direction: Direction, notches: int) -> None:
        """Turn the wheel where the pointer is."""

    # keyboard
    def key_down(self, key: str) -> None: ...
    def key_up(self, key: str) -> None: ...
    def type_text(self, text: str) -> None:
        """Enter the text into what has the focus, exactly and once; the clipboard is left as it was."""

    def release_all(self) -> None:
        """Let go of every key and button this run has pressed."""

    # clipboard
    def clipboard(self) -> str:
        """The clipboard's text; a Fault says when it is empty or holds something else."""

    def set_clipboard(self, text: str) -> None: ...

    # programs and windows
    def launch_app(self, name: str, timeout: float) -> Window | None:
        """Start an application by the name people know it by, and wait for its window."""

    def launch_url(self, url: str, timeout: float) -> Window | None: ...
    def windows(self) -> Sequence[Window]: ...
    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> None: ...

    def close(self) -> None:
        """End whatever the screen itself started; safe to call twice."""

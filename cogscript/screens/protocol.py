"""What a workflow acts on: one protocol for the desktop, a private desktop, a dry run.

The screen is the primary monitor, in logical pixels: those the pointer moves in, top left (0, 0), whatever
finer pixels the monitor has and whatever other monitors stand beside it. It is what a plan's screenshot shows
on every system. Keys are the canonical names of `language.keys`. A screen that cannot do a thing raises a
Fault that says why and what to do.
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
    origin: Point
    """Where the screen's top left lies in the system's own coordinates, among several monitors."""

    @property
    def size(self) -> Size: ...
    @property
    def environment(self) -> dict[str, str]:
        """What a program needs to appear on this screen: DISPLAY, the session's bus, …"""

    def capture(self, area: Rect | None = None) -> Image:
        """A picture of the screen or of a part of it, scaled to logical pixels, RGB."""

    # pointer
    def pointer(self) -> Point: ...
    def moved_by_person(self) -> bool:
        """Whether somebody else moved the pointer since the run last put it somewhere or asked this.

        A few pixels do not count. Raises Stopped when it lies in a corner, as every action does that
        presses, moves or types: a person's way to stop a run (unless the run itself went there).
        """

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
        """Let go of every key and button this run has pressed.

        Safe at any time, also after a signal's exception cut another call short, and on a display that
        has gone. Call it from a `finally`, not inside a signal handler.
        """

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

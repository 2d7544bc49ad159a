"""A person at a private desktop: looks for things by name, moves there, and takes their time.

Everything goes through xdotool, a program of its own, so that the recorder sees what it would see of a
hand. What a person sees of names and places comes from the accessibility service.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.elements import Element, Elements

T = TypeVar("T")

PATIENCE = 60.0


class NeverCame(Exception):
    pass


def wait_for(what: Callable[[], T | None], message: str, limit: float = PATIENCE) -> T:
    deadline = time.monotonic() + limit
    while not (found := what()):
        if time.monotonic() > deadline:
            raise NeverCame(f"{message} did not come in {limit:g} seconds")
        time.sleep(0.1)
    return found


class Person:
    def __init__(self, screen: Any) -> None:
        self.screen = screen
        self._environment: dict[str, str] = screen.environment
        elements = wait_for(lambda: screen.elements, "the accessibility bus")
        self._elements: Elements = elements

    def _xdotool(self, *words: str) -> None:
        subprocess.run(
            ["xdotool", *words], env=self._environment, check=True, capture_output=True, timeout=120
        )

    def see(self, name: str, role: str | None = None) -> Element:
        """Wait until exactly something of that name is there and has stopped moving."""

        def still() -> Element | None:
            found = self._elements.find(name, role)
            if not found:
                return None
            time.sleep(0.2)
            again = self._elements.find(name, role)
            return again[0] if again and again[0].rect == found[0].rect else None

        return wait_for(still, f"{name!r}")

    def see_field(self) -> Element:
        """The field with the focus."""
        return wait_for(self._elements.focused, "a field with the focus")

    def slider(self) -> Element:
        """The slider of a page: what the pointer finds between its left edge and its middle."""
        size = self.screen.size

        def found() -> Element | None:
            for y in range(100, size.height, 12):
                element = self._elements.at(Point(size.width // 5, y))
                if element and element.role == "slider":
                    return element
            return None

        return wait_for(found, "a slider")

    def pause(self, seconds: float = 0.25) -> None:
        time.sleep(seconds)

    def move(self, x: int, y: int) -> None:
        """Not in one leap: a hand comes closer, and then rests."""
        start = self.screen.pointer()
        for step in (0.4, 0.8, 1.0):
            at = Point(round(start.x + (x - start.x) * step), round(start.y + (y - start.y) * step))
            self._xdotool("mousemove", str(at.x), str(at.y))
            time.sleep(0.02)
        self.pause(0.2)

    def click(self, x: int, y: int, button: int = 1, times: int = 1) -> None:
        self.move(x, y)
        for _ in range(times):
            self._xdotool("mousedown", str(button))
            time.sleep(0.07)
            self._xdotool("mouseup", str(button))
            time.sleep(0.07)
        self.pause(0.4)

    def click_on(self, name: str, role: str | None = None, *, button: int = 1, times: int = 1) -> None:
        """Somewhere on it: nobody hits the exact middle."""
        rect = self.see(name, role).rect
        self.click(*_off_middle(rect), button, times)

    def hold(self, key: str) -> None:
        self._xdotool("keydown", key)

    def let_go(self, key: str) -> None:
        self._xdotool("keyup", key)

    def type(self, text: str) -> None:
        self._xdotool("type", "--delay", "40", "--", text)
        self.pause(0.3)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._xdotool("key", key)
            self.pause(0.15)
        self.pause(0.2)

    def scroll(self, notches: int) -> None:
        button = "5" if notches > 0 else "4"
        for _ in range(abs(notches)):
            self._xdotool("click", button)
            time.sleep(0.06)
        self.pause(0.5)

    def drag(self, start: Point, end: Point) -> None:
        self.move(*start)
        self._xdotool("mousedown", "1")
        time.sleep(0.1)
        self.move(*end)
        self._xdotool("mouseup", "1")
        self.pause(0.4)


def _off_middle(rect: Rect) -> tuple[int, int]:
    return rect.left + rect.width * 2 // 5, rect.top + rect.height * 3 // 5


def end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
        process.wait()

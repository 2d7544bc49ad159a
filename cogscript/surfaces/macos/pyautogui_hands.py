"""Pointer and keys of a Mac, through pyautogui."""

from __future__ import annotations

import sys
import types
from typing import Any

from cogscript.language.model.box import Point, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Button, Direction
from cogscript.surfaces.key_names import MACOS, missing_key


def load_pyautogui() -> Any:
    """pyautogui without its pauses and its own fail-safe, which would stop a workflow that clicks a corner.

    It loads mouseinfo, a tool of its own that ends the whole process where Python has no tkinter; an
    empty module stands in for it meanwhile.
    """
    stood_in = "mouseinfo" not in sys.modules
    if stood_in:
        sys.modules["mouseinfo"] = types.ModuleType("mouseinfo")
    try:
        import pyautogui
    except (ImportError, OSError, KeyError) as error:
        raise Fault("display", f"pyautogui cannot drive this screen: {error}") from error
    finally:
        if stood_in:
            del sys.modules["mouseinfo"]
    pyautogui.PAUSE = 0
    pyautogui.FAILSAFE = False
    return pyautogui


class PyAutoGuiHands:
    def __init__(self) -> None:
        self._gui = load_pyautogui()

    def size(self) -> Size:
        width, height = self._gui.size()
        return Size(int(width), int(height))

    def pointer(self) -> Point:
        x, y = self._gui.position()
        return Point(int(x), int(y))

    def move(self, to: Point) -> None:
        self._gui.moveTo(to.x, to.y, _pause=False)

    def drag(self, to: Point, button: Button) -> None:
        self._gui.platformModule._dragTo(to.x, to.y, button)

    def button(self, button: Button, down: bool) -> None:
        (self._gui.mouseDown if down else self._gui.mouseUp)(button=button, _pause=False)

    def click(self, button: Button, count: int) -> None:
        self._gui.click(button=button, clicks=count, _pause=False)

    def wheel(self, direction: Direction) -> None:
        turn = self._gui.vscroll if direction in ("up", "down") else self._gui.hscroll
        turn(1 if direction in ("up", "right") else -1, _pause=False)

    def key(self, key: str, down: bool) -> None:
        if key not in MACOS:
            raise missing_key("macOS", key)
        (self._gui.keyDown if down else self._gui.keyUp)(MACOS[key], _pause=False)

    def await_taken(self) -> None:
        """A Mac does not tell."""

"""What Windows and macOS share: pointer, keys, clipboard and pictures through pyautogui and pyperclip.

Coordinates are those of the pointer: points on a Retina Mac, pixels on Windows. A picture taken in finer
pixels is scaled down to them. The screen is the primary monitor.
"""

from __future__ import annotations

import contextlib
import sys
import time
import types
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cogscript.language.box import Point, Rect, Size
from cogscript.language.diagnostic import Fault
from cogscript.screens.key_names import missing_key
from cogscript.screens.pointing import (
    PersonWatch,
    check_inside,
    steps_between,
    wait_for_a_fresh_start,
)
from cogscript.screens.protocol import Button, Direction, Window

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.settings import Settings


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
        raise Fault("desktop", f"pyautogui cannot drive this screen: {error}") from error
    finally:
        if stood_in:
            del sys.modules["mouseinfo"]
    pyautogui.PAUSE = 0
    pyautogui.FAILSAFE = False
    return pyautogui


class PyAutoGuiScreen:
    name = "desktop"
    system = ""
    origin = Point(0, 0)

    def __init__(self, settings: Settings, keys: Mapping[str, str]) -> None:
        self._settings = settings
        self._keys = keys
        self._gui = load_pyautogui()
        width, height = self._gui.size()
        self._size = Size(int(width), int(height))
        self._watch = PersonWatch(self._size, self.pointer())
        self._held: dict[str, None] = {}
        self._buttons: dict[Button, None] = {}
        self._clicked = 0.0

    @property
    def size(self) -> Size:
        return self._size

    @property
    def environment(self) -> dict[str, str]:
        return {}

    # --- looking ------------------------------------------------------------------------

    def capture(self, area: Rect | None = None) -> Image:
        import mss
        from mss.exception import ScreenShotError
        from PIL import Image

        area = (area or self._size.rect).overlap(self._size.rect)
        if not (area.width and area.height):
            raise Fault("off-screen", "the area to capture lies outside the screen")
        try:
            with mss.MSS() as camera:
                shot = camera.grab(
                    {"left": area.left, "top": area.top, "width": area.width, "height": area.height}
                )
        except ScreenShotError as error:
            raise self._no_capture(error) from error
        picture = Image.frombytes("RGB", (shot.width, shot.height), shot.raw, "raw", "BGRX")
        wanted = (area.width, area.height)
        return picture if picture.size == wanted else picture.resize(wanted, Image.Resampling.LANCZOS)

    def _no_capture(self, error: Exception) -> Fault:
        return Fault("capture", f"the screen cannot be captured: {error}")

    # --- pointer ------------------------------------------------------------------------

    def pointer(self) -> Point:
        x, y = self._gui.position()
        return Point(int(x), int(y))

    def moved_by_person(self) -> bool:
        return self._watch.moved(self.pointer())

    def _may_act(self) -> None:
        self._watch.check_corner(self.pointer())

    def move(self, to: Point) -> None:
        check_inside(to, self._size)
        self._may_act()
        self._move(to)

    def _move(self, to: Point) -> None:
        self._gui.moveTo(to.x, to.y, _pause=False)
        self._watch.put(to)

    def press(self, button: Button) -> None:
        self._may_act()
        self._buttons[button] = None
        self._gui.mouseDown(button=button, _pause=False)

    def release(self, button: Button) -> None:
        self._gui.mouseUp(button=button, _pause=False)
        self._buttons.pop(button, None)

    def click(self, at: Point, button: Button = "left", count: int = 1) -> None:
        if count > 1:
            wait_for_a_fresh_start(self._clicked)
        self.move(at)
        self._gui.click(button=button, clicks=count, _pause=False)
        self._clicked = time.monotonic()

    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None:
        check_inside(end, self._size)
        self.move(start)
        self.press(button)
        try:
            for place, pause in steps_between(start, end, seconds):
                self._drag_step(place, button)
                time.sleep(pause)
        finally:
            self.release(button)

    def _drag_step(self, place: Point, button: Button) -> None:
        self._move(place)

    def scroll(self, direction: Direction, notches: int) -> None:
        self._may_act()
        sign = 1 if direction in ("up", "right") else -1
        turn = self._gui.vscroll if direction in ("up", "down") else self._gui.hscroll
        for _ in range(notches):
            turn(sign * self.notch, _pause=False)

    notch = 1
    """What pyautogui wants for one notch of the wheel."""

    # --- keyboard -----------------------------------------------------------------------

    def key_down(self, key: str) -> None:
        name = self._key(key)
        self._may_act()
        self._held[key] = None
        self._gui.keyDown(name, _pause=False)

    def key_up(self, key: str) -> None:
        self._gui.keyUp(self._key(key), _pause=False)
        self._held.pop(key, None)

    def _key(self, key: str) -> str:
        try:
            return self._keys[key]
        except KeyError:
            raise missing_key(self.system, key) from None

    def type_text(self, text: str) -> None:
        raise NotImplementedError

    def release_all(self) -> None:
        for button in list(self._buttons):
            with contextlib.suppress(Exception):
                self.release(button)
        for key in reversed(list(self._held)):
            with contextlib.suppress(Exception):
                self.key_up(key)

    # --- clipboard ----------------------------------------------------------------------

    def clipboard(self) -> str:
        import pyperclip

        try:
            text = str(pyperclip.paste())
        except pyperclip.PyperclipException as error:
            raise Fault("clipboard", f"the clipboard cannot be read: {_first_line(error)}") from error
        if not text:
            raise Fault("clipboard", "the clipboard is empty, or holds something else than text")
        return text

    def set_clipboard(self, text: str) -> None:
        import pyperclip

        try:
            pyperclip.copy(text)
        except pyperclip.PyperclipException as error:
            raise Fault("clipboard", f"the clipboard cannot be set: {_first_line(error)}") from error

    # --- programs and windows: each system's own -----------------------------------------

    def launch_app(self, name: str, timeout: float) -> Window | None:
        raise NotImplementedError

    def launch_url(self, url: str, timeout: float) -> Window | None:
        raise NotImplementedError

    def windows(self) -> Sequence[Window]:
        raise NotImplementedError

    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self.release_all()


def await_window(screen: PyAutoGuiScreen, before: Sequence[Window], what: str, timeout: float) -> Window:
    """The window that came, or came forward, since `before`; on every system alike."""
    known = {window.handle: window for window in before}
    active_before = next((window for window in before if window.active), None)
    deadline = time.monotonic() + timeout
    while True:
        now = screen.windows()
        fresh = [window for window in now if window.handle not in known]
        active = next((window for window in now if window.active), None)
        if fresh:
            return next((window for window in fresh if window.active), fresh[-1])
        if active and (
            active_before is None
            or (active.handle, active.title) != (active_before.handle, active_before.title)
        ):
            return active
        if time.monotonic() > deadline:
            raise Fault(
                "window-missing",
                f"`{what}` was started, but no window of it came within {timeout:g} seconds",
                "a slow program needs a longer timeout=; one without a window cannot be LAUNCHed",
            )
        time.sleep(0.1)


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)

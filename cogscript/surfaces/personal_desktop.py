"""What the desktops of Windows and macOS share; how each moves the pointer and presses keys are its `Hands`.

Coordinates are those of the pointer: points on a Retina Mac, pixels on Windows. A picture taken in finer
pixels is scaled down to them. The screen is the primary monitor.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import (
    Button,
    Clipboard,
    DeviceButtons,
    Direction,
    Keys,
    Method,
    PersonsHand,
    Pixels,
    Pointer,
    Programs,
    TextEntry,
    Window,
    Windows,
)
from cogscript.surfaces.key_presses import press, press_as_button
from cogscript.surfaces.pointing import PersonWatch, check_inside, steps_between, wait_for_a_fresh_start
from cogscript.surfaces.protocol import Surface

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Elements


class Hands(Protocol):
    """One system's way to move the pointer and to press buttons and keys."""

    def size(self) -> Size: ...
    def pointer(self) -> Point: ...
    def move(self, to: Point) -> None: ...
    def drag(self, to: Point, button: Button) -> None:
        """Move while a button is held, which a Mac tells from moving."""

    def button(self, button: Button, down: bool) -> None: ...
    def click(self, button: Button, count: int) -> None: ...
    def wheel(self, direction: Direction) -> None:
        """One notch."""

    def key(self, key: str, down: bool) -> None:
        """A key by its canonical name; a Fault where the system has none such."""

    def await_taken(self) -> None:
        """Wait until the program in front has taken what was pressed, where that can be known."""


class PersonalDesktop(
    Surface, Pixels, Pointer, Keys, TextEntry, Clipboard, Programs, Windows, DeviceButtons, PersonsHand
):
    name = "desktop"
    personal = True
    asks_guard = True
    methods: ClassVar[tuple[Method, ...]] = ("keys",)

    def __init__(self, settings: Settings, hands: Hands) -> None:
        super().__init__(settings)
        self._elements: Elements | None = None
        self._hands = hands
        self._size = hands.size()
        self._watch = PersonWatch(self._size, self.pointer())
        self._held: dict[str, None] = {}
        self._buttons: dict[Button, None] = {}
        self._clicked = 0.0

    @property
    def size(self) -> Size:
        return self._size

    @property
    def elements(self) -> Elements | None:
        if self._elements is None:
            from cogscript.surfaces.xa11y_elements import open_xa11y

            self._elements = open_xa11y()
        return self._elements

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
        return self._hands.pointer()

    def moved_by_person(self) -> bool:
        return self._watch.moved(self.pointer())

    def _may_go_on(self) -> None:
        self._watch.check_corner(self.pointer())

    def _may_press(self, at: Point | None = None) -> None:
        """At a place, or with the pointer where it is."""
        self._may_go_on()
        self.permit(at or self.pointer())

    def _may_type(self) -> None:
        self._may_go_on()
        self.permit()

    def owners(self, at: Point | None = None) -> Sequence[str]:
        handle = None if at is None else self.top_at(at)
        meant = (each for each in self.windows() if (each.active if at is None else each.handle == handle))
        return next((each.apps for each in meant), ())

    def move(self, to: Point) -> None:
        check_inside(to, self._size)
        self._may_go_on()
        self._move(to)

    def _move(self, to: Point) -> None:
        self._hands.move(to)
        self._watch.put(to)

    def press(self, button: Button) -> None:
        self._may_press()
        self._buttons[button] = None
        self._hands.button(button, True)

    def release(self, button: Button) -> None:
        self._hands.button(button, False)
        self._buttons.pop(button, None)
        self._taken()

    def click(self, at: Point, button: Button = "left", count: int = 1) -> None:
        if count > 1:
            wait_for_a_fresh_start(self._clicked)
        self.move(at)
        self._may_press(at)
        self._hands.click(button, count)
        self._clicked = time.monotonic()
        self._taken()

    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None:
        check_inside(end, self._size)
        self.permit(end)
        self.move(start)
        self.press(button)
        try:
            for place, pause in steps_between(start, end, seconds):
                self._hands.drag(place, button)
                self._watch.put(place)
                time.sleep(pause)
        finally:
            self.release(button)

    def scroll(self, direction: Direction, notches: int) -> None:
        self._may_press()
        for _ in range(notches):
            self._hands.wheel(direction)
        self._taken()

    # --- keyboard -----------------------------------------------------------------------

    def key_down(self, key: str) -> None:
        self._may_type()
        if self.guard is not None:
            self.guard.keys([*self._held, key])
        self._held[key] = None
        self._hands.key(key, True)

    def key_up(self, key: str) -> None:
        self._hands.key(key, False)
        self._held.pop(key, None)
        self._taken()

    def _taken(self) -> None:
        """What is read next must be what the keys have made of it. Not in the middle of a shortcut."""
        if not self._held and not self._buttons:
            self._hands.await_taken()

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

    # --- buttons --------------------------------------------------------------------------

    back_keys = ("left_alt", "left")
    """The shortcut that goes back."""

    def go_back(self) -> None:
        press(self, *self.back_keys)

    def press_button(self, button: str) -> None:
        if button == "back":
            self.go_back()
        else:
            press_as_button(self, button, self.described)

    def close(self) -> None:
        self.release_all()


def await_window(screen: PersonalDesktop, before: Sequence[Window], what: str, timeout: float) -> Window:
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

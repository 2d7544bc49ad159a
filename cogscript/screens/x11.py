"""A screen on an X server, driven through XTest: the person's own, or a private one.

Not through pyautogui here: it binds itself to one display when it is imported, knows few keys beyond
ASCII, cannot take a picture of a plain X server, and loads a library that ends the whole process where
Python has no tkinter. Underneath it does what is done here, with a wait after every event.

The screen is the primary monitor, as everywhere: its top left is (0, 0), and `origin` says where
that lies among several monitors. X has no logical pixels apart from its own, so none are scaled.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cogscript.language.box import Point, Rect, Size
from cogscript.language.diagnostic import Fault
from cogscript.screens.launching import Launcher, Spawner
from cogscript.screens.pointing import (
    PersonWatch,
    check_inside,
    steps_between,
    wait_for_a_fresh_start,
)
from cogscript.screens.protocol import Button, Direction, Window
from cogscript.screens.stacking import Stacking, open_stacking
from cogscript.screens.windows_x11 import WindowManager
from cogscript.screens.x11_connection import connect, display_environment, hang_up, talks_to_display
from cogscript.screens.x11_keyboard import Held, Keyboard

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.screens.entering import Entering
    from cogscript.settings import Settings

_BUTTONS: dict[Button, int] = {"left": 1, "middle": 2, "right": 3}
_WHEEL: dict[Direction, int] = {"up": 4, "down": 5, "left": 6, "right": 7}
_PRESS, _RELEASE, _MOTION = 4, 5, 6
_NOTCH = 0.02
"""Seconds between two notches of the wheel: a quick finger's."""
_MENU_OPENS = 0.55
"""Seconds after a click in which GTK ignores a click on the menu that it opened."""
_COPYING = 1.0
"""Seconds after a key or a click in which a program may still be about to copy something."""


class X11Screen:
    clipboard_stays = False
    """Whether the clipboard outlives the run: the person's does, a private one goes with its display."""

    def __init__(self, name: str, environment: dict[str, str], spawner: Spawner, settings: Settings) -> None:
        self.name = name
        self.environment = environment
        """What a program needs to appear on this screen: DISPLAY, the session's bus, …"""
        self._display = connect(environment)
        self._root = self._display.screen().root
        self.in_doubt = False
        area = _primary_monitor(self._display)
        self.origin = Point(area.left, area.top)
        self._size = Size(area.width, area.height)
        self.keyboard = Keyboard(self._display)
        self.manager = WindowManager(self._display, self.origin)
        self._launcher = Launcher(self.manager, spawner, environment, settings.launch)
        self._buttons = Held()
        self._held_back = 0
        """Presses since the last key, which the window manager may not have passed on yet."""
        self._clicked = self._keyed = float("-inf")
        self._stacking: Stacking | None = None
        self._no_menus: set[Any] = set()
        """Frames and bare root: windows that a click right after another need not wait for."""
        self._watch = PersonWatch(self._size, self.pointer())
        self._camera: Any = None
        self._closed = False
        self._entering: Entering | None = None

    @property
    def display_name(self) -> str:
        return self.environment["DISPLAY"]

    @property
    def size(self) -> Size:
        return self._size

    @talks_to_display
    def is_wayland(self) -> bool:
        """Whether this is only Wayland's stand-in for an X server, which shows and hears little."""
        if self._display.has_extension("XWAYLAND"):
            return True
        names = (self._display.get_atom_name(each.name) for each in _monitors(self._root))
        return any(name.startswith("XWAYLAND") for name in names)

    def reconnect(self) -> None:
        """A signal may have cut a message to the server in two: go on over a new connection."""
        hang_up(self._display)
        self._display = connect(self.environment)
        self._root = self._display.screen().root
        self.keyboard.use(self._display)
        self.manager.use(self._display)
        if self._entering is not None:
            self._entering.use(self._display)
        self.in_doubt = False

    # --- looking ------------------------------------------------------------------------

    def capture(self, area: Rect | None = None) -> Image:
        import mss
        from mss.exception import ScreenShotError
        from PIL import Image

        area = (area or self._size.rect).overlap(self._size.rect)
        if not (area.width and area.height):
            raise Fault("off-screen", f"the area to capture lies outside the {_text(self._size)} screen")
        try:
            if self._camera is None:
                with display_environment(self.environment):
                    self._camera = mss.MSS(display=self.display_name)
            shot = self._camera.grab(
                {
                    "left": area.left + self.origin.x,
                    "top": area.top + self.origin.y,
                    "width": area.width,
                    "height": area.height,
                }
            )
        except (ScreenShotError, AssertionError) as error:  # mss asserts that a reply came
            self._ask_server()
            raise Fault("capture", f"the screen cannot be captured: {error}") from error
        return Image.frombytes("RGB", (area.width, area.height), shot.raw, "raw", "BGRX")

    @talks_to_display
    def _ask_server(self) -> None:
        """Any question at all: it tells a server that has gone from one that refuses."""
        self._display.sync()

    # --- pointer ------------------------------------------------------------------------

    @talks_to_display
    def pointer(self) -> Point:
        where = self._root.query_pointer()
        return Point(where.root_x - self.origin.x, where.root_y - self.origin.y)

    def moved_by_person(self) -> bool:
        """Whether somebody else moved the pointer since this run last put or asked for it."""
        return self._watch.moved(self.pointer())

    def _may_act(self) -> None:
        self._watch.check_corner(self.pointer())

    @talks_to_display
    def move(self, to: Point) -> None:
        check_inside(to, self._size)
        self._may_act()
        self._move(to)
        self._flush()

    def _move(self, to: Point) -> None:
        self._display.xtest_fake_input(_MOTION, x=to.x + self.origin.x, y=to.y + self.origin.y)
        self._watch.put(to)

    def _flush(self) -> None:
        self._display.flush()
        self._buttons.sent()

    @talks_to_display
    def press(self, button: Button) -> None:
        self._may_act()
        self._held_back += 1
        self._press(_BUTTONS[button])
        self._flush()

    def _press(self, number: int) -> None:
        self._buttons.pressing(number)
        self._display.xtest_fake_input(_PRESS, number)

    @talks_to_display
    def release(self, button: Button) -> None:
        self._release(_BUTTONS[button])
        self._flush()

    def _release(self, number: int) -> None:
        self._buttons.releasing(number)
        self._display.xtest_fake_input(_RELEASE, number)

    @talks_to_display
    def click(self, at: Point, button: Button = "left", count: int = 1) -> None:
        check_inside(at, self._size)
        if count > 1:
            wait_for_a_fresh_start(self._clicked)
        self._may_act()
        self._wait_for_menu(at)
        self._move(at)
        self._held_back += count
        for _ in range(count):
            self._press(_BUTTONS[button])
            self._release(_BUTTONS[button])
        self._flush()
        self._clicked = time.monotonic()

    def _wait_for_menu(self, at: Point) -> None:
        """GTK takes the release of a click on a menu for that of the click that opened it, for a while."""
        left = self._clicked + _MENU_OPENS - time.monotonic()
        if left <= 0:
            return
        place = Point(at.x + self.origin.x, at.y + self.origin.y)
        top = self._root.translate_coords(self._root, *place).child
        if top in self._no_menus:  # one question is enough for a window that was looked at before
            return
        if self._stacking is None:
            self._stacking = open_stacking(self.environment)
        window = self._stacking.at(place) if self._stacking else None
        if window and window.popup:
            time.sleep(max(0.0, self._clicked + _MENU_OPENS - time.monotonic()))
        else:
            self._no_menus.add(top)

    @talks_to_display
    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None:
        check_inside(start, self._size)
        check_inside(end, self._size)
        self._may_act()
        self._move(start)
        self._held_back += 1
        self._press(_BUTTONS[button])
        try:
            for place, pause in steps_between(start, end, seconds):
                self._move(place)
                self._flush()
                time.sleep(pause)
        finally:
            self._release(_BUTTONS[button])
            self._flush()
            self._clicked = time.monotonic()

    @talks_to_display
    def scroll(self, direction: Direction, notches: int) -> None:
        self._may_act()
        for _ in range(notches):
            self._press(_WHEEL[direction])
            self._release(_WHEEL[direction])
            self._flush()
            time.sleep(_NOTCH)  # a browser that scrolls smoothly swallows notches that come all at once

    # --- keyboard -----------------------------------------------------------------------

    def _let_clicks_arrive(self) -> None:
        """Keys must not overtake a click: the window manager holds back one press at a time."""
        for _ in range(min(self._held_back, 3)):
            self.manager.catch_up()
        self._held_back = 0

    @talks_to_display
    def key_down(self, key: str) -> None:
        self._may_act()
        self._let_clicks_arrive()
        self.keyboard.down(key)
        self._keyed = time.monotonic()

    @talks_to_display
    def key_up(self, key: str) -> None:
        self.keyboard.up(key)

    @talks_to_display
    def type_text(self, text: str) -> None:
        self._may_act()
        self._let_clicks_arrive()
        self.entering.enter(text)

    @property
    def entering(self) -> Entering:
        if self._entering is None:
            from cogscript.screens.entering import Entering

            self._entering = Entering(
                self._display, self.keyboard, self.manager, self.environment, stays=self.clipboard_stays
            )
        return self._entering

    def release_all(self) -> None:
        """Let go of everything; a display that has gone holds nothing down."""
        with contextlib.suppress(Fault):
            self._let_go()

    @talks_to_display
    def _let_go(self) -> None:
        for number in self._buttons:
            self._release(number)
        self._flush()
        self.keyboard.release_all()
        self._display.sync()

    # --- clipboard ----------------------------------------------------------------------

    @talks_to_display
    def clipboard(self) -> str:
        self._let_clicks_arrive()
        if time.monotonic() < max(self._keyed, self._clicked) + _COPYING:
            self.entering.settle()  # the program may not have copied yet
        return self.entering.selections.text()

    @talks_to_display
    def set_clipboard(self, text: str) -> None:
        self.entering.selections.set_text(text)

    # --- programs and windows -----------------------------------------------------------

    @talks_to_display
    def launch_app(self, name: str, timeout: float) -> Window | None:
        return self._launcher.app(name, timeout)

    @talks_to_display
    def launch_url(self, url: str, timeout: float) -> Window | None:
        return self._launcher.url(url, timeout)

    @talks_to_display
    def windows(self) -> Sequence[Window]:
        return self.manager.windows()

    @talks_to_display
    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> None:
        self.manager.act(window, action, rect)

    def close(self) -> None:
        if self._closed:
            return
        self.release_all()
        if self._entering is not None:
            self._entering.close()
            self._entering = None
        if self._stacking is not None:
            self._stacking.close()
            self._stacking = None
        with contextlib.suppress(Fault):
            self._hang_up()

    @talks_to_display
    def _hang_up(self) -> None:
        if self._camera is not None:
            camera, self._camera = self._camera, None
            with contextlib.suppress(Exception):  # mss complains of a server that has gone
                camera.close()
        if not self._closed:
            self._closed = True
            self.keyboard.unbind_all()
            self._display.sync()
            self._display.close()


def _monitors(root: Any) -> list[Any]:
    from Xlib import error

    try:
        return list(root.xrandr_get_monitors().monitors)
    except (error.XError, AttributeError):  # a server without RandR, or with an old one
        return []


def _primary_monitor(display: Any) -> Rect:
    """The primary monitor in the root window's coordinates; the whole root where none is named."""
    root = display.screen().root
    shape = root.get_geometry()
    whole = Rect(0, 0, shape.width, shape.height)
    chosen = next((each for each in _monitors(root) if each.primary), None)
    if chosen is None:
        return whole
    right, bottom = chosen.x + chosen.width_in_pixels, chosen.y + chosen.height_in_pixels
    seen = Rect(chosen.x, chosen.y, right, bottom).overlap(whole)
    return seen if seen.width and seen.height else whole


def _text(size: Size) -> str:
    return f"{size.width}×{size.height}"

"""A surface on an X server, driven through XTest: the person's own, or a private one.

Not through pyautogui here: it binds itself to one display when it is imported, knows few keys beyond
ASCII, cannot take a picture of a plain X server, and loads a library that ends the whole process where
Python has no tkinter. Underneath it does what is done here, with a wait after every event.

It is one monitor, the primary by default: its top left is (0, 0), and `origin` says where that lies among
several. X has no logical pixels apart from its own, so none are scaled.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import (
    DeviceButtons,
    Pixels,
    Programs,
    Window,
)
from cogscript.surfaces.key_presses import press, press_as_button
from cogscript.surfaces.pointing import PersonWatch
from cogscript.surfaces.protocol import READY_LIMIT, SETTLE_LIMIT, Monitors
from cogscript.surfaces.x11.camera import Camera, NoPicture
from cogscript.surfaces.x11.connection import connect, hang_up, talks_to_display
from cogscript.surfaces.x11.hands import X11Hands
from cogscript.surfaces.x11.keyboard import Keyboard
from cogscript.surfaces.x11.launching import Launcher, Spawner
from cogscript.surfaces.x11.monitors import monitor_area, monitors
from cogscript.surfaces.x11.notes import X11Notes
from cogscript.surfaces.x11.owners import Owners
from cogscript.surfaces.x11.readiness import Readiness
from cogscript.surfaces.x11.second_pointer import X11SecondPointer
from cogscript.surfaces.x11.window_manager import WindowManager
from cogscript.surfaces.x11.window_pictures import KeptApart

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Elements

_ASK_AGAIN = 1.0
"""Seconds until an accessibility service that was not there is looked for again."""


class X11Surface(
    X11Hands,
    X11Notes,
    X11SecondPointer,
    Pixels,
    Programs,
    Monitors,
    DeviceButtons,
):
    asks_guard = True

    def __init__(
        self,
        name: str,
        environment: dict[str, str],
        spawner: Spawner,
        settings: Settings,
        monitor: int = 1,
    ) -> None:
        super().__init__(settings)
        self.name = name
        self.monitor_number = monitor
        self.marks_windows = settings.run.mark_windows
        self._spawner = spawner
        self.environment = environment
        """What a program needs to appear on this screen: DISPLAY, the session's bus, …"""
        self._display = connect(environment)
        self._root = self._display.screen().root
        self.in_doubt = False
        self.turn = threading.RLock()
        area = monitor_area(self._display, monitor)
        self.origin = Point(area.left, area.top)
        self._size = Size(area.width, area.height)
        self.keyboard = Keyboard(self._display)
        self.manager = WindowManager(self._display, self.origin, self._size.rect)
        self.readiness = Readiness(self.manager, lambda: self._display, self.capture, lambda: self.elements)
        self._launcher = Launcher(self.manager, self.readiness, spawner, environment, settings.launch)
        self._owners = Owners(self.manager)
        self._kept_apart = KeptApart(self.manager)
        self._elements: Elements | None = None
        self._no_elements_until = float("-inf")
        self._watch = PersonWatch(self._size, self.pointer())
        self._camera = Camera(environment, self.origin)
        self._closed = False

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
        names = (self._display.get_atom_name(each.name) for each in monitors(self._root))
        return any(name.startswith("XWAYLAND") for name in names)

    def reconnect(self) -> None:
        """A signal may have cut a message to the server in two: continue over a new connection."""
        hang_up(self._display)
        self._display = connect(self.environment)
        self._root = self._display.screen().root
        self.keyboard.use(self._display)
        self.manager.use(self._display)
        self._kept_apart = KeptApart(self.manager)
        if self._entering is not None:
            self._entering.use(self._display)
        self.in_doubt = False

    @property
    def described(self) -> str:
        if self.monitor_number != 1:
            return f"monitor {self.monitor_number}"
        return "the screen" if self.personal else "the private screen"

    # --- looking ------------------------------------------------------------------------

    @property
    def elements(self) -> Elements | None:
        """What the programs publish; a service that is not there is asked for again after a while."""
        if self._elements is None and time.monotonic() >= self._no_elements_until:
            from cogscript.surfaces.x11.atspi.service import open_atspi

            self._elements = open_atspi(self.environment, self.origin)
            self._no_elements_until = time.monotonic() + _ASK_AGAIN
        return self._elements

    def settle(self, limit: float = SETTLE_LIMIT, *, pointing: bool = True) -> float:
        began = time.monotonic()
        stirred = self._await_reaction(pointing)
        if self._marked is not None:
            self._follow_marked()
        waited = time.monotonic() - began
        return waited + super().settle(limit) if pointing or stirred else waited

    @talks_to_display
    def _await_reaction(self, looking: bool) -> bool:
        return self.readiness.await_reaction(READY_LIMIT, looking=looking)

    @talks_to_display
    def await_pointer(self) -> None:
        self.readiness.await_pointer(READY_LIMIT)

    @talks_to_display
    def await_effect(self, limit: float = SETTLE_LIMIT) -> None:
        self.readiness.await_effect(limit)

    @talks_to_display
    def left_open(self) -> Sequence[Window]:
        found = (self.manager.describe(handle) for handle in self.readiness.came_last)
        return [each for each in found if each is not None]

    def capture(self, area: Rect | None = None) -> Image:
        area = (area or self._size.rect).overlap(self._size.rect)
        if not (area.width and area.height):
            raise Fault("off-screen", f"the area to capture lies outside the {_text(self._size)} screen")
        try:
            return self._clean(self._camera.take(area), area)
        except NoPicture as error:
            self._ask_server()
            raise Fault("capture", f"the screen cannot be captured: {error}") from error

    @contextlib.contextmanager
    def second_eye(self) -> Iterator[Callable[[], Image]]:
        camera = Camera(self.environment, self.origin)
        camera.take(Rect(0, 0, 1, 1))  # connecting changes the process's environment: here, in this thread
        try:
            yield lambda: camera.take(self._size.rect)
        finally:
            camera.close()

    @talks_to_display
    def _ask_server(self) -> None:
        """Any question at all: it tells a server that has gone from one that refuses."""
        self._display.sync()

    # --- programs and windows -----------------------------------------------------------

    @talks_to_display
    def launch_app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window | None:
        return self._launcher.app(name, timeout, arguments, folder)

    def goes_by(self, app: str) -> Sequence[str]:
        return self._launcher.goes_by(app)

    def opened_by(self, url: str) -> Sequence[str]:
        return self._launcher.opened_by(url)

    @talks_to_display
    def launch_url(self, url: str, timeout: float) -> Window | None:
        return self._launcher.url(url, timeout)

    # --- monitors and buttons -------------------------------------------------------------

    @talks_to_display
    def monitor_count(self) -> int:
        return max(1, len(monitors(self._root)))

    def monitor(self, number: int) -> X11Surface:
        if number > self.monitor_count():
            raise Fault(
                "monitor",
                f"there is no monitor {number} here: there {_are(self.monitor_count())}",
            )
        found = X11Surface(self.name, self.environment, self._spawner, self.settings, number)
        found.clipboard_stays = self.clipboard_stays
        found.guard = self.guard
        found.marks_windows = self.marks_windows
        return found

    def go_back(self) -> None:
        press(self, "left_alt", "left")

    def press_button(self, button: str) -> None:
        if button == "back":
            self.go_back()
        else:
            press_as_button(self, button, self.described)

    def close(self) -> None:
        if self._closed:
            return
        self.release_all()
        self._end_notes()
        self._end_second_pointer()
        if self._entering is not None:
            self._entering.close()
            self._entering = None
        self._end_stacking()
        if self._elements is not None:
            self._elements.close()
            self._elements = None
        with contextlib.suppress(Fault):
            self._hang_up()

    @talks_to_display
    def _hang_up(self) -> None:
        self._camera.close()
        if not self._closed:
            self._closed = True
            self.keyboard.unbind_all()
            self._display.sync()
            self._display.close()


def _are(count: int) -> str:
    return "is only 1" if count == 1 else f"are {count}"


def _text(size: Size) -> str:
    return f"{size.width}×{size.height}"

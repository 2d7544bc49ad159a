"""The person's Windows desktop, by documented calls: SendInput, EnumWindows, Get-StartApps."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Method, Window
from cogscript.surfaces.key_presses import press
from cogscript.surfaces.links import checked_link
from cogscript.surfaces.personal_desktop import PersonalDesktop
from cogscript.surfaces.windows import start_programs, window_list
from cogscript.surfaces.windows.console_close import ConsoleClose
from cogscript.surfaces.windows.launched_window import await_launched
from cogscript.surfaces.windows.send_input import SendInputHands, caps_lock_is_on

if TYPE_CHECKING:
    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Elements
    from cogscript.surfaces.placed_window import WindowOrder

_PASTED = 0.3
"""Seconds after which a program that was told to paste has asked for the clipboard's text."""
_CONSOLES = ("ConsoleWindowClass", "WineConsoleClass")
_WINDOWS_TERMINAL = "CASCADIA_HOSTING_WINDOW_CLASS"


class WindowsDesktop(PersonalDesktop):
    methods = ("keys", "paste")

    def __init__(self, settings: Settings) -> None:
        self._windows_hands = SendInputHands()
        super().__init__(settings, self._windows_hands)
        self._console_close = ConsoleClose(self.release_all)

    @property
    def elements(self) -> Elements | None:
        if self._elements is None:
            from cogscript.surfaces.windows.windows_elements import open_elements

            self._elements = open_elements()
        return self._elements

    def owners(self, at: Point | None = None) -> Sequence[str]:
        """Menus and the task bar have no window that people know of, and an owner all the same."""
        handle = window_list.foreground() if at is None else window_list.root_at(at)
        return window_list.apps(handle) if handle else ()

    def beneath(self, at: Point) -> int | None:
        return window_list.root_at(at) or None

    def is_pressing(self) -> bool:
        return self._windows_hands.is_pressing()

    def caps_lock_is_on(self) -> bool:
        return caps_lock_is_on()

    def open_order(self) -> WindowOrder:
        return window_list.WindowsStacking()

    # --- text -----------------------------------------------------------------------------------

    def type_text(
        self, text: str, method: Method = "keys", arrived: Callable[[], bool] | None = None
    ) -> None:
        self._may_type()
        if method == "paste":
            self._paste(text, arrived)
        elif window_list.window_class(window_list.foreground()) in _CONSOLES:
            self._windows_hands.type_keys(text)
        else:
            self._windows_hands.type_text(text)

    def _paste(self, text: str, arrived: Callable[[], bool] | None) -> None:
        """By way of the clipboard, which afterwards holds again what it held, if that was text."""
        before = ""
        with contextlib.suppress(Fault):
            before = self.clipboard()
        self.set_clipboard(text)
        try:
            press(self, self.shortcut_key, "v")
            deadline = time.monotonic() + _PASTED
            while time.monotonic() < deadline and not (arrived and arrived()):
                time.sleep(0.02)
        finally:
            self.set_clipboard(before)

    def in_terminal(self) -> bool:
        return window_list.window_class(window_list.foreground()) in (*_CONSOLES, _WINDOWS_TERMINAL)

    def clipboard(self) -> str:
        return super().clipboard().replace("\r\n", "\n")

    def set_clipboard(self, text: str) -> None:
        """Line breaks as every Windows program expects them there."""
        super().set_clipboard(text.replace("\r\n", "\n").replace("\n", "\r\n"))

    # --- programs -------------------------------------------------------------------------------

    def launch_app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window | None:
        before = self.windows()
        program = start_programs.program_file(name)
        if program is not None and (arguments or not start_programs.is_script(program)):
            self._start(start_programs.launch_of(program, arguments), name, folder if arguments else None)
            return await_launched(self, before, name, timeout)
        apps = start_programs.start_apps()
        identity = start_programs.find_start_app(name, apps)
        if identity and arguments:
            raise Fault(
                "launch",
                f"`{name[:80]}` is an entry of the Start menu, which takes no arguments",
                "name the program instead, like `notepad`",
            )
        if identity:
            self._start(start_programs.Launch(start_programs.start_app_command(identity), False), name, None)
        elif program is not None:
            self._start(start_programs.launch_of(program, arguments), name, None)
        else:
            close = get_close_matches(name, apps, n=3, cutoff=0.5)
            raise Fault(
                "app-unknown",
                f"there is no application called `{name[:80]}`",
                f"close to it: {', '.join(close)}" if close else "look for its name in the Start menu",
            )
        return await_launched(self, before, name, timeout)

    def _start(self, launch: start_programs.Launch, name: str, folder: str | None) -> None:
        try:
            start_programs.start(launch, folder)
        except OSError as error:
            raise Fault("launch", f"`{name[:80]}` cannot be started: {error.strerror}") from error

    def launch_url(self, url: str, timeout: float) -> Window | None:
        link = checked_link(url, self.settings.launch.schemes)
        before = self.windows()
        if self.settings.launch.browser:
            subprocess.Popen([*self.settings.launch.browser, link])
        else:
            import webbrowser

            webbrowser.open(link)
        return await_launched(self, before, link, timeout)

    # --- windows --------------------------------------------------------------------------------

    def windows(self) -> list[Window]:
        return window_list.listed()

    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> bool | None:
        return window_list.act(window, action, rect)

    def close(self) -> None:
        super().close()
        self._console_close.close()

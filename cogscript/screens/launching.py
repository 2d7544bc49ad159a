"""Starting programs and opening links on an X screen, and waiting for their window.

A name is looked up among the applications people see in their menus, then among the programs on
PATH; it is compared and never run through a shell. What was started is followed until a window of
its own comes, or a link shows in a window that was there before.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Protocol

from cogscript.language.diagnostic import Fault
from cogscript.screens.browsers import browser_command, with_private_profile
from cogscript.screens.desktop_entries import Entry, find_entry, fold, read_entries
from cogscript.screens.links import checked_link
from cogscript.screens.processes import family, program_names
from cogscript.screens.protocol import Window
from cogscript.screens.windows_x11 import WindowManager
from cogscript.settings import LaunchSettings

_TERMINALS = ("x-terminal-emulator", "xterm", "gnome-terminal", "konsole")
_PROGRAM = re.compile(r"[^\s/\0]+\Z")
_LOOK_EVERY = 0.05
_OWN_FIRST = 3.0
"""Seconds during which only a window of the program's own processes counts."""


class Spawner(Protocol):
    """Who starts programs: this process on a person's desktop, the supervisor on a private one."""

    profile_folder: str | None
    """Where browsers keep a profile of this screen's own; None leaves them the person's."""

    def spawn(self, argv: list[str], folder: str | None) -> int:
        """Start a program; its process id. OSError when it cannot be started."""

    def ended(self, pid: int) -> int | None:
        """Its exit code; None while it runs."""

    def last_words(self, pid: int) -> str:
        """The last line it wrote."""


class Launcher:
    def __init__(
        self,
        manager: WindowManager,
        spawner: Spawner,
        environment: Mapping[str, str],
        settings: LaunchSettings,
    ) -> None:
        self._manager = manager
        self._spawner = spawner
        self._environment = environment
        self._settings = settings

    def app(self, name: str, timeout: float) -> Window:
        entries = read_entries(self._environment)
        entry = find_entry(name, entries)
        if entry:
            argv, folder = list(entry.argv), entry.folder
            if entry.in_terminal:
                argv = [*self._terminal(), *argv]
        else:
            program = self._program(name)
            if program is None:
                raise self._unknown(name, entries)
            argv, folder = [program], None
        return self._start(argv, folder, name, timeout)

    def url(self, url: str, timeout: float) -> Window:
        link = checked_link(url, self._settings.schemes)
        argv = self._settings.browser or browser_command(
            link.split(":", 1)[0], read_entries(self._environment), self._environment
        )
        return self._start([*argv, link], None, link, timeout, in_old_window=True)

    # --- finding ------------------------------------------------------------------------

    def _program(self, name: str) -> str | None:
        """An executable on PATH by its name, or in lower case (`Mousepad` is mousepad), or by its path."""
        for spelling in (name.strip(), name.strip().casefold()):
            if _PROGRAM.match(spelling) or os.path.isabs(spelling):
                found = shutil.which(spelling, path=self._environment.get("PATH"))
                if found:
                    return found
        return None

    def _terminal(self) -> list[str]:
        for terminal in _TERMINALS:
            found = shutil.which(terminal, path=self._environment.get("PATH"))
            if found:
                return [found, "--"] if terminal == "gnome-terminal" else [found, "-e"]
        raise Fault(
            "launch", "this application runs in a terminal, and there is none", "sudo apt install xterm"
        )

    def _unknown(self, name: str, entries: list[Entry]) -> Fault:
        close = close_names(name, entries)
        shown = name if len(name) <= 80 else name[:79] + "…"
        return Fault(
            "app-unknown",
            f"there is no application called `{shown}`",
            f"close to it: {', '.join(close)}"
            if close
            else "check the name in the system's menu, or install it",
        )

    # --- starting -----------------------------------------------------------------------

    def _start(
        self,
        argv: list[str],
        folder: str | None,
        what: str,
        timeout: float,
        *,
        in_old_window: bool = False,
    ) -> Window:
        if self._spawner.profile_folder:
            argv = with_private_profile(argv, self._spawner.profile_folder, os.geteuid() == 0)
        before = self._titles()
        try:
            pid = self._spawner.spawn(argv, folder if folder and os.path.isdir(folder) else None)
        except OSError as error:
            raise Fault("launch", f"`{what}` cannot be started: {error.strerror or error}") from error
        started = time.monotonic()
        deadline = started + timeout
        while True:
            waited = time.monotonic() - started
            handle = self._new_window(before, pid, patient=waited < _OWN_FIRST)
            if handle is None and in_old_window:
                handle = self._retitled(before)
            if handle is None and self._spawner.ended(pid) == 0:
                handle = self._already_open(argv[0], before, changed=waited < _OWN_FIRST)
            window = self._manager.describe(handle) if handle else None
            if window:
                self._settle(window)
                return self._manager.describe(int(window.handle)) or window
            code = self._spawner.ended(pid)
            if code:
                words = self._spawner.last_words(pid)
                raise Fault(
                    "launch",
                    f"`{what}` ended with exit code {code} before its window came"
                    + (f": {words}" if words else ""),
                )
            if time.monotonic() > deadline:
                raise Fault(
                    "window-missing",
                    f"`{what}` was started, but no window of it came within {timeout:g} seconds",
                    "a slow program needs a longer timeout=; one without a window cannot be LAUNCHed",
                )
            time.sleep(_LOOK_EVERY)

    def _settle(self, window: Window) -> None:
        """A new window gets the focus from its window manager, unless that is shy about it."""
        handle = int(window.handle)
        deadline = time.monotonic() + 1.0
        while self._manager.active() != handle and time.monotonic() < deadline:
            time.sleep(0.02)
        if self._manager.active() != handle and handle in self._manager.handles():
            self._manager.activate(handle)

    def _titles(self) -> dict[int, str]:
        return {handle: self._manager.title(handle) for handle in self._manager.handles()}

    def _new_window(self, before: Mapping[int, str], pid: int, *, patient: bool) -> int | None:
        """A window that was not there: one of the program's own first, else any that came.

        A program that is already running, or is started by the session, opens the window from
        another process; its launcher mostly ends then.
        """
        fresh = [handle for handle in self._manager.handles() if handle not in before]
        if not fresh:
            return None
        ours = family(pid)
        own = [handle for handle in fresh if self._manager.pid(handle) in ours]
        return (own or fresh)[-1] if own or not patient or self._spawner.ended(pid) is not None else None

    def _retitled(self, before: Mapping[int, str]) -> int | None:
        """A browser that was open already shows the link in a window it had: its title changes."""
        active = self._manager.active()
        if active is not None and active in before and self._manager.title(active) != before[active]:
            return active
        return None

    def _already_open(self, program: str, before: Mapping[int, str], *, changed: bool) -> int | None:
        """A window of a program that runs only once: it comes forward, or opens a tab, instead of a new one.

        With `changed`, only a window whose title is another than before: that needs no patience.
        """
        wanted = os.path.basename(program).casefold()
        for handle in reversed(self._manager.handles()):
            pid = self._manager.pid(handle)
            names = {*self._manager.class_of(handle), *(program_names(pid) if pid else ())}
            if changed and self._manager.title(handle) == before.get(handle):
                continue
            if handle in before and wanted in {name.casefold() for name in names}:
                return handle
        return None


def close_names(name: str, entries: list[Entry]) -> list[str]:
    """The names of applications that resemble one that is not there."""
    by_fold = {
        fold(each): each for entry in entries if not entry.hidden for each in (entry.name, *entry.names)
    }
    return [by_fold[match] for match in get_close_matches(fold(name)[:80], by_fold, n=3, cutoff=0.5)]

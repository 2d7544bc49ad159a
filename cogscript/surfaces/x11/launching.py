"""Starting programs and opening links on an X screen, and waiting for their window.

What was started is followed until a window of its own comes that can be acted on, or a link shows in a
window that was there before. A splash screen is no window, and an empty window is not yet one.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from cogscript.language.model.diagnostic import Fault, listing, shown
from cogscript.settings import LaunchSettings
from cogscript.surfaces.capabilities import Window
from cogscript.surfaces.links import checked_link
from cogscript.surfaces.x11.applications import close_names, find_application, fold, shown_names
from cogscript.surfaces.x11.browsers import browser_command, is_browser, on_private_screen
from cogscript.surfaces.x11.desktop_entries import DesktopEntry, read_entries
from cogscript.surfaces.x11.processes import Work, family, program_names
from cogscript.surfaces.x11.readiness import Readiness
from cogscript.surfaces.x11.window_manager import WindowManager

_TERMINALS = ("x-terminal-emulator", "xterm", "gnome-terminal", "konsole")
_LOOK_EVERY = 0.05
_PAINTS = 5.0
"""Seconds that a window has at least to be painted, however late it came."""
_SPLASH = 3.0
"""Seconds after which a window that looks like a splash screen is none, once its program is idle."""
_OWN_FIRST = 3.0
"""Seconds during which only a window of the program's own processes counts."""


class Spawner(Protocol):
    """Who starts programs: this process on a person's desktop, the supervisor on a private one."""

    private: bool
    """Whether what it starts is on a private screen."""
    profile_folder: str | None
    """Where browsers keep a profile of this screen's own; None leaves them the person's."""

    def spawn(self, argv: list[str], folder: str | None) -> int:
        """Start a program; its process id. OSError when it cannot be started."""

    def ended(self, pid: int) -> int | None:
        """Its exit code; None while it runs."""

    def last_words(self, pid: int) -> str:
        """The last line it wrote."""


@dataclass(frozen=True, slots=True)
class _Launch:
    """Something that was started."""

    what: str
    program: str
    pid: int
    work: Work
    before: Mapping[int, str]
    """The windows that were there, with their titles."""
    started: float
    timeout: float
    is_link: bool

    @property
    def waited(self) -> float:
        return time.monotonic() - self.started

    @property
    def is_over(self) -> bool:
        return self.waited > self.timeout


_CALLED_TERMINAL = ("terminal", "console", "终端")


class Launcher:
    def __init__(
        self,
        manager: WindowManager,
        readiness: Readiness,
        spawner: Spawner,
        environment: Mapping[str, str],
        settings: LaunchSettings,
    ) -> None:
        self._manager = manager
        self._readiness = readiness
        self._spawner = spawner
        self._environment = environment
        self._settings = settings
        self._started: set[str] = set()
        """Programs that were started here before."""

    def app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window:
        entries = read_entries(self._environment)
        entry = self._find(name, entries)
        if entry is None:
            raise _unknown(name, entries)
        if any("\0" in argument for argument in arguments):
            raise Fault("launch", "an argument holds a NUL character, which no program can be given")
        argv = entry.command(arguments)
        if entry.in_terminal:
            argv = [*self._terminal(), *argv]
        return self._start(argv, folder if arguments else entry.folder, name, timeout)

    def _find(self, name: str, entries: Sequence[DesktopEntry]) -> DesktopEntry | None:
        """The application of that name; a terminal goes by what it is, where no program is called so."""
        entry = find_application(name, entries, self._environment)
        if entry is None and fold(name) in _CALLED_TERMINAL:
            program = self._terminal()[0]
            return DesktopEntry(os.path.basename(program), name, (program,))
        return entry

    def goes_by(self, name: str) -> list[str]:
        entry = self._find(name, read_entries(self._environment))
        if entry is None:
            return [name]
        program = os.path.basename(entry.argv[0])
        return [name, program]

    def opened_by(self, url: str) -> list[str]:
        """What the program goes by that opens a link."""
        return [os.path.basename(self._browser(checked_link(url, self._settings.schemes))[0])]

    def url(self, url: str, timeout: float) -> Window:
        link = checked_link(url, self._settings.schemes)
        return self._start([*self._browser(link), link], None, link, timeout, is_link=True)

    def _browser(self, link: str) -> list[str]:
        return self._settings.browser or browser_command(
            link.split(":", 1)[0], read_entries(self._environment), self._environment
        )

    def _terminal(self) -> list[str]:
        for terminal in _TERMINALS:
            found = shutil.which(terminal, path=self._environment.get("PATH"))
            if found:
                return [found, "--"] if terminal == "gnome-terminal" else [found, "-e"]
        raise Fault(
            "launch", "this application runs in a terminal, and there is none", "sudo apt install xterm"
        )

    def _start(
        self, argv: list[str], folder: str | None, what: str, timeout: float, *, is_link: bool = False
    ) -> Window:
        if self._spawner.private:
            argv = on_private_screen(argv, self._spawner.profile_folder, os.geteuid() == 0)
        before = {handle: self._manager.title(handle) for handle in self._manager.handles()}
        behind = self._readiness.picture()
        pid = self._spawn(argv, folder, what)
        self._readiness.open_eyes()
        launch = _Launch(what, argv[0], pid, Work([pid]), before, time.monotonic(), timeout, is_link)
        may_begin_again = argv[0] in self._started
        self._started.add(argv[0])
        while True:
            handle = self._window(launch)
            if handle is not None:
                deadline = max(launch.started + timeout, time.monotonic() + _PAINTS)
                lack = self._readiness.await_window(
                    handle, deadline, behind if handle not in before else None
                )
                if lack == "gone":  # a splash screen after all
                    continue
                if lack:
                    raise self._unready(launch, handle, lack)
                return self._come(launch, handle, deadline)
            if may_begin_again and self._was_sent_to_one_that_ended(launch):
                may_begin_again = False
                pid = self._spawn(argv, folder, what)
                launch = replace(launch, pid=pid, work=Work([pid]))
                continue
            self._check_alive(launch)
            time.sleep(_LOOK_EVERY)

    def _spawn(self, argv: list[str], folder: str | None, what: str) -> int:
        try:
            return self._spawner.spawn(argv, folder if folder and os.path.isdir(folder) else None)
        except OSError as error:
            raise Fault("launch", f"`{what}` cannot be started: {error.strerror or error}") from error

    def _was_sent_to_one_that_ended(self, launch: _Launch) -> bool:
        """Whether it gave up without a word: a program that runs only once hands over to the one before it,
        which was on its way out."""
        return bool(self._spawner.ended(launch.pid)) and not self._spawner.last_words(launch.pid)

    def _come(self, launch: _Launch, handle: int, deadline: float) -> Window:
        """The window is there: it gets the keyboard, and its page time to load."""
        if self._manager.active() != handle and handle in self._manager.handles():
            self._manager.activate(handle)
        window = self._manager.describe(handle)
        if window is None:
            raise Fault("launch", f"`{launch.what}` closed its window as soon as it had come")
        if not is_browser(window.apps) and not launch.is_link:
            return window
        loaded = self._readiness.await_page(handle, deadline, shows=launch.is_link)
        if not loaded and not self._readiness.shows_page(handle):
            raise Fault(
                "page-missing",
                f"`{launch.what}` was opened, but its page did not come within {launch.timeout:g} seconds",
                "see whether the server answers; a slow one needs a longer timeout=",
            )
        return replace(self._manager.describe(handle) or window, loading=not loaded)

    # --- which window it is -----------------------------------------------------------------------

    def _window(self, launch: _Launch) -> int | None:
        """The window that came of it; None while there is none."""
        handle = self._new_window(launch)
        if handle is None and launch.is_link:
            handle = self._retitled(launch.before)
        if handle is None and self._spawner.ended(launch.pid) == 0:
            handle = self._already_open(launch, changed=launch.waited < _OWN_FIRST)
        return handle

    def _new_window(self, launch: _Launch) -> int | None:
        """A window that was not there: one of the program's own first, else any that came.

        A program that is already running, or is started by the session, opens the window from
        another process; its launcher mostly ends then.
        """
        fresh = [
            handle
            for handle in self._manager.handles()
            if handle not in launch.before and self._manager.is_ordinary(handle)
        ]
        if not fresh:
            return None
        ours = family(launch.pid)
        own = [handle for handle in fresh if self._manager.pid(handle) in ours]
        if not own and launch.waited < _OWN_FIRST and self._spawner.ended(launch.pid) is None:
            return None
        sure = [handle for handle in own or fresh if not self._manager.may_be_splash(handle)]
        if not sure and not launch.is_over and launch.work.idle() < _SPLASH:
            return None
        return (sure or own or fresh)[-1]

    def _retitled(self, before: Mapping[int, str]) -> int | None:
        """A browser that was open already shows the link in a window it had: its title changes."""
        active = self._manager.active()
        if active is not None and active in before and self._manager.title(active) != before[active]:
            return active
        return None

    def _already_open(self, launch: _Launch, *, changed: bool) -> int | None:
        """A window of a program that runs only once: it comes forward, or opens a tab, instead of a new one.

        With `changed`, only a window whose title is another than before: that needs no patience.
        """
        wanted = os.path.basename(launch.program).casefold()
        for handle in reversed(self._manager.handles()):
            pid = self._manager.pid(handle)
            names = {*self._manager.class_of(handle), *(program_names(pid) if pid else ())}
            if changed and self._manager.title(handle) == launch.before.get(handle):
                continue
            if handle in launch.before and wanted in {name.casefold() for name in names}:
                return handle
        return None

    # --- what went wrong --------------------------------------------------------------------------

    def _check_alive(self, launch: _Launch) -> None:
        code = self._spawner.ended(launch.pid)
        if code:
            words = self._spawner.last_words(launch.pid)
            raise Fault(
                "launch",
                f"`{launch.what}` ended with exit code {code} before its window came"
                + (f": {words}" if words else ""),
            )
        if launch.is_over:
            titles = [shown(window.title, limit=60) for window in self._manager.windows()]
            raise Fault(
                "window-missing",
                f"`{launch.what}` was started, but no window of it came within {launch.timeout:g} seconds",
                "a slow program needs a longer timeout=; one without a window cannot be LAUNCHed"
                + (f"\nthe windows that are there: {listing(titles)}" if titles else ""),
            )

    def _unready(self, launch: _Launch, handle: int, lack: str) -> Fault:
        window = f"its window {shown(self._manager.title(handle), limit=60)}"
        reason = {"empty": f"{window} stayed empty", "silent": f"the program behind {window} does not answer"}
        return Fault(
            "window-unready",
            f"`{launch.what}` was started, but {reason[lack]} for {launch.waited:.0f} seconds",
            "a slow program needs a longer timeout=",
        )


def _unknown(name: str, entries: Sequence[DesktopEntry]) -> Fault:
    close, all_names = close_names(name, entries), shown_names(entries)
    there = f"the applications that are there: {listing(all_names)}" if all_names else "none is installed"
    return Fault(
        "app-unknown",
        f"there is no application called {shown(name)}",
        (f"did you mean {' or '.join(close)}?\n" if close else "") + there,
    )

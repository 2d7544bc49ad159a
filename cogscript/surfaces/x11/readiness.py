"""When a window can be acted on: it is painted, its page has loaded, it stands still, its program answers.

A window is mapped before its program paints it: LibreOffice's is empty for seconds. What is waited for is
seen and asked, never guessed at by a pause. Where nothing was set going since the last step, one question to
the X server (are there new windows?) is all that it costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from cogscript.language.model.box import Rect
from cogscript.surfaces.x11.browsers import is_browser
from cogscript.surfaces.x11.ping import heard
from cogscript.surfaces.x11.processes import Work, is_terminal
from cogscript.surfaces.x11.window_manager import WindowManager

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.surfaces.elements import Elements

Lack = Literal["", "gone", "empty", "silent"]
"""Why a window cannot be acted on: nothing; it has gone; nothing is painted; its program does not answer."""

_LOOK_EVERY = 0.03
_STILL = 0.1
"""Seconds without movement and work after which a window that has just come is painted to the end."""
_PAINTING = 3.0
"""Seconds after which a window that never comes to rest (a video) is taken as it is."""
_ITS_LOOK = 1.5
"""Seconds after which an empty window whose program is idle and answers is meant to be empty."""
_BLANK_PAGE = 4.0
"""Seconds after which a page that has loaded and shows nothing is meant to be empty."""
_LOADED = 0.25
"""Seconds for which a page must not be loading: a browser shows an empty one before it loads the first."""
_ONSET = 0.12
"""Seconds that a browser may take to begin to load a page after a click or a key, …"""
_SLOWER = 3
"""… and how many times as long as its answer took: a busy machine holds up both."""
_EDGE = 16
"""Pixels at the sides of a browser's window that are not its page: a frame, a shadow, a scroll bar."""
_FOCUS = 0.3
"""Seconds in which a window manager gives a new window the keyboard."""
_EFFECT = 0.5
"""Seconds without movement and work after which a program has done what it was told last: GTK presses a
button for a quarter of a second before it does what the button is for."""
_IDLE = 0.1
"""Seconds without work after which a program that answers no questions has done what it was told."""
_RESTLESS = 5.0
"""Seconds after which one that never rests (a game) is taken as it is."""
_POINTER_SHOWS = 1.0
"""Seconds in which a program that answers has shown that the pointer came or went."""
_CONFIRMING = frozenset({"return", "keypad_enter"})
"""Keys that press a dialog's default button."""
_ENABLED = 2.0
"""Seconds in which a dialog enables its default button: a file chooser looks first whether a name that was
typed can be saved."""
_CHORDS = frozenset(f"{side}_{key}" for side in ("left", "right") for key in ("ctrl", "alt", "super"))
_OPENING = frozenset(
    {"return", "keypad_enter", "escape", "space", "menu", "delete", *(f"f{n}" for n in range(1, 25))}
)
"""Keys that may open or close something, as every key may together with one of `_CHORDS`."""


class Readiness:
    def __init__(
        self,
        manager: WindowManager,
        display: Callable[[], Any],
        capture: Callable[[Rect | None], Image],
        elements: Callable[[], Elements | None],
    ) -> None:
        self._manager = manager
        self._display = display
        self._capture = capture
        self._elements = elements
        self._known = set(manager.handles())
        """The windows that are ready, or were there before the run."""
        self._browsers: dict[int, bool] = {}
        self._endless: set[int] = set()
        """Windows whose page never finished loading: it is not waited for again until it has."""
        self._silent: set[int] = set()
        """Windows whose program was waited for in vain: it is not asked again."""
        self._acted: float | None = None
        """When something was last done that may have set a program going; None when it was waited for."""
        self._clicked = False
        self._sent = False
        """Whether any key or click was sent since the program in front was last waited for."""
        self._touched = False
        """Whether any was since the end was last waited for."""
        self._held: set[str] = set()
        """Which of `_CHORDS` are down."""
        self.came_last: list[int] = []
        """Dialogs that came after the last step, once its effect was waited for."""

    # --- before a step ----------------------------------------------------------------------------

    def clicked(self) -> None:
        self._acted, self._clicked = time.monotonic(), True
        self.typed()

    def pressed(self, key: str) -> None:
        """Letters and arrows alone open nothing."""
        self.typed()
        if key in _CHORDS:
            self._held.add(key)
        elif self._held or key in _OPENING:
            self._acted = time.monotonic()

    def pressing(self, key: str) -> None:
        """Before a key is pressed: wait for the default button that it presses, as a click on it would."""
        if key not in _CONFIRMING or self._held:
            return
        active = self._manager.active()
        elements = self._elements() if active is not None and self._manager.is_dialog(active) else None
        end = time.monotonic() + _ENABLED
        while elements is not None and time.monotonic() < end:
            found = elements.snapshot(window=active).elements
            if not any("default" in each.states and "enabled" not in each.states for each in found):
                return
            time.sleep(_LOOK_EVERY)

    def typed(self) -> None:
        self._sent = self._touched = True

    def released(self, key: str) -> None:
        self._held.discard(key)

    def await_reaction(self, limit: float, *, looking: bool) -> bool:
        """Wait for what the last steps set going; whether something may still move because of it.

        For a step that is `looking`, the program in front must have handled all that was sent to it.
        """
        began = time.monotonic()
        deadline = began + limit
        acted, self._acted = self._acted, None
        clicked, self._clicked = self._clicked, False
        active = self._manager.active() if acted is not None or (looking and self._sent) else None
        if active is not None:
            self._sent = False
            if clicked:
                # The window manager holds a click back for a moment, and a question would overtake it.
                self._manager.catch_up()
            if self._heard(active, deadline) is None:
                self._await_idle(active)
            self._manager.catch_up()
        slow = time.monotonic() - began
        came = self._await_new(deadline)
        if acted is not None:
            self._await_next_page(acted + _ONSET + _SLOWER * slow, deadline)
        return came or clicked

    def await_effect(self, limit: float) -> None:
        """After the last step: wait until the program in front has done what it was told."""
        if not self._touched:
            return
        self._touched = False
        known = set(self._known)
        quiet = _STILL if self._acted is None else _EFFECT
        deadline = time.monotonic() + limit
        self._acted = self._acted or time.monotonic()
        active = self._manager.active()
        self.await_reaction(limit, looking=True)
        pids = [self._manager.pid(handle) for handle in (active, self._manager.active()) if handle]
        self._await_rest(self._manager.screen, [pid for pid in pids if pid], quiet, deadline)
        self.came_last = [
            handle
            for handle in self._manager.handles()
            if handle not in known and self._is_dialog(handle) and self._manager.is_viewable(handle)
        ]

    def _is_dialog(self, handle: int) -> bool:
        """Whether it says so, or belongs to another window: not every toolkit says the first."""
        window = self._manager.describe(handle)
        return self._manager.is_dialog(handle) or (window is not None and window.over is not None)

    def await_pointer(self, limit: float) -> None:
        """After the pointer was moved: wait until the program in front has shown what that does to it."""
        active = self._manager.active()
        if active is not None:
            self.answers(active, time.monotonic() + limit)
        pid = self._manager.pid(active) if active is not None else None
        pids = [pid] if pid else []
        self._await_rest(self._manager.screen, pids, _STILL, time.monotonic() + _POINTER_SHOWS)

    def _forget_gone(self) -> list[int]:
        """The windows that are there; what was known of others is not said of a window with the same number.

        The X server gives the numbers of a program that has ended to the next one that starts.
        """
        there = self._manager.handles()
        for remembered in (self._known, self._endless, self._silent):
            remembered.intersection_update(there)
        self._browsers = {handle: self._browsers[handle] for handle in there if handle in self._browsers}
        return there

    def _await_new(self, deadline: float) -> bool:
        fresh = [handle for handle in self._forget_gone() if handle not in self._known]
        for handle in fresh:
            if self._manager.is_ordinary(handle) and self._manager.is_viewable(handle):
                self.await_window(handle, deadline)
            self._known.add(handle)
        return bool(fresh)

    def _await_next_page(self, begun: float, deadline: float) -> None:
        """A click or a key may have opened another page in the browser that is in front."""
        active = self._manager.active()
        elements = self._elements() if active is not None and self._is_browser(active) else None
        if elements is None or active is None:
            return
        while (loading := elements.busy(active)) or time.monotonic() < begun:
            if loading and active in self._endless:
                return
            if time.monotonic() > deadline:
                self._endless.add(active)
                return
            time.sleep(_LOOK_EVERY)
        self._endless.discard(active)

    def _is_browser(self, handle: int) -> bool:
        if handle not in self._browsers:
            window = self._manager.describe(handle)
            self._browsers[handle] = window is not None and is_browser(window.apps)
        return self._browsers[handle]

    def picture(self) -> Image:
        """The screen as it is, to be compared with when a window has come."""
        self._forget_gone()
        return self._capture(None)

    def open_eyes(self) -> None:
        """Load what pictures are judged with, while a program that was started loads, too."""
        import cogscript.reading.blank

        assert cogscript.reading.blank

    # --- a window that has come -------------------------------------------------------------------

    def await_window(self, handle: int, deadline: float, behind: Image | None = None) -> Lack:
        """Wait until a window can be acted on; why it cannot, when the time is up.

        `behind` is the screen before it came: until a program paints, its window may show what was there.
        """
        pid = self._manager.pid(handle)
        work = Work([pid]) if pid else None
        while self._is_empty(handle, behind):
            if not self._is_there(handle):
                return "gone"
            if work and work.idle() > _ITS_LOOK and self.answers(handle, deadline):
                break
            if time.monotonic() > deadline:
                return "empty"
            time.sleep(_LOOK_EVERY)
        self._manager.await_change(lambda: self._manager.active() == handle, limit=_FOCUS)
        painting = min(deadline, time.monotonic() + _PAINTING)
        # A browser goes on working long after it shows all it has; whether its page has loaded it tells.
        working = [pid] if pid and not self._is_browser(handle) else []
        self._await_rest(self._manager.inner(handle), working, _STILL, painting)
        answered = self.answers(handle, deadline)
        self._known.add(handle)
        if not self._is_there(handle):
            return "gone"
        return "" if answered else "silent"

    def _is_there(self, handle: int) -> bool:
        return handle in self._manager.handles()

    def _is_empty(self, handle: int, behind: Image | None) -> bool:
        if not self._manager.is_viewable(handle):
            return True
        area = self._manager.inner(handle)
        return area is None or self._shows_nothing(area, behind)

    def _shows_nothing(self, area: Rect, behind: Image | None = None) -> bool:
        from cogscript.reading.blank import is_blank

        seen = area.overlap(self._manager.screen)
        if not (seen.width and seen.height):
            return False  # it lies elsewhere, where it cannot be looked at
        return is_blank(self._capture(seen), behind=behind.crop(seen) if behind else None)

    def _await_rest(self, area: Rect | None, pids: Sequence[int], quiet: float, deadline: float) -> None:
        """Wait until nothing moves and programs have nothing left to do: they may paint in several goes."""
        import numpy as np

        from cogscript.reading.stillness import is_small

        seen = area.overlap(self._manager.screen) if area else None
        if not (seen and seen.width and seen.height):
            return
        work, moved = Work(pids), time.monotonic()
        before = np.asarray(self._capture(seen))
        while (now := time.monotonic()) < deadline and min(now - moved, work.idle()) < quiet:
            time.sleep(_LOOK_EVERY)
            picture = np.asarray(self._capture(seen))
            if not is_small(before, picture):
                moved = time.monotonic()
            before = picture

    # --- a program that works ---------------------------------------------------------------------

    def answers(self, handle: int, deadline: float) -> bool:
        """Wait until the window's program has handled all that was sent to it, where it can be asked."""
        return self._heard(handle, deadline) is not False

    def _heard(self, handle: int, deadline: float) -> bool | None:
        """Whether it says that it has; None where it cannot be asked: FLTK and Tk say nothing."""
        if handle in self._silent:
            return True
        answered = heard(self._display(), self._manager, handle, deadline)
        if answered is False:
            self._silent.add(handle)
        return answered

    def _await_idle(self, handle: int) -> None:
        """A program that cannot be asked works as long as it has not done what it was told.

        Not so a terminal, which keeps what is typed for whatever runs in it.
        """
        pid = self._manager.pid(handle)
        if pid is None or is_terminal(pid):
            return
        work, end = Work([pid]), time.monotonic() + _RESTLESS
        while work.idle() < _IDLE:
            if time.monotonic() > end:
                self._silent.add(handle)
                return
            time.sleep(_LOOK_EVERY)

    # --- a page that was opened -------------------------------------------------------------------

    def await_page(self, handle: int, deadline: float, *, shows: bool) -> bool:
        """Wait until a browser's page has loaded and, with `shows`, is not empty; whether it has."""
        elements = self._elements()
        quiet: float | None = None
        while True:
            now = time.monotonic()
            if elements is not None and elements.busy(handle):
                quiet = None
            elif quiet is None:
                quiet = now
            elif now - quiet > _LOADED and (
                not shows or now - quiet > _BLANK_PAGE or self.shows_page(handle)
            ):
                return True
            if now > deadline:
                self._endless.add(handle)
                return False
            time.sleep(_LOOK_EVERY)

    def shows_page(self, handle: int) -> bool:
        """Whether there is anything on a browser's page."""
        page = self._page(handle)
        return page is not None and not self._shows_nothing(page)

    def _page(self, handle: int) -> Rect | None:
        """Where a browser shows its page; below its bars, where it says nothing at all."""
        elements = self._elements()
        found = elements.snapshot(window=handle).elements if elements is not None else ()
        if found:
            pages = [each.rect for each in found if each.role == "document"]
            return max(pages, key=lambda rect: rect.width * rect.height, default=None)
        window = self._manager.inner(handle) or self._manager.screen
        return Rect(
            window.left + _EDGE,
            window.top + window.height // 4,
            window.right - _EDGE,
            window.bottom - _EDGE,
        )

"""One recording in a browser: a visible one of its own, until it is closed, Ctrl+C, or the time is over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cogscript.language.model.box import Size
from cogscript.recording.pages.page_events import PageEvent, read_event
from cogscript.settings import Settings
from cogscript.surfaces.browser.surface import BrowserSurface
from cogscript.surfaces.sizes import read_size

SCRIPT = Path(__file__).with_name("watch.js")
_GLANCE = 0.1


class PageRecorder:
    """Hears what the pages of a browser tell."""

    def __init__(self, surface: BrowserSurface) -> None:
        self._surface = surface
        self._lock = threading.Lock()
        self._events: list[PageEvent] = []
        self._shown: dict[int, int] = {}
        surface.listen("__cogscript_record", SCRIPT.read_text("utf-8"), self._hear)

    def _hear(self, said: str) -> None:
        event = read_event(said)
        with self._lock:
            self._note_visits(heard=True)
            self._events.append(event)

    def _note_visits(self, *, heard: bool = False) -> None:
        """`heard`: a page tells of something, so that it does not ask whether it may be left any more."""
        tab = self._surface.tabs.front
        if tab is not None and tab.dialog is not None and tab.dialog.kind == "beforeunload":
            left = self._shown.get(tab.number) != tab.visits
            if left or heard:
                tab.dialog = None
                self._events.append(PageEvent("answer", value="Leave" if left else "Stay"))
        if tab is not None and self._shown.get(tab.number) != tab.visits and tab.page.url != "about:blank":
            new_tab = tab.opener is not None and tab.number not in self._shown
            self._shown[tab.number] = tab.visits
            if not new_tab:  # a page that a page opened is a part of what was done there
                self._events.append(PageEvent("visit", url=tab.page.url, size=self._surface.size))

    def watch(self) -> bool:
        """Take note of where the browser is; whether it still shows a page."""
        with self._lock:
            self._note_visits()
        return self._surface.tabs.front is not None

    @property
    def events(self) -> list[PageEvent]:
        with self._lock:
            return list(self._events)


def record_pages(
    settings: Settings, address: str, *, stop_after: float | None, notice: Callable[[str], None]
) -> list[PageEvent]:
    """Record until the browser is closed, Ctrl+C, or the time is over."""
    shown = replace(settings, browser=replace(settings.browser, visible=True))
    size: Size = read_size(settings.run.size)
    surface = BrowserSurface(shown, size)
    try:
        recorder = PageRecorder(surface)
        if address:
            surface.launch_url(address, settings.launch.timeout)
        notice("recording in the browser; closing it, or Ctrl+C here, stops")
        end = time.monotonic() + stop_after if stop_after else None
        try:
            while recorder.watch() and (end is None or time.monotonic() < end):
                time.sleep(_GLANCE)
        except KeyboardInterrupt:
            pass
        return recorder.events
    finally:
        surface.close()

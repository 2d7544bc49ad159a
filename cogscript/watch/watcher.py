"""Watching a run: its private screen in a page while it runs, and left open after a failure.

A listener like the others: it hears what happens and when the screen opens and closes.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cogscript.records.storing import json_value
from cogscript.runtime.console.display import summary
from cogscript.runtime.events import Level, Listener
from cogscript.surfaces.pointing import Stopped
from cogscript.watch.live_frames import LiveFrames
from cogscript.watch.news_feed import NewsFeed

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.outcome import Run
    from cogscript.surfaces.protocol import Surface
    from cogscript.watch.watch_server import WatchServer

Mask = Callable[[str], str]

_LAST_WORDS = 1.5
"""Seconds for pages to hear how the run ended, before the address is gone."""


class Watcher(Listener):
    def __init__(
        self, mask: Mask, say: Callable[[str], None], *, from_the_start: bool, keep_open: bool
    ) -> None:
        self._mask, self._say = mask, say
        self._from_the_start, self._keep_open = from_the_start, keep_open
        self._frames, self._news = LiveFrames(), NewsFeed()
        self._done = threading.Event()
        self._server: WatchServer | None = None
        self._run: Run | None = None
        self._looking = False

    def close(self) -> None:
        """The last run is over: pages hear it, and the address is gone."""
        if self._server is not None:
            self._news.tell("over")
            threading.Event().wait(_LAST_WORDS)
            self._server.close()
            self._server = None

    # --- the screen -----------------------------------------------------------------------------

    def surface_opened(self, surface: Surface) -> None:
        self._looking = self._frames.begin(surface)
        self._news.tell("screen", size=list(surface.size))
        if self._from_the_start:
            self._serve("watch the run")

    def surface_closing(self, surface: Surface) -> None:
        if self._keep_open and self._run is not None and self._run.outcome == "failed":
            self._wait_for_person()
        if self._looking:
            self._frames.end()
        self._news.tell("screen-closed")

    def _serve(self, what: str) -> str:
        if self._server is None:
            from cogscript.watch.watch_server import WatchServer

            self._server = WatchServer(self._frames, self._news, self._done.set)
            self._say(f"{what}: {self._server.link}")
            _open_in_browser(self._server.link)
        return self._server.link

    def _wait_for_person(self) -> None:
        """Until the person is done: Enter in the terminal, the page's button, or Ctrl+C."""
        self._done.clear()
        self._serve("look at the screen as it was left")
        terminal = sys.stdin is not None and sys.stdin.isatty()
        ways = [*(["press Enter here"] if terminal else []), "press Done on the page", "or Ctrl+C here"]
        self._say(f"the private screen stays open until you are done: {', '.join(ways)}")
        self._news.tell("kept-open")
        with contextlib.suppress(KeyboardInterrupt, Stopped):
            if terminal:
                threading.Thread(target=self._read_enter, name="enter", daemon=True).start()
            while not self._done.wait(0.2):
                pass

    def _read_enter(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stdin.readline()
        self._done.set()

    # --- what happens ---------------------------------------------------------------------------

    def run_started(self, run: Run) -> None:
        self._run = run
        head = run.workflow.operations[0] if run.workflow.operations else None
        title = str(head.arguments.get("title") or "") if head is not None and head.name == "WORKFLOW" else ""
        self._tell("run", title=title or run.workflow.path or "", total=run.total)

    def step_acting(self, step: Step) -> None:
        self._tell("acting", **_facts(step, self._mask), area=step.area, point=step.point, goal=step.goal)

    def step_finished(self, step: Step) -> None:
        if step.kind in ("step", "call"):
            seconds = (step.ended or step.started) - step.started
            healed = bool(step.healed)
            self._tell(
                "step",
                **_facts(step, self._mask),
                outcome=step.outcome,
                seconds=seconds,
                error=step.error,
                healed=healed,
            )

    def message(self, level: Level, text: str) -> None:
        self._tell("message", text=text)

    def run_finished(self, run: Run) -> None:
        self._tell("finished", outcome=run.outcome, error=run.error, seconds=run.ended - run.started)

    def _tell(self, kind: str, **facts: Any) -> None:
        self._news.tell(kind, **json_value(facts, self._mask))


def _facts(step: Step, mask: Mask) -> dict[str, Any]:
    title = step.title or summary(step, mask)
    return {"number": step.number, "line": step.line, "title": title, "depth": step.depth}


def _open_in_browser(link: str) -> None:
    """Where there is a desktop to open it on; a browser in the terminal would take the terminal."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return
    import webbrowser

    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(link)

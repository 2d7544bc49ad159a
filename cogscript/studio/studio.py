"""The studio behind its pages: the folder, the stage, the live picture and the hand on the screen."""

from __future__ import annotations

import asyncio
import base64
import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from cogscript.language.model.diagnostic import Fault
from cogscript.settings import load_settings, runs_folder
from cogscript.studio.hand import Hand, open_private
from cogscript.studio.live_picture import LivePicture
from cogscript.studio.recording_here import RecordingHere
from cogscript.studio.run_views import RunViews
from cogscript.studio.stage import Event, Stage
from cogscript.studio.workspace import WatchedFiles, Workspace

_LOOK_AROUND = 0.4
"""Seconds between two looks at the files that pages have open."""
_LIST_AGAIN = 5
"""Such looks between two listings of the folder."""

T = TypeVar("T")


class Page(Protocol):
    """A page that is connected."""

    open: dict[str, str]
    """The files that it has open, each with the stamp of the text it knows."""
    watches: bool
    """Whether it shows the live picture."""

    @property
    def awaits_picture(self) -> bool:
        """Whether it has drawn what it was sent."""

    def tell(self, event: Event) -> None: ...
    def show(self, frame: bytes) -> None: ...


class Studio:
    def __init__(self, folder: Path, shown: Sequence[Path] = ()) -> None:
        self.workspace = Workspace(folder)
        self.watched = WatchedFiles(self.workspace)
        self.stage = Stage(self.workspace.root, self._heard)
        self.recording = RecordingHere(self.tell)
        self.runs = RunViews(self.workspace.root, runs_folder())
        self.shown = [self.runs.admit(folder) for folder in shown]
        """Runs that were asked for when the studio was started: the page shows the first at once."""
        self.pages: set[Page] = set()
        self._live: LivePicture | None = None
        self._hand: Hand | None = None
        self._hands = ThreadPoolExecutor(1, "hand")
        """One thread: the hand's connection is one."""
        self._listed: list[str] = []
        self._around: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()

    def begin(self) -> None:
        self._around = asyncio.create_task(self._look_around())

    async def close(self) -> None:
        if self._around is not None:
            self._around.cancel()
        self._end_pictures()
        await self.recording.close()
        await self.by_hand(self._let_hand_go)
        await self.stage.close()
        self._hands.shutdown(wait=False)

    # --- pages ----------------------------------------------------------------------------------------

    def join(self, page: Page) -> None:
        self.pages.add(page)

    def leave(self, page: Page) -> None:
        self.pages.discard(page)
        self.look_after_pictures()

    def tell(self, event: Event, *, but: Page | None = None) -> None:
        for page in self.pages:
            if page is not but:
                page.tell(event)

    def _heard(self, event: Event) -> None:
        if event["event"] == "frame":
            self._show(base64.b64decode(event["data"]))
            return
        if event["event"] in ("screen-opened", "surface-shown", "surface-gone"):
            self.look_after_pictures()
        elif event["event"] == "screen-closed":
            self._end_pictures()
            self._hands.submit(self._let_hand_go)
        elif self._live is not None:
            self._live.stir()
        self.tell(event)

    # --- files ----------------------------------------------------------------------------------------

    def list_files(self) -> list[str]:
        self._listed = self.workspace.listed()
        return self._listed

    async def _look_around(self) -> None:
        """Tell pages what others did to the files that they have open, and to the folder."""
        for turn in range(1_000_000_000):
            await asyncio.sleep(_LOOK_AROUND)
            if not self.pages:
                continue
            with contextlib.suppress(Fault, OSError):
                self.watched.forget_all_but({path for page in self.pages for path in page.open})
                for path in self.watched.changed():
                    self.tell_of_file(path)
                if turn % _LIST_AGAIN == 0:
                    before = self._listed
                    if self.list_files() != before:
                        self.tell({"event": "files", "files": self._listed})

    def tell_of_file(self, path: str, but: Page | None = None) -> None:
        """Tell the pages that have another text of it."""
        try:
            now = self.workspace.read(path)
        except Fault as fault:
            for page in self.pages:
                if page is not but and path in page.open:
                    page.tell({"event": "file-gone", "path": path, "message": fault.reason})
                    page.open[path] = ""  # should it come back, that is news
            return
        for page in self.pages:
            if page is not but and page.open.get(path) not in (None, now.stamp):
                page.tell({"event": "file-changed", "path": path, "text": now.text, "stamp": now.stamp})
                page.open[path] = now.stamp

    # --- the screen -----------------------------------------------------------------------------------

    def look_after_pictures(self) -> None:
        """There is a live picture when there is a screen and somebody looks at it."""
        watched = any(page.watches for page in self.pages)
        other = self.stage.shown is not None  # a run on another surface: its picture is the one that counts
        if other:
            self._watching = asyncio.create_task(self._watch_run(watched))
        wanted = self.stage.environment is not None and watched and not other
        if wanted and self._live is None:
            environment = dict(self.stage.environment or {})
            self._live = LivePicture(
                lambda: open_private(environment, load_settings()),
                self._is_awaited,
                lambda frame: self._soon(self._show, frame),
                lambda reason: self._soon(self.tell, {"event": "no-picture", "message": reason}),
            )
        elif wanted and self._live is not None:
            self._live.begin_again()
        elif not wanted:
            self._end_pictures()

    async def _watch_run(self, on: bool) -> None:
        with contextlib.suppress(Fault):
            await self.stage.watch(on)

    def _end_pictures(self) -> None:
        if self._live is not None:
            self._live.close()
            self._live = None

    def _soon(self, act: Callable[..., None], *values: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(act, *values)

    def _is_awaited(self) -> bool:
        watching = [page for page in list(self.pages) if page.watches]
        return bool(watching) and all(page.awaits_picture for page in watching)

    def _show(self, frame: bytes) -> None:
        for page in self.pages:
            if page.watches:
                page.show(frame)

    async def by_hand(self, act: Callable[[], T]) -> T:
        """Do something with the hand, in its thread."""
        return await self._loop.run_in_executor(self._hands, act)

    def hand(self) -> Hand:
        """Only in the hand's thread."""
        if self.stage.shown is not None:
            raise Fault("not-here", "the run works elsewhere: only the private screen can be used from here")
        if self._hand is None:
            if self.stage.environment is None:
                raise Fault("no-screen", "there is no private screen: open it first")
            self._hand = Hand(open_private(self.stage.environment, load_settings()))
        if self._live is not None:
            self._live.stir()
        return self._hand

    def _let_hand_go(self) -> None:
        hand, self._hand = self._hand, None
        if hand is not None:
            with contextlib.suppress(Fault):
                hand.close()

    def picture(self, asked: dict[str, str]) -> tuple[str, bytes]:
        return self.runs.picture(asked.get("run", ""), asked.get("path", ""), int(asked.get("width") or 0))

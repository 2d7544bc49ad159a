"""The tabs of a browser: each with what is under way in it, and which one is in front."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.browser.browser_faults import has_left
from cogscript.surfaces.browser.dialogs import PageDialog
from cogscript.surfaces.browser.page_scripts import HOME, page_script

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Download, FileChooser, Frame, Page, Request

T = TypeVar("T")
_SEEN_HOLDS = 0.3
"""Seconds for which what showed when a page became ready is what shows."""
_ANSWERS_COME = 1.5
"""Seconds that one of a script's own requests is waited for."""
_COMES = 1.5
"""Seconds in which the page of a new tab is expected."""
_TITLE_HOLDS = 0.25
"""Seconds for which a title that was just seen counts as the page's."""
PRINTS = "__cogscript_prints"
"""What a page calls when it prints."""
_CLOSES = 1.0
"""Seconds in which it is known that a tab has closed."""


class PageSeen(NamedTuple):
    """What showed in a page at one moment, as its script tells it."""

    at: float
    main: str
    inner: Any = None
    """Of the frames in it, if they were asked."""


@dataclass(eq=False)
class Tab:
    page: Page
    number: int
    opener: Tab | None = None
    dialog: PageDialog | None = None
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while a dialog is open."""
    crashed: bool = False
    leaving: set[Request] = field(default_factory=set)
    """Requests for another page that are not answered yet."""
    loading: dict[Request, float] = field(default_factory=dict)
    """What scripts have asked for and have not got yet, and when they asked."""
    visits: int = 0
    """How many pages it has shown."""
    moves: int = 0
    """How often its address changed: a page may change it without leaving."""
    asked_for: bool = False
    """Whether another page was asked for since the last one came."""
    chooser: FileChooser | None = None
    seen: PageSeen | None = None
    """What showed when the page became ready, for whoever looks next; gone with what is done."""
    wire: CDPSession | None = None
    """Chromium's own protocol for this page, once it was needed."""
    loads: bool = False
    """Whether its page was still loading when the time of LAUNCH was up."""
    title: str = ""
    """As it was last seen: asking a page that hangs would hang, too."""
    titling: asyncio.Task[None] | None = None
    """The question for the title of a page that has just come, if nobody needed it yet."""
    view: Size | None = None
    """What shows of its page, in the page's own pixels: the window of a browser that was attached to."""
    titled: float = -1.0
    """When that was."""
    completed: int = -1
    """Which of its pages is known to be loaded: the number of visits then."""
    came: float = field(default_factory=time.monotonic)

    def note_title(self, title: str) -> None:
        self.title, self.titled = title, time.monotonic()

    @property
    def title_is_old(self) -> bool:
        return time.monotonic() - self.titled > _TITLE_HOLDS

    @property
    def may_be_coming(self) -> bool:
        """Whether a page has just opened it: it is blank before its own page comes."""
        return self.opener is not None and time.monotonic() - self.came < _COMES

    @property
    def awaits_answers(self) -> bool:
        """Whether scripts wait for something; some pages keep a question open all the time."""
        now = time.monotonic()
        return any(now - since < _ANSWERS_COME for since in list(self.loading.values()))

    async def until_answered(self) -> None:
        """A click on a field may be what makes a page load the script that the field needs."""
        while self.awaits_answers and self.dialog is None:
            await asyncio.sleep(0.01)

    def take_seen(self) -> PageSeen | None:
        """What showed when the page became ready, if that was just now; once."""
        seen, self.seen = self.seen, None
        return seen if seen is not None and time.monotonic() - seen.at < _SEEN_HOLDS else None

    async def until_left(self) -> None:
        """Another page is on its way: until the browser tells of it."""
        end = time.monotonic() + _COMES
        before = self.visits
        while not self.leaving and self.visits == before and time.monotonic() < end:
            await asyncio.sleep(0.01)

    async def ask(self, expression: str, argument: Any = None, frame: Frame | None = None) -> Any:
        """Call our script in the page; asked again of the new page when the old one left meanwhile."""
        where = frame or self.page.main_frame
        self.seen = None
        for attempt in range(3):
            try:
                return await where.evaluate(f"a => {HOME}.{expression}", argument)
            except Exception as error:
                if "of undefined" in str(error) or "is undefined" in str(error):
                    await where.evaluate(page_script())
                elif not has_left(error) or attempt == 2 or frame is not None:
                    raise
                else:
                    with contextlib.suppress(Exception):
                        await where.wait_for_load_state("domcontentloaded", timeout=5000)
        return None


class Tabs:
    """All tabs of one context; a new one comes to the front. Everything here happens in the loop's thread."""

    def __init__(self, downloads: Callable[[], Path]) -> None:
        self.all: list[Tab] = []
        self.front: Tab | None = None
        self.news: list[str] = []
        """What people should be told."""
        self.saving: set[str] = set()
        """Downloads that are under way."""
        self._promised: set[Path] = set()
        """Files that downloads of this browser go to: one that is under way is not there yet."""
        self._count = 0
        self._unseen = False
        self._downloads = downloads
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, context: BrowserContext) -> None:
        context.on("page", self._came)
        for page in context.pages:
            self.add(page)

    def _came(self, page: Page) -> None:
        if not self._unseen:
            self.add(page)

    @contextlib.contextmanager
    def unseen(self) -> Iterator[None]:
        """A page that is opened meanwhile is no tab of the run."""
        self._unseen = True
        try:
            yield
        finally:
            self._unseen = False

    def of(self, page: Page | None) -> Tab | None:
        return next((tab for tab in self.all if tab.page is page), None)

    def add(self, page: Page) -> Tab:
        known = self.of(page)
        if known is not None:
            return known
        self._count += 1
        tab = Tab(page, self._count)
        self.all.append(tab)
        if self.front is not None:
            tab.opener = self.front
            self.news.append("a new tab opened and is now the current one")
        self.front = tab
        page.on("close", lambda _: self._closed(tab))
        page.on("crash", lambda _: setattr(tab, "crashed", True))
        page.on("dialog", lambda dialog: self._asks(tab, dialog))
        page.on("filechooser", lambda chooser: setattr(tab, "chooser", chooser))
        page.on("download", lambda download: self._start(self._save(download)))
        page.on("request", lambda request: _began(tab, request))
        page.on("requestfinished", lambda request: _ended(tab, request))
        page.on("requestfailed", lambda request: _ended(tab, request))
        page.on("framenavigated", lambda frame: _navigated(tab, frame))
        return tab

    def _closed(self, tab: Tab) -> None:
        if tab in self.all:
            self.all.remove(tab)
        if self.front is tab:
            before = tab.opener if tab.opener in self.all else None
            self.front = before or (self.all[-1] if self.all else None)
            if self.front is not None:
                self.news.append("the tab was closed; the one before it is the current one again")

    def _asks(self, tab: Tab, dialog: Any) -> None:
        viewport = tab.page.viewport_size
        asked = PageDialog(dialog, dialog.type, dialog.message, dialog.default_value or "")
        if viewport is not None:
            asked.size = Size(viewport["width"], viewport["height"])
        elif tab.view is not None:
            asked.size = tab.view
        tab.dialog = asked
        tab.asked.set()

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _save(self, download: Download) -> None:
        name = Path(download.suggested_filename).name or "download"
        await self._keep(name, "downloaded", "the download", lambda path: download.save_as(path))

    def prints(self, page: Page) -> None:
        """A page that prints gives a file, as a person who chooses "save as PDF" gets."""
        tab = self.of(page)
        if tab is None:
            return
        browser = page.context.browser
        # Firefox opens a tab for it, and hangs.
        if browser is None or browser.browser_type.name != "chromium":
            self.news.append("the page asks to be printed, which is done into a file in Chromium only")
            return
        name = (re.sub(r"[^\w. -]+", "_", tab.title).strip() or "page") + ".pdf"
        self._start(self._keep(name, "printed", "printing to", lambda path: page.pdf(path=path)))

    async def _keep(
        self, name: str, done: str, what: str, save: Callable[[Path], Coroutine[Any, Any, object]]
    ) -> None:
        """Save a file in the run's folder, and tell of it."""
        self.saving.add(name)
        try:
            folder = self._downloads()
            folder.mkdir(parents=True, exist_ok=True)
            path = _free(folder / name, self._promised)
            self._promised.add(path)
            await save(path)
            self.news.append(f"{done}: {path}")
        except Exception as error:
            self.news.append(f"{what} {name} failed: {str(error).splitlines()[0]}")
        finally:
            self.saving.discard(name)


async def until_asked(tab: Tab, work: Coroutine[Any, Any, T]) -> T | None:
    """Wait until something is done, or a dialog stands in its way: it goes on when that is answered."""
    doing = asyncio.ensure_future(work)
    asked = asyncio.ensure_future(tab.asked.wait())
    await asyncio.wait({doing, asked}, return_when=asyncio.FIRST_COMPLETED)
    asked.cancel()
    if doing.done():
        return doing.result()
    doing.add_done_callback(lambda done: done.cancelled() or done.exception())
    return None


async def hear(tab: Tab) -> None:
    """Everything that the page did until now has been told when it answers."""
    with contextlib.suppress(Exception):  # it has been left meanwhile, which is what is asked
        await tab.page.evaluate("0")


def has_closed(tabs: Tabs, tab: Tab) -> bool:
    """Whether a tab is gone and others are there; told a moment after what was done in it fails."""
    end = time.monotonic() + _CLOSES
    while tab in tabs.all and time.monotonic() < end:
        time.sleep(0.02)
    return tab not in tabs.all and bool(tabs.all)


def with_front(front: Callable[[], Tab], do: Callable[[Tab], T]) -> T:
    """Do something with the tab in front; with the next one, when that one closes itself meanwhile."""
    tab = front()
    try:
        return do(tab)
    except Fault as fault:
        if fault.code != "page-gone":
            raise
        end = time.monotonic() + _CLOSES
        while (now := front()) is tab:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
        return do(now)


def _free(path: Path, promised: set[Path]) -> Path:
    """A name that nothing has yet: a download is overwritten neither by a later one nor by one beside it."""
    number, free = 1, path
    while free.exists() or free in promised:
        free = path.with_stem(f"{path.stem} ({number})")
        number += 1
    return free


def _began(tab: Tab, request: Request) -> None:
    if request.is_navigation_request() and request.frame is tab.page.main_frame:
        tab.leaving.add(request)
        tab.asked_for = True
    elif request.resource_type in ("fetch", "xhr", "script"):
        tab.loading[request] = time.monotonic()


def _ended(tab: Tab, request: Request) -> None:
    tab.leaving.discard(request)
    tab.loading.pop(request, None)


def _navigated(tab: Tab, frame: Frame) -> None:
    """The address changed: another page came, or a script of this one, which asks for nothing, changed it."""
    if frame is not tab.page.main_frame:
        return
    tab.moves += 1
    if tab.asked_for or not frame.url.startswith(("http:", "https:")):
        tab.asked_for = False
        tab.visits += 1
        tab.leaving.clear()
        tab.loading.clear()

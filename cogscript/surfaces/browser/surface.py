"""A browser as a surface: what is in front is the page of its current tab."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.model.box import Point, Rect, Size
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.browser.engine import ANSWER_LIMIT
from cogscript.surfaces.browser.opening import Opened, default_downloads, open_browser
from cogscript.surfaces.browser.page_elements import PageElements
from cogscript.surfaces.browser.page_hands import PageHands
from cogscript.surfaces.browser.page_readiness import PageReadiness
from cogscript.surfaces.browser.tabs import PRINTS, Tab, Tabs, has_closed, until_asked, with_front
from cogscript.surfaces.capabilities import DeviceButtons, Pixels, Programs, Window, Windows
from cogscript.surfaces.key_presses import press_as_button
from cogscript.surfaces.links import checked_link, site_of
from cogscript.surfaces.protocol import SETTLE_LIMIT

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.async_api import CDPSession

    from cogscript.settings import Settings
    from cogscript.surfaces.elements import Elements

_ERROR_PAGE = re.compile("^(chrome-error|about:neterror)")
_ERROR_PAGE_LIMIT = 1000
"""Milliseconds."""
CAPTURE_LIMIT = 30.0
"""Seconds for a picture: the first one of a large page takes its time."""
SETTLING_LIMIT = 30.0
"""Seconds for a page to say that it is ready, or is not: one that computes without end says nothing."""


class BrowserSurface(PageHands, Pixels, Programs, Windows, DeviceButtons):
    name = "browser"
    fields_tell_all = True
    asks_guard = True

    def __init__(self, settings: Settings, size: Size) -> None:
        super().__init__(settings, size)
        self._last_picture: Image | None = None
        self.tabs = Tabs(self._downloads_folder)
        self._elements = PageElements(self.engine, self._front)
        try:
            self._opened: Opened = self.engine.run(open_browser(settings, size), 60, "the browser")
            self.engine.run(self._begin(), 60, "the browser")
            browser = self._opened.context.browser
            self._is_chromium = browser is not None and browser.browser_type.name == "chromium"
        except BaseException:
            self.engine.close()
            raise

    async def _watch(self) -> None:
        context = self._opened.context
        self.tabs.watch(context)
        await context.expose_binding(PRINTS, lambda source: self.tabs.prints(source["page"]))

    async def _begin(self) -> None:
        await self._watch()
        if not self.tabs.all:
            self.tabs.add(await self._opened.context.new_page())
        if self._opened.attached:
            front = self.tabs.all[-1]
            front.view = Size(*await front.page.evaluate("[innerWidth, innerHeight]"))
        self._told_tabs()

    def _told_tabs(self) -> None:
        self.tabs.news.clear()

    def _downloads_folder(self) -> Path:
        chosen = self.settings.browser.downloads
        if chosen:
            return Path(chosen).expanduser()
        return self.files / "downloads" if self.files is not None else default_downloads()

    # --- what and where it is ---------------------------------------------------------------------

    @property
    def size(self) -> Size:
        tab = self.tabs.front
        view = tab.page.viewport_size if tab is not None else None
        if view:
            return Size(view["width"], view["height"])
        return (tab.view if tab is not None else None) or self._size

    @property
    def described(self) -> str:
        tab = self.tabs.front
        if tab is None:
            return "a browser without a page"
        return f"the page {shown(self._title(tab))}"

    def _title(self, tab: Tab) -> str:
        if tab.titling is not None:
            titling, tab.titling = tab.titling, None
            with contextlib.suppress(Fault):
                self.engine.run(_over(titling), 2)
        return tab.title or tab.page.url

    @property
    def elements(self) -> Elements:
        return self._elements

    def _front(self) -> Tab:
        """The tab in front; a Fault when there is none, or its page crashed."""
        tab = self.tabs.front
        if tab is None:
            raise Fault(
                "page-gone",
                "the browser has no page left: its last tab was closed, or it ended",
                "LAUNCH(url=…) opens a page again",
            )
        if tab.crashed:
            raise Fault("page-crashed", f"{self.described} has crashed", "LAUNCH(url=…) opens it anew")
        return tab

    def news(self) -> Sequence[str]:
        told, self.tabs.news[:] = list(self.tabs.news), []
        return told

    # --- looking ------------------------------------------------------------------------------------

    def capture(self, area: Rect | None = None) -> Image:
        tab, whole = self.tabs.front, self.size.rect
        area = (area or whole).overlap(whole)
        if not (area.width and area.height):
            raise Fault("off-screen", "the area to capture lies outside the page")
        if tab is None or tab.crashed or tab.dialog is not None:
            from PIL import Image

            blank = Image.new("RGB", (whole.width, whole.height), "white")
            if tab is None or tab.dialog is None:
                return blank.crop(area)
            return tab.dialog.painted(self._last_picture or blank).crop(area)  # one that asks draws nothing
        picture = with_front(self._front, lambda tab: self.engine.run(self._photograph(tab), CAPTURE_LIMIT))
        wanted = (whole.width, whole.height)
        picture = picture if picture.size == wanted else picture.resize(wanted)
        self._last_picture = picture
        return picture if area == whole else picture.crop(area)

    @contextlib.contextmanager
    def second_eye(self) -> Iterator[Callable[[], Image]]:
        """The browser answers any thread: it has one of its own."""
        yield self.capture

    async def _photograph(self, tab: Tab) -> Image:
        """Chromium is asked directly: Playwright's own way waits for fonts and frames that are there."""
        from PIL import Image

        wire = await self._wire(tab)
        if wire is None:
            data = await tab.page.screenshot(scale="css", caret="initial", animations="allow")
        else:  # the same picture in a third of the time
            asked = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": False}
            data = base64.b64decode((await wire.send("Page.captureScreenshot", asked))["data"])
        return Image.open(io.BytesIO(data)).convert("RGB")

    async def _wire(self, tab: Tab) -> CDPSession | None:
        if tab.wire is None and self._is_chromium:
            tab.wire = await self._opened.context.new_cdp_session(tab.page)
        return tab.wire

    def settle(self, limit: float = SETTLE_LIMIT, *, pointing: bool = True) -> float:
        began = time.monotonic()
        tab = self.tabs.front  # without a page there is nothing to wait for, and LAUNCH opens one
        if tab is not None and not tab.crashed and tab.dialog is None:
            scrolled, self._moved_from = self._moved_from is not None, None
            questions = self._elements.questions

            def wait(tab: Tab) -> None:
                ready = PageReadiness(tab, questions)
                self.engine.run(ready.wait(limit, pointing=pointing, scrolled=scrolled), SETTLING_LIMIT)

            with_front(self._front, wait)
        return time.monotonic() - began

    def await_effect(self, limit: float = SETTLE_LIMIT) -> None:
        """What the last step set going: the next page, a download."""
        self.settle(limit)
        end = time.monotonic() + self.settings.launch.timeout
        while self.tabs.saving and time.monotonic() < end:
            time.sleep(0.05)

    def unfinished(self) -> Fault | None:
        names = ", ".join(sorted(self.tabs.saving))
        if not names:
            return None
        return Fault(
            "download",
            f"the download of {names} was still going on {self.settings.launch.timeout:g} s after the last "
            "step: it is not kept",
            "a longer launch.timeout in the settings file waits longer; the server may never finish it",
        )

    def owners(self, at: Point | None = None) -> Sequence[str]:
        """The site of the page in front, and the browser as a whole."""
        tab = self.tabs.front
        return self.opened_by(tab.page.url) if tab is not None else ("browser",)

    def opened_by(self, url: str) -> Sequence[str]:
        host = site_of(url)
        return (host, "browser") if host else ("browser",)

    # --- pages ------------------------------------------------------------------------------------------

    def launch_app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window | None:
        raise Fault(
            "launch",
            f"{shown(name)} cannot be started in a browser: here there are only pages",
            "LAUNCH(url=…) opens a page",
        )

    def launch_url(self, url: str, timeout: float) -> Window | None:
        link = checked_link(url, self.settings.launch.schemes)
        if self.tabs.front is None or self.tabs.front.crashed:
            self._new_tab()
        tab = self._front()
        try:
            self.engine.run(self._go(tab, link, timeout), timeout + ANSWER_LIMIT)
        except Fault as fault:
            if fault.code != "page-gone":
                raise
            self._new_tab()  # it was on its way out
            tab = self._front()
            self.engine.run(self._go(tab, link, timeout), timeout + ANSWER_LIMIT)
        if tab.dialog is not None and tab.dialog.kind == "beforeunload":
            raise Fault(
                "dialog",
                f"{self.described} asks first whether it may be left, so `{link}` is not open yet",
                "CLICK(element_info='Leave') goes on, CLICK(element_info='Stay') does not",
            )
        title = self._title(tab) if tab.loads else tab.page.url
        return Window(tab.number, title, self.size.rect, active=True, loading=tab.loads)

    async def _go(self, tab: Tab, link: str, timeout: float) -> None:
        from playwright.async_api import Error, TimeoutError

        tab.loads, tab.titling = False, None
        tab.page.once("domcontentloaded", lambda _: _ask_title(tab))
        try:
            going = tab.page.goto(link, wait_until="load", timeout=timeout * 1000)
            await until_asked(tab, going)
            tab.completed = tab.visits
        except TimeoutError:
            tab.loads = True
            if tab.page.url == "about:blank":
                await self._stop_loading(tab)
                raise Fault(
                    "page",
                    f"`{link}` has not answered within {timeout:g} s",
                    "see whether the server runs; a longer launch.timeout in the settings file waits longer",
                ) from None
        except Error as error:
            # A link that is a file to be saved is no page, and still what was asked for.
            if "Download is starting" not in str(error) and "ERR_ABORTED" not in str(error):
                # The browser's own page about it comes a moment later, and would break off what is next.
                with contextlib.suppress(Error):
                    await tab.page.wait_for_url(_ERROR_PAGE, wait_until="commit", timeout=_ERROR_PAGE_LIMIT)
                raise
        if tab.titling is None:
            _ask_title(tab)

    async def _stop_loading(self, tab: Tab) -> None:
        """Give up a page that does not come: until then the one before it answers nothing."""
        tab.leaving.clear()
        with contextlib.suppress(Exception):
            wire = await self._wire(tab)
            if wire is not None:
                await wire.send("Page.stopLoading")

    def open_tab(self, url: str, timeout: float) -> Tab:
        """A page of its own: in the blank tab that a browser begins with, else in a new one."""
        link = checked_link(url, self.settings.launch.schemes)
        if self.tabs.front is None or self.tabs.front.page.url != "about:blank":
            self._new_tab()
        self.launch_url(link, timeout)
        return self._front()

    def listen(self, name: str, script: str, hear: Callable[[str], None]) -> None:
        """Run a script in every page, and hear what it tells by calling the function of that name."""
        self.engine.run(self._listen(name, script, hear))

    async def _listen(self, name: str, script: str, hear: Callable[[str], None]) -> None:
        await self._opened.context.expose_binding(name, lambda _, said: hear(str(said)))
        await self._opened.context.add_init_script(script)
        for tab in self.tabs.all:
            await tab.page.evaluate(script)

    def _new_tab(self) -> None:
        try:
            page = self.engine.run(self._opened.context.new_page())
        except Fault as fault:
            if fault.code != "page-gone":
                raise
            # Chromium ends with its last tab.
            self.engine.run(self._opened.close(), 20, "the browser")
            self._opened = self.engine.run(open_browser(self.settings, self._size), 60, "the browser")
            self.engine.run(self._watch())
            page = self.engine.run(self._opened.context.new_page())
        self.tabs.front = self.tabs.add(page)
        self._told_tabs()

    def show(self, tab: Tab) -> None:
        """Bring a tab to the front."""
        if self.tabs.front is not tab:
            self.tabs.front = tab
            self.engine.run(tab.page.bring_to_front())

    def go_back(self) -> None:
        from playwright.async_api import Error

        tab = self._front()
        limit = self.settings.launch.timeout
        try:
            before = tab.moves
            self.engine.run(tab.page.go_back(wait_until="load", timeout=limit * 1000), limit + 5)
        except Error as error:  # pragma: no cover
            raise Fault("go-back", str(error)) from error
        if tab.moves == before:
            raise Fault("go-back", f"there is no page before {self.described} to go back to")
        self.engine.run(_note_title(tab))

    def press_button(self, button: str) -> None:
        if button == "back":
            self.go_back()
        else:
            press_as_button(self, button, self.described)

    # --- tabs as windows ----------------------------------------------------------------------------------

    def windows(self) -> Sequence[Window]:
        asked = [tab for tab in self.tabs.all if tab.title_is_old and tab.dialog is None and not tab.crashed]
        if asked:
            with contextlib.suppress(Fault):
                self.engine.run(_note_titles(asked), 2)
        return [self._window(tab) for tab in self.tabs.all]

    def _window(self, tab: Tab) -> Window:
        return Window(tab.number, self._title(tab), self.size.rect, tab is self.tabs.front)

    def tab(self, number: int | str) -> Tab | None:
        return next((each for each in self.tabs.all if each.number == number), None)

    def describe(self, handle: int | str) -> Window | None:
        tab = self.tab(handle)
        return self._window(tab) if tab is not None else None

    def top_at(self, point: Point) -> int | str | None:
        return self.tabs.front.number if self.tabs.front is not None else None

    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> bool | None:
        tab = self.tab(window.handle)
        if tab is None:
            raise Fault("window-gone", f"the tab {shown(window.title)} is no longer there")
        if action == "activate":
            self.show(tab)
            return True
        if action == "close":
            self.engine.run(tab.page.close(run_before_unload=False))  # asks nothing, and ends what was asked
            return tab not in self.tabs.all or has_closed(self.tabs, tab)
        raise Fault("window", f"a tab cannot be told to {action}", "a tab can be activated and closed")

    # --- its end ----------------------------------------------------------------------------------------

    def close(self) -> None:
        opened = getattr(self, "_opened", None)
        if opened is not None:
            with contextlib.suppress(Fault):
                self.engine.run(opened.close(), 20, "the browser")
            del self._opened
        self.engine.close()


def _ask_title(tab: Tab) -> None:
    """Whoever needs it waits for it."""
    tab.titling = asyncio.ensure_future(_note_title(tab))


async def _over(task: asyncio.Task[None]) -> None:
    await asyncio.wait({task})


async def _note_titles(tabs: Sequence[Tab]) -> None:
    await asyncio.gather(*(_note_title(tab) for tab in tabs))


async def _note_title(tab: Tab) -> None:
    if tab.dialog is None:
        with contextlib.suppress(Exception):
            tab.note_title(await asyncio.wait_for(tab.page.title(), 1))

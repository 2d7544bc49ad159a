"""The page that IN(browser=…) names, as a surface of its own: in front whenever it is acted on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.browser.surface import BrowserSurface
from cogscript.surfaces.links import checked_link
from cogscript.surfaces.views import View

if TYPE_CHECKING:
    from cogscript.language.model.box import Rect
    from cogscript.surfaces.browser.tabs import Tab


class TabView(View):
    """Follows its page: a tab that the page opens takes its place, and gives it back when it closes."""

    name = "browser"

    def __init__(self, browser: BrowserSurface, tab: Tab) -> None:
        super().__init__(browser)
        self._browser = browser
        self._tab = tab

    @property
    def frame(self) -> Rect:
        return self._browser.size.rect

    @property
    def described(self) -> str:
        return self._browser.described

    def prepare(self) -> None:
        front = self._browser.tabs.front
        while self._tab not in self._browser.tabs.all:
            if self._tab.opener is None:
                raise Fault("page-gone", f"the page {shown(self._tab.title)} has gone: its tab was closed")
            self._tab = self._tab.opener
        if front is not None and _opened_by(front, self._tab):
            self._tab = front
        self._browser.show(self._tab)


def _opened_by(tab: Tab, opener: Tab) -> bool:
    above = tab.opener
    while above is not None and above is not opener:
        above = above.opener
    return above is opener


def page_named(browser: BrowserSurface, wanted: str, timeout: float) -> TabView:
    """The open page by its address or a part of its title; an address that no page shows is opened."""
    windows = browser.windows()
    tabs = {tab.number: tab for tab in browser.tabs.all}
    name = wanted.strip().casefold().rstrip("/")
    by_address = [tab for tab in tabs.values() if tab.page.url.casefold().rstrip("/") == name]
    whole = [tabs[int(each.handle)] for each in windows if each.title.casefold() == name]
    part = [tabs[int(each.handle)] for each in windows if name and name in each.title.casefold()]
    found = by_address or whole or part
    if len(found) == 1:
        browser.show(found[0])
        return TabView(browser, found[0])
    there = ", ".join(shown(each.title) for each in windows)
    if found:
        raise Fault(
            "target-ambiguous", f"{len(found)} pages match {shown(wanted)}: {there}", "give more of the title"
        )
    if not _is_address(wanted):
        raise Fault(
            "target-missing",
            f"no page is called {shown(wanted)}; there are: {there}",
            "give an address to open: IN(browser='https://…')",
        )
    link = checked_link(wanted, browser.settings.launch.schemes)
    return TabView(browser, browser.open_tab(link, timeout))


def _is_address(text: str) -> bool:
    host = text.strip().split("/")[0]
    return ":" in text or ("." in host and " " not in host) or host == "localhost"

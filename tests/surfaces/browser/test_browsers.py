"""Other browsers than a hidden Chromium of the run's own: Firefox, one that runs already, one to be seen."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogscript import Session
from cogscript.language.model.box import Rect
from cogscript.settings import BrowserSettings, RunSettings, Settings
from cogscript.surfaces import open_surface
from tests.conftest import wait_until


@contextmanager
def opened(**chosen: Any) -> Iterator[Any]:
    surface = open_surface("browser", settings=Settings(browser=BrowserSettings(**chosen)))
    try:
        yield surface
    finally:
        surface.close()


def do(surface: Any, *lines: str) -> None:
    with Session(screen=surface, journal=False) as session:
        for line in lines:
            step = session.perform(line)
            assert step.outcome == "ok", f"{line}: {step.error}"


@pytest.mark.drives_programs
def test_firefox_as_it_is_installed(site: str) -> None:
    with opened(program="firefox") as surface:
        do(
            surface,
            f"LAUNCH(url='{site}/shop.html')",
            "TYPE(element_info='Customer', text='王小明')",
            "SELECT(element_info='Colour', option='blue')",
            "CHECK(element_info='Gift')",
            "TYPE(element_info='Delivery', text='2026-12-24')",
            "CLICK(element_info='Send order')",
            "WAIT_FOR(test=VISIBLE(element_info='王小明|blue|2026-12-24|3||0|true|false|'), timeout=10)",
            "CLICK(element_info='Five stars')",
            "TYPE(element_info='Voucher', text='SAVE10')",
            "CLICK(element_info='Item 30')",
            "CLICK(element_info='Delete')\nCLICK(element_info='Cancel')",
            "CLICK(element_info='Terms')\nCLICK(element_info='Close this')",
            "CLICK(element_info='Next page')\nGO_BACK()",
            "ASSERT(test=VISIBLE(element_info='Order'))",
        )
        assert "INV-0411\t120.00\tApprove" in (surface.elements.own_text(surface.size.rect) or "")


@pytest.mark.drives_programs
def test_a_browser_that_runs_already_is_used_and_left_as_it_is(site: str, tmp_path: Path) -> None:
    words = ["chromium", "--headless", "--no-sandbox", "--remote-debugging-port=0", "--no-first-run",
             f"--user-data-dir={tmp_path}", "--window-size=1000,700", f"{site}/second.html"]  # fmt: skip
    running = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    try:
        port = tmp_path / "DevToolsActivePort"
        wait_until(lambda: port.exists() and port.read_text().count("\n"), what="Chromium's port")
        with opened(attach=f"http://127.0.0.1:{port.read_text().splitlines()[0]}") as surface:
            assert surface.size.width <= 1000, "boxes are parts of its own window"
            do(surface, "TYPE(element_info='City', text='Wien')")
            assert surface.capture().size == tuple(surface.size)
        assert running.poll() is None
        with opened(attach=f"http://127.0.0.1:{port.read_text().splitlines()[0]}") as surface:
            assert surface.elements.find("City")[0].value == "Wien"
    finally:
        running.terminate()
        running.wait(20)


@pytest.mark.drives_programs
def test_what_pages_keep_is_kept_in_the_persons_own_profile_only(
    site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COGSCRIPT_HOME", str(tmp_path))

    def visits(profile: str) -> int:
        surface: Any = open_surface("browser", settings=Settings(run=RunSettings(profile=profile)))
        try:
            surface.launch_url(f"{site}/terms.html", 20)
            counted = "localStorage.visits = Number(localStorage.visits ?? 0) + 1"
            return int(surface.engine.run(surface.tabs.front.page.evaluate(counted)))
        finally:
            surface.close()

    assert [visits("own"), visits("own"), visits("private")] == [1, 2, 1]


@pytest.mark.drives_programs
def test_two_pixels_of_the_device_to_one_of_the_page(site: str) -> None:
    with opened(scale=2.0) as surface:
        do(surface, f"LAUNCH(url='{site}/shop.html')", "CLICK(element_info='Approve', near='INV-0412')")
        assert surface.capture().size == (1280, 800), "boxes and pictures are in the page's own pixels"
        do(surface, "ASSERT(test=VISIBLE(element_info='approved 0412'))")


@pytest.mark.drives_programs
def test_a_browser_to_be_seen_has_a_window(virtual: Any, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "XAUTHORITY"):
        monkeypatch.setenv(name, virtual.environment[name])
    with opened(visible=True) as surface:
        do(surface, f"LAUNCH(url='{site}/shop.html')", "CLICK(element_info='Five stars')")
        titles = wait_until(lambda: [each.title for each in virtual.windows()], what="its window")
        assert any("Shop" in title for title in titles)
        do(surface, "ASSERT(test=VISIBLE(element_info='rated'))")


@pytest.mark.drives_programs
def test_a_page_says_its_own_text(perform: Any, browser: Any) -> None:
    """Exactly, in its own order, and to its end without scrolling; what is covered is not said."""
    table = next(each for each in browser.elements.snapshot().elements if each.role == "table")
    rows = ["Invoice\tTotal", "INV-0411\t120.00\tApprove", "INV-0412\t75.50\tApprove"]
    assert browser.elements.own_text(table.rect) == "\n".join(rows)
    listed = next(each for each in browser.elements.snapshot().elements if each.role == "list")
    shown = browser.elements.own_text(listed.rect).split("\n")
    assert shown == ["Item 1", "Item 2", "Item 3"]
    everything = browser.elements.own_text(listed.rect, to_the_end=True).split("\n")
    assert everything == [f"Item {number}" for number in range(1, 41)]
    perform("TYPE(element_info='Password', text='hunter2')")
    perform("QUOTE_TEXT(box=[[000,000,999,999]], output='__CogName_all__', auto_scroll=True)")
    whole = browser.elements.own_text(browser.size.rect, to_the_end=True)
    assert "hunter2" not in whole
    assert whole.endswith("Far below")
    assert browser.elements.own_text(Rect(1000, 700, 1200, 790)) is None, "there is nothing: pixels are read"


@pytest.mark.drives_programs
def test_the_clipboard_and_printing(perform: Any, browser: Any, tmp_path: Path) -> None:
    browser.files = tmp_path
    perform("SET_CLIPBOARD(text='von 剪贴板')")
    perform("CLICK(element_info='Customer')\nGESTURE(keys='Ctrl+V')")
    assert browser.elements.find("Customer")[0].value == "von 剪贴板"
    perform("GESTURE(keys='Ctrl+A')\nGESTURE(keys='Ctrl+C')")
    assert browser.clipboard() == "von 剪贴板"
    assert len(browser.tabs.all) == 1
    browser.engine.run(browser.tabs.front.page.evaluate("window.print()"))
    browser.await_effect()
    assert (tmp_path / "downloads" / "Shop.pdf").read_bytes().startswith(b"%PDF")


def test_a_firefox_that_playwright_cannot_drive_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from playwright.async_api import Error

    from cogscript.language.model.diagnostic import Fault
    from cogscript.surfaces.browser import opening

    async def refuses(*_: object) -> None:
        raise Error("Protocol error (emulation.setMediaFeaturesOverride): unknown command")

    monkeypatch.setattr(opening, "_start", refuses)
    settings = replace(Settings(), browser=BrowserSettings(program="firefox"))
    with pytest.raises(Fault, match="does not know what the Playwright that is installed asks of it"):
        open_surface("browser", settings=settings)

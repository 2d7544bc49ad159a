"""Starting a browser, or attaching to one that runs: what is opened, and closed again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Fault
from cogscript.settings import data_folder
from cogscript.surfaces.browser.installed import find_browser, require_playwright
from cogscript.surfaces.browser.page_scripts import page_script

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

    from cogscript.language.model.box import Size
    from cogscript.settings import Settings
    from cogscript.surfaces.browser.installed import InstalledBrowser

_START_LIMIT = 30_000
"""Milliseconds a browser may take to start."""
_CLOSE_LIMIT = 5.0
_OPTIONS = ["--no-first-run", "--no-default-browser-check", "--password-store=basic",
            "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
_FIREFOX_AS_IT_IS = "moz-firefox"
"""Playwright's name for a Firefox that was not built for it: it then speaks WebDriver BiDi."""
_FIREFOX_OPTIONS = {"browser.sessionhistory.max_total_viewers": 0, "fission.bfcacheInParent": False}
"""A page that is gone back to is loaded anew: one that Firefox has kept comes back without telling."""


@dataclass(slots=True)
class Opened:
    playwright: Playwright
    context: BrowserContext
    browser: Browser | None
    """None where the context is the whole browser: one with a profile of its own."""
    attached: bool = False
    """Whether somebody else started it, and goes on using it."""
    leavings: tempfile.TemporaryDirectory[str] | None = None
    """What the browser writes elsewhere than in its profile: it goes with the run."""

    async def close(self) -> None:
        """Close what was opened here; a browser that was attached to stays as it is. None of it may hang."""
        parts = [] if self.attached else [self.context.close()]
        parts += [self.browser.close()] if self.browser is not None else []
        for part in (*parts, self.playwright.stop()):
            with contextlib.suppress(Exception):
                await asyncio.wait_for(part, _CLOSE_LIMIT)
        if self.leavings is not None:
            self.leavings.cleanup()


async def open_browser(settings: Settings, size: Size) -> Opened:
    require_playwright()
    from playwright.async_api import async_playwright

    playwright = await async_playwright().start()
    try:
        opened = await _open(playwright, settings, size)
        await opened.context.add_init_script(page_script())
    except BaseException:
        await playwright.stop()
        raise
    return opened


async def _open(playwright: Playwright, settings: Settings, size: Size) -> Opened:
    from playwright.async_api import Error

    chosen = settings.browser
    if chosen.attach:
        return await _attach(playwright, chosen.attach)
    found = find_browser(chosen.program)
    try:
        return await _start(playwright, found, settings, size)
    except Error as error:
        if "unknown command" not in str(error):
            raise
        raise Fault(
            "browser-missing",
            f"`{found.path}` does not know what the Playwright that is installed asks of it",
            "take a newer Firefox, a Chromium, Chrome or Edge, or: pip install 'cogscript[browser]'",
        ) from error


async def _start(playwright: Playwright, found: InstalledBrowser, settings: Settings, size: Size) -> Opened:
    launcher = getattr(playwright, found.make)
    start = _start_options(found, visible=settings.browser.visible)
    view: dict[str, Any] = {
        "viewport": {"width": size.width, "height": size.height},
        "device_scale_factor": settings.browser.scale,
        "ignore_https_errors": settings.browser.accept_certificates,
        "accept_downloads": True,
    }
    if settings.run.profile == "own":
        folder = data_folder() / f"{found.make}-profile"
        context = await launcher.launch_persistent_context(str(folder), **start, **view)
        return Opened(playwright, context, None)
    # Chromium writes crash reports and keys beside the profile, too.
    leavings = tempfile.TemporaryDirectory(prefix="cogscript-browser-", ignore_cleanup_errors=True)
    start["env"] = {**os.environ, "XDG_CONFIG_HOME": leavings.name, "XDG_CACHE_HOME": leavings.name}
    browser = await launcher.launch(**start)
    return Opened(playwright, await browser.new_context(**view), browser, leavings=leavings)


def _start_options(found: InstalledBrowser, *, visible: bool) -> dict[str, Any]:
    start: dict[str, Any] = {
        "executable_path": found.path,
        "headless": not visible,
        "timeout": _START_LIMIT,
        "handle_sigint": False,  # a person's Ctrl+C stops the run, which closes the browser in order
        "handle_sigterm": False,
        "handle_sighup": False,
    }
    if found.make == "chromium":
        start |= {"args": _OPTIONS, "chromium_sandbox": hasattr(os, "geteuid") and os.geteuid() != 0}
    elif found.path is not None:
        start |= {"channel": _FIREFOX_AS_IT_IS, "firefox_user_prefs": _FIREFOX_OPTIONS}
    return start


async def _attach(playwright: Playwright, address: str) -> Opened:
    try:
        browser = await playwright.chromium.connect_over_cdp(address, timeout=_START_LIMIT)
    except Exception as error:
        raise Fault(
            "browser-missing",
            f"no browser answers at `{address}`, which browser.attach in the settings file names",
            "start it with --remote-debugging-port=9222 and give http://127.0.0.1:9222",
        ) from error
    context = browser.contexts[0] if browser.contexts else await browser.new_context()
    return Opened(playwright, context, browser, attached=True)


def default_downloads() -> Path:
    """Where downloads go when no run keeps them."""
    return Path.home() / "Downloads"

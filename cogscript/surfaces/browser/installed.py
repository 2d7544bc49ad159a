"""Which browser is driven: the one the settings name, one that is installed, or Playwright's own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Literal, NamedTuple

from cogscript.language.model.diagnostic import Fault

Make = Literal["chromium", "firefox"]

_NAMES: dict[str, tuple[str, ...]] = {
    "linux": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge",
              "firefox", "firefox-esr"),
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
    ),
    "win32": (
        r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
        r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
        r"%ProgramFiles%\Microsoft\Edge\Application\msedge.exe",
        r"%ProgramFiles%\Mozilla Firefox\firefox.exe",
    ),
}  # fmt: skip
"""Where a system keeps the browsers that Playwright can drive as they are."""


class InstalledBrowser(NamedTuple):
    make: Make
    path: str | None
    """None for the one that Playwright brings."""


def has_playwright() -> bool:
    return importlib.util.find_spec("playwright") is not None


def require_playwright() -> None:
    if not has_playwright():
        raise Fault(
            "browser-missing",
            "pages are driven through Playwright, which is not installed",
            "pip install 'cogscript[browser]'",
        )


def find_browser(program: str) -> InstalledBrowser:
    """The browser to start; a Fault when there is none that can be driven."""
    require_playwright()
    if program:
        path = shutil.which(os.path.expanduser(program))
        if path is None:
            raise Fault(
                "browser-missing",
                f"there is no browser `{program}`, which browser.program in the settings file names",
                "give the path of a Chromium, Chrome, Edge or Firefox, or leave the setting out",
            )
        return InstalledBrowser(_make(path), path)
    for name in _NAMES.get(sys.platform, _NAMES["linux"]):
        found = shutil.which(os.path.expandvars(name))
        if found is not None:
            return InstalledBrowser(_make(found), found)
    own = _playwrights_own()
    if own is None:
        raise Fault(
            "browser-missing",
            "there is no browser here that can be driven: no Chromium, Chrome, Edge or Firefox",
            "install one, or Playwright's own: playwright install chromium",
        )
    return own


def _make(path: str) -> Make:
    return "firefox" if "firefox" in Path(path).name.lower() else "chromium"


def _playwrights_own() -> InstalledBrowser | None:
    """Its browsers lie in a folder a version; which one it takes it knows itself."""
    folders = {
        "linux": "~/.cache/ms-playwright",
        "darwin": "~/Library/Caches/ms-playwright",
        "win32": r"%USERPROFILE%\AppData\Local\ms-playwright",
    }
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or folders.get(sys.platform, folders["linux"])
    folder = Path(os.path.expandvars(os.path.expanduser(chosen)))
    makes: tuple[Make, ...] = ("chromium", "firefox")
    return next((InstalledBrowser(make, None) for make in makes if any(folder.glob(f"{make}-*"))), None)

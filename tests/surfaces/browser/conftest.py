"""A real Chromium without a window, and a small site on this computer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cogscript import Session
from cogscript.records.step import Step
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.local_site import served


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    surface = open_surface("browser", settings=Settings())
    yield surface
    surface.close()


@pytest.fixture
def perform(browser: Any, site: str) -> Iterator[Callable[[str], Step]]:
    """Perform lines on the shop's page, freshly loaded; the last step, which must be ok."""
    with Session(screen=browser, journal=False) as session:

        def do(text: str, *, fails: bool = False) -> Step:
            step = session.perform(text)
            assert fails == (step.outcome == "failed"), step.error
            return step

        for tab in list(browser.tabs.all):
            browser.window_action(browser.describe(tab.number), "close")
        do(f"LAUNCH(url='{site}/shop.html')")
        yield do

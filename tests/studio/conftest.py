"""A studio for each test, and one Chromium for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.studio.served_studio import ServedStudio

CHROMIUM = ("/usr/bin/chromium", "/usr/bin/google-chrome")


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[ServedStudio]:
    folder = tmp_path / "work"
    folder.mkdir()
    served = ServedStudio(folder, tmp_path / "home")
    yield served
    if served.is_running:
        served.end()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def chromium(playwright: Any) -> Iterator[Any]:
    path = next(each for each in CHROMIUM if Path(each).exists())
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def new_page(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Pages that fail the test when a script of theirs does."""
    opened: list[Any] = []
    errors: list[str] = []

    def new(browser: Any = None, **options: Any) -> Any:
        context = (browser or chromium).new_context(viewport={"width": 1400, "height": 900}, **options)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield new
    for context in opened:
        context.close()
    assert errors == []

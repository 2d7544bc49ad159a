"""A real run on a private desktop, and the browser its page is looked at with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import cogscript

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FAILING = """WORKFLOW(title='试一试 <b>')
INPUT(output='__CogName_password__', secret=True)
# 打开终端
LAUNCH(app='xterm')
CLICK(box=[[400,450,600,550]], element_info='Somewhere')
TYPE(text='__CogName_password__')
SET(output='__CogName_x__', value='<script>document.title="stolen"</script>')
REPEAT(times=2)
  WAIT(seconds=0)
END_REPEAT()
ANSWER(text='一个答案 & more')
# x must be b
ASSERT(test=EQUALS(left='__CogName_x__', right='b'), message='x 不是 b')
"""


@pytest.fixture(scope="session")
def failed_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a run on a private desktop that fails at its last line."""
    folder = tmp_path_factory.mktemp("report")
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    try:
        (folder / "try.cog").write_text(FAILING, encoding="utf-8")
        run = cogscript.run(
            cogscript.load(folder / "try.cog"), screen="virtual", variables={"password": "hunter2-是秘密"}
        )
    finally:
        del os.environ["XDG_STATE_HOME"]
    assert (run.outcome, run.steps[-1].operation.line) == ("failed", 13)
    assert run.folder is not None
    return Path(run.folder)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright  # Wine's machine has none

    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page from disk; the test fails when the page itself reports an error."""
    errors: list[str] = []
    contexts = []

    def opened(path: Path, place: str = "", **options: object) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1400, "height": 1000}, "locale": "en-US", **options}
        )  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(f"{path.as_uri()}{place}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []

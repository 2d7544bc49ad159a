"""A model works on pages over MCP: looks, does, is kept to the sites that were granted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import cogscript
from cogscript.settings import Settings
from tests.serving.clients import served


@pytest.mark.drives_programs
def test_a_page_is_looked_at_and_filled_in_and_the_session_runs_again(
    browser: Any, site: str, tmp_path: Path
) -> None:
    async def talk() -> None:
        async with served(browser, tmp_path) as call:
            await call.ok("do", operations=f"LAUNCH(url='{site}/shop.html')")
            assert call.asked == ["Do you allow the run to use `127.0.0.1`?"], "a site is asked for, once"
            seen = await call.ok("look", picture=True)
            assert "element_info='Customer'" in seen.text
            assert seen.picture is not None
            await call.ok("do", operations="TYPE(element_info='Customer', text='Ada 你好')")
            said = await call.ok(
                "do", operations="QUOTE_TEXT(element_info='Customer', output='__CogName_name__')"
            )
            assert "name = Ada 你好" in said.text
            wrong = await call("do", operations="CLICK(element_info='Nowhere', timeout=0)")
            assert wrong.is_error
            assert "`Nowhere` was not found" in wrong.text
            await call.ok("save_session", file="page", title="A page")
            assert len(call.asked) == 1

    asyncio.run(talk())
    run = cogscript.run(str(tmp_path / "page.cog"), screen=browser, runs=tmp_path, settings=Settings())
    assert run.outcome == "ok", run.error
    assert run.variables["name"] == "Ada 你好"


@pytest.mark.drives_programs
def test_a_site_that_is_not_granted_is_neither_opened_nor_touched(
    browser: Any, site: str, tmp_path: Path
) -> None:
    elsewhere = site.replace("127.0.0.1", "localhost")

    async def talk() -> None:
        async with served(browser, tmp_path, says=lambda asked: "127.0.0.1" in asked) as call:
            await call.ok("do", operations=f"LAUNCH(url='{site}/shop.html')")
            refused = await call("do", operations=f"LAUNCH(url='{elsewhere}/shop.html')")
            assert "`localhost` may not be used here; allowed are: 127.0.0.1" in refused.text
            # The page goes there by itself: what is there is not touched either.
            browser.launch_url(f"{elsewhere}/shop.html", 20)
            for operation in ("TYPE(element_info='Customer', text='x')", "CLICK(element_info='Customer')"):
                refused = await call("do", operations=operation)
                assert refused.is_error
                assert "`localhost` may not be used here" in refused.text

    asyncio.run(talk())

"""The same page in Firefox, with the keyboard alone, dark and in Chinese, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.studio.served_studio import ServedStudio, said, text_of

FIREFOX = "/usr/bin/firefox"


@pytest.fixture(scope="module")
def firefox(playwright: Any) -> Iterator[Any]:
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
    yield browser
    browser.close()


@pytest.mark.drives_programs
def test_by_keyboard_alone_in_firefox(
    studio: ServedStudio, firefox: Any, new_page: Callable[..., Any]
) -> None:
    path = studio.write("a.cog", "LAUNCH(app='mousepad')\nCLICK(box=[[100,100,200,200]])\nEND()\n")
    studio.write("b.cog", "END()\n")
    page = studio.start().show(new_page(firefox))
    page.locator("#file-list [tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.wait_for_function("() => cogStudio.editor.path === 'b.cog'")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.wait_for_function("() => cogStudio.editor.path === 'a.cog'")
    page.keyboard.press("F6")
    page.wait_for_function("() => document.activeElement.classList.contains('cm-content')")
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#boxes rect.box", state="attached")
    page.keyboard.press("F6")
    page.wait_for_function("() => document.activeElement.id === 'surface'")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => cogStudio.editor.text.includes('[[105,100,205,200]]')")
    page.keyboard.press("Shift+ArrowDown")
    page.wait_for_function("() => cogStudio.editor.text.includes('[[105,100,205,205]]')")
    page.keyboard.press("F5")
    said(page, "Finished", 90)
    assert path.read_text() == text_of(page)
    page.wait_for_function("() => cogStudio.screen.frames > 0")


@pytest.mark.drives_programs
def test_words_and_colours_are_chosen_and_stay(
    studio: ServedStudio, firefox: Any, new_page: Callable[..., Any]
) -> None:
    studio.write("a.cog", "END()\n")
    page = studio.start().show(new_page(firefox), "a.cog")
    page.select_option("#language", "zh")
    page.select_option("#theme", "dark")
    assert page.inner_text("#run") == "运行"
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.inner_text("#stop") == "停止"
    assert page.get_attribute("html", "data-theme") == "dark"
    page.set_viewport_size({"width": 420, "height": 800})
    assert page.locator("#editor").is_visible()
    page.click("#views [data-view=screen]")
    assert page.locator("#picture").is_visible()
    assert not page.locator("#editor").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 420

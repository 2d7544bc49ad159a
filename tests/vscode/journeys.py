"""What a person does with the extension, in a real VS Code."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.conftest import wait_until
from tests.vscode.bed import ROOT, CodeBed

BROKEN = "INPUT(output='__CogName_who__', default='Ada')\nANSWER(txt='hello __CogName_who__')\n"
LETTER = """\
SET(output='__CogName_who__', value='Ada')
LAUNCH(app='mousepad')
# Write to them
TYPE(text='Dear __CogName_who__,')
CLICK(element_info='File', timeout=0)
ANSWER(text='written')
"""
BEGUN = "ANSWER(text='begun')\n# The end\nANSWER(text='over')\n"
SLOW = 60_000

expect.set_options(timeout=SLOW)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("workspace")
    (found / "begun.cog").write_text(BEGUN, encoding="utf-8")
    (found / "broken.cog").write_text(BROKEN, encoding="utf-8")
    (found / "letter.cog").write_text(LETTER, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def desktop() -> Iterator[Any]:
    """The desktop of the person: what is recorded there."""
    screen = open_surface("virtual", settings=Settings())
    yield screen
    screen.close()


@pytest.fixture(scope="module")
def page(folder: Path, desktop: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    bed = CodeBed(Path(os.environ.get("COG_CODE_BED", ROOT / ".code-server")))
    running = bed.running(tmp_path_factory.mktemp("code"), folder, desktop.environment)
    with running as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": 1400, "height": 900})
        opened.goto(address, timeout=SLOW)
        opened.wait_for_selector(".explorer-folders-view", timeout=SLOW)
        yield opened
        browser.close()


def picture(page: Page, name: str) -> None:
    if kept := os.environ.get("COG_PICTURES"):
        Path(kept).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(kept) / f"{name}.png")


def open_file(page: Page, name: str) -> None:
    page.locator(f".explorer-folders-view .monaco-list-row[aria-label^='{name}']").dblclick()
    page.wait_for_selector(f".tab.active[data-resource-name='{name}']")


def go_to(page: Page, line: int, column: int = 1) -> None:
    page.keyboard.press("Control+g")
    page.wait_for_selector(".quick-input-widget:visible")
    page.keyboard.type(f"{line}:{column}")
    page.keyboard.press("Enter")
    page.wait_for_selector(".quick-input-widget", state="hidden")


def command(page: Page, name: str) -> None:
    page.keyboard.press("F1")
    page.wait_for_selector(".quick-input-widget:visible")
    page.keyboard.type(name)
    row = page.locator(".quick-input-list .monaco-list-row", has_text=name).first
    row.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_selector(".quick-input-widget", state="hidden")


def saved(page: Page, path: Path, text: str) -> None:
    """Save; the file then says the text."""
    page.keyboard.press("Control+s")
    wait_until(lambda: text in path.read_text(encoding="utf-8"), what=f"{text} in {path.name}")


@pytest.fixture
def broken(page: Page, folder: Path) -> Path:
    open_file(page, "broken.cog")
    return folder / "broken.cog"


def test_a_mistake_is_underlined_and_its_quick_fix_taken(page: Page, broken: Path) -> None:
    page.wait_for_selector(".squiggly-error", timeout=SLOW)
    go_to(page, 2, 9)
    picture(page, "1-squiggle")
    page.keyboard.press("Control+.")
    page.get_by_text("Change to `text`").first.wait_for()
    picture(page, "2-quick-fix")
    page.keyboard.press("Enter")
    page.wait_for_selector(".squiggly-error", state="detached")
    saved(page, broken, "ANSWER(text='hello __CogName_who__')")


def test_a_variable_is_renamed_everywhere(page: Page, broken: Path) -> None:
    go_to(page, 1, 28)
    page.keyboard.press("F2")
    page.wait_for_selector(".rename-box .rename-input:focus")
    page.keyboard.press("Control+a")
    page.keyboard.type("customer")
    picture(page, "3-rename")
    page.keyboard.press("Enter")
    page.get_by_text("hello __CogName_customer__").first.wait_for()
    saved(page, broken, "__CogName_customer__")
    assert broken.read_text(encoding="utf-8").count("__CogName_customer__") == 2


def test_words_are_coloured_and_lenses_stand_above_the_lines(page: Page, folder: Path) -> None:
    open_file(page, "letter.cog")
    page.get_by_role("button", name="Step from here").first.wait_for()
    colours = page.evaluate(
        "[...document.querySelectorAll('.view-line span span')].map(each => getComputedStyle(each).color)"
    )
    assert len(set(colours)) >= 4
    picture(page, "4-lenses")


def test_what_is_done_on_the_desktop_is_recorded_at_the_line(page: Page, folder: Path, desktop: Any) -> None:
    file = folder / "begun.cog"
    desktop.launch_app("mousepad", 30)
    open_file(page, "begun.cog")
    page.get_by_role("button", name="Record here").first.click()
    wait_until(lambda: _says(page, "recording;"), 60, "the terminal says that it records")
    picture(page, "10-recording")
    type_there = ["xdotool", "type", "--delay", "60", "hello"]
    subprocess.run(type_there, env=desktop.environment, check=True)
    subprocess.run(["xdotool", "key", "ctrl+alt+Escape"], env=desktop.environment, check=True)
    wait_until(lambda: "TYPE(" in file.read_text(encoding="utf-8"), 60, "the recorded lines")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "ANSWER(text='begun')"
    assert lines[-2:] == ["# The end", "ANSWER(text='over')"]
    assert any("text='hello'" in each for each in lines[1:-2])
    page.get_by_text("text='hello'").first.wait_for()
    picture(page, "11-recorded")


def _says(page: Page, text: str) -> bool:
    rows = page.locator(".terminal .xterm-rows, .terminal .xterm-accessibility")
    return any(text in each.replace("\xa0", " ") for each in rows.all_inner_texts())


def test_a_run_stops_at_a_breakpoint_and_a_box_is_drawn_on_its_picture(page: Page, folder: Path) -> None:
    letter = folder / "letter.cog"
    open_file(page, "letter.cog")
    page.get_by_role("button", name="Step from here").first.wait_for()
    go_to(page, 5)
    page.keyboard.press("F9")
    page.wait_for_selector(".codicon-debug-breakpoint")
    page.keyboard.press("F5")
    page.wait_for_selector(".debug-top-stack-frame-line", state="attached", timeout=SLOW)
    page.locator(".debug-view-content", has_text="Ada").first.wait_for()
    picture(page, "5-breakpoint")
    go_to(page, 5)
    command(page, "Cog: Show the Screen of the Run")
    inner = page.frame_locator("iframe.webview.ready").frame_locator("#active-frame")
    shown = inner.locator("#picture[src]")
    shown.wait_for()
    wait_until(lambda: shown.evaluate("each => each.naturalWidth") == 1280, what="a picture of the screen")
    picture(page, "6-panel")
    area = shown.bounding_box()
    assert area is not None
    left, top, width, height = area["x"], area["y"], area["width"], area["height"]
    page.mouse.move(left + 0.1 * width, top + 0.1 * height)
    page.mouse.down()
    page.mouse.move(left + 0.2 * width, top + 0.3 * height, steps=4)
    page.mouse.move(left + 0.3 * width, top + 0.4 * height, steps=4)
    picture(page, "7-drawing")
    page.mouse.up()
    written = wait_until(
        lambda: next((each for each in letter.read_text().splitlines() if "box=[[" in each), ""), what="a box"
    )
    numbers = [int(each) for each in written.partition("[[")[2].partition("]]")[0].split(",")]
    assert all(
        abs(number - wanted) <= 3 for number, wanted in zip(numbers, (100, 100, 300, 400), strict=True)
    )
    picture(page, "8-box-written")
    page.keyboard.press("F5")
    page.wait_for_selector(".debug-top-stack-frame-line", state="detached", timeout=SLOW)
    page.get_by_text("was changed, and is taken as it is now").first.wait_for()
    picture(page, "9-went-on")

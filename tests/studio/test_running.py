"""Running in the page: on a private screen, step by step, from the middle, and what a failed step offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.studio.served_studio import ServedStudio, said, text_of

NOTE = """WORKFLOW(title='A note')
SET(output='__CogName_city__', value='Paris')
LAUNCH(app='mousepad')
IN(app='mousepad')
  TYPE(text='__CogName_city__')
  CLICK(element_info='Nowhere', element_type='menu', timeout=1)
END_IN()
END()
"""


def surface_place(page: Any, x: int, y: int) -> tuple[float, float]:
    """Where a pixel of the private screen is in the page."""
    area = page.locator("#surface").bounding_box()
    return area["x"] + x / 1280 * area["width"], area["y"] + y / 800 * area["height"]


def stopped_at(page: Any, line: int) -> None:
    page.wait_for_function("line => cogStudio.run.stopped?.line === line", arg=line, timeout=60_000)


@pytest.mark.drives_programs
def test_a_failed_step_shows_what_is_there_and_takes_it(
    studio: ServedStudio, new_page: Callable[..., Any]
) -> None:
    path = studio.write("note.cog", NOTE)
    page = studio.start().show(new_page(), "note.cog")
    page.keyboard.press("F10")
    stopped_at(page, 2)
    page.keyboard.press("F10")
    stopped_at(page, 3)
    page.click("[data-tab=variables]")
    field = page.locator("#panel-variables input")
    assert field.input_value() == "Paris"
    field.fill("Lima")
    field.blur()
    page.keyboard.press("F5")
    said(page, "Line 6 failed", 60)
    page.click("[data-tab=steps]")
    detail = page.inner_text("#detail")
    assert "the name `Nowhere`" in detail
    assert "menu `File`" in detail
    page.locator("#detail .take").first.click()
    page.get_by_role("button", name="Accept").click()
    said(page, "Finished", 60)
    assert "CLICK(element_info='File', element_type='menu', timeout=1)" in path.read_text()
    page.wait_for_function("() => cogStudio.editor.text.includes(\"'File'\")")
    page.wait_for_selector("#film [role=option] img")
    page.locator("#film [role=option]").last.click()
    assert page.locator("#still").get_attribute("src")
    typed = [each for each in page.evaluate("cogStudio.runs.shown.steps") if each["name"] == "TYPE"]
    assert typed[0]["arguments"]["text"] == "Lima"


@pytest.mark.drives_programs
def test_a_run_begins_in_the_middle_with_what_was_known_and_stops_when_told(
    studio: ServedStudio, new_page: Callable[..., Any]
) -> None:
    studio.write(
        "a.cog",
        "SET(output='__CogName_a__', value='1')\nREPEAT(times=2)\n  SET(output='__CogName_b__', "
        "value='__CogName_a__')\n  WAIT(seconds=30)\nEND_REPEAT()\nEND()\n",
    )
    page = studio.start().show(new_page(), "a.cog")
    page.keyboard.press("F5")
    page.wait_for_selector("#step-list .running")
    page.keyboard.press("Shift+F5")
    said(page, "Stopped", 30)
    page.evaluate("cogStudio.editor.goTo(3)")
    page.keyboard.press("Control+F5")
    page.wait_for_function("() => cogStudio.run.variables.b === '1'", timeout=30_000)
    page.wait_for_selector("#step-list .running")
    names = [each["name"] for each in page.evaluate("[...cogStudio.run.steps.values()]")]
    assert "WAIT" in names
    page.keyboard.press("Shift+F5")
    said(page, "Stopped", 30)


@pytest.mark.drives_programs
def test_a_question_is_put_to_the_page_and_a_secret_stays_one(
    studio: ServedStudio, new_page: Callable[..., Any]
) -> None:
    studio.write(
        "a.cog", "INPUT(output='__CogName_pin__', secret=True)\nWAIT(seconds=0)\nANSWER(text='done')\n"
    )
    page = studio.start().show(new_page(), "a.cog")
    page.keyboard.press("F5")
    page.wait_for_selector("#dialog input[type=password]")
    page.keyboard.type("hunter2-hunter2")
    page.keyboard.press("Enter")
    said(page, "Finished", 30)
    page.click("[data-tab=variables]")
    page.wait_for_selector("#panel-variables input")
    assert "hunter2" not in page.locator("#panel-variables input").first.input_value()
    assert "hunter2" not in page.content()


@pytest.mark.drives_programs
def test_boxes_are_dragged_things_named_and_acts_recorded(
    studio: ServedStudio, new_page: Callable[..., Any]
) -> None:
    studio.write("a.cog", "LAUNCH(app='mousepad')\nCLICK(box=[[100,100,200,200]])\nEND()\n")
    page = studio.start().show(new_page(), "a.cog")
    page.keyboard.press("F5")
    said(page, "Finished", 60)
    page.wait_for_function("() => cogStudio.screen.isOpen && cogStudio.screen.frames > 0")
    page.evaluate("cogStudio.editor.goTo(2)")
    page.wait_for_selector("#boxes rect.box")
    page.mouse.move(*surface_place(page, 192, 120))
    page.mouse.down()
    page.mouse.move(*surface_place(page, 320, 200), steps=4)
    page.mouse.up()
    page.wait_for_function("() => !cogStudio.editor.text.includes('[[100,100,200,200]]')")
    moved = page.evaluate("cogStudio.screen.boxes[0].box")
    assert all(abs(a - b) <= 3 for a, b in zip(moved, (200, 200, 300, 300), strict=True)), moved
    window = page.evaluate("""() => new Promise((done) => import('./link.js').then(({ ask }) =>
        done(ask('frame', { app: 'mousepad' }))))""")
    page.click("[data-mode=point]")
    page.mouse.click(*surface_place(page, window[0] + 20, window[1] + 33))
    page.click("#put-into-line")
    page.wait_for_function("() => cogStudio.editor.text.includes(\"element_info='File'\")")
    page.evaluate("cogStudio.editor.goTo(3)")
    page.click("#record")
    page.wait_for_selector("#picture[data-mode=use]")
    page.wait_for_function(
        "() => document.querySelector('#state').textContent.includes('kept in')", timeout=30_000
    )
    page.mouse.click(*surface_place(page, 640, 450))
    page.wait_for_timeout(700)  # a hand comes to rest before it types
    page.keyboard.type("Hello, you!", delay=70)
    page.wait_for_function("() => cogStudio.editor.text.includes('TYPE(')", timeout=30_000)
    page.click("#record")
    said(page, "Recorded: ", 60)
    assert "text='Hello, you!'" in text_of(page)
    assert page.evaluate("cogStudio.editor.view.state.readOnly") is False

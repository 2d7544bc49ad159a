"""What pages are made of today: components, lists and pickers of their own, editors in frames."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import cogscript
from cogscript.language.model.box import Point, Rect, Size
from cogscript.recording.pages.page_events import PageEvent, PageTarget
from cogscript.recording.pages.page_recorder import PageRecorder
from cogscript.recording.pages.page_reducer import workflow_of
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from tests.conftest import wait_until
from tests.local_site import served


@pytest.fixture
def site() -> Iterator[str]:
    with served() as address:
        yield address


class Person:
    """Drives a recorded browser by its own pointer and keys; each doing is waited for in the recording."""

    def __init__(self, surface: Any, recorder: PageRecorder) -> None:
        self._surface = surface
        self._recorder = recorder

    def click(self, name: str, kind: str | None = None) -> None:
        self._surface.settle()
        found = wait_until(lambda: self._surface.elements.find(name, kind), what=name)
        self.do(lambda: self._surface.click(found[0].rect.middle))

    def click_id(self, id: str) -> None:
        self._surface.settle()
        found = next(each for each in self._surface.elements.snapshot().elements if each.id == id)
        self.do(lambda: self._surface.click(found.rect.middle))

    def type(self, text: str) -> None:
        self.do(lambda: self._surface.type_text(text, "keys"))

    def press(self, *keys: str) -> None:
        self.do(lambda: self._surface.press_together(*keys))

    def drag(self, start: Point, end: Point) -> None:
        self.do(lambda: self._surface.drag(start, end, 0.2))

    def do(self, what: Any) -> None:
        before = len(self._recorder.events)
        what()
        wait_until(lambda: len(self._recorder.events) > before, what="it is heard")
        time.sleep(0.05)


@contextmanager
def recorded(address: str) -> Iterator[tuple[Any, PageRecorder, Person]]:
    """A browser that is recorded, on a page, and the person who uses it."""
    surface: Any = open_surface("browser", settings=Settings())
    try:
        recorder = PageRecorder(surface)
        surface.launch_url(address, 20)
        recorder.watch()
        yield surface, recorder, Person(surface, recorder)
    finally:
        surface.close()


@pytest.mark.drives_programs
def test_components_are_recorded_by_their_names_and_done_again(site: str) -> None:
    with recorded(f"{site}/gallery.html") as (surface, recorder, person):
        wait_until(lambda: surface.elements.find("Letter", "text field"), what="the editor")
        time.sleep(0.4)
        person.click("Owner", "text field")
        person.type("Ada")
        person.click("Send me news")
        person.click("Speed", "combo box")
        person.click("Fast")
        person.click_id("due")
        person.click("15")
        person.click("Find", "text field")
        person.type("tea")
        person.press("return")
        person.click_id(".step-up")
        person.click("Remark", "text field")
        person.press("left_ctrl", "a")
        person.type("new")
        person.click("Letter", "text field")
        person.press("left_ctrl", "a")
        person.type("Hello")
        one, two = (surface.elements.find(name)[0].rect.middle for name in ("One", "Two"))
        person.drag(one, Point(two.x + 60, two.y))
        text = cogscript.format(workflow_of(recorder.events, "Gallery"))
    said = [line.strip().split("box=", 1) for line in text.splitlines() if line.startswith("  ")]
    lines = [begin + rest[0].split("]], ", 1)[-1] if rest else begin for begin, *rest in said]
    assert lines[:-1] == [
        "TYPE(text='Ada', element_type='text field', element_info='Owner')",
        "CHECK(element_type='checkbox', element_info='Send me news')",
        "SELECT(element_type='combo box', element_info='Speed', id='speed', option='Fast')",
        "CLICK(element_type='text field', id='due', near='When')",
        "CLICK(element_type='link', element_info='15')",
        "TYPE(text='tea', element_type='text field', element_info='Find', enter=True)",
        "CLICK(element_type='button', id='.step-up')",
        "TYPE(text='new', element_type='text field', element_info='Remark', clear=True)",
        "TYPE(text='Hello', element_type='text field', element_info='Letter', clear=True)",
    ]
    assert lines[-1].startswith("DRAG(")
    _replayed(text, Size(1280, 800))
    _replayed(text, Size(1100, 700))


def _replayed(text: str, size: Size) -> None:
    checks = ("found tea;", "15", "Fast", "moved", "Hello")
    shown = "".join(f"  ASSERT(test=VISIBLE(element_info='{each}'))\n" for each in checks[:1])
    surface: Any = open_surface("browser", settings=Settings(), size=size)
    try:
        run = cogscript.run(cogscript.parse(text.replace("END_IN()", f"{shown}END_IN()")), screen=surface,
                            journal=False)  # fmt: skip
        assert run.outcome == "ok", run.error
        held = {each.id or each.name: each.value for each in surface.elements.whole().elements}
        assert held["due"] == "15"
        assert (held["speed"], held["Remark"], held["Letter"]) == ("Fast", "new", "Hello")
        assert held["Owner"] == "Ada"
    finally:
        surface.close()


@pytest.mark.drives_programs
def test_of_namesakes_on_a_long_page_the_heading_tells_which_and_no_counted_id(site: str) -> None:
    with recorded(f"{site}/long.html") as (_, recorder, person):
        person.click("Third", "tab")
        text = cogscript.format(workflow_of(recorder.events, "Long"))
    assert "element_type='tab', element_info='Third', near='Chapters')" in text


@pytest.mark.drives_programs
def test_what_turns_into_something_else_under_the_pointer_is_recorded_as_it_was(site: str) -> None:
    with recorded(f"{site}/grid.html") as (surface, recorder, person):
        person.click("3", "cell")
        person.type("25")
        person.press("return")
        person.click("Window seat")
        wait_until(lambda: recorder.events[-1].kind == "check", what="the box is ticked")
        person.click("Country", "text field")
        person.click("Ghana")
        person.click("Letter", "text field")
        person.type("Dear all,")
        person.click("Bold", "button")
        person.type(" come")
        person.click("Filter", "text field")
        person.type("bre")
        wait_until(lambda: len(surface.elements.find("Order", "button")) == 1, what="one row")
        person.click("Order", "button")
        text = cogscript.format(workflow_of(recorder.events, "Grid"))
        expected = _grid(surface)
    said = [line.strip() for line in text.splitlines() if line.startswith("  ")]
    assert [line.split("(")[0] for line in said] == [
        "CLICK", "TYPE", "CHECK", "CLICK", "CLICK", "TYPE", "CLICK", "TYPE", "TYPE", "CLICK",
    ]  # fmt: skip
    assert said[0].endswith("element_type='cell', element_info='3', near='Cheese')")
    assert said[1] == "TYPE(text='25', clear=True, enter=True)"
    assert said[7] == "TYPE(text=' come')"
    assert said[9].endswith("element_info='Order', near='Bread')")
    assert expected == ["- Cheese=25 ordered Bread", True, "Ghana", "Dear all,<b> come</b>"]
    again: Any = open_surface("browser", settings=Settings(), size=Size(1000, 700))
    try:
        run = cogscript.run(cogscript.parse(text), screen=again, journal=False)
        assert run.outcome == "ok", run.error
        assert _grid(again) == expected
    finally:
        again.close()


def _grid(surface: Any) -> list[Any]:
    page = surface.tabs.front.page
    held = "[log.textContent, seat.checked, pick.firstChild.value, letter.innerHTML.replace('&nbsp;', ' ')]"
    return list(surface.engine.run(page.evaluate(held)))


@pytest.mark.drives_programs
def test_parts_that_are_nobody_s_control_are_found_again_and_missed_when_gone(site: str) -> None:
    with recorded(f"{site}/parts.html") as (surface, recorder, person):
        arrows = [each.rect for each in surface.elements.snapshot().elements if each.role == "image"]
        person.do(lambda: surface.click(arrows[1].middle))
        person.click("lake.jpg")
        person.click("30", "cell")
        person.do(lambda: surface.click(surface.elements.find("Again")[1].rect.middle))
        person.click("Tell me news")
        person.click("Wish", "text field")
        person.type("sun")
        person.click("Choose a day")
        person.click("Friday")
        text = cogscript.format(workflow_of(recorder.events, "Parts"))
        expected = _said(surface)
    assert expected == "- lake.jpg Opel 30 again Crag news true wish sun Friday"
    told = [re.sub(r"box=\S+ ", "", line.strip()) for line in text.splitlines() if line.startswith("  ")]
    assert told == [
        "CLICK(element_type='image', near='Photos')",
        "CLICK(element_type='tree item', element_info='lake.jpg')",
        "CLICK(element_type='cell', element_info='30', near='Opel')",
        "CLICK(element_type='link', element_info='Again', near='Crag')",
        "CLICK(element_type='label', element_info='Tell me news')",
        "TYPE(text='sun', element_type='text field', element_info='Wish', id='wish')",
        "CLICK(element_type='label', element_info='Choose a day', id='chooser')",
        "CLICK(element_type='label', element_info='Friday')",
    ]
    again: Any = open_surface("browser", settings=Settings(), size=Size(1000, 900))
    try:
        run = cogscript.run(cogscript.parse(text.replace(".html", ".html?more")), screen=again, journal=False)
        assert run.outcome == "ok", run.error
        assert _said(again) == expected
        gone = text.replace(".html", ".html?gone").replace("'Tell me news'", "'Tell me news', timeout=0")
        run = cogscript.run(cogscript.parse(gone), screen=again, journal=False)
        assert run.error is not None
        assert run.error.code == "target-missing"
        assert _said(again) == "- lake.jpg Opel 30 again Crag"
    finally:
        again.close()


def _said(surface: Any) -> str:
    return str(surface.engine.run(surface.tabs.front.page.evaluate("state.textContent")))


# --- the lines, without a page ----------------------------------------------------------------------


def target(name: str, kind: str = "text field", **more: Any) -> PageTarget:
    return PageTarget(name, kind, name, "", "", Rect(10, 10, 110, 40), False, **more)


def lines(*events: PageEvent) -> list[str]:
    text = cogscript.format(workflow_of([PageEvent("visit", url="https://x.example/"), *events], "t"))
    return [line.strip().replace("box=[[007,012,086,050]], ", "") for line in text.splitlines()
            if line.startswith("  ")]  # fmt: skip


def test_a_click_on_a_field_is_told_only_where_something_else_came_of_it() -> None:
    date, name = target("Date"), target("Name")
    assert lines(PageEvent("click", date), PageEvent("click", name), PageEvent("input", name, "x")) == [
        "TYPE(text='x', element_type='text field', element_info='Name')"
    ]
    opened = lines(PageEvent("click", date), PageEvent("click", target("15", "link")))
    assert opened[0] == "CLICK(element_type='text field', element_info='Date')"


def test_keys_that_go_through_a_list_are_kept_and_counted() -> None:
    field = target("City")
    said = lines(PageEvent("input", field, "Wi"), PageEvent("key", field, "ArrowDown"),
                 PageEvent("key", field, "ArrowDown"), PageEvent("key", field, "Enter"))  # fmt: skip
    assert said == [
        "TYPE(text='Wi', element_type='text field', element_info='City')",
        "KEY_PRESS(key='Down', times=2)",
        "KEY_PRESS(key='Return')",
    ]


def test_all_of_a_text_is_selected_to_be_replaced_or_for_something_else() -> None:
    field = target("Note")
    assert lines(PageEvent("click", field), PageEvent("key", field, "Ctrl+A"),
                 PageEvent("input", field, "x", "old")) == [
        "TYPE(text='x', element_type='text field', element_info='Note', clear=True)"
    ]  # fmt: skip
    assert lines(PageEvent("click", field), PageEvent("key", field, "Ctrl+A"),
                 PageEvent("key", field, "Ctrl+C")) == [
        "CLICK(element_type='text field', element_info='Note')",
        "GESTURE(keys='Ctrl+A')",
        "GESTURE(keys='Ctrl+C')",
    ]  # fmt: skip


def test_of_a_long_text_only_what_was_added_is_written() -> None:
    before = "word " * 60
    added = lines(PageEvent("input", target("Letter"), before + "and more", before))
    assert added == ["TYPE(text='and more', element_type='text field', element_info='Letter')"]


def test_a_frame_that_does_not_know_where_it_lies_gives_no_box() -> None:
    button = target("Pay", "button")._replace(rect=None)
    assert lines(PageEvent("click", button)) == ["CLICK(element_type='button', element_info='Pay')"]


def test_what_a_page_asks_is_answered_by_its_button() -> None:
    asked = PageEvent("answer", value="OK", before="Your name?", typed="Bo")
    assert lines(
        PageEvent("click", target("Greet", "button")), asked, PageEvent("answer", value="Leave")
    ) == [
        "CLICK(element_type='button', element_info='Greet')",
        "TYPE(text='Bo', element_type='text field', element_info='Your name?', clear=True)",
        "CLICK(element_type='button', element_info='OK')",
        "CLICK(element_type='button', element_info='Leave')",
    ]

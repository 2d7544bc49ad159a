"""What stands between a step and its target in a program that tells nothing: waited for, or told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogscript.language.model.box import from_pixels
from cogscript.runtime import clicking, targets
from cogscript.runtime.events import Listener
from cogscript.runtime.obstacles import cover_of
from tests.conftest import wait_until
from tests.runtime.screen_help import perform, program, window

SYSTEM_PYTHON = "/usr/bin/python3"  # the one that Debian's Tk is for
FOR_EVER = 999


@pytest.fixture
def shop(virtual, tmp_path):
    """Starts the program; gives what was pressed in it."""
    started = []

    def start(what: str, seconds: float):
        log = tmp_path / "pressed"
        script = str(Path(__file__).with_name("tk_shop.py"))
        started.append(program(virtual, SYSTEM_PYTHON, script, str(log), what, str(seconds)))
        window(virtual, "Shop")
        wait_until(log.exists, what="the window is there")
        virtual.settle()
        return lambda: log.read_text(encoding="utf-8").split()

    yield start
    for process in started:
        process.kill()
        process.wait()


ORDER = "CLICK(element_info='Order', element_type='button'{})"


@pytest.mark.drives_programs
def test_a_greyed_button_is_waited_for(shop, virtual, tmp_path) -> None:
    pressed = shop("disabled", 4)
    run = perform(ORDER.format(""), virtual, tmp_path)
    assert run.outcome == "ok", run.error
    wait_until(lambda: pressed() == ["order"])


@pytest.mark.drives_programs
def test_a_button_that_stays_grey_is_told(shop, virtual, tmp_path) -> None:
    pressed = shop("disabled", FOR_EVER)
    run = perform(ORDER.format(", timeout=1"), virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.code == "target-disabled"
    told = dict(run.error.details)
    assert told["came near"].endswith(": it is disabled")  # and nothing else is offered in its place
    assert not any(heading.startswith("to take") for heading in told)
    assert pressed() == []


@pytest.mark.drives_programs
def test_a_click_that_a_dialog_swallowed_is_done_when_the_dialog_has_gone(shop, virtual, tmp_path) -> None:
    pressed = shop("dialog", 5)
    run = perform(ORDER.format(""), virtual, tmp_path)
    assert run.outcome == "ok", run.error
    wait_until(lambda: pressed() == ["order"])


@pytest.mark.drives_programs
def test_a_dialog_that_goes_right_after_the_click_is_no_sign_that_the_click_was_taken(
    shop, virtual, tmp_path, monkeypatch
) -> None:
    pressed = shop("dialog", FOR_EVER)
    swallowed, plain_click = [], clicking._click

    def click(*arguments) -> None:
        plain_click(*arguments)
        if not swallowed:
            swallowed.append(virtual.windows())
            virtual.window_action(window(virtual, "News"), "close")

    monkeypatch.setattr(clicking, "_click", click)
    run = perform(ORDER.format(""), virtual, tmp_path)
    assert run.outcome == "ok", run.error
    wait_until(lambda: pressed() == ["order"])
    assert len(swallowed[0]) == 2


@pytest.mark.drives_programs
def test_a_dialog_that_stays_is_named(shop, virtual, tmp_path) -> None:
    pressed = shop("dialog", FOR_EVER)
    run = perform(ORDER.format(", timeout=1"), virtual, tmp_path)
    assert run.outcome == "failed"
    assert "`News`" in str(run.error)
    assert pressed() == []


NEWS = """\
import tkinter
news = tkinter.Tk()
news.title("News")
news.geometry("420x260+200+150")
news.after(3000, news.destroy)
news.mainloop()
"""


@pytest.mark.drives_programs
def test_a_window_that_comes_between_a_look_and_its_click_does_not_get_the_click(
    shop, virtual, tmp_path
) -> None:
    pressed = shop("nothing", 0)
    place = window(virtual, "Shop").rect.middle
    news = []

    class Newsagent(Listener):
        """Opens another window over the place when it is found and the click is about to come."""

        def step_acting(self, step) -> None:
            news.append(program(virtual, SYSTEM_PYTHON, "-c", NEWS))
            handle = window(virtual, "News").handle
            wait_until(lambda: virtual.top_at(place) == handle, what="it lies on top")

    run = perform(ORDER.format(""), virtual, tmp_path, listener=Newsagent())
    assert run.outcome == "ok", run.error
    wait_until(lambda: pressed() == ["order"])
    assert news[0].wait(timeout=60) == 0


@pytest.mark.drives_programs
def test_a_look_at_what_was_covered_is_not_believed_once_the_cover_has_gone(
    virtual, tmp_path, monkeypatch
) -> None:
    """The cover goes after the look: the field below it was left out, and another one goes by its name."""
    fields = [f"--add-entry={name}" for name in ("Street", "City", "Land", "Street")]
    form = program(virtual, "zenity", "--forms", "--title=Addresses", *fields)
    window(virtual, "Addresses")
    wait_until(lambda: len(virtual.elements.find("Street", "text field")) == 2, what="both fields")
    first, second = sorted(each.rect for each in virtual.elements.find("Street", "text field"))
    cover = program(virtual, "xterm", "-T", "cover", "-geometry", "60x3")
    over = window(virtual, "cover")
    virtual.window_action(over, "move", second._replace(top=second.top - 30))
    wait_until(lambda: virtual.top_at(second.middle) == over.handle != virtual.top_at(first.middle))
    looked = []

    def uncovering(look, found, point, wanted):
        if not looked:
            looked.append(found.rect)
            cover.kill()
            wait_until(lambda: virtual.top_at(second.middle) != over.handle, what="the cover has gone")
        return cover_of(look, found, point, wanted)

    monkeypatch.setattr(targets, "cover_of", uncovering)
    box = from_pixels(second, virtual.size)
    run = perform(
        f"TYPE(box={box}, text='Storgata 7', element_info='Street')\nCLICK(element_info='OK')",
        virtual,
        tmp_path,
    )
    assert run.outcome == "ok", run.error
    assert looked == [first]
    assert form.communicate(timeout=60)[0] == "|||Storgata 7\n"

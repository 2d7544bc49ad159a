"""TYPE into a form that tells nothing of itself: the pixels say what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import wait_until
from tests.runtime.screen_help import perform, program, window

SYSTEM_PYTHON = "/usr/bin/python3"  # the one that Debian's Tk is for


class Form:
    def __init__(self, screen, folder: Path) -> None:
        self.log = folder / "fields"
        script = Path(__file__).with_name("tk_form.py")
        self.process = program(screen, SYSTEM_PYTHON, str(script), str(self.log))
        window(screen, "Tk form")
        wait_until(self.log.exists, what="the form is there")
        screen.settle()

    def held(self) -> dict[str, str]:
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)


@pytest.fixture
def form(virtual, tmp_path):
    form = Form(virtual, tmp_path)
    yield form
    form.process.kill()
    form.process.wait()


NAME, CITY, PASSWORD = "[[260,220,380,250]]", "[[260,290,380,320]]", "[[260,355,380,385]]"
"""Boxes inside the three fields."""


@pytest.mark.drives_programs
def test_what_is_typed_at_a_box_is_read_there(form, virtual, tmp_path) -> None:
    lines = ((NAME, "Anna Bell"), (CITY, "北京 Köln"), (PASSWORD, "abc"))
    run = perform("\n".join(f"TYPE(box={box}, text={text!r})" for box, text in lines), virtual, tmp_path)
    assert run.outcome == "ok", run.error
    wait_until(lambda: form.held() == {"Name": "Anna Bell", "City": "北京 Köln", "Password": "abc"})
    name, city, password = (step.seen for step in run.steps)
    assert name == city == "yes, read on the screen"
    assert password == "not known: something changed there, and the text could not be read"


@pytest.mark.drives_programs
def test_a_label_leads_to_the_field_beside_it(form, virtual, tmp_path) -> None:
    run = perform(
        "TYPE(element_info='City', text='Oslo')\nTYPE(element_info='Name', text='Anna')", virtual, tmp_path
    )
    assert run.outcome == "ok", run.error
    assert {step.seen for step in run.steps} == {"yes, read on the screen"}
    wait_until(lambda: form.held() == {"Name": "Anna", "City": "Oslo", "Password": ""})


@pytest.mark.drives_programs
def test_a_box_that_is_no_field_is_told(form, virtual, tmp_path) -> None:
    """The text goes to the field that had the keyboard before: nobody saw it where the line says."""
    run = perform(
        f"TYPE(box={NAME}, text='Anna')\nTYPE(box=[[160,355,180,385]], text='lost')", virtual, tmp_path
    )
    assert run.outcome == "ok", run.error
    assert run.steps[1].seen == "not known: something changed elsewhere than at the box"


@pytest.mark.drives_programs
def test_a_window_that_takes_no_text_is_a_failure(form, virtual, tmp_path) -> None:
    run = perform("TYPE(box=[[300,430]], text='nowhere')", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.code == "not-entered"
    assert run.error.message.startswith("nothing changed when the text was entered by keys")
    assert set(form.held().values()) == {""}


@pytest.mark.drives_programs
def test_bare_ground_does_not_get_the_keyboard(form, virtual, tmp_path) -> None:
    run = perform("TYPE(box=[[700,800]], text='nowhere')", virtual, tmp_path)
    assert run.outcome == "failed"
    assert run.error.code == "focus"
    assert "the field at 896,640: the window `Tk form` has it" in run.error.message
    assert set(form.held().values()) == {""}

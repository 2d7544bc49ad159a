"""A target that is scrolled out of view is brought in, where the program tells that it is there."""

from __future__ import annotations

import subprocess

import pytest

from tests.conftest import wait_until
from tests.runtime.screen_help import perform, performed, program, window
from tests.surfaces.toolkits import command

ROWS = [f"Row {number}" for number in range(1, 61)]


@pytest.fixture
def rows(virtual, tmp_path):
    """A list of GTK that shows nine of its sixty rows."""
    process = program(
        virtual, "zenity", "--list", "--title=Rows", "--height=300", "--column=Item", *ROWS, cache=tmp_path
    )
    window(virtual, "Rows")
    virtual.settle()
    yield process
    process.kill()
    process.wait()


@pytest.mark.drives_programs
def test_a_row_of_a_list(rows, virtual, tmp_path) -> None:
    """Down to one near the end, and up again to the first."""
    performed(
        """\
CLICK(element_info='Row 57')
CLICK(element_info='Row 1')
CLICK(element_info='Row 58')
CLICK(element_info='OK', element_type='button')
""",
        virtual,
        tmp_path,
    )
    assert rows.communicate(timeout=10)[0] == "Row 58\n"


@pytest.mark.drives_programs
def test_a_row_that_is_not_there_is_not_looked_for_by_scrolling(rows, virtual, tmp_path) -> None:
    run = perform("CLICK(element_info='Row 61', timeout=1)", virtual, tmp_path)
    assert run.error is not None
    assert run.error.code == "target-missing"
    assert virtual.elements.find("Row 1")


@pytest.mark.drives_programs
def test_a_button_far_down_a_page(virtual, tmp_path) -> None:
    page = subprocess.Popen(
        command("chromium", tmp_path / "profile"), env=virtual.environment, stdout=-3, stderr=-3
    )
    try:
        wait_until(lambda: virtual.elements and virtual.elements.find("Notes", "text field"), what="the page")
        virtual.settle()
        run = perform("CLICK(element_info='Below', element_type='button', changes=True)", virtual, tmp_path)
        assert run.outcome == "ok", run.error
        assert run.steps[0].seen == "yes"
        wait_until(lambda: "focused" in virtual.elements.find("Below", "button")[0].states, what="the click")
    finally:
        page.kill()
        page.wait()

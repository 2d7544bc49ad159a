"""CHECK in a program that tells nothing of itself: the looks of a mark say whether it is on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import wait_until
from tests.runtime.screen_help import perform, performed, program, window

SYSTEM_PYTHON = "/usr/bin/python3"  # the one that Debian's Tk is for
MARKS = Path(__file__).with_name("tk_marks.py")


@pytest.fixture
def log(virtual, tmp_path):
    file = tmp_path / "log"
    process = program(virtual, SYSTEM_PYTHON, str(MARKS), str(file))
    wait_until(file.exists, what="the program")
    window(virtual, "Delivery")
    yield file
    process.kill()
    process.wait()


@pytest.mark.drives_programs
def test_marks_are_brought_into_a_state_and_left_alone_in_it_by_their_looks(log, virtual, tmp_path) -> None:
    run = performed(
        """\
CHECK(element_info='Wrap as a gift')
CHECK(element_info='Wrap as a gift', on=False)
CHECK(element_info='Send a receipt')
CHECK(element_info='Send a receipt')
CHECK(element_info='Express')
CHECK(element_info='Slow boat')
""",
        virtual,
        tmp_path,
    )
    changed, already = "yes, by its looks", "yes, it was on already, by its looks"
    assert [step.seen for step in run.steps] == [already, changed, changed, already, changed, changed]
    assert log.read_text().split("\n") == ["gift False", "receipt True", "speed fast", "speed slow", ""]

    run = perform("CHECK(element_info='Never changes')", virtual, tmp_path)
    assert run.error.message == "the checkbox was clicked, and is not on"
    run = perform("CHECK(element_info='Slow boat', on=False)", virtual, tmp_path)
    assert run.error.message == "a radio button is switched off by choosing another one of its group"
    run = perform("CHECK(element_info='Order')", virtual, tmp_path)
    assert run.error.message == (
        "the program does not tell whether it is on, and no check box is seen there, so it is left as it is"
    )
    assert "order" not in log.read_text()

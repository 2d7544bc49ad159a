"""`cog look`: what is on a screen, as arguments to copy into a workflow."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from PIL import Image

import cogscript
from tests.runtime.screen_help import program, window


def look(screen, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cogscript", "look", "--screen", "desktop", *words],
        env=screen.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def form(virtual):
    process = program(
        virtual, "zenity", "--forms", "--title=Invoice 发票", "--add-entry=Number", "--add-password=Pin"
    )
    window(virtual, "Invoice")
    yield virtual
    process.kill()
    process.wait()


def listed(screen, *words: str) -> list[dict]:
    done = look(screen, "--json", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["elements"]


@pytest.mark.drives_programs
def test_every_line_is_ready_to_be_copied(form, wait_until) -> None:
    wait_until(lambda: "Number" in look(form).stdout, what="the form is told")
    done = look(form, "--window", "Invoice")
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    assert any("element_type='text field', element_info='Number', box=[[" in line for line in lines)
    assert any("element_type='button', element_info='OK', box=[[" in line for line in lines)
    for line in lines:
        assert cogscript.check(cogscript.parse(f"CLICK({line})")) == []


@pytest.mark.drives_programs
def test_boxes_are_of_the_window_where_one_is_named(form, wait_until) -> None:
    wait_until(lambda: "Number" in look(form).stdout, what="the form is told")
    on_screen = next(each for each in listed(form) if each["element_info"] == "OK")
    in_window = next(each for each in listed(form, "--window", "Invoice") if each["element_info"] == "OK")
    assert on_screen["rect"] == in_window["rect"]
    assert in_window["box"][0][0] > on_screen["box"][0][0]


@pytest.mark.drives_programs
def test_one_element_at_a_pixel_the_text_and_the_marks(form, tmp_path, wait_until) -> None:
    wait_until(lambda: "Number" in look(form).stdout, what="the form is told")
    button = next(each for each in listed(form) if each["element_info"] == "OK")
    x = (button["rect"][0] + button["rect"][2]) // 2
    y = (button["rect"][1] + button["rect"][3]) // 2
    (one,) = listed(form, "--at", f"{x},{y}")
    assert (one["element_type"], one["element_info"]) == ("button", "OK")
    marks = tmp_path / "marks.png"
    done = look(form, "--window", "Invoice", "--text", "--marks", str(marks))
    assert "element_info='Number'" in done.stdout.partition("# text")[2]
    with Image.open(marks) as picture:
        assert picture.size[0] < form.size.width


@pytest.mark.drives_programs
def test_a_calculator_in_qt_shows_its_buttons(virtual, wait_until) -> None:
    process = program(virtual, "kcalc")
    window(virtual, "KCalc")
    wait_until(lambda: "element_info='7'" in look(virtual, "--app", "kcalc").stdout, what="its buttons")
    process.kill()
    process.wait()


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--at", "x"), 2, "`--at x` is no pixel"),
        (("--window", "Nowhere"), 1, "no window matches; there are: `Invoice 发票`"),
        (("--at", "1,1"), 1, "at 1,1: no element is known there"),
        (("--marks", "/nowhere/marks.png"), 1, "cannot be saved"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(form, words, code, said) -> None:
    done = look(form, *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr

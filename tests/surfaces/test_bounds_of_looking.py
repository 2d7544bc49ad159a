"""A look ends in time and says what it left out, however large, slow or broken a program is."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from cogscript.language.model.box import Rect
from cogscript.surfaces import look
from cogscript.surfaces.finding.wanted import Wanted
from cogscript.surfaces.look import Look
from tests.surfaces.toolkits import command

ROWS = 3000


@pytest.fixture
def elements(virtual, wait_until):
    return wait_until(lambda: virtual.elements, what="the accessibility bus")


@pytest.fixture
def start(virtual):
    started = []

    def run(*argv):
        process = subprocess.Popen(argv, env=virtual.environment, stdout=-3, stderr=-3)
        started.append(process)
        return process

    yield run
    for process in started:
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()


@pytest.fixture
def long_list(start, elements, wait_until):
    """A list of many rows, of which a few are in view."""
    rows = [f"row {number}" for number in range(1, ROWS + 1)]
    start("zenity", "--list", "--title=Many", "--column=Row", "--height=300", *rows)
    wait_until(lambda: elements.find("row 1", "cell"), what="the list")


def whole(elements, wait_until):
    """A look that left nothing out: a busy machine may hold a program up longer than one look waits."""
    return wait_until(lambda: (seen := elements.snapshot()).complete and seen, what="a complete look")


@pytest.mark.drives_programs
def test_of_a_long_list_only_what_is_in_view_is_read(virtual, elements, long_list, wait_until):
    seen = whole(elements, wait_until)
    cells = [each.name for each in seen.elements if each.role == "cell"]

    assert cells[:3] == ["row 1", "row 2", "row 3"]
    assert len(cells) < 100
    (first,) = [each for each in seen.elements if each.name == "row 1"]
    virtual.click(first.rect.middle)
    virtual.key_down("end")
    virtual.key_up("end")
    wait_until(lambda: elements.find(f"row {ROWS}", "cell"), what="the end of the list")
    assert not elements.find("row 1", "cell")


@pytest.mark.drives_programs
def test_more_than_a_look_can_read_is_said(virtual, start, elements, wait_until, tmp_path):
    page = tmp_path / "many.html"
    dots = "".join(f'<b role="img" aria-label="dot {number}"></b>' for number in range(4000))
    style = "b { display: inline-block; width: 12px; height: 9px } body { line-height: 9px; margin: 0 }"
    page.write_text(f"<!doctype html><title>Dots</title><style>{style}</style><h1>Many</h1>{dots}")
    argv = command("chromium", tmp_path / "profile")
    start(*argv[:-1], page.as_uri())
    wait_until(lambda: any("Dots" in each.title for each in virtual.windows()), what="the page")

    def cut_short():
        started = time.monotonic()
        seen = elements.snapshot(limit=1.0)
        assert time.monotonic() - started < 30, "bounded, on a busy machine too"
        told = any(each.role == "window" for each in seen.elements)
        return told and not seen.complete and seen.reason.startswith("Chromium ")

    wait_until(cut_short, what="a look that says what it left out")


@pytest.mark.drives_programs
def test_a_program_that_hangs_is_named_and_heard_again_when_it_goes_on(start, elements, wait_until, tmp_path):
    start("zenity", "--entry", "--title=Other", "--text=Say")
    wait_until(lambda: elements.find("Say"), what="the other program")
    form = start(*command("gtk3", tmp_path))
    wait_until(lambda: elements.find("Notes"), what="the form")
    os.kill(form.pid, signal.SIGSTOP)

    # The other one may be slow once; the one that hangs never answers.
    seen = wait_until(
        lambda: (now := elements.snapshot()).reason == "gtk_form.py did not answer in time" and now,
        what="the program that hangs is named, and it alone",
    )
    assert not seen.complete
    assert any(each.window == "Other" for each in seen.elements)
    assert not elements.snapshot().complete, "it is skipped, and that is said too"
    os.kill(form.pid, signal.SIGCONT)
    whole(elements, wait_until)
    wait_until(lambda: elements.find("Notes", "text field"), what="the program is heard again")


@pytest.mark.drives_programs
def test_a_program_that_dies_in_the_middle_of_a_look(start, elements, wait_until, tmp_path):
    for moment in (0.002, 0.005, 0.01, 0.02):
        form = start(*command("qt5", tmp_path))
        wait_until(lambda: elements.find("Notes", "text field"), what="the form")
        ending = threading.Timer(moment, form.kill)
        ending.start()
        started = time.monotonic()
        elements.snapshot()
        assert time.monotonic() - started < 30
        ending.join()
        form.wait()
        wait_until(lambda: not elements.find("Notes"), what="the form has gone")
    whole(elements, wait_until)


@pytest.mark.drives_programs
def test_reading_ends_in_time_and_nothing_is_guessed_from_a_part_of_the_text(
    virtual, start, wait_until, tmp_path, monkeypatch
):
    form = Path(__file__).parents[1] / "runtime" / "entry" / "tk_form.py"
    start("/usr/bin/python3", str(form), str(tmp_path / "fields"))
    wait_until(lambda: any(each.title == "Tk form" for each in virtual.windows()), what="the form")
    virtual.settle()
    city = Wanted("City", place=Rect(300, 200, 340, 220))

    monkeypatch.setattr(look, "_LEAST_WORK", 0.0)
    hurried = Look(virtual, until=time.monotonic())
    verdict = hurried.judge(city)
    assert (verdict.found, verdict.at_place, verdict.problem) == (None, None, "missing")
    assert "more text that there was no time to read" in hurried.asked()

    assert Look(virtual, until=time.monotonic() + 600).judge(city).found.text == "City"

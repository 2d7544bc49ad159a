"""The text that programs hold themselves: exact where rows look alike, and nothing is scrolled."""

from __future__ import annotations

import subprocess

import pytest

from cogscript.language.model.box import Rect
from cogscript.reading import wait_still
from tests.conftest import wait_until

ROW = "the same row 订单 备注"
ROWS = [ROW] * 60


def start(screen, *command):
    subprocess.Popen(
        command, env=dict(screen.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_until(screen.windows, what=command[0])
    wait_still(screen.capture, limit=30, quiet=0.5)


def place_of(screen, role):
    def found():
        return [
            each.rect
            for each in screen.elements.snapshot().elements
            if each.role == role and each.rect.height > 100
        ]

    rect = wait_until(found, what=role)[0]
    return Rect(rect.left + 2, rect.top + 2, rect.right - 2, rect.bottom - 2)


@pytest.mark.drives_programs
def test_an_editor(virtual, tmp_path):
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(ROWS) + "\n", "utf-8")
    start(virtual, "mousepad", "--disable-server", str(file))
    area = place_of(virtual, "text field")
    before = virtual.capture().tobytes()
    assert virtual.elements.own_text(area, to_the_end=True).split("\n") == ROWS
    assert virtual.capture().tobytes() == before
    shown = virtual.elements.own_text(area).split("\n")
    assert set(shown) == {ROW}
    assert 5 < len(shown) < 60
    virtual.move(area.middle)
    virtual.scroll("down", 3)
    wait_still(virtual.capture, limit=30, quiet=0.5)
    rest = virtual.elements.own_text(area, to_the_end=True).split("\n")
    assert len(shown) < len(rest) < 60


@pytest.mark.drives_programs
def test_a_list(virtual):
    start(virtual, "zenity", "--list", "--height=300", "--column=a", "--column=b", *["same", "row"] * 60)
    area = place_of(virtual, "table")
    assert virtual.elements.own_text(area, to_the_end=True).split("\n") == ["a\tb", *["same\trow"] * 60]


@pytest.mark.drives_programs
def test_a_page(virtual, tmp_path):
    page = tmp_path / "rows.html"
    rows = "<p>the <b>same</b> row 订单 <a href='#'>备注</a></p>" * 60
    page.write_text(f"<!doctype html><meta charset=utf-8><title>Rows</title><h1>Head</h1>{rows}", "utf-8")
    flags = ("--no-sandbox", "--no-first-run", "--force-renderer-accessibility")
    start(virtual, "chromium", *flags, f"--user-data-dir={tmp_path / 'profile'}", f"--app={page.as_uri()}")
    area = place_of(virtual, "document")
    assert virtual.elements.own_text(area, to_the_end=True).split("\n") == ["Head", *ROWS]


@pytest.mark.drives_programs
def test_a_place_with_more_than_one_thing_in_it_says_nothing(virtual):
    start(virtual, "zenity", "--forms", "--add-entry=Name", "--add-entry=Town")
    window = virtual.windows()[0].rect
    assert virtual.elements.own_text(window) is None
    assert virtual.elements.own_text(window, to_the_end=True) is None

"""Scrolled text: every line once and in order, whatever stands still or moves beside it."""

from __future__ import annotations

import numpy as np
import pytest

from cogscript.language.model.box import Rect
from cogscript.reading import read_scrolling
from tests.reading.drawn import Scrolled, page

ROWS = [f"Entry {number * 37 % 101} of the list" for number in range(26)]
DOCUMENT = page(ROWS, width=300)


def read(scrolled, reader, **options):
    return read_scrolling(scrolled.capture, scrolled.scroll, reader, **options)


def rows_of(reading):
    return [row for row in reading.text.split("\n") if row]


@pytest.mark.parametrize("notch", [17, 90])
def test_each_line_once_and_in_order(reader, notch):
    reading = read(Scrolled(DOCUMENT, 216, notch=notch), reader)
    assert rows_of(reading) == ROWS
    assert reading.warnings == ()
    assert reading.area <= 1.25 * reading.document
    assert reading.document == DOCUMENT.width * DOCUMENT.height


def test_what_fits_is_read_without_scrolling(reader):
    scrolled = Scrolled(page(ROWS[:8]), 192)
    reading = read(scrolled, reader)
    assert rows_of(reading) == ROWS[:8]
    assert reading.scrolls == 0


def test_stopping_early_is_said(reader):
    reading = read(Scrolled(DOCUMENT, 216, notch=40), reader, max_scrolls=3)
    assert ROWS[: len(rows_of(reading))] == rows_of(reading)
    assert len(rows_of(reading)) < len(ROWS)
    assert "stopped after 3 notches" in reading.warnings[0]


def test_progress_is_told(reader):
    told = []
    read(Scrolled(DOCUMENT, 216), reader, progress=lambda lines, notches: told.append((lines, notches)))
    assert told == sorted(told)
    assert told[-1][0] == len(ROWS)


def test_sticky_things_and_a_caret_and_a_scroll_bar(reader):
    header, footer = np.asarray(page(["Sticky header"], width=260)), np.asarray(page(["Footer"], width=260))

    def overlay(view, look):
        caret = max(0, 200 - scrolled.offset)
        view[caret : caret + 18, 220:222] = 0 if look % 2 else 255
        view[:24, :260] = 255 - header
        view[-24:, :260] = 255 - footer

    scrolled = Scrolled(page(["", *ROWS, ""], width=300), 216, overlay=overlay, thumb=True)
    reading = read(scrolled, reader)
    assert rows_of(reading) == ["Sticky header", *ROWS, "Footer"]


def test_a_list_of_like_rows(reader):
    rows = ["The same row"] * 26
    reading = read(Scrolled(page(rows, width=300), 216, notch=40, thumb=True), reader)
    assert rows_of(reading) == rows


def test_text_that_came_late_replaces_what_stood_there(reader):
    """A page that says it is loading, and grows."""
    rows = [*ROWS[:16], "Loading more"]

    class Growing(Scrolled):
        def scroll(self, notches):
            if self.offset == self.end and len(self.document) < DOCUMENT.height:
                self.document = np.asarray(DOCUMENT)
            super().scroll(notches)

    assert rows_of(read(Growing(page(rows, width=300), 216), reader)) == ROWS


def test_only_the_box_is_read_of_a_whole_screen(reader):
    scrolled = Scrolled(DOCUMENT, 216)

    def screen():
        from PIL import Image

        picture = Image.new("RGB", (700, 400), "#dddddd")
        picture.paste(page(["Menu entry"] * 16, width=180), (0, 0))
        picture.paste(scrolled.capture(), (200, 50))
        return picture

    reading = read_scrolling(screen, scrolled.scroll, reader, area=Rect(200, 50, 500, 266))
    assert rows_of(reading) == ROWS
    assert reading.area <= 1.25 * reading.document


def test_a_look_that_stays_the_same_proves_no_bottom_where_rows_are_alike(reader):
    """Moved by whole rows, such a list looks as if it stood still; below it is nothing."""

    def overlay(view, look):
        view[144:] = 255

    rows = page(["The same row"] * 30, width=300)
    reading = read(Scrolled(rows, 216, notch=48, overlay=overlay), reader)
    assert "look all alike" in " ".join(reading.warnings)

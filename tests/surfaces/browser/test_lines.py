"""A page tells its own text: only pictures are read, each once, and not longer than the step may take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from cogscript import Session
from cogscript.language.model.box import Rect
from cogscript.reading.lines import Line
from cogscript.reading.patches import Patches
from cogscript.surfaces.look import Look
from tests.conftest import wait_until


class CountingReader:
    """The real one, and the size of each picture that it was given."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.asked: list[tuple[int, int]] = []

    def lines(self, picture: Image.Image) -> Any:
        self.asked.append(picture.size)
        return self._reader.lines(picture)


@pytest.fixture
def read(browser: Any, site: str) -> Iterator[CountingReader]:
    """The page with pictures is open, and nothing of it has been read."""
    browser.launch_url(f"{site}/pictures.html", 20)
    counting = CountingReader(browser.reader)
    browser._reader, browser._patches = counting, None
    yield counting
    browser._reader = counting._reader


def texts(surface: Any) -> list[str]:
    return [line.text for line in Look(surface).lines()]


@pytest.mark.drives_programs
def test_a_page_says_every_line_that_shows_and_its_pictures_are_read(
    browser: Any, read: CountingReader
) -> None:
    said = texts(browser)
    for text in ("Words and pictures", "Total: 12 of 40 crates", "Floating hint", "Stamped", "LOUD WORDS",
                 "first row", "second row", "Painted label", "Inside a frame"):  # fmt: skip
        assert text in said
    assert any("The zebra clause is last." in text for text in said)
    assert not any("hunter2" in text or "under a sheet" in text for text in said)
    assert read.asked == [(420, 60)], "the canvas, and nothing else"
    assert texts(browser) == said
    assert len(read.asked) == 1, "what looks the same is not read again"


@pytest.mark.drives_programs
def test_a_name_that_is_nowhere_costs_no_reading_of_what_is_told(browser: Any, read: CountingReader) -> None:
    with Session(screen=browser, journal=False) as session:
        missing = session.perform("CLICK(element_info='Zzyzx', timeout=1)")
        assert missing.outcome == "failed"
        assert len(read.asked) <= 1
        deep = session.perform("ASSERT(test=VISIBLE(element_info='zebra clause'))")
        assert deep.outcome == "ok", "a text is found however long the paragraph is"
        assert session.perform("CLICK(element_info='Painted label')").outcome == "ok"
        assert len(read.asked) <= 1
        wait_until(lambda: browser.windows()[0].title.startswith("painted at "), what="its click")


def test_patches_are_read_as_long_as_there_is_time_and_known_again_by_their_pixels() -> None:
    class Fake:
        asked = 0

        def lines(self, picture: Image.Image) -> list[Line]:
            self.asked += 1
            return [Line("seen", Rect(1, 2, 9, 8), 0.9)]

    reader = Fake()
    patches = Patches(lambda: reader)
    picture = Image.new("RGB", (400, 300), "white")
    picture.paste("black", (150, 120, 160, 130))
    areas = [Rect(0, 0, 100, 50), Rect(140, 110, 240, 160), Rect(150, 115, 170, 140)]
    assert patches.read(picture, areas, (), 0.0) == ([], 2), "no time: both are left, the one inside is one"
    lines, left = patches.read(picture, areas, (), None)
    assert (reader.asked, left) == (2, 0)
    assert {line.rect for line in lines} == {Rect(1, 2, 9, 8), Rect(141, 112, 149, 118)}
    assert patches.read(picture, areas, (), 0.0) == (lines, 0), "known by their pixels"
    told = [Rect(148, 118, 162, 132)]
    assert patches.read(picture, areas, told, 0.0)[1] == 0, "without the told text both look alike"
    tall = Image.effect_noise((1000, 900), 80).convert("RGB")
    assert patches.read(tall, [Rect(0, 0, 1000, 900)], (), 0.0)[1] >= 9, "a large one is read in parts"

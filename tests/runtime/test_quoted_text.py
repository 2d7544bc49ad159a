"""QUOTE_TEXT of a label: the part that the file's result is of it, from the program or from the pixels."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

import cogscript
from cogscript import ops
from cogscript.language.model.box import Rect
from cogscript.reading import wait_still
from tests.conftest import wait_until

SHOWN = "券后价：18.50"


@pytest.fixture
def label(virtual) -> Rect:
    """Where a dialog shows a price."""
    subprocess.Popen(["zenity", "--info", f"--text={SHOWN}"], env=dict(virtual.environment))
    found = wait_until(lambda: virtual.elements.find(SHOWN), what="the price")
    wait_still(virtual.capture, limit=30, quiet=0.5)
    return found[0].rect


def quoted(screen: Any, rect: Rect, **options: Any) -> tuple[str, str]:
    """The value that was read, and where it was read from."""
    width, height = screen.size
    box = (
        rect.left * 1000 // width,
        rect.top * 1000 // height,
        rect.right * 1000 // width + 1,
        rect.bottom * 1000 // height + 1,
    )
    reading = ops.QUOTE_TEXT(
        box=box, element_info="券后价：17.00", result="17.00", output="__CogName_price__"
    )
    run = cogscript.run(cogscript.Workflow([reading]), screen=screen, **options)
    assert run.outcome == "ok", run.error
    sources = [each["is"] for each in run.steps[0].evidence if each["what"] == "text"]
    return run.variables["price"], "".join(sources)


@pytest.mark.drives_programs
def test_a_price_is_read_as_the_file_has_it(virtual, label, tmp_path):
    assert quoted(virtual, label, runs=tmp_path) == ("17.00", "")
    assert quoted(virtual, label, runs=tmp_path, results="live") == ("18.50", "the program's own")
    pixels = quoted(virtual, label, runs=tmp_path, results="live", read="ocr")
    assert pixels == ("18.50", "read from the pixels")

"""QUOTE_TEXT of pages that load more when they are scrolled: all of it, or a warning."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest

import cogscript
from cogscript import ops
from cogscript.language.model.box import Rect
from cogscript.reading import wait_still
from cogscript.runtime.console.display import Plain
from cogscript.runtime.growing_pages import is_longer
from tests.conftest import wait_until

LOADS_MORE = """
<!doctype html><meta charset=utf-8><title>Orders</title>
<h1>Orders</h1><div id=rows></div><footer>Foot</footer>
<script>
  let count = 0, busy = false
  function more() {
    for (let i = 0; i < 40 && count < 120; i++) {
      rows.append(Object.assign(document.createElement("p"), {textContent: `Order ${++count} 订单`}))
    }
    busy = false
  }
  more()
  addEventListener("scroll", () => {
    if (busy || innerHeight + scrollY < document.body.scrollHeight - 50) return
    busy = true
    setTimeout(more, 400)
  })
</script>
"""
SHOWS_A_PART = """
<!doctype html><meta charset=utf-8><title>Rows</title><style>body, p { margin: 0 } p { height: 30px }</style>
<div id=rows style="height: 6000px; box-sizing: border-box"></div>
<script>
  function show() {
    const first = Math.floor(scrollY / 30)
    rows.style.paddingTop = `${first * 30}px`
    rows.replaceChildren(...Array.from({length: 30}, (_, at) =>
      Object.assign(document.createElement("p"), {textContent: `Row ${first + at + 1}`})))
  }
  show()
  addEventListener("scroll", show)
</script>
"""


def quoted(screen, page: str, folder: Path) -> tuple[list[str], str]:
    """The lines that QUOTE_TEXT reads of a page in Chromium, and what the run said."""
    file = folder / "page.html"
    file.write_text(page, "utf-8")
    flags = ("--no-sandbox", "--no-first-run", "--force-renderer-accessibility")
    command = ["chromium", *flags, f"--user-data-dir={folder / 'profile'}", f"--app={file.as_uri()}"]
    subprocess.Popen(
        command, env=dict(screen.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_until(screen.windows, what="chromium")

    def page_of() -> list[Rect]:
        return [each.rect for each in screen.elements.snapshot().elements if each.role == "document"]

    rect = wait_until(page_of, what="the page")[0]
    wait_still(screen.capture, limit=30, quiet=0.5)
    width, height = screen.size
    left, top, right, bottom = rect
    box = (
        left * 1000 // width + 3,
        top * 1000 // height + 3,
        right * 1000 // width - 3,
        bottom * 1000 // height - 3,
    )
    reading = ops.QUOTE_TEXT(box=box, auto_scroll=True, output="__CogName_text__")
    said = io.StringIO()
    run = cogscript.run(
        cogscript.Workflow([reading]), screen=screen, journal=False, listener=Plain(said, lambda text: text)
    )
    return run.variables["text"].split("\n"), said.getvalue()


@pytest.mark.drives_programs
def test_what_is_loaded_later_is_read_too(virtual, tmp_path):
    lines, said = quoted(virtual, LOADS_MORE, tmp_path)
    assert lines == ["Orders", *(f"Order {number} 订单" for number in range(1, 121)), "Foot"]
    assert "warning" not in said


@pytest.mark.drives_programs
def test_a_page_that_holds_only_what_shows_is_said(virtual, tmp_path):
    lines, said = quoted(virtual, SHOWS_A_PART, tmp_path)
    assert lines == [f"Row {number}" for number in range(1, 31)]
    assert "warning[reading]: the page takes parts of its text away while it is scrolled" in said


@pytest.mark.parametrize(
    ("before", "after", "longer"),
    [
        ("a b c", "a b c d e", True),
        ("a b c foot", "a b c d e foot", True),
        ("a b loading foot", "a b c d e loading foot", True),
        ("a b loading foot", "a b c d foot", True),
        ("same same same", "same same same same", True),
        ("a b c d e", "c d e f g h", False),
        ("head a b c d e", "head c d e f g", False),
        ("a b c d", "a b", False),
    ],
)
def test_lines_that_were_only_added(before, after, longer):
    assert is_longer(before.split(), after.split()) is longer

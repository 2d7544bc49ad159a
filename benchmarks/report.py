"""How soon the report of a long run can be read, in Chromium.

    python benchmarks/report.py

A run of 5,000 steps (loops, failures, 700 different pictures) becomes a page; a fresh Chromium opens it
from disk. Measured: until the failed step and the list beside it are painted, and until everything is
loaded, the pictures too. The reference, in the same run: a bare HTML table with a line for each of these
steps and nothing else. What is wanted: 2 seconds.
"""

from __future__ import annotations

import html
import random
import statistics
import tempfile
import time
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

import cogscript
from cogscript.records.reader import Record
from cogscript.records.step import Step
from cogscript.records.writer import RecordWriter
from cogscript.report.html_page import html_page

STEPS = 5_000
PICTURES = 700
ROUNDS = 5
WANTED = 2.0

TEXT = """REPEAT(times=1000)
  # Search the invoice by its number
  TYPE(box=[[352,102,786,139]], text='INV-0412', element_info='Search')
  CLICK(element_info='Approve', element_type='button')
  KEY_PRESS(key='Enter')
  QUOTE_TEXT(box=[[387,249,727,317]], output='__CogName_total__')
  WAIT(seconds=0)
END_REPEAT()
"""

_PAINTED = """() => new Promise((done) => {
  const look = () => document.querySelector(".step-view, tr")
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    : setTimeout(look, 5);
  look();
})"""


def pictures(folder: Path) -> None:
    """Screens that differ, with enough on them to weigh what a real one does."""
    chance = random.Random(1)
    for number in range(1, PICTURES + 1):
        screen = Image.new("RGB", (1280, 800), (60, 80, 100))
        pen = ImageDraw.Draw(screen)
        for line in range(20):
            words = "".join(chance.choice("abcdefghij klmno") for _ in range(90))
            pen.text((40, 30 + line * 37), words, fill=(240, 240, 240), font_size=18)
        screen.save(folder / "pictures" / f"{number:05d}.jpg", quality=88, subsampling=0)


def long_run(runs: Path) -> Path:
    """The record of a run of 5,000 steps that failed at its last."""
    loop = cogscript.parse(TEXT, "invoices.cog").operations[0]
    body = loop.body or []
    writer = RecordWriter.create(runs, "invoices")
    writer.file("invoices.cog", TEXT)
    pictures(writer.folder)
    began = time.time() - STEPS
    block = Step(1, loop, "invoices.cog", "block", 0, None, "", began)
    block.ended, block.outcome, block.value = began, "ok", 1000
    writer.at_once(block)
    for number in range(2, STEPS + 1):
        at = number - 2
        step = Step(number, body[at % 5], "invoices.cog", "step", 1, 1, str(at // 5 + 1), began + at)
        step.ended, step.outcome, step.settled = began + at + 0.9, "ok", 0.2
        step.arguments = {"text": f"INV-{at:04d}", "element_info": "Search"}
        step.spent, step.surface, step.locator = {"finding": 0.3}, "the private screen", "accessibility"
        step.evidence = [{"what": "name", "is": "Search"}, {"what": "type", "is": "text field"}]
        step.seen = "yes"
        step.before = f"pictures/{at * PICTURES // STEPS + 1:05d}.jpg"
        if number == STEPS:
            step.outcome, step.error = "failed", "the total was not found"
        writer.at_once(step)
    writer.header(
        file="invoices.cog", outcome="failed", started=began, ended=began + STEPS, size=[1280, 800],
        error={"message": "the total was not found", "rendered": "error: the total was not found"},
    )  # fmt: skip
    writer.close()
    return writer.folder


def table(record: Record) -> str:
    """The reference: the same steps, and nothing that helps anybody."""
    rows = "".join(
        f"<tr><td>{step.number}<td>{html.escape(step.operation.text)}<td>{step.outcome}<td>{step.seconds:.2f}"
        f"<td>{html.escape(str(step.arguments))}"
        for step in record.steps()
    )
    return f"<!doctype html><meta charset=utf-8><table>{rows}</table>"


def opened(browser: Browser, page: Path) -> tuple[float, float]:
    """Seconds until the page is painted, and until it is loaded."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    try:
        tab = context.new_page()
        tab.goto(page.as_uri(), wait_until="commit")
        painted = float(tab.evaluate(_PAINTED)) / 1000
        tab.wait_for_load_state("load")
        loaded = float(tab.evaluate("performance.timing.loadEventStart - performance.timing.navigationStart"))
        return painted, loaded / 1000
    finally:
        context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = long_run(Path(scratch))
        with Record(folder) as record:
            began = time.perf_counter()
            page = html_page([record])
            written = time.perf_counter() - began
            bare = table(record)
        (folder / "report.html").write_text(page, encoding="utf-8")
        (folder / "table.html").write_text(bare, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        both = [
            (opened(browser, folder / "report.html"), opened(browser, folder / "table.html"))
            for _ in range(ROUNDS)
        ]
        browser.close()
        size = (folder / "report.html").stat().st_size / 1e6
    painted, loaded = (statistics.median(mine[which] for mine, _ in both) for which in (0, 1))
    against = [statistics.median(mine[which] / theirs[0] for mine, theirs in both) for which in (0, 1)]
    print(f"a page of {STEPS:,} steps and {size:.0f} MB is written in {written:.1f} s")
    print(
        f"it can be read after {painted:.2f} s, {against[0]:.1f} times as long as a bare table of the steps"
    )
    print(f"its pictures are loaded after {loaded:.2f} s, {against[1]:.1f} times as long")
    print(f"wanted: {WANTED:.0f} s {'(kept)' if max(painted, loaded) <= WANTED else '(not kept)'}")


if __name__ == "__main__":
    main()

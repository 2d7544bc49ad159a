"""The studio: from its start to a usable page, from a step to its row, and what the live picture costs.

The start is told beside what starting Python takes in the same run; all of it beside what it should be.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

WAITS = 40
WATCHED = 10.0
"""Seconds of live picture."""
_TICKS = os.sysconf("SC_CLK_TCK")
_STARS = "while :; do head -c 6000 /dev/urandom | base64 -w 200; sleep 0.05; done"
"""Something that fills the screen with other pixels some twenty times a second."""
_LISTEN = """() => {
  window.rows = {};
  new MutationObserver((changes) => {
    const now = Date.now() / 1000;
    for (const change of changes) for (const row of change.addedNodes)
      if (!row.classList.contains("running")) window.rows[row.dataset.step] ??= now;
  }).observe(document.querySelector("#step-list"), { childList: true });
}"""


def main() -> None:
    from playwright.sync_api import sync_playwright

    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    python = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch) / "work"
        folder.mkdir()
        (folder / "steps.cog").write_text("WAIT(seconds=0.05)\n" * WAITS + "END()\n")
        (folder / "stars.cog").write_text(
            f"LAUNCH(app='xterm', arguments=['-maximized', '-e', 'sh', '-c', '{_STARS}'])\nEND()\n"
        )
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1500, "height": 900})
        began = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-m", "cogscript", "studio", str(folder), "--no-browser"],
            env={**os.environ, "COGSCRIPT_HOME": str(Path(scratch) / "home")},
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            page.goto(server.stdout.readline().strip())
            page.wait_for_selector("body[data-ready]")
            usable = time.perf_counter() - began
            print(f"page usable {usable:.2f} s after `cog studio` (at most 1.5); Python alone {python:.2f} s")
            _steps(page)
            _pictures(page, server.pid)
        finally:
            browser.close()
            server.terminate()
            server.wait()


def _run(page: Any, name: str) -> None:
    page.locator(f"#file-list [data-path='{name}']").click()
    page.wait_for_function("name => cogStudio.editor.path === name", arg=name)
    page.wait_for_function("() => cogStudio.screen.isOpen", timeout=60_000)
    page.click("#run")
    page.wait_for_function(
        "() => cogStudio.run.running === '' && /Fini|Fail/.test(document.querySelector('#state').innerText)",
        timeout=120_000,
    )


def _steps(page: Any) -> None:
    page.evaluate(_LISTEN)
    page.evaluate(
        "() => { window.ends = {}; import('./link.js').then(({ on }) =>"
        " on('step-finished', ({ step, at }) => { window.ends[step] = at; })); }"
    )
    _run(page, "steps.cog")
    ends, rows = page.evaluate("window.ends"), page.evaluate("window.rows")
    late = sorted(1000 * (rows[step] - at) for step, at in ends.items() if step in rows)
    print(
        f"a step's row {statistics.median(late):.0f} ms after its end, of {len(late)} the latest "
        f"{late[-1]:.0f} ms (at most 150)"
    )


def _pictures(page: Any, pid: int) -> None:
    _run(page, "stars.cog")
    page.click("#live")
    page.wait_for_timeout(1500)
    frames, spent, began = page.evaluate("cogStudio.screen.frames"), _seconds(pid), time.perf_counter()
    page.wait_for_timeout(WATCHED * 1000)
    seconds = time.perf_counter() - began
    rate = (page.evaluate("cogStudio.screen.frames") - frames) / seconds
    share = (_seconds(pid) - spent) / seconds
    print(
        f"live picture 1280×800: {rate:.1f} frames a second (at least 8), {share:.0%} of a core (at most 30%)"
    )


def _seconds(pid: int) -> float:
    """What a process has used of processors."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


if __name__ == "__main__":
    main()

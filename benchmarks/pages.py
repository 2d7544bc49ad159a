"""What pages and phones cost: each against the same thing done by hand with the tool underneath, in one run.

    python benchmarks/pages.py [pages] [phone] [memory]

Pages: a click and a TYPE by name against Playwright's own locators, opening a page against its `goto`, in
turns on two browsers of the same make. Phone: a tap against `adb shell input tap`, on the tests' own phone.
Memory: a thousand steps on a page.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cogscript import Session
from cogscript.language.model.box import Point, Size
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.browser.installed import find_browser

ROOT = Path(__file__).parent.parent
SITE = ROOT / "tests" / "surfaces" / "browser" / "site"
ROUNDS = 30


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        """Nothing: the figures are the output."""


@contextlib.contextmanager
def site() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(SITE)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def seconds(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def compare(
    name: str, ours: Callable[[], object], theirs: Callable[[], object], rounds: int = ROUNDS
) -> None:
    """Both in turns, so that a busy moment hits both; the middle of each."""
    ours(), theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    mine, bare = (statistics.median(each) for each in zip(*pairs, strict=True))
    print(f"{name}: {mine * 1000:.1f} ms, bare {bare * 1000:.1f} ms, ratio {mine / bare:.2f}")


def done(session: Session, text: str) -> None:
    step = session.perform(text)
    if step.outcome != "ok":
        raise SystemExit(f"{text}: {step.error}")


def pages() -> None:
    from playwright.sync_api import sync_playwright

    found = find_browser("")
    with site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.path, chromium_sandbox=os.geteuid() != 0, headless=True
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        surface = open_surface("browser", settings=Settings())
        try:
            with Session(screen=surface, journal=False) as session:
                link = f"{address}/shop.html"
                compare(
                    "open a page", lambda: done(session, f"LAUNCH(url='{link}')"), lambda: page.goto(link)
                )
                compare(
                    "click by name",
                    lambda: done(session, "CLICK(element_info='Five stars')"),
                    lambda: page.get_by_role("button", name="Five stars").click(),
                )
                text = "tea for two"
                compare(
                    "TYPE by name, against fill",
                    lambda: done(session, f"TYPE(element_info='Customer', text='{text}', clear=True)"),
                    lambda: page.get_by_label("Customer").fill(text),
                )
                compare(
                    "TYPE by name, against fill and a look at the value",
                    lambda: done(session, f"TYPE(element_info='Customer', text='{text}', clear=True)"),
                    lambda: _filled(page, text),
                )
                compare(
                    "TYPE by name, against the same steps",
                    lambda: done(session, f"TYPE(element_info='Customer', text='{text}', clear=True)"),
                    lambda: _typed(page, text),
                )
        finally:
            surface.close()
            browser.close()


def _filled(page: Any, text: str) -> None:
    """What TYPE promises: the text is in the field."""
    field = page.get_by_label("Customer")
    field.fill(text)
    if field.input_value() != text:
        raise SystemExit("the field does not hold the text")


def _typed(page: Any, text: str) -> None:
    """What TYPE does: a click, the field emptied, the text by the keyboard, and a look at what it holds."""
    field = page.get_by_label("Customer")
    field.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)
    if field.input_value() != text:
        raise SystemExit("the field does not hold the text")


def phone() -> None:
    sys.path.insert(0, str(ROOT))
    from tests.phone_bed.adbd import Adbd
    from tests.phone_bed.handset import Handset
    from tests.phone_bed.server import AdbServer

    adb = AdbServer()
    os.environ["ANDROID_ADB_SERVER_PORT"] = adb.environment["ANDROID_ADB_SERVER_PORT"]
    screen = open_surface("virtual", size=Size(720, 1280), settings=Settings())
    handset = Handset(screen, {})
    daemon = Adbd(handset.run)
    try:
        adb("connect", daemon.address)
        surface: Any = open_surface("phone", settings=Settings())
        bare = ["adb", "-s", daemon.address, "shell", "input", "tap", "100", "200"]
        compare("tap", lambda: surface.click(Point(100, 200)), lambda: subprocess.run(bare, check=True))
    finally:
        daemon.unplug()
        handset.close()
        screen.close()
        adb.close()


def memory() -> None:
    with site() as address:
        surface = open_surface("browser", settings=Settings())
        try:
            with Session(screen=surface, journal=False) as session:
                done(session, f"LAUNCH(url='{address}/shop.html')")
                kept: dict[int, dict[str, float]] = {}
                for number in range(1, 1001):
                    if number % 2:
                        done(session, f"TYPE(element_info='Customer', text='{number}', clear=True)")
                    else:
                        done(session, "CLICK(element_info='Send order')")
                    if number in (200, 1000):
                        kept[number] = _resident()
        finally:
            surface.close()
    for who in ("ours", "the browser's"):
        early, late = kept[200][who], kept[1000][who]
        grown = f"{early:.0f} MB after 200 steps, {late:.0f} MB after 1000, ratio {late / early:.2f}"
        print(f"memory, {who}: {grown}")


def _resident() -> dict[str, float]:
    """Megabytes that this process holds, and those that all the programs hold that it has started."""
    return {"ours": _held_by(os.getpid()), "the browser's": sum(map(_held_by, _started_by(os.getpid())))}


def _held_by(pid: int) -> float:
    """Its share of what it has in memory: what processes share is counted once."""
    with contextlib.suppress(OSError):  # it has ended meanwhile
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1000
    return 0.0


def _started_by(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for task in list(Path(f"/proc/{pid}/task").iterdir()):
            for child in map(int, (task / "children").read_text().split()):
                yield child
                yield from _started_by(child)


def main() -> None:
    parts: dict[str, Callable[[], None]] = {"pages": pages, "phone": phone, "memory": memory}
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()

"""A run on another surface in the studio: it shows live, and what is not possible there is said."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.phone_bed.adbd import Adbd
from tests.phone_bed.handset import Handset
from tests.phone_bed.server import AdbServer
from tests.studio.served_studio import ServedStudio, said
from tests.surfaces.phone.conftest import adb, screen

__all__ = ["adb", "screen"]

GREEN = ["xterm", "-bg", "#00aa00", "-geometry", "400x200+0+0"]
TERMINAL = """WORKFLOW(title='A terminal')
LAUNCH(app='{app}')
END()
"""

PAGE = """WORKFLOW(title='A page')
LAUNCH(url='{url}')
WAIT_FOR(test=VISIBLE(element_info='Green'))
END()
"""


class Green(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<title>Green</title><body style='background:#0a0'><h1>Green</h1>")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def green_page() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Green)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.drives_programs
def test_the_page_that_a_run_works_on_is_shown_while_it_runs(
    studio: ServedStudio, new_page: Callable[..., Any], green_page: str
) -> None:
    studio.write("page.cog", PAGE.format(url=green_page))
    page = studio.start().show(new_page(), "page.cog")
    run_to(page, 4, "browser")
    shows_green(page)
    assert page.inner_text("#screen-name") == "Browser"
    assert page.locator("#modes [data-mode=use]").is_disabled()
    page.click("#record")
    said(page, "private screen can be recorded")
    page.keyboard.press("F5")
    said(page, "Finished", 60)
    page.wait_for_function("() => document.querySelector('#screen-name').textContent === 'Screen'")
    assert page.locator("#modes [data-mode=use]").is_enabled()


@pytest.mark.drives_programs
def test_a_phone_is_shown_while_a_run_works_on_it(
    studio: ServedStudio, new_page: Callable[..., Any], adb: AdbServer, screen: Any
) -> None:
    handset = Handset(screen, {"com.example.green": GREEN})
    phone = Adbd(handset.run)
    adb("connect", phone.address)
    try:
        studio.write("phone.cog", TERMINAL.format(app="com.example.green"))
        page = studio.start().show(new_page(), "phone.cog")
        run_to(page, 3, "phone")
        shows_green(page)
        assert page.inner_text("#screen-name") == "Phone"
        shown = page.locator("#canvas").bounding_box()
        assert abs(shown["width"] / shown["height"] - 720 / 1280) < 0.02, "a tall screen is shown tall"
        page.keyboard.press("F5")
        said(page, "Finished", 60)
    finally:
        phone.unplug()
        handset.close()


@pytest.mark.drives_programs
def test_the_persons_own_desktop_is_shown_while_a_run_works_on_it(
    studio: ServedStudio, new_page: Callable[..., Any], virtual: Any, tmp_path: Path
) -> None:
    program = tmp_path / "green"
    program.write_text("#!/bin/sh\nexec " + " ".join(f"'{each}'" for each in GREEN) + "\n")
    program.chmod(0o755)
    studio.write("desktop.cog", TERMINAL.format(app=program))
    page = studio.start(virtual.environment).show(new_page(), "desktop.cog")
    run_to(page, 3, "desktop")
    shows_green(page)
    assert page.inner_text("#screen-name") == "My desktop"
    page.keyboard.press("F5")
    said(page, "Finished", 60)


def run_to(page: Any, line: int, surface: str) -> None:
    """Run the open file on a surface, and stop before a line."""
    page.select_option("#run-screen", surface)
    page.locator("#editor .cm-content").focus()
    page.evaluate(f"cogStudio.editor.goTo({line}); cogStudio.editor.toggleBreak({line})")
    page.keyboard.press("F5")
    page.wait_for_function(f"() => cogStudio.run.stopped?.line === {line}", timeout=60_000)


def shows_green(page: Any) -> None:
    page.wait_for_function(
        """() => {
          const canvas = document.querySelector("#canvas");
          const [red, green, blue] = canvas.getContext("2d").getImageData(canvas.width - 9, 300, 1, 1).data;
          return green > 140 && red < 40 && blue < 40;
        }"""
    )

"""A run on a browser in the studio: its page shows live, and what is not possible there is said."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.studio.served_studio import ServedStudio, said

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
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.drives_programs
def test_the_page_that_a_run_works_on_is_shown_while_it_runs(
    studio: ServedStudio, new_page: Callable[..., Any], green_page: str
) -> None:
    studio.write("page.cog", PAGE.format(url=green_page))
    page = studio.start().show(new_page(), "page.cog")
    page.select_option("#run-screen", "browser")
    page.locator("#editor .cm-content").focus()
    page.evaluate("cogStudio.editor.goTo(4); cogStudio.editor.toggleBreak(4)")
    page.keyboard.press("F5")
    page.wait_for_function("() => cogStudio.run.stopped?.line === 4", timeout=60_000)
    page.wait_for_function(
        """() => {
          const canvas = document.querySelector("#canvas");
          const [red, green, blue] = canvas.getContext("2d").getImageData(canvas.width - 9, 300, 1, 1).data;
          return green > 140 && red < 40 && blue < 40;
        }"""
    )
    assert page.inner_text("#screen-name") == "Browser"
    assert page.locator("#modes [data-mode=use]").is_disabled()
    page.click("#record")
    said(page, "private screen can be recorded")
    page.keyboard.press("F5")
    said(page, "Finished", 60)
    page.wait_for_function("() => document.querySelector('#screen-name').textContent === 'Screen'")
    assert page.locator("#modes [data-mode=use]").is_enabled()

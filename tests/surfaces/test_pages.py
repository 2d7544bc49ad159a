"""Whether a page has loaded, as the browser tells it: at the start, and while the page before still shows."""

from __future__ import annotations

import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.surfaces.toolkits import command

PAGES = {
    "/slow": "<title>First</title><a href='/next'>Go</a>",
    "/next": "<title>Second</title><button>Done</button>",
}


@pytest.fixture
def server():
    """Pages that come only when the test lets them."""
    let = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            page = PAGES.get(self.path)
            if page:
                let.wait(60)
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write((page or "").encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as serving:
        threading.Thread(target=serving.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}", let
        let.set()
        serving.shutdown()


@pytest.mark.drives_programs
def test_a_page_that_loads_is_busy_until_it_is_there(virtual, server, wait_until, tmp_path):
    address, let = server
    argv = command("chromium", tmp_path / "profile")
    browser = subprocess.Popen([*argv[:-1], f"{address}/slow"], env=virtual.environment, stdout=-3, stderr=-3)
    try:
        elements = wait_until(lambda: virtual.elements, what="the accessibility bus")
        assert not elements.busy()
        wait_until(elements.busy, what="the page loads")
        let.set()
        (link,) = wait_until(lambda: elements.find("Go", "link"), what="the page")
        wait_until(lambda: not elements.busy(), what="the page has loaded")

        let.clear()
        virtual.click(link.rect.middle)
        wait_until(elements.busy, what="the next page loads")
        let.set()
        wait_until(lambda: elements.find("Done", "button"), what="the next page")
        wait_until(lambda: not elements.busy(), what="the next page has loaded")
    finally:
        browser.kill()
        browser.wait()

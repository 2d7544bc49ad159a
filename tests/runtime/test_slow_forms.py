"""Forms on a desktop's browser whose server takes its time: nothing is typed before it has a place to go."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest

from cogscript.settings import LaunchSettings, Settings
from cogscript.surfaces import open_surface
from tests.runtime.screen_help import perform

HEAD = "<!doctype html><title>{}</title><h1>{}</h1>"
FORM = """<form method="post" action="/code"><p><label>Full name <input name="name"></label></p>
<p><label>City <input name="city"></label></p><button>Send</button></form>"""
CODE = """<form method="post" action="/done">
<label>Code <input name="code"></label><button>Finish</button></form>"""
SLOW = 1.0
"""Seconds until a page's first byte comes, and again until the rest of it does."""


class SlowForms(BaseHTTPRequestHandler):
    sent: list[dict[str, list[str]]]

    def do_GET(self) -> None:
        self._answer("Orders", FORM if self.path == "/" else "")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.sent.append(parse_qs(body))
        self._answer(*{"/code": ("One more thing", CODE), "/done": ("Thank you", "")}[self.path])

    def _answer(self, title: str, body: str) -> None:
        time.sleep(SLOW)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write((HEAD.format(title, title) + " " * 4096).encode())
        self.wfile.flush()
        time.sleep(SLOW)
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.drives_programs
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_form_is_filled_when_it_is_there(browser, tmp_path) -> None:
    handler = type("Handler", (SlowForms,), {"sent": []})
    settings = Settings(launch=LaunchSettings(browser=[browser]))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        screen = open_surface("virtual", settings=settings)
        try:
            run = perform(
                f"""\
LAUNCH(url='http://127.0.0.1:{server.server_port}/')
TYPE(element_info='Full name', text='Ada Lovelace')
TYPE(element_info='City', text='London', element_type='text field')
CLICK(element_info='Send', element_type='button')
TYPE(element_info='Code', text='42')
CLICK(element_info='Finish')
WAIT_FOR(test=VISIBLE(element_info='Thank you'))
""",
                screen,
                tmp_path,
                settings=settings,
            )
        finally:
            screen.close()
        server.shutdown()
    assert run.outcome == "ok", run.error
    assert handler.sent == [{"name": ["Ada Lovelace"], "city": ["London"]}, {"code": ["42"]}]
    assert [step.seen for step in run.steps if step.operation.name == "TYPE"] == ["yes"] * 3

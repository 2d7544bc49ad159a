"""Before a step: what the last one set going is there, painted, loaded, and answering."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cogscript.language.model.box import Point
from cogscript.reading.blank import is_blank
from tests.conftest import wait_until
from tests.surfaces.programs import press

STAGES = str(Path(__file__).with_name("stages.py"))


def staged(screen, stage: str):
    return screen.launch_app(sys.executable, 60, [STAGES, stage])


def shows_nothing(screen, window) -> bool:
    return is_blank(screen.capture(screen.manager.inner(window.handle)))


@pytest.mark.drives_programs
@pytest.mark.parametrize("pointing", [True, False])
def test_a_program_that_still_works_is_waited_for(pointing, virtual):
    window = staged(virtual, "works:1.5")
    assert shows_nothing(virtual, window)
    virtual.click(window.rect.middle)
    virtual.settle(pointing=pointing)
    assert not shows_nothing(virtual, window)


@pytest.mark.drives_programs
def test_a_window_that_a_click_opens_is_painted_before_the_next_step(virtual):
    virtual.click(staged(virtual, "opens:1.5").rect.middle)
    virtual.settle(pointing=False)
    titles = {window.title: window for window in virtual.windows()}
    assert not shows_nothing(virtual, titles["Another window"])


@pytest.mark.drives_programs
def test_a_window_is_not_taken_for_one_that_had_its_number_before(virtual):
    before = staged(virtual, "open")
    pid = virtual.manager.pid(before.handle)
    os.kill(pid, signal.SIGSTOP)
    assert not virtual.readiness.answers(before.handle, time.monotonic() + 0.2)
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not virtual.windows(), what="the window gone")
    window = staged(virtual, "opens:1.5")
    assert window.handle == before.handle
    virtual.click(window.rect.middle)
    virtual.settle(pointing=False)
    assert "Another window" in {each.title for each in virtual.windows()}


@pytest.mark.drives_programs
def test_a_program_that_cannot_be_asked_is_waited_for_while_it_works(virtual):
    """FLTK and Tk answer no pings: keys would go to the window that was there before."""
    virtual.click(staged(virtual, "mute:1").rect.middle)
    virtual.settle(pointing=False)
    assert [window.title for window in virtual.windows() if window.active] == ["Another window"]


@pytest.mark.drives_programs
def test_a_dialog_that_a_key_opens_has_the_keyboard_before_the_next_step(virtual):
    virtual.launch_app("mousepad", 60)
    virtual.type_text("a")
    press(virtual, "left_ctrl", "left_shift", "s")
    virtual.settle(pointing=False)
    assert [window.title for window in virtual.windows() if window.active] == ["Save As"]


class Linked(BaseHTTPRequestHandler):
    """A page that is one large link to another, whose server takes its time."""

    def do_GET(self) -> None:
        if self.path == "/slow":
            time.sleep(2)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        link = "<a href=/slow style='position:fixed;inset:0;background:#cde'>Go on</a>"
        self.wfile.write(b"<title>page</title>")
        self.wfile.write(b"<label>Full name <input></label>" if self.path == "/slow" else link.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.drives_programs
def test_the_page_behind_a_link_has_loaded_before_the_next_step(virtual):
    with ThreadingHTTPServer(("127.0.0.1", 0), Linked) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        window = virtual.launch_url(f"http://127.0.0.1:{server.server_port}/", 60)
        virtual.click(Point(window.rect.middle.x, window.rect.bottom - 100))
        virtual.settle()
        assert [each.role for each in virtual.elements.find("Full name")].count("text field") == 1
        server.shutdown()

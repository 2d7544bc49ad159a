"""TYPE into the fields of a page: what each makes of the text, as the page itself tells it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.conftest import end_windows, wait_until
from tests.runtime.screen_help import perform

PAGE = (Path(__file__).parent / "form.html").read_bytes()


class Form:
    """A page in Chromium, and what its fields hold."""

    def __init__(self, screen) -> None:
        self.held: dict[str, str] = {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        screen.launch_url(f"http://127.0.0.1:{self.server.server_port}/", 60)
        wait_until(lambda: self.held, what="the page runs")
        wait_until(lambda: screen.elements.find("Rich"), what="the page tells its elements")

    def _handler(self):
        held = self.held

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(PAGE)

            def do_POST(self) -> None:
                held.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        return Handler


@pytest.fixture(scope="module")
def form(shared_virtual):
    form = Form(shared_virtual)
    yield form
    form.server.shutdown()
    end_windows(shared_virtual)


@pytest.fixture
def enter(form, shared_virtual, tmp_path):
    """Type into a field; what the record says, and what the page says the field then holds."""

    def enter(name: str, text: str, field: str, **options):
        line = f"TYPE(element_info={name!r}, text={text!r}{options.pop('more', '')})"
        run = perform(line, shared_virtual, tmp_path, **options)
        # The page tells what it holds every fifth of a second.
        held = [
            dict(form.held) for _ in range(2) if form.held.clear() is None and wait_until(lambda: form.held)
        ]
        return run, held[-1][field]

    return enter


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("name", "field", "text", "held", "seen"),
    [
        ("Notes", "notes", "one\ntwo\t你好", "one\ntwo\t你好", "yes"),
        ("Rich", "rich", "words", "words", "yes"),
        ("Upper", "upper", "hello", "HELLO", "yes, as `HELLO`"),
        ("Phone", "phone", "1234567890", "(123) 456-7890", "yes, as `(123) 456-7890`"),
    ],
)
def test_a_field_may_write_it_its_own_way(name, field, text, held, seen, enter) -> None:
    run, now = enter(name, text, field, more=", clear=True")
    assert run.outcome == "ok", run.error
    assert (now, run.steps[0].seen) == (held, seen)


@pytest.mark.drives_programs
def test_a_text_is_added_to_what_is_there(enter) -> None:
    run, now = enter("Name", "def", "name", more=", clear=True")
    run, now = enter("Name", " ghi", "name")
    assert run.outcome == "ok", run.error
    assert now in (" ghidef", "def ghi")  # where the click put the caret


@pytest.mark.drives_programs
def test_a_field_that_takes_no_paste_gets_keys(enter) -> None:
    run, now = enter("Keys only", "typed", "keys")
    assert run.outcome == "ok", run.error
    assert (now, run.steps[0].seen) == ("kept typed", "yes")


@pytest.mark.drives_programs
def test_what_a_paste_left_behind_is_taken_out_and_nothing_else(enter) -> None:
    run, now = enter("Garbled", "typed", "garbled")
    assert run.outcome == "ok", run.error
    assert (now, run.steps[0].seen) == ("kept typed", "yes")


@pytest.mark.drives_programs
@pytest.mark.parametrize(
    ("name", "field", "holds"), [("Short", "short", "too "), ("Stubborn", "stubborn", "zz")]
)
def test_a_field_that_holds_something_else_is_a_failure_that_tells(name, field, holds, enter) -> None:
    run, now = enter(name, "too long", field)
    assert run.outcome == "failed"
    assert run.error.code == "not-entered"
    assert run.error.message.startswith(f"the text field `{name}` holds `{holds}` after the text was entered")
    assert now == holds


@pytest.mark.drives_programs
def test_a_field_that_does_not_keep_the_keyboard_gets_nothing(enter, form) -> None:
    before = form.held["name"]
    run, now = enter("Focus thief", "lost", "thief")
    assert run.outcome == "failed"
    assert run.error.code == "focus"
    assert "did not bring the keyboard to `Focus thief`: the text field `Name` has it" in run.error.message
    assert (now, form.held["name"]) == ("", before)


# --- secrets --------------------------------------------------------------------------------------------

SECRET = "INPUT(output='__CogName_word__', secret=True)\nTYPE(element_info={name!r}, text='__CogName_word__')"


@pytest.mark.drives_programs
def test_a_secret_is_seen_by_its_length_only(form, shared_virtual, tmp_path) -> None:
    run = perform(SECRET.format(name="Secret"), shared_virtual, tmp_path, variables={"word": "s3cr3t!"})
    assert run.outcome == "ok", run.error
    assert run.steps[1].seen == "yes, 7 characters"
    wait_until(lambda: form.held["secret"] == "s3cr3t!", what="the page has it")
    written = b"".join(path.read_bytes() for path in run.folder.rglob("*") if path.is_file())
    assert b"s3cr3t" not in written


@pytest.mark.drives_programs
def test_a_secret_is_not_typed_in_clear_beside_a_password_field(form, shared_virtual, tmp_path) -> None:
    before = form.held["name"]
    run = perform(SECRET.format(name="Name"), shared_virtual, tmp_path, variables={"word": "s3cr3t!"})
    assert run.outcome == "failed"
    assert run.error.code == "secret-in-clear"
    assert "the text field `Name` of the window" in run.error.message
    assert "s3cr3t" not in run.error.message
    assert form.held["name"] == before

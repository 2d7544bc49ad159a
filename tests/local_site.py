"""The pages of tests/surfaces/browser/site, served on this computer, with the faults that servers have."""

from __future__ import annotations

import functools
import http.server
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SITE = Path(__file__).parent / "surfaces" / "browser" / "site"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        """Nothing: a test's output is its own."""

    def do_GET(self) -> None:
        if self.path.startswith("/never"):  # a server that takes the question and never answers
            threading.Event().wait(20)
            return
        if self.path.startswith("/tell/"):  # a page asks a test to do something to its browser
            self.server.told(self.path.removeprefix("/tell/"))  # type: ignore[attr-defined]
            self.send_response(204)  # not before it is done: a run waits for the answer
            self.end_headers()
            return
        if self.path.startswith("/endless.bin"):
            self.send_response(200)
            self.send_header("Content-Disposition", "attachment; filename=endless.bin")
            self.send_header("Content-Type", "application/octet-stream")
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            self.wfile.write(b"x" * 1000)
            self.wfile.flush()
            threading.Event().wait(20)
            return
        super().do_GET()


@contextmanager
def served(
    secure: ssl.SSLContext | None = None, told: Callable[[str], None] = lambda _: None
) -> Iterator[str]:
    """The address of the site; by https, where a certificate is given. `told` hears what pages ask for."""
    handler = functools.partial(_Quiet, directory=str(SITE))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.told = told  # type: ignore[attr-defined]
    if secure is not None:
        server.socket = secure.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http{'s' if secure else ''}://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()

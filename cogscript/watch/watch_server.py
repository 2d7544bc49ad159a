"""Serves the page through which a person watches: to this computer only, and only to who has the address.

The address holds a token, and a request must name this computer: a page from elsewhere knows the one and
cannot do the other. Pages ask for the next picture and the next news, and are answered when there are some.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cogscript.report.inlining import page_file
from cogscript.watch.live_frames import LiveFrames
from cogscript.watch.news_feed import NewsFeed

_HOST = "127.0.0.1"
_WAIT = 10.0
"""Seconds a request waits for something new."""
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
_POLICY = "default-src 'self'; img-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class WatchServer:
    def __init__(self, frames: LiveFrames, news: NewsFeed, done: Callable[[], None]) -> None:
        """`done` is called when the person says so on the page."""
        self.frames, self.news, self.done = frames, news, done
        self.token = secrets.token_urlsafe(24)
        handler = type("WatchHandler", (_Handler,), {"watched": self})
        self._server = ThreadingHTTPServer((_HOST, 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="watch", daemon=True)
        self._thread.start()

    @property
    def hosts(self) -> tuple[str, str]:
        port = self._server.server_address[1]
        return f"{_HOST}:{port}", f"localhost:{port}"

    @property
    def link(self) -> str:
        return f"http://{self.hosts[0]}/{self.token}/"

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    watched: WatchServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "cog", ""

    def do_GET(self) -> None:
        where = urlsplit(self.path)
        name = self._asked_for(where.path)
        asked = parse_qs(where.query).get("after", ["0"])[0]
        after = int(asked) if asked.isdecimal() else 0
        if name is None:
            self._answer(HTTPStatus.NOT_FOUND)
        elif name == "news":
            number, news = self.watched.news.after(after, _WAIT)
            self._answer(HTTPStatus.OK, json.dumps({"number": number, "news": news}), "application/json")
        elif name == "picture":
            found = self.watched.frames.after(after, _WAIT)
            if found is None:
                self._answer(HTTPStatus.NO_CONTENT)
            else:
                self._answer(HTTPStatus.OK, found[1], "image/jpeg", number=found[0])
        else:
            self._file(name or "watch.html")

    def do_POST(self) -> None:
        asked = self._asked_for(urlsplit(self.path).path)
        ours = self.headers.get("Origin") in [f"http://{host}" for host in self.watched.hosts]
        if asked != "done" or not ours:
            self._answer(HTTPStatus.NOT_FOUND)
            return
        self._answer(HTTPStatus.NO_CONTENT)
        self.watched.done()

    def _asked_for(self, path: str) -> str | None:
        """What stands behind the token; None for whoever has no business here."""
        _, token, *rest = path.split("/", 2)
        known = secrets.compare_digest(token.encode(), self.watched.token.encode())
        if not known or self.headers.get("Host", "").lower() not in self.watched.hosts or not rest:
            return None
        return rest[0]

    def _file(self, name: str) -> None:
        """A file of this page, or one of the parts it shares with the report."""
        shared = name.removeprefix("parts/")
        kind = _TYPES.get(name[name.rfind(".") :], "")
        try:
            if not kind or not shared.replace("_", "").replace(".", "").isalnum():
                raise FileNotFoundError
            text = page_file(shared) if shared != name else _own_file(name)
        except FileNotFoundError:
            self._answer(HTTPStatus.NOT_FOUND)
            return
        self._answer(HTTPStatus.OK, text, f"{kind}; charset=utf-8")

    def _answer(
        self, status: HTTPStatus, body: str | bytes = b"", kind: str = "text/plain", number: int | None = None
    ) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        headers: dict[str, Any] = {
            "Content-Type": kind, "Content-Length": len(data), "Cache-Control": "no-store",
            "Content-Security-Policy": _POLICY, "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
        }  # fmt: skip
        if number is not None:
            headers["X-Number"] = number
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: the terminal belongs to the run."""


def _own_file(name: str) -> str:
    return (files("cogscript.watch") / "page" / name).read_text(encoding="utf-8")

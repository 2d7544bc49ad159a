"""A page with a form, served on this computer; a phone; a home of the test's own."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.phone.conftest import adb, screen

__all__ = ["adb", "screen"]

FORM = Path(__file__).parent / "programs" / "form.html"


class Site:
    def __init__(self) -> None:
        self.asked: list[str] = []
        """What the page sent."""
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *words: object) -> None: ...

            def do_GET(self) -> None:
                sent = self.path.startswith(("/sent", "/deleted"))
                if sent:
                    site.asked.append(self.path)
                body = b"<h1>Thank you</h1>" if sent else FORM.read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, records and the rest in a folder of the test's own, and no display."""
    monkeypatch.setenv("COGSCRIPT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DISPLAY", raising=False)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def use(server: Any, home: Path, more: str = "") -> None:
    """Write the settings that name a server."""
    (home / "settings.toml").write_text(
        f'[vision]\nname = "{server.name}"\nbase_url = "{server.address}"\napi = "{server.api}"\n'
        f'[model]\nname = "{server.name}"\nbase_url = "{server.address}"\n{more}',
        encoding="utf-8",
    )

"""The program as a page in Chromium: served, heard and changed from here."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from drifted.programs.core import TICK, Node, Places, View, die_with_parent, main
from drifted.programs.page import page

_SMALLEST = (880, 640)
"""A browser's window is larger than the page needs: it has tabs and an address."""
_LOADED = 60.0

_CHROMIUM = [
    *("chromium", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--test-type"),
    *("--disable-component-update", "--disable-sync", "--disable-default-apps", "--password-store=basic"),
    *("--no-default-browser-check", "--force-renderer-accessibility", "--disable-features=Translate"),
    "--disable-dev-shm-usage",
]


class WebView(View):
    def __init__(self) -> None:
        self.lock = threading.RLock()
        """The page speaks in threads of its own."""
        self.content = threading.Event()
        self.html = ""
        self._loaded = threading.Event()
        self._commands: list[Node] = []
        self._places: Places = {}

    def open_window(self, spec: Node) -> None:
        view = self

        class Handler(_Handler):
            def page(self) -> str:
                view.content.wait()
                return view.html

            def heard(self, told: Node) -> list[Node]:
                return view.heard(told)

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        scale = float(spec.get("scale", 1))
        width, height = (max(own, least) for own, least in zip(spec["size"], _SMALLEST, strict=True))
        left, top = spec["at"][0] - 100, spec["at"][1] - 60
        subprocess.Popen(
            [
                *_CHROMIUM,
                f"--user-data-dir={Path.cwd() / 'profile'}",
                f"--window-size={width},{height}",
                f"--window-position={left},{top}",
                *([f"--force-device-scale-factor={scale:g}"] if scale != 1 else []),
                f"http://127.0.0.1:{server.server_port}/",
            ],
            preexec_fn=die_with_parent,
        )

    def fill(self, spec: Node) -> None:
        self.html = page(spec)
        self.content.set()
        if not self._loaded.wait(_LOADED):
            raise SystemExit("the browser did not load the page")

    def open_dialog(self, spec: Node) -> None:
        self._commands.append({"do": "open", "title": spec["title"], "overlay": bool(spec.get("overlay"))})

    def close_dialog(self) -> None:
        self._commands.append({"do": "close"})

    def write(self, identity: str, text: str) -> None:
        self._commands.append({"do": "write", "id": identity, "text": text})

    def show(self, identity: str) -> None:
        self._commands.append({"do": "show", "id": identity})

    def enable(self, identity: str, on: bool) -> None:
        self._commands.append({"do": "enable", "id": identity, "on": on})

    def places(self) -> Places:
        return self._places

    def loop(self, tick: Callable[[], None]) -> None:
        while True:
            with self.lock:
                tick()
            time.sleep(TICK)

    def heard(self, told: Node) -> list[Node]:
        """What the page tells; what it is to do."""
        if "loaded" in told:
            self._loaded.set()
            return []
        with self.lock:
            if "places" in told:
                self._places = {name: tuple(place) for name, place in told["places"].items()}
            elif told["what"] == "typed":
                self.program.typed(told["id"], told["text"])
            elif told["what"] == "checked":
                self.program.checked(told["id"], told["on"])
            else:
                getattr(self.program, told["what"])(told["id"])
            commands, self._commands = self._commands, []
            return commands


class _Handler(BaseHTTPRequestHandler):
    def page(self) -> str:
        raise NotImplementedError

    def heard(self, told: Node) -> list[Node]:
        raise NotImplementedError

    def do_GET(self) -> None:
        if self.path == "/":
            self._answer("text/html; charset=utf-8", self.page())
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer("application/json", json.dumps(self.heard(told)))

    def _answer(self, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: what matters is in the program's log."""


if __name__ == "__main__":
    main(WebView)

"""The real programs that tests type into, and how to read back what arrived."""

from __future__ import annotations

import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cogscript.language.model.box import Rect
from tests.conftest import wait_until


def maximized(screen, window):
    screen.window_action(window, "maximize")
    return window


def middle_of(window, screen):
    rect: Rect = screen.manager.describe(window.handle).rect.overlap(screen.size.rect)
    return rect.middle


class Mousepad:
    """An editor; what arrived is in the file after Ctrl+S."""

    def __init__(self, screen, folder: Path) -> None:
        self.screen = screen
        self.file = folder / "note.txt"
        self.file.write_text("", encoding="utf-8")
        # Alone: handed over to one that is still ending, the file would not open at all.
        self.window = start(screen, ["mousepad", "--disable-server", str(self.file)], "note.txt")
        screen.click(middle_of(self.window, screen))

    def text(self) -> str:
        written = self.file.stat().st_mtime_ns
        press(self.screen, "left_ctrl", "s")
        wait_until(lambda: self.file.stat().st_mtime_ns != written, what="mousepad has saved")
        wait_until(lambda: not self.screen.manager.title(self.window.handle).startswith("*"))
        content = self.file.read_text(encoding="utf-8")
        return content.removesuffix("\n")  # mousepad ends a file with a line break


class Terminal:
    """`cat` in an xterm; what arrived is in its file after Ctrl+D."""

    def __init__(self, screen, folder: Path) -> None:
        self.screen = screen
        self.file = folder / "typed.txt"
        ready = folder / "ready"
        command = 'touch "$1"; exec cat > "$2"'
        self.window = start(
            screen,
            ["xterm", "-T", "typing", "-e", "sh", "-c", command, "sh", str(ready), str(self.file)],
            "typing",
        )
        wait_until(ready.exists, what="the shell in xterm")

    def text(self) -> str:
        press(self.screen, "return")
        press(self.screen, "left_ctrl", "d")
        wait_until(lambda: not self.screen.windows(), what="xterm has ended")
        return self.file.read_text(encoding="utf-8").removesuffix("\n")


class Entry:
    """A one-line entry of a dialog; what arrived is on zenity's standard output after Return."""

    def __init__(self, screen, folder: Path) -> None:
        self.screen = screen
        self.process = subprocess.Popen(
            ["zenity", "--entry", "--title=ask", "--text=?"],
            env=screen.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.window = wait_for_window(screen, "ask")

    def text(self) -> str:
        press(self.screen, "return")
        output, _ = self.process.communicate(timeout=60)
        return output.removesuffix("\n")


class Page:
    """An input of a web page; each change is posted to a server of the test's own."""

    def __init__(self, screen, folder: Path, kind: str = "input") -> None:
        self.screen = screen
        self.values: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler(kind))
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.window = screen.launch_url(f"http://127.0.0.1:{self.server.server_port}/", 60)
        wait_until(lambda: "focused" in self.values, what="the page's input has the focus")

    def text(self) -> str:
        press(self.screen, "left_ctrl", "return")  # the page sends what its input holds now
        wait_until(lambda: any(each.startswith("now:") for each in self.values), what="the page has answered")
        self.server.shutdown()
        return next(each for each in self.values if each.startswith("now:")).removeprefix("now:")

    def _handler(self, kind: str):
        page = f"""<!doctype html><meta charset=utf-8><title>typing page</title>
        <{kind} id=field autofocus style="width:90%"></{kind}><script>
        const field = document.getElementById('field');
        const send = (text) => fetch('/', {{method: 'POST', body: text}});
        field.addEventListener('keydown', (event) => {{
          if (event.key == 'Enter' && event.ctrlKey) {{ event.preventDefault(); send('now:' + field.value); }}
        }});
        const look = () => document.hasFocus() && document.activeElement == field
          ? send('focused') : setTimeout(look, 50);
        // Chromium drops keys that come before the page was first painted.
        const painted = new PerformanceObserver((list) => {{ painted.disconnect(); setTimeout(look, 100); }});
        painted.observe({{type: 'paint', buffered: true}});
        </script>"""
        values = self.values

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(page.encode())

            def do_POST(self) -> None:
                values.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def start(screen, argv: list[str], title: str):
    subprocess.Popen(
        argv, env=screen.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
    )
    return wait_for_window(screen, title)


def wait_for_window(screen, title: str):
    """The window with that in its title, once it has the focus."""

    def found():
        return next((each for each in screen.windows() if title in each.title and each.active), None)

    return wait_until(found, what=f"a window called {title}")


def press(screen, *keys: str) -> None:
    for key in keys:
        screen.key_down(key)
    for key in reversed(keys):
        screen.key_up(key)


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "XAUTHORITY")}

"""A real `cog studio` on a folder, as a process, and pages of it in real browsers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

READY = "body[data-ready]"


class ServedStudio:
    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.link = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self, display: Mapping[str, str] | None = None) -> ServedStudio:
        """For a person at that display; without one, for a server that has none."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cogscript", "studio", str(self.folder), "--no-browser"],
            env={**os.environ, **(display or {}), "COGSCRIPT_HOME": str(self.home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.link = self._process.stdout.readline().strip()
        return self

    def end(self, number: int = signal.SIGTERM) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(30)

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def show(self, page: Any, name: str = "") -> Any:
        """The page, ready, with a file open."""
        page.goto(self.link)
        page.wait_for_selector(READY)
        if name:
            open_file(page, name)
        return page


def open_file(page: Any, name: str) -> None:
    page.locator(f"#file-list [data-path='{name}']").click()
    page.wait_for_function("name => cogStudio.editor.path === name", arg=name)


def text_of(page: Any) -> str:
    text: str = page.evaluate("cogStudio.editor.text")
    return text


def write_text(page: Any, text: str) -> None:
    """Type over everything."""
    page.locator("#editor .cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def said(page: Any, part: str, seconds: float = 30) -> None:
    """Wait until the page's last line says so."""
    page.wait_for_function(
        "part => document.querySelector('#state').textContent.includes(part)",
        arg=part,
        timeout=seconds * 1000,
    )

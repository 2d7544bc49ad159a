"""A recording on the private screen, as the server knows it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cogscript.language.model.diagnostic import Fault

_LONGEST = 256 * 1024 * 1024
"""Bytes of one event, which holds a whole text."""
_OF_THE_SCREEN = ("DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS")
_OF_THE_PERSON = ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
"""What tells of the person's own session, which is not recorded."""


class RecordingHere:
    def __init__(self, heard: Callable[[dict[str, Any]], None]) -> None:
        self._heard = heard
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.path = ""
        """The file that is recorded into; empty while nothing is recorded."""

    async def begin(self, screen: Mapping[str, str], path: str, place: Path, text: str, line: int) -> None:
        if self.path:
            raise Fault("recording", f"a recording into {self.path} is under way: end it first")
        environment = {name: value for name, value in os.environ.items() if name not in _OF_THE_PERSON}
        environment |= {name: screen[name] for name in _OF_THE_SCREEN if name in screen}
        self.path = path
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "cogscript.studio.recorder_process",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env=environment, limit=_LONGEST, start_new_session=True,
        )  # fmt: skip
        assert process.stdin is not None
        job = {"path": str(place), "text": text, "line": line}
        process.stdin.write(json.dumps(job).encode() + b"\n")
        await process.stdin.drain()
        self._reading = asyncio.create_task(self._read(process))

    def end(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    async def close(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            self.end()
            try:
                await asyncio.wait_for(process.wait(), 10)
            except TimeoutError:
                process.kill()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        told = False
        while line := await process.stdout.readline():
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                told = told or event["event"] in ("recorded", "record-refused")
                self._heard({**event, "path": self.path})
        await process.wait()
        path, self.path, self._process = self.path, "", None
        if not told:
            said = "the recording has ended unexpectedly; `cog record --recover` writes what it kept"
            self._heard({"event": "record-refused", "message": said, "path": path})

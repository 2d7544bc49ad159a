"""The stage as the server knows it: its process, what it was last told of, and the screen that it holds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.settings import state_folder

_LONGEST = 64 * 1024 * 1024
"""Bytes of one event."""
_KEPT = 5000
"""Events of a run that a page is told when it comes later."""
_PASSING = frozenset({"screen-opened", "screen-closed", "surface-shown", "surface-gone", "frame", "progress"})
"""Events that are no part of a run's story."""

Event = dict[str, Any]


class Stage:
    def __init__(self, folder: Path, heard: Callable[[Event], None]) -> None:
        self._folder = folder
        self._heard = heard
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.environment: dict[str, str] | None = None
        """What reaches the private screen; None while there is none."""
        self.size: tuple[int, int] | None = None
        self.shown: Event | None = None
        """The surface of the run, where that is not the private screen."""
        self.running: str = ""
        """The file that is run now."""
        self.history: list[Event] = []
        """What happened in the last run, for pages that come later."""
        self.stopped: Event | None = None
        self.question: Event | None = None

    # --- what pages ask for -------------------------------------------------------------------------

    async def open(self, size: str = "") -> None:
        await self._send({"do": "open", "size": size})

    async def run(self, **values: Any) -> None:
        if self.running:
            raise Fault("running", f"{self.running} is running: stop it first")
        self.running = str(values["file"])
        self.history.clear()
        try:
            await self._send({"do": "run", **values})
        except Fault:
            self.running = ""
            raise

    async def command(self, text: str) -> None:
        if self.stopped is None:
            raise Fault("not-stopped", "the run does not stand still: pause it first")
        await self._send({"do": "command", "text": text})

    async def pause(self) -> None:
        await self._send({"do": "pause"})

    async def set_breaks(self, breaks: list[str]) -> None:
        if self.running:
            await self._send({"do": "breaks", "breaks": breaks})

    async def answer(self, text: str | None) -> None:
        if self.question is not None:
            await self._send({"do": "answer", "text": text})

    async def watch(self, on: bool) -> None:
        """Whether somebody looks at the surface of a run."""
        if self.shown is not None:
            await self._send({"do": "watch", "on": on})

    def stop(self) -> None:
        """As Ctrl+C does in a terminal: keys up, the record whole."""
        if self._process is not None and self.running:
            # Windows knows no interrupt of another process but Ctrl+Break.
            interrupt = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT)
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(interrupt)

    async def close(self) -> None:
        """End it, and all that it holds."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(ConnectionError):
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 20)
        except TimeoutError:
            process.kill()
            await process.wait()

    # --- the process ------------------------------------------------------------------------------

    async def _send(self, message: dict[str, Any]) -> None:
        process = await self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            await process.stdin.drain()
        except ConnectionError as error:
            raise Fault("stage", "the process that performs runs has ended: try again") from error

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            group = 0x200 if sys.platform == "win32" else 0  # CREATE_NEW_PROCESS_GROUP
            with open(self._log(), "wb") as log:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "cogscript.studio.stage_process",
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log,
                    cwd=self._folder, limit=_LONGEST, start_new_session=True, creationflags=group,
                )  # fmt: skip
            self._reading = asyncio.create_task(self._read(self._process))
        return self._process

    def _log(self) -> Path:
        folder = state_folder() / "studio"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / "stage.log"

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            with contextlib.suppress(ValueError):
                self._take(json.loads(line))
        await process.wait()
        self.environment = self.size = self.shown = None
        if self.running or self.stopped:
            self._take({"event": "refused", "message": "the process that performs runs has ended",
                        "advice": f"its last words are in {self._log()}"})  # fmt: skip
        if self._process is process:
            self._heard({"event": "screen-closed"})

    def _take(self, event: Event) -> None:
        kind = event["event"]
        event.setdefault("at", round(time.time(), 3))
        if kind == "screen-opened":
            self.environment = event.pop("environment")
            self.size = tuple(event["size"])
        elif kind == "screen-closed":
            self.environment = self.size = None
        elif kind == "surface-shown":
            self.shown = event
        elif kind == "surface-gone":
            self.shown = None
        elif kind == "stopped":
            self.stopped = event
        elif kind == "continued":
            self.stopped = None
        elif kind == "question":
            self.question = event
        elif kind == "answered":
            self.question = None
        elif kind in ("run-finished", "refused"):
            self.running, self.stopped, self.question = "", None, None
        if kind not in _PASSING and len(self.history) < _KEPT:
            self.history.append(event)
        self._heard(event)

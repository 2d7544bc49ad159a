"""The run's side of the clipboard's holder on an X display."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.x11.connection import display_lost

_HOLDER = Path(__file__).with_name("selection_holder.py")
_START_LIMIT = 30.0
"""Seconds for an answer: the holder may be waiting for a program that holds the clipboard."""


class Selections:
    """Starts the holder when it is first needed."""

    def __init__(self, environment: Mapping[str, str], *, stays: bool) -> None:
        self._environment = environment
        self._stays = stays
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = b""
        self._asked = 0
        self._news: list[dict[str, Any]] = []

    # --- the clipboard as people know it ------------------------------------------------

    def text(self) -> str:
        answer = self._ask({"do": "read"})
        if "text" in answer:
            return str(answer["text"])
        if answer.get("silent"):
            raise Fault("clipboard", "the program that holds the clipboard does not answer")
        kinds = answer["kinds"]
        if any(kind.startswith("image/") for kind in kinds):
            raise Fault("clipboard", "the clipboard holds a picture, not text")
        if kinds:
            raise Fault("clipboard", f"the clipboard holds no text, but {', '.join(kinds[:3])}")
        raise Fault("clipboard", "the clipboard is empty")

    def set_text(self, text: str) -> None:
        self._ask({"do": "set", "text": text})

    # --- offering a text to one program -------------------------------------------------

    def offer(self, text: str, *, primary: bool) -> bool:
        """Hold the text, the person's own contents kept aside; False when they could not be."""
        self._news.clear()
        return "ready" in self._ask({"do": "offer", "text": text, "primary": primary})

    def next_news(self, limit: float) -> dict[str, Any] | None:
        """What happened to the offer: asked for, fetched; None when nothing did for `limit` seconds."""
        if not self._news:
            self._receive(limit)
        return self._news.pop(0) if self._news else None

    def refuse(self, client: int) -> None:
        self._ask({"do": "refuse", "client": client})

    def restore(self) -> None:
        self._ask({"do": "restore"})

    def close(self) -> None:
        """The holder puts the person's clipboard back by itself, and stays if it holds something."""
        process, self._process = self._process, None
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                assert pipe
                pipe.close()
            if not self._stays:
                process.wait()

    # --- talking ------------------------------------------------------------------------

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(_HOLDER), *(["--stay"] if self._stays else [])],
                env={**os.environ, **self._environment},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                cwd="/",
            )
        return self._process

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        process = self._started()
        assert process.stdin
        self._asked += 1
        try:
            process.stdin.write(json.dumps({**request, "number": self._asked}).encode() + b"\n")
            process.stdin.flush()
        except OSError as error:
            raise display_lost(self._environment["DISPLAY"]) from error
        deadline = time.monotonic() + _START_LIMIT
        while True:
            # An answer to a question that was interrupted may still come: it has another number.
            for answer in [each for each in self._news if "number" in each]:
                self._news.remove(answer)
                if answer["number"] == self._asked:
                    return answer
            if time.monotonic() > deadline:
                raise Fault("clipboard", "the clipboard does not answer")
            self._receive(1.0)

    def _receive(self, limit: float) -> None:
        """Take in what the holder has said, waiting up to `limit` seconds for it."""
        process = self._started()
        assert process.stdout
        if not select.select([process.stdout], [], [], limit)[0]:
            return
        piece = os.read(process.stdout.fileno(), 1 << 16)
        if not piece:
            raise display_lost(self._environment["DISPLAY"])
        *lines, self._buffer = (self._buffer + piece).split(b"\n")
        self._news += [json.loads(line) for line in lines]

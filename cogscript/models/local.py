"""The model on this machine: a child process with llama.cpp's server, started once, ended with us."""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import secrets
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from cogscript.language.model.diagnostic import Fault
from cogscript.models.endpoint import LOCAL, Endpoint
from cogscript.models.weights import WEIGHTS
from cogscript.processors import usable_processors
from cogscript.settings import ModelSettings

CONTEXT = 8192
"""What the weights were trained for."""
LONGEST_ANSWER = 1024
"""Tokens. A small model that starts to repeat itself would go on until its context is full."""
START_LIMIT = 90.0
"""Seconds; measured under two on an idle machine, and a busy one must not fail."""

OPTIONS: dict[str, object] = {"max_tokens": LONGEST_ANSWER}

YES_OR_NO: dict[str, object] = {"extra_body": {"grammar": 'root ::= "yes" | "no"'}}
"""A small model chatters; llama.cpp can hold it to the two words it may say."""

PATIENCE = 900.0
"""Seconds for an answer where nobody set a time-out: a slow machine that computes has not hung."""


def patient(settings: ModelSettings) -> ModelSettings:
    untouched = settings.timeout == ModelSettings().timeout
    return replace(settings, timeout=PATIENCE) if untouched else settings


@dataclass(slots=True)
class _Server:
    process: subprocess.Popen[str]
    endpoint: Endpoint

    def stop(self) -> None:
        if self.process.stdin:
            self.process.stdin.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


_running: _Server | None = None
_lock = threading.Lock()


def serve() -> Endpoint:
    """The local server's endpoint; the server is started if it does not run (any more)."""
    global _running
    with _lock:
        if _running is None or _running.process.poll() is not None:
            stop = _running
            _running = None
            if stop:
                stop.stop()
            else:
                atexit.register(stop_serving)
            _running = _start()
        return _running.endpoint


def stop_serving() -> None:
    global _running
    server, _running = _running, None
    if server:
        server.stop()


def _start() -> _Server:
    if importlib.util.find_spec("xllamacpp") is None:
        raise Fault(
            "model-local",
            "the local model needs the package xllamacpp, which is not installed",
            "install it with `pip install 'cogscript[local]'`",
        )
    weights = WEIGHTS.installed()
    if weights is None:
        raise Fault(
            "model-local",
            "the local model's weights are not installed",
            "install them with `cog model install`",
        )
    key = secrets.token_hex(16)
    script = Path(__file__).with_name("local_server.py")
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as noise:
        process = subprocess.Popen(
            # -P: the script's own folder must not shadow modules it imports
            [sys.executable, "-P", str(script), str(weights), str(CONTEXT), str(usable_processors())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=noise,
            text=True,
            start_new_session=True,  # Ctrl+C is for the run, which then ends the server itself
        )
        address = _address(process, key)
        if not address:
            process.kill()
            process.wait()
            noise.seek(0)
            last = [line.strip() for line in noise if line.strip()][-1:] or ["it said nothing"]
            raise Fault(
                "model-local",
                f"the local model's server did not start: {last[0][:300]}",
                "`cog model install --force` brings fresh weights",
            )
    return _Server(process, Endpoint(f"{address}/v1", LOCAL, key, address_from="the local server"))


def _address(process: subprocess.Popen[str], key: str) -> str:
    """The line the child prints when it listens; empty when it ended, or took too long, instead."""
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(key + "\n")
        process.stdin.flush()
    except BrokenPipeError:
        return ""
    importlib.import_module("openai")  # slow: it loads while the weights do
    stopper = threading.Timer(START_LIMIT, process.kill)
    stopper.daemon = True
    stopper.start()
    try:
        return _first_address(process.stdout)
    finally:
        stopper.cancel()


def _first_address(output: IO[str]) -> str:
    return next((line.strip() for line in output if line.startswith("http://")), "")

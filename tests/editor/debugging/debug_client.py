"""An editor's side of the Debug Adapter Protocol, spoken to a real `cog debug-adapter`."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

LIMIT = 60


class Refused(Exception):
    """The adapter's own sentence."""


class DebugClient:
    def __init__(self, folder: Path) -> None:
        environment = {
            **os.environ,
            "XDG_STATE_HOME": str(folder / "state"),
            "COGSCRIPT_SETTINGS": str(folder / "none.toml"),
        }
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cogscript", "debug-adapter"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=folder,
        )  # fmt: skip
        self.output = ""
        """What the debug console shows."""
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._heard: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._events: list[dict[str, Any]] = []
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.partition(b":")[2])
            assert stream.readline() == b"\r\n"
            self._heard.put(json.loads(stream.read(length)))
        self._heard.put(None)

    def _next(self) -> None:
        message = self._heard.get(timeout=LIMIT)
        assert message is not None, f"the adapter has ended\n{self.output}"
        if message["type"] == "response":
            self._answers[message["request_seq"]] = message
        elif message["event"] == "output":
            self.output += message["body"]["output"]
            self._events.append(message)
        else:
            self._events.append(message)

    def send(self, command: str, **arguments: Any) -> int:
        self._number += 1
        message = {"seq": self._number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return self._number

    def answer_to(self, number: int) -> dict[str, Any]:
        while number not in self._answers:
            self._next()
        answer = self._answers.pop(number)
        if not answer["success"]:
            raise Refused(answer["message"])
        return answer["body"]

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        return self.answer_to(self.send(command, **arguments))

    def event(self, name: str) -> dict[str, Any]:
        """The next event of a name; those before it are over."""
        while True:
            for index, event in enumerate(self._events):
                if event["event"] == name:
                    del self._events[: index + 1]
                    return event["body"]
            self._next()

    # --- what a person does ----------------------------------------------------------------------------

    def file(self, text: str, name: str = "test.cog") -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def begin(self, path: Path, *breaks: int | dict[str, Any], **launch: Any) -> int:
        """Start debugging a file; the number of the request to launch."""
        self.ask("initialize", adapterID="cog")
        self.event("initialized")
        number = self.send("launch", program=str(path), **launch)
        self.set_breaks(path, *breaks)
        self.ask("configurationDone")
        return number

    def debug(self, path: Path, *breaks: int | dict[str, Any], **launch: Any) -> None:
        self.answer_to(self.begin(path, *breaks, **launch))

    def set_breaks(self, path: Path, *breaks: int | dict[str, Any]) -> list[dict[str, Any]]:
        wanted = [each if isinstance(each, dict) else {"line": each} for each in breaks]
        return self.ask("setBreakpoints", source={"path": str(path)}, breakpoints=wanted)["breakpoints"]

    def stopped(self) -> tuple[str, str, int]:
        """Waits for a stop: why, in which file, at which line."""
        reason = self.event("stopped")["reason"]
        top = self.frames()[0]
        return reason, top["source"]["name"], top["line"]

    def frames(self) -> list[dict[str, Any]]:
        return self.ask("stackTrace", threadId=1)["stackFrames"]

    def variables(self, scope: int = 0) -> dict[str, str]:
        scopes = self.ask("scopes", frameId=1)["scopes"]
        found = self.ask("variables", variablesReference=scopes[scope]["variablesReference"])["variables"]
        return {each["name"]: each["value"] for each in found}

    def say(self, text: str) -> str:
        """Something typed into the debug console; what it answers."""
        return self.ask("evaluate", expression=text, context="repl", frameId=1)["result"]

    def ended(self) -> int:
        code = self.event("exited")["exitCode"]
        self.event("terminated")
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.send("disconnect")
            self.process.wait(LIMIT)
        assert self.process.stdin is not None
        self.process.stdin.close()

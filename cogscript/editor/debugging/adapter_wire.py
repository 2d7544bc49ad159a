"""The messages of the Debug Adapter Protocol on two streams: JSON with a header that says how long it is."""

from __future__ import annotations

import json
import threading
from typing import Any, BinaryIO

from cogscript.language.model.diagnostic import Fault

Message = dict[str, Any]

_MOST = 64 * 1024 * 1024
"""Bytes of one message; what announces more is no editor."""


class Wire:
    """Whole messages in and out; any thread may send."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._lock = threading.Lock()
        self._number = 0

    def read(self) -> Message | None:
        """The next message; None when the editor has gone."""
        length = 0
        while line := self._incoming.readline():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
            if not line.strip():
                break
        else:
            return None
        if not 0 < length <= _MOST:
            raise Fault("protocol", "what comes in is no message of the Debug Adapter Protocol")
        body = self._incoming.read(length)
        if len(body) < length:
            return None
        try:
            message = json.loads(body)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            raise Fault("protocol", "a message came in that is no JSON object")
        return message

    def event(self, name: str, **body: Any) -> None:
        self._send({"type": "event", "event": name, "body": body})

    def answer(self, request: Message, **body: Any) -> None:
        self._send(
            {
                "type": "response",
                "request_seq": request.get("seq", 0),
                "command": request.get("command", ""),
                "success": True,
                "body": body,
            }
        )

    def refuse(self, request: Message, reason: str) -> None:
        """The editor shows the reason to the person."""
        self._send(
            {
                "type": "response",
                "request_seq": request.get("seq", 0),
                "command": request.get("command", ""),
                "success": False,
                "message": reason,
                "body": {"error": {"id": 1, "format": reason.replace("{", "(").replace("}", ")")}},
            }
        )

    def _send(self, message: Message) -> None:
        with self._lock:
            self._number += 1
            body = json.dumps({"seq": self._number, **message}).encode("ascii")
            try:
                self._outgoing.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
                self._outgoing.flush()
            except (BrokenPipeError, ValueError):
                pass  # the editor has gone; whoever reads notices, and ends the run

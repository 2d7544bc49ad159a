"""The line between the studio's server and its stage: JSON objects, one a line, in both directions."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from typing import IO, Any

Message = dict[str, Any]


class Channel:
    """The stage's end. Standard output is taken away from whatever else might print there."""

    def __init__(self, requests: IO[str], answers: IO[str]) -> None:
        self._requests = requests
        self._answers = answers
        self._lock = threading.Lock()

    @classmethod
    def of_process(cls) -> Channel:
        answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
        return cls(requests, answers)

    def tell(self, event: str, **values: Any) -> None:
        self.write(json.dumps({"event": event, **values}) + "\n")

    def write(self, text: str, /) -> None:
        """What a listener of a run writes: whole lines."""
        with self._lock:
            try:
                self._answers.write(text)
                self._answers.flush()
            except (OSError, ValueError):
                pass  # the server has gone: the end of the requests says so

    def flush(self) -> None: ...

    def requests(self) -> Iterator[Message]:
        for line in self._requests:
            yield json.loads(line)

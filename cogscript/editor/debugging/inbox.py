"""Requests on their way from the thread that hears the editor to the thread that runs the workflow.

What a run is made of belongs to its own thread, so that thread answers whatever is asked about it: at once
while it stands or asks a person, and what can wait (a picture) before the next step otherwise.
"""

from __future__ import annotations

import queue
import threading

from cogscript.editor.debugging.adapter_wire import Message, Wire


class Inbox:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._lock = threading.Lock()
        self._requests: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._later: list[Message] = []
        self._taken = False
        """Whether the run's thread takes requests now."""

    # --- the thread that hears -----------------------------------------------------------------------

    def hand_over(self, request: Message) -> bool:
        """Give a request to the run's thread; False when that does not stand."""
        with self._lock:
            if self._taken:
                self._requests.put(request)
            return self._taken

    def hand_over_some_time(self, request: Message) -> None:
        with self._lock:
            if self._taken:
                self._requests.put(request)
            else:
                self._later.append(request)

    # --- the thread that runs ------------------------------------------------------------------------

    def open(self) -> None:
        """The run stands, and takes requests."""
        with self._lock:
            self._taken = True
            for request in self._later:
                self._requests.put(request)
            self._later.clear()

    def close(self) -> None:
        """It goes on: what was not taken is refused."""
        with self._lock:
            self._taken = False
        while not self._requests.empty():
            self._wire.refuse(self._requests.get(), "the run has gone on")

    def take(self) -> Message:
        return self._requests.get()

    def waiting(self) -> list[Message]:
        """What was asked while the run went on."""
        if not self._later:
            return []
        with self._lock:
            found, self._later = self._later, []
        return found

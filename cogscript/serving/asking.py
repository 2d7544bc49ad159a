"""The person at a client, asked by way of the client: a question waits in the worker until it is answered."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field

from cogscript.language.model.diagnostic import Fault
from cogscript.serving.tool_answers import Answer

_PATIENCE = 300.0
"""Seconds until a question that nobody answers counts as refused."""


@dataclass(eq=False)
class PendingCall:
    """One call on its way: its answer, and the questions it asks in between."""

    asks: bool
    """Whether its client can ask the person."""
    answer: Future[Answer] = field(default_factory=Future)
    news: threading.Event = field(default_factory=threading.Event)
    """Set when there is a question or the answer."""
    question: str | None = None
    _replies: queue.Queue[bool] = field(default_factory=queue.Queue)

    def ask(self, question: str) -> bool:
        """In the worker: whether the person says yes."""
        if not self.asks:
            return False
        self.question = question
        self.news.set()
        try:
            return self._replies.get(timeout=_PATIENCE)
        except queue.Empty:
            return False
        finally:
            self.question = None

    def reply(self, yes: bool) -> None:
        """In the server: what the person said."""
        self.news.clear()
        self._replies.put(yes)


class ClientPerson:
    """Whoever sits at the client; nobody where the client cannot ask."""

    def __init__(self) -> None:
        self.job: PendingCall | None = None

    @property
    def present(self) -> bool:
        return self.job is not None and self.job.asks

    @present.setter
    def present(self, _: bool) -> None:
        raise AttributeError("the client says whether anybody is there")

    def ask(self, question: str, *, secret: bool = False) -> str:
        raise Fault(
            "no-person",
            f"`{question}` cannot be asked of a person here",
            "give the value with SET(output=…, value=…)",
        )

    def confirm(self, question: str) -> bool:
        return self.job is not None and self.job.ask(question)

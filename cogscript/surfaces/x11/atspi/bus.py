"""Calls over D-Bus that cannot hang: many at once, answered within one limit of time.

The accessibility bus asks the programs on the screen themselves, and a program may be busy, stuck or
dying. Questions are under way together, because a tree of a hundred elements asked one by one costs a
hundred turns of two programs; but only a few to each program, because a person's key press waits behind
those that it has not answered yet. What has not been answered in time is None, like what went wrong.
"""

from __future__ import annotations

import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from cogscript.surfaces.x11.atspi.wire import Replies, encode

AT_ONCE = 200
"""Questions under way to one program."""
SULK = 10.0
"""Seconds after which a program that never answered is asked again."""

Answer = tuple[Any, ...] | None
"""What a program said; None for an error and for silence."""


class Call(NamedTuple):
    """One question: whom, which object, what."""

    to: str
    path: str
    interface: str
    method: str
    signature: str = ""
    body: tuple[Any, ...] = ()


Question = tuple[Call, Callable[[Answer], "Iterable[Question]"]]
"""A call, and what its answer leads to: further questions."""


class Bus:
    """One connection to a bus."""

    def __init__(self, address: str, limit: float = 2.0) -> None:
        from jeepney.bus import get_bus
        from jeepney.io.blocking import prep_socket

        self._socket: socket.socket = prep_socket(get_bus(address), timeout=limit)
        self._outgoing = bytearray()
        self._incoming = Replies()
        self._serials = count(1)
        self._late: dict[int, tuple[str, float]] = {}
        """Questions that were not answered in time: of whom, and until when not to ask again."""
        if self.ask_one(Call(_DBUS, _DBUS_PATH, _DBUS, "Hello"), limit) is None:
            self.close()
            raise TimeoutError("the bus did not say hello")

    def ask_one(self, call: Call, limit: float) -> Answer:
        return self.ask([call], limit)[0]

    def ask(self, calls: Sequence[Call], limit: float) -> list[Answer]:
        """The answers in the order of the questions; None for an error and for silence."""
        answers: list[Answer] = [None] * len(calls)

        def note(index: int) -> Callable[[Answer], Iterable[Question]]:
            def answered(answer: Answer) -> Iterable[Question]:
                answers[index] = answer
                return ()

            return answered

        self.pursue([(call, note(index)) for index, call in enumerate(calls)], limit)
        return answers

    def pursue(self, questions: Iterable[Question], limit: float) -> set[str]:
        """Ask, and ask what the answers lead to, until nothing is left or the time is up.

        Returns the programs that had not answered everything by then.
        """
        deadline = time.monotonic() + limit
        silent = self._silent()
        talk = _Talk(self._serials, silent)
        if limit <= 0:
            return {call.to for call, _ in questions}
        talk.ask(questions)
        while talk.waiting:
            # All that has come is worked through first: message by message would wake three processes each.
            self._outgoing += talk.taken()
            self._send(deadline)
            data = self._receive(deadline)
            if data is None:
                break
            for serial, answer in self._incoming.feed(data):
                self._late.pop(serial, None)
                talk.answered(serial, answer)
        again = time.monotonic() + SULK
        self._late.update((serial, (question[0].to, again)) for serial, question in talk.waiting.items())
        return talk.skipped.union(question[0].to for question in talk.waiting.values())

    def _silent(self) -> set[str]:
        """Who has not answered yet. An answer that comes late after all makes a program heard again."""
        while data := self._receive(0):
            for serial, _ in self._incoming.feed(data):
                self._late.pop(serial, None)
        now = time.monotonic()
        self._late = {serial: late for serial, late in self._late.items() if late[1] > now}
        return {to for to, _ in self._late.values()}

    def _send(self, deadline: float) -> None:
        while self._outgoing:
            self._socket.settimeout(max(deadline - time.monotonic(), 0.01))
            sent = self._socket.send(self._outgoing)
            del self._outgoing[:sent]

    def _receive(self, deadline: float) -> bytes | None:
        """What comes next; None when nothing does in time."""
        self._socket.settimeout(max(deadline - time.monotonic(), 0))
        try:
            data = self._socket.recv(65536)
        except (TimeoutError, BlockingIOError):
            return None
        if not data:
            raise ConnectionResetError("the bus has gone")
        return data

    def close(self) -> None:
        self._socket.close()


class _Talk:
    """The questions of one look: under way, and still to be asked."""

    def __init__(self, serials: Iterator[int], silent: set[str]) -> None:
        self._serials = serials
        self._silent = silent
        self._unasked: dict[str, deque[Question]] = {}
        self._under_way: Counter[str] = Counter()
        self._messages = bytearray()
        self.waiting: dict[int, Question] = {}
        self.skipped: set[str] = set()
        """Programs that were not asked, because they owe answers."""

    def ask(self, questions: Iterable[Question]) -> None:
        """What an answer leads to comes before what waits already: what was begun is finished first."""
        later: dict[str, list[Question]] = {}
        for question in questions:
            to = question[0].to
            if to in self._silent:
                self.skipped.add(to)
            elif self._under_way[to] < AT_ONCE:
                self._say(question)
            else:
                later.setdefault(to, []).append(question)
        for to, some in later.items():
            self._unasked.setdefault(to, deque()).extendleft(reversed(some))

    def _say(self, question: Question) -> None:
        serial = next(self._serials)
        self.waiting[serial] = question
        self._under_way[question[0].to] += 1
        self._messages += encode(serial, *question[0])

    def answered(self, serial: int, answer: Answer) -> None:
        question = self.waiting.pop(serial, None)
        if question is None:
            return
        call, then = question
        self._under_way[call.to] -= 1
        self.ask(then(answer))
        unasked = self._unasked.get(call.to)
        while unasked and self._under_way[call.to] < AT_ONCE:
            self._say(unasked.popleft())

    def taken(self) -> bytes:
        """The messages that are to be sent now."""
        messages, self._messages = self._messages, bytearray()
        return bytes(messages)


def left(deadline: float) -> float:
    """Seconds until then."""
    return max(0.0, deadline - time.monotonic())


_DBUS, _DBUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_A11Y, _A11Y_PATH = "org.a11y.Bus", "/org/a11y/bus"
_PROPERTIES = "org.freedesktop.DBus.Properties"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
"""Who lists the programs that publish elements."""


def process_of(name: str) -> Call:
    """Asks for the process behind a connection."""
    return Call(_DBUS, _DBUS_PATH, _DBUS, "GetConnectionUnixProcessID", "s", (name,))


def session_address(environment: Mapping[str, str]) -> str | None:
    """The session bus that the programs on a screen use."""
    named = environment.get("DBUS_SESSION_BUS_ADDRESS")
    if named:
        return named
    usual = Path(environment.get("XDG_RUNTIME_DIR") or "/nonexistent") / "bus"
    return f"unix:path={usual}" if usual.exists() else None


def accessibility_address(environment: Mapping[str, str], limit: float = 2.0) -> str | None:
    """The address of the accessibility bus; None where there is none."""
    named = environment.get("AT_SPI_BUS_ADDRESS")
    if named:
        return named
    session = session_address(environment)
    if not session:
        return None
    bus = Bus(session, limit)
    try:
        answer = bus.ask_one(Call(_A11Y, _A11Y_PATH, "org.a11y.Bus", "GetAddress"), limit)
    finally:
        bus.close()
    return str(answer[0]) if answer and answer[0] else None


def switch(environment: Mapping[str, str], on: bool, limit: float = 2.0) -> bool:
    """Tell programs whether somebody listens: browsers publish their pages only then.

    Whether that changed anything: who switched it on switches it off again.
    """
    session = session_address(environment)
    if not session:
        return False
    bus = Bus(session, limit)
    try:
        answer = bus.ask_one(_status("Get", "ss", "IsEnabled"), limit)
        if answer is None or answer[0] == on:
            return False
        return bus.ask_one(_status("Set", "ssv", "IsEnabled", ("b", on)), limit) is not None
    finally:
        bus.close()


def begin_listening(environment: Mapping[str, str], limit: float = 20.0) -> None:
    """Make a new session ready, before any program starts on it.

    Chromium publishes its elements only if a screen reader is said to be there before it starts. A Qt 5
    program that comes before the registry answers never registers: its elements are not there for good.
    """
    session = session_address(environment)
    if not session:
        return
    bus = Bus(session, limit)
    try:
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            bus.ask_one(_status("Set", "ssv", name, ("b", True)), limit)
    finally:
        bus.close()
    address = accessibility_address(environment, limit)
    if address:
        registry = Bus(address, limit)
        try:
            registry.ask_one(Call(*REGISTRY, "org.a11y.atspi.Accessible", "GetChildren"), limit)
        finally:
            registry.close()


def _status(method: str, signature: str, *arguments: Any) -> Call:
    return Call(_A11Y, _A11Y_PATH, _PROPERTIES, method, signature, ("org.a11y.Status", *arguments))

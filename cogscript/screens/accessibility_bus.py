"""Calls over D-Bus that cannot hang: many at once, answered within one limit of time.

The accessibility bus asks the programs on the screen themselves, and a program may be busy, stuck or
dying. Questions are sent together, because a tree of a hundred elements asked one by one costs a
hundred turns of two programs; what has not been answered in time is None, like what went wrong.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

AT_ONCE = 200
"""Questions under way together; a bus ends the connection of a caller with too many."""
SULK = 10.0
"""Seconds for which a program that did not answer is not asked again."""


class Call(NamedTuple):
    """One question: whom, which object, what."""

    to: str
    path: str
    interface: str
    method: str
    signature: str = ""
    body: tuple[Any, ...] = ()


class Bus:
    """One connection to a bus."""

    def __init__(self, address: str, limit: float = 2.0) -> None:
        from jeepney.bus import get_bus
        from jeepney.io.blocking import prep_socket
        from jeepney.low_level import Parser

        self._socket: socket.socket = prep_socket(get_bus(address), timeout=limit)
        self._parser = Parser()
        self._serials = count(1)
        self._silent: dict[str, float] = {}
        if self.ask_one(Call(_DBUS, _DBUS_PATH, _DBUS, "Hello"), limit) is None:
            self.close()
            raise TimeoutError("the bus did not say hello")

    def ask_one(self, call: Call, limit: float) -> tuple[Any, ...] | None:
        return self.ask([call], limit)[0]

    def ask(self, calls: Sequence[Call], limit: float) -> list[tuple[Any, ...] | None]:
        """The answers in the order of the questions; None for an error and for silence."""
        answers: list[tuple[Any, ...] | None] = [None] * len(calls)
        deadline = time.monotonic() + limit
        for start in range(0, len(calls), AT_ONCE):
            self._ask_some(calls, range(start, min(start + AT_ONCE, len(calls))), answers, deadline)
        return answers

    def _ask_some(
        self,
        calls: Sequence[Call],
        which: range,
        answers: list[tuple[Any, ...] | None],
        deadline: float,
    ) -> None:
        waiting: dict[int, int] = {}
        now = time.monotonic()
        for index in which:
            if self._silent.get(calls[index].to, 0) > now:
                continue
            serial = next(self._serials)
            waiting[serial] = index
            self._send(calls[index], serial, deadline)
        if not waiting:
            return
        for serial, body in self._replies(deadline):
            index = waiting.pop(serial, -1)
            if index >= 0:
                answers[index] = body
            if not waiting:
                return
        for index in waiting.values():
            self._silent[calls[index].to] = time.monotonic() + SULK

    def _send(self, call: Call, serial: int, deadline: float) -> None:
        from jeepney import DBusAddress, new_method_call

        address = DBusAddress(call.path, call.to, call.interface)
        message = new_method_call(address, call.method, call.signature or None, call.body)
        self._socket.settimeout(max(deadline - time.monotonic(), 0.01))
        self._socket.sendall(message.serialise(serial=serial))

    def _replies(self, deadline: float) -> Iterator[tuple[int, tuple[Any, ...] | None]]:
        """What comes in until the deadline: the serial it answers, and the answer; None for an error."""
        from jeepney import HeaderFields, MessageType

        while True:
            message = self._parser.get_next_message()
            if message is not None:
                kind = message.header.message_type
                if kind in (MessageType.method_return, MessageType.error):
                    good = kind is MessageType.method_return
                    yield (
                        message.header.fields.get(HeaderFields.reply_serial, -1),
                        (tuple(message.body) if good else None),
                    )
                continue
            left = deadline - time.monotonic()
            if left <= 0:
                return
            self._socket.settimeout(left)
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                return
            if not data:
                raise ConnectionResetError("the bus has gone")
            self._parser.add_data(data)

    def close(self) -> None:
        self._socket.close()


_DBUS, _DBUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_A11Y, _A11Y_PATH = "org.a11y.Bus", "/org/a11y/bus"
_PROPERTIES = "org.freedesktop.DBus.Properties"


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
        status = "org.a11y.Status"
        asked = Call(_A11Y, _A11Y_PATH, _PROPERTIES, "Get", "ss", (status, "IsEnabled"))
        answer = bus.ask_one(asked, limit)
        if answer is None or answer[0][1] == on:
            return False
        value = (status, "IsEnabled", ("b", on))
        return bus.ask_one(Call(_A11Y, _A11Y_PATH, _PROPERTIES, "Set", "ssv", value), limit) is not None
    finally:
        bus.close()

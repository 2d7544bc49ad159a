"""The phone's end of adb's protocol: connections and streams, no more than a shell needs."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable

_NAMES = (b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"AUTH")
_CNXN, _OPEN, _OKAY, _CLSE, _WRTE, _AUTH = (int.from_bytes(name, "little") for name in _NAMES)
_VERSION, _MOST = 0x01000001, 256 * 1024
_BANNER = b"device::ro.product.name=bed;ro.product.model=Bed;ro.product.device=bed;"


class Adbd:
    """Listens on a port of this computer. `run` performs a command line and gives what it writes."""

    def __init__(self, run: Callable[[str], bytes], *, trusts: bool = True) -> None:
        self._run = run
        self._trusts = trusts
        self.answers = True
        """Whether it greets a computer that connects: one that does not is offline."""
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._server.getsockname()[1]}"
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                self._open.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def unplug(self) -> None:
        """As if the cable were pulled: what is open ends, and nothing answers any more."""
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """End what is open; a computer may connect again."""
        while self._open:
            connection = self._open.pop()
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    # --- one connection -----------------------------------------------------------------------------

    def _serve(self, connection: socket.socket) -> None:
        sending = threading.Lock()
        granted: dict[int, threading.Semaphore] = {}

        def send(command: int, first: int, second: int, data: bytes = b"") -> None:
            header = struct.pack(
                "<6I", command, first, second, len(data), sum(data) & 0xFFFFFFFF, command ^ 0xFFFFFFFF
            )
            with sending:
                connection.sendall(header + data)

        def perform(mine: int, theirs: int, command: str) -> None:
            with contextlib.suppress(OSError):
                output = self._run(command)
                for at in range(0, len(output), _MOST):
                    send(_WRTE, mine, theirs, output[at : at + _MOST])
                    if not granted[mine].acquire(timeout=30):
                        return
                send(_CLSE, mine, theirs)

        count = 0
        with contextlib.suppress(OSError, struct.error):
            while True:
                command, first, second, length, _, _ = struct.unpack("<6I", _read(connection, 24))
                data = _read(connection, length)
                if command == _CNXN and not self.answers:
                    pass
                elif command == _CNXN:
                    # One that trusts nobody asks for a signature, and for another one, without end.
                    send(_CNXN, _VERSION, _MOST, _BANNER) if self._trusts else send(_AUTH, 1, 0, b"\1" * 20)
                elif command == _AUTH:
                    pass
                elif command == _OPEN:
                    count += 1
                    granted[count] = threading.Semaphore(0)
                    service = data.rstrip(b"\0").decode("utf-8")
                    _, _, line = service.partition(":")
                    send(_OKAY, count, first)
                    threading.Thread(target=perform, args=(count, first, line), daemon=True).start()
                elif command == _OKAY and second in granted:
                    granted[second].release()
                elif command == _WRTE:
                    send(_OKAY, second, first)


def _read(connection: socket.socket, length: int) -> bytes:
    data = b""
    while len(data) < length:
        piece = connection.recv(length - len(data))
        if not piece:
            raise OSError("closed")
        data += piece
    return data

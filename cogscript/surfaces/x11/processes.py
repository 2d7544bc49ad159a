"""What Linux tells about processes: families, whether they work, and who is a terminal."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator

_PTY_MASTERS = ("/dev/ptmx", "/dev/pts/ptmx")
_TICK = 1 / os.sysconf("SC_CLK_TCK")
_WORKING = (b"D", b"R")
"""Waiting for a disk; running, or waiting for a processor that others use."""
_HELD_UP = b"T"
_GONE = (b"Z", b"X")
_SOME = 0.15
"""The part of the time that a program may compute and still count as idle."""


def family(pid: int) -> set[int]:
    """A process and everything below it."""
    children: dict[int, list[int]] = {}
    for name in _listed("/proc"):
        if name.isdigit():
            fields = _stat(int(name))
            if fields:
                children.setdefault(int(fields[1]), []).append(int(name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return set(found)


def program_names(pid: int) -> set[str]:
    """What a process goes by: its file's name and the one it was called by."""
    names = set()
    with contextlib.suppress(OSError):
        names.add(os.path.basename(os.readlink(f"/proc/{pid}/exe")))
    with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
        names.add(os.path.basename(file.read().split(b"\0")[0]).decode(errors="replace"))
    return names - {""}


def is_terminal(pid: int) -> bool:
    """Whether a program holds the master end of a terminal: only terminal emulators and the like do."""
    for name in _listed(f"/proc/{pid}/fd"):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/{pid}/fd/{name}") in _PTY_MASTERS:
                return True
    return False


def is_running(pid: int) -> bool:
    fields = _stat(pid)
    return fields is not None and fields[0] not in _GONE


class Work:
    """How long programs, and all below them, have been idle: they neither compute nor wait for a disk."""

    def __init__(self, pids: Iterable[int]) -> None:
        self._pids = set(pids)
        self._used = self._measure()
        self._since = self._looked = time.monotonic()

    def idle(self) -> float:
        """Seconds since they last did something; call it a few times a second."""
        now = time.monotonic()
        used = self._measure()
        if self._held_up():  # neither at work nor idle: it goes on where it was
            self._since += now - self._looked
        # A program that only blinks its caret or asks for news uses a tick now and then.
        if used is None or self._used is None or used - self._used > max(_TICK, (now - self._looked) * _SOME):
            self._since = now
        self._used, self._looked = used, now
        return now - self._since

    def _held_up(self) -> bool:
        return any((_stat(pid) or [b""])[0] == _HELD_UP for pid in self._pids)

    def _measure(self) -> float | None:
        """Seconds of computing so far; None while one is at it."""
        total = 0.0
        for member in set().union(*map(family, self._pids)):
            fields = _stat(member)
            if fields is None:
                continue
            if any(state in _WORKING for state in _states(member)):
                return None
            total += (int(fields[11]) + int(fields[12])) * _TICK
        return total


def _states(pid: int) -> Iterator[bytes]:
    """Of each of its threads."""
    for thread in _listed(f"/proc/{pid}/task"):
        fields = _stat(pid, f"task/{thread}/")
        if fields:
            yield fields[0]


def _stat(pid: int, thread: str = "") -> list[bytes] | None:
    """What /proc says of a process or a thread, from its state on; None when it has gone."""
    try:
        with open(f"/proc/{pid}/{thread}stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    return fields if len(fields) > 12 else None


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []

"""Which process started which."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from ctypes import wintypes

from cogscript.surfaces.windows.api import kernel32

_PROCESSES = 0x00000002
_CONSOLE_HOSTS = ("conhost.exe", "openconsole.exe")


class _Entry(ctypes.Structure):
    _fields_ = (
        ("size", wintypes.DWORD),
        ("usage", wintypes.DWORD),
        ("process", wintypes.DWORD),
        ("heap", ctypes.c_void_p),
        ("module", wintypes.DWORD),
        ("threads", wintypes.DWORD),
        ("parent", wintypes.DWORD),
        ("priority", wintypes.LONG),
        ("flags", wintypes.DWORD),
        ("file", wintypes.WCHAR * 260),
    )


def parents() -> dict[int, tuple[int, str]]:
    """A process → the one that started it, and its own file name."""
    found: dict[int, tuple[int, str]] = {}
    functions = kernel32()
    snapshot = functions.CreateToolhelp32Snapshot(_PROCESSES, 0)
    try:
        entry = _Entry(size=ctypes.sizeof(_Entry))
        more = functions.Process32FirstW(ctypes.c_void_p(snapshot), ctypes.byref(entry))
        while more:
            found[entry.process] = (entry.parent, entry.file)
            more = functions.Process32NextW(ctypes.c_void_p(snapshot), ctypes.byref(entry))
    finally:
        functions.CloseHandle(snapshot)
    return found


def ancestors() -> Iterator[int]:
    """This process and those it descends from, the nearest first, each with its console's host."""
    known = parents()
    process, seen = os.getpid(), set[int]()
    while process and process not in seen:
        seen.add(process)
        yield process
        yield from (
            child
            for child, (parent, file) in known.items()
            if parent == process and file.casefold() in _CONSOLE_HOSTS
        )
        process = known.get(process, (0, ""))[0]

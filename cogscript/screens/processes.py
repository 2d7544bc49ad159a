"""What Linux tells about processes: families, and who is a terminal."""

from __future__ import annotations

import contextlib
import os

_PTY_MASTERS = ("/dev/ptmx", "/dev/pts/ptmx")


def family(pid: int) -> set[int]:
    """A process and everything below it."""
    children: dict[int, list[int]] = {}
    for name in _listed("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(name))
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


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []

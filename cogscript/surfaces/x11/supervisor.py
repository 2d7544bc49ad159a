"""The parent of everything a private desktop runs, so that nothing outlives it.

It runs as a process of its own (standard library only, started as a file), between the run and the
X server, window manager and programs. It is a subreaper: a program that forks itself into the
background becomes its child again. It ends them all when told to, when a signal tells it to, and when
its standard input closes, which happens however the run ends: kill -9 too.

One JSON object a line in, one out: {"start": [argv…], "environment": {…}, "log": path, "folder": path}
gives {"pid": n} or {"error": text}; with "report" true, `{fd}` in an argument is a pipe's number and the
line the program writes there comes back as "report"; {"ended": pid} gives {"code": n} or {"code": null}.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from typing import Any

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_GRACE = 1.5
"""Seconds between asking programs to end and making them."""
_REPORT_LIMIT = 30.0

_processes: dict[int, subprocess.Popen[bytes]] = {}
_libc = ctypes.CDLL(None, use_errno=True)


def _die_with_parent() -> None:
    """In the child: should the supervisor itself be killed, go with it."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def start(request: dict[str, Any]) -> dict[str, Any]:
    argv: list[str] = request["start"]
    reading = writing = None
    if request.get("report"):
        reading, writing = os.pipe()
        argv = [argument.replace("{fd}", str(writing)) for argument in argv]
    try:
        with open(request["log"], "ab") as log:
            process = subprocess.Popen(
                argv,
                env=request["environment"],
                cwd=request.get("folder"),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with_parent,
                pass_fds=() if writing is None else (writing,),
            )
    except OSError as error:
        return {"error": error.strerror or str(error)}
    finally:
        if writing is not None:
            os.close(writing)
    _processes[process.pid] = process
    answer: dict[str, Any] = {"pid": process.pid}
    if reading is not None:
        answer["report"] = _first_line(reading)
        os.close(reading)
    return answer


def _first_line(pipe: int) -> str | None:
    """What a program says about itself once it is ready; None when it ends or never does."""
    text = b""
    deadline = time.monotonic() + _REPORT_LIMIT
    while b"\n" not in text:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        piece = os.read(pipe, 4096) if ready else b""
        if not piece:
            return None
        text += piece
    return text.split(b"\n")[0].decode()


def ended(pid: int) -> dict[str, Any]:
    process = _processes.get(pid)
    return {"code": process.poll() if process else -1}


def descendants() -> list[int]:
    """Every process below this one, the deepest last."""
    parents: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                if fields[0] != b"Z":
                    parents.setdefault(int(fields[1]), []).append(int(name))
    found = [os.getpid()]
    for pid in found:
        found += parents.get(pid, [])
    return found[1:]


def end_all(folder: str | None) -> None:
    """Ask, wait a little, then kill; again until none is left, for a dying program may start another."""
    for pid in descendants():
        _kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + _GRACE
    while descendants() and time.monotonic() < deadline:
        time.sleep(0.01)
        _reap()
    while remaining := descendants():
        for pid in remaining:
            _kill(pid, signal.SIGKILL)
        time.sleep(0.01)
        _reap()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


def _kill(pid: int, signal_number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal_number)


def _reap() -> None:
    """Collect orphans too, or they would stay as zombies."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


class _Told(Exception):
    """A signal said to end."""


def _told(*_: object) -> None:
    raise _Told


def main(folder: str | None) -> None:
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _told)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the run's to answer
    try:
        for line in sys.stdin:
            request = json.loads(line)
            if "stop" in request:
                break
            answer = start(request) if "start" in request else ended(request["ended"])
            print(json.dumps(answer), flush=True)
    except (_Told, BrokenPipeError):
        pass
    finally:
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        end_all(folder)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)

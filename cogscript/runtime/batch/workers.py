"""Rows side by side: worker processes, each with a private desktop of its own for each of its rows.

A process a worker, because a screen, its clipboard and a stop belong to a process; forked, so that what
has been parsed and checked need not be again. The parent runs nothing itself: it hands out rows, hears
what comes of them, and on Ctrl+C tells every worker to stop in order and waits until it has. A worker
whose parent dies stops as well.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from cogscript.language.model.diagnostic import Diagnostic, Fault
from cogscript.runtime.batch.results import RowResult
from cogscript.runtime.stopping import stopping
from cogscript.surfaces.pointing import Stopped
from cogscript.tables.rows import Row

Task = tuple[int, Row]
Post = Callable[[str, int, str], None]
"""What a row says while it runs: the kind of news, the row's number, a text."""
Perform = Callable[[Task, Post], RowResult]

AHEAD = 1000
"""How many rows may be done while an earlier one is not: their answers have to wait for its turn."""
_PATIENCE = 60.0
"""Seconds a worker that was told to stop may take: it closes its programs and its desktop."""
_PR_SET_PDEATHSIG = 1


class Worker:
    """One process; `task` is the row it has."""

    def __init__(self, perform: Perform) -> None:
        context: Any = multiprocessing.get_context("fork")
        self.connection, theirs = multiprocessing.Pipe()
        self.task: Task | None = None
        self.process = context.Process(target=_serve, args=(theirs, self.connection, perform), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        self.task = task
        self.connection.send(task)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Stop the row it has, in order."""
        if self.task is not None and self.process.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, number)

    def end(self) -> None:
        """It has no row, or has died: let it go, and do not leave before it has gone."""
        with contextlib.suppress(OSError):
            self.connection.send(None)  # closing would not do: workers forked later hold this end too
        self.connection.close()
        self.process.join(_PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def run_side_by_side(
    tasks: Iterator[Task], jobs: int, perform: Perform, post: Post, finished: Callable[[RowResult], bool]
) -> bool:
    """Run each task once; `finished` hears each result, and says whether further rows are begun.

    What comes back: whether a signal stopped it.
    """
    idle: list[Worker] = []
    busy: list[Worker] = []
    waiting = next(tasks, None)
    over = stopped = False
    with _signals() as told:
        try:
            while busy or (waiting is not None and not over):
                oldest = min((worker.task[0] for worker in busy if worker.task), default=None)
                while waiting is not None and not over and len(busy) < jobs:
                    if oldest is not None and waiting[0] > oldest + AHEAD:
                        break
                    worker = idle.pop() if idle else Worker(perform)
                    worker.give(waiting)
                    busy.append(worker)
                    waiting = next(tasks, None)
                for source in wait([told, *(worker.connection for worker in busy)]):
                    if source is told:
                        number = told.recv(1024)[0]
                        for worker in busy if not stopped else []:
                            worker.stop(number)
                        over = stopped = True
                        continue
                    worker = next(each for each in busy if each.connection is source)
                    result = _hear(worker, post)
                    if result is None:
                        continue
                    busy.remove(worker)
                    worker.task = None
                    if worker.process.is_alive():
                        idle.append(worker)
                    else:
                        worker.end()
                    if not finished(result):
                        over = True
        finally:
            for worker in busy:
                worker.stop()
            _drain(busy)
            for worker in [*idle, *busy]:
                worker.end()
    return stopped


def _hear(worker: Worker, post: Post) -> RowResult | None:
    """One piece of news; the result, when that is what it is."""
    assert worker.task is not None
    try:
        news = worker.connection.recv()
    except (EOFError, OSError):
        worker.process.join(_PATIENCE)
        number, cells = worker.task
        said = f"the process that ran this row was ended from outside (exit code {worker.process.exitcode})"
        return RowResult(number, "failed", cells, error=said, rendered=str(Diagnostic("worker", said)))
    if isinstance(news, RowResult):
        return news
    post(*news)
    return None


def _drain(busy: list[Worker]) -> None:
    """Only when the parent itself fails: give the workers the time to stop in order."""
    deadline = time.monotonic() + _PATIENCE
    for worker in busy:
        with contextlib.suppress(EOFError, OSError):
            while worker.connection.poll(max(0.0, deadline - time.monotonic())):
                if isinstance(worker.connection.recv(), RowResult):
                    break


@contextlib.contextmanager
def _signals() -> Iterator[socket.socket]:
    """A socket that can be read once a person, or the system, wants the run to stop.

    No exception breaks into the parent: what it is writing, it writes to the end.
    """
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    old = signal.set_wakeup_fd(theirs.fileno())
    try:
        yield ours
    finally:
        signal.set_wakeup_fd(old)
        for number, handler in before.items():
            signal.signal(number, handler)
        ours.close()
        theirs.close()


# --- in the worker -------------------------------------------------------------------------------


def _serve(connection: Connection, parents: Connection, perform: Perform) -> None:
    parents.close()
    signal.set_wakeup_fd(-1)
    os.setpgid(0, 0)  # Ctrl+C in the terminal goes to the parent alone, which tells who is to stop
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # between two rows there is nothing to stop
    _stop_with_parent()

    def post(kind: str, number: int, text: str) -> None:
        connection.send((kind, number, text))

    with contextlib.suppress(EOFError, OSError):  # the parent has no more rows, or is no more
        while (task := connection.recv()) is not None:
            result = None
            try:
                with stopping(), _interruptible():
                    result = perform(task, post)
            except (Stopped, KeyboardInterrupt):
                pass
            connection.send(result or RowResult(task[0], "stopped", task[1]))


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop_with_parent() -> None:
    """A parent that was killed tells nobody: the system does."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def check_possible() -> None:
    if "fork" not in multiprocessing.get_all_start_methods():
        raise Fault("usage", "rows run side by side only on Linux and macOS", "leave `--jobs` out")

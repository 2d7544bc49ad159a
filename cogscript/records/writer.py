"""Writing the record of a run.

Why SQLite in WAL mode: each step's start is on record before the step acts and its end right after,
and each is one commit of about 20 µs; another process can read the record while the run is under way; and
after `kill -9` nothing is half written. A step without an outcome in the record of a run that is no
longer alive had begun and not finished: that is all that resuming needs to know.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from cogscript.language.model.diagnostic import Fault
from cogscript.records import sql
from cogscript.records.folders import JOURNAL, claim, new_folder
from cogscript.records.schema import FILES, MESSAGES, OPERATIONS, RUN, STEPS, RunFacts, Written
from cogscript.records.storing import Mask, describe, encoder, json_text, masked_text, unmasked

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step

_FLUSH = 0.25
"""Seconds between two flushes to the disk."""


class RecordBroken(Fault):
    """The record cannot be written: the run has to end, and no TRY can catch it."""


class _StepColumns:
    """Columns of a step that are written at one moment, and their values for a step.

    Every step goes through here, so two things are found out only once: which attributes to fetch, and which
    of them to encode.
    """

    def __init__(self, *moments: Written) -> None:
        columns = {name: column for name, column in STEPS.columns.items() if column.written in moments}
        columns.pop("operation", None)  # it has an entry of its own, see RecordWriter._operation
        self.names = list(columns)
        self._get = attrgetter(*self.names)
        self._encoders = [
            (place, encode)
            for place, column in enumerate(columns.values())
            if (encode := encoder(column)) is not None
        ]

    def values(self, step: Step, mask: Mask, *more: int) -> list[Any]:
        values = [*self._get(step), *more]
        for place, encode in self._encoders:
            value = values[place]
            if value is not None:
                values[place] = encode(value, mask)
        return values


_START = _StepColumns("start", "both")
_END = _StepColumns("end", "both")
_WHOLE = _StepColumns("start", "end", "both")
_INSERT_START = sql.insert(STEPS, [*_START.names, "operation"])
_INSERT_WHOLE = sql.insert(STEPS, [*_WHOLE.names, "operation"])
_UPDATE_END = sql.update(STEPS, _END.names, "number")
_INSERT_OPERATION = sql.insert(OPERATIONS)
_INSERT_MESSAGE = sql.insert(MESSAGES)
_REPLACE_FACT = sql.insert(RUN, replace=True)
_REPLACE_FILE = sql.insert(FILES, replace=True)


class RecordWriter:
    """Writes one run's record. What a method has written survives the death of the process."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, alive: sqlite3.Connection) -> None:
        self.folder = folder
        self.mask: Mask = unmasked
        self._db = connection
        self._alive = alive
        self._operations: dict[int, int] = {}
        self._kept: list[Operation] = []
        self._flusher = Flusher(folder / f"{JOURNAL}-wal")

    @classmethod
    def create(cls, runs: Path, name: str) -> RecordWriter:
        """A new record, in a folder of its own whose name sorts by time."""
        try:
            folder = new_folder(runs, name)
            alive = claim(folder)
            _make(folder / JOURNAL)
            return cls(folder, _connect(folder / JOURNAL), alive)
        except (OSError, sqlite3.Error) as error:
            raise Fault(
                "record",
                f"the run's record cannot be made in {runs}: {_sentence(error)}; nothing was done",
                "free some space or make the folder writable, or run with `--no-journal`",
            ) from error

    @classmethod
    def reopen(cls, folder: Path) -> RecordWriter:
        """The record of a run that is resumed; one of an older cogscript gets the newer columns."""
        try:
            alive = claim(folder)
            connection = _connect(folder / JOURNAL)
            sql.upgrade(connection)
            return cls(folder, connection, alive)
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise Fault("resume", f"the run {folder.name} is still running") from error
            raise _broken(error) from error

    # --- the run as a whole --------------------------------------------------------------------

    def header(self, **facts: Unpack[RunFacts]) -> None:
        """Keep facts of the run as a whole; a later value replaces an earlier one."""
        with _writing():
            self._db.executemany(
                _REPLACE_FACT, [(key, json_text(value, self.mask)) for key, value in facts.items()]
            )

    def file(self, path: str, text: str) -> None:
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        with _writing():
            self._db.execute(_REPLACE_FILE, (path, masked_text(text, self.mask), digest))

    def changed(self, path: str, text: str, before: str, after: str) -> None:
        """A person changed an operation while stepping: from now on the new text counts."""
        self.file(path, text)
        with _writing():
            kept = self._db.execute("SELECT value FROM run WHERE key = 'changed'").fetchone()
        self.header(changed=[*(json.loads(kept[0]) if kept else []), (before, after)])
        self._operations.clear()

    def message(self, step: int | None, level: str, text: str) -> None:
        with _writing():
            self._db.execute(_INSERT_MESSAGE, (step, time.time(), level, masked_text(text, self.mask)))

    # --- its steps -----------------------------------------------------------------------------

    def started(self, step: Step) -> None:
        """On record before the step acts."""
        with _writing():
            self._db.execute(_INSERT_START, _START.values(step, self.mask, self._operation(step)))

    def finished(self, step: Step) -> None:
        """How a step that had been started has ended."""
        with _writing():
            self._db.execute(_UPDATE_END, _END.values(step, self.mask, step.number))

    def at_once(self, step: Step) -> None:
        """A step that took no time worth two entries."""
        with _writing():
            self._db.execute(_INSERT_WHOLE, _WHOLE.values(step, self.mask, self._operation(step)))

    def amend(self, number: int, **columns: str) -> None:
        """What became known of a step later: the picture after it, a person's decision on its outcome."""
        with _writing():
            self._db.execute(
                sql.update(STEPS, columns, "number"),
                (*(masked_text(value, self.mask) for value in columns.values()), number),
            )

    def close(self) -> None:
        """Close the files; safe to call twice, and after the disk has failed."""
        self._flusher.close()
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        with contextlib.suppress(sqlite3.Error):
            self._alive.close()

    def _operation(self, step: Step) -> int:
        """The operation's own entry: written once, however often a loop performs it."""
        operation = step.operation
        found = self._operations.get(id(operation))
        if found is None:
            cursor = self._db.execute(
                _INSERT_OPERATION,
                (None, step.file, operation.line, operation.column, operation.start, operation.end,
                 operation.name, masked_text(describe(operation), self.mask),
                 masked_text(operation.description, self.mask)),
            )  # fmt: skip
            found = self._operations[id(operation)] = int(cursor.lastrowid or 0)
            self._kept.append(operation)  # so that no other operation can come to have its id
        return found


class Flusher:
    """Forces the journal to the disk several times a second, beside the run.

    The death of the process loses nothing that was committed, but a power cut loses what the system had
    not yet written. Waiting for the disk at every step would make a key press ten times as long; so a
    power cut may lose the last moments, and never more.
    """

    def __init__(self, log: Path) -> None:
        self._log = log
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._flush, name="journal", daemon=True)
        self._thread.start()

    def _flush(self) -> None:
        flushed = -1
        while not self._over.wait(_FLUSH):
            with contextlib.suppress(OSError):
                changed = self._log.stat().st_mtime_ns
                if changed != flushed:
                    flushed = changed
                    handle = os.open(self._log, os.O_RDWR)
                    try:
                        os.fsync(handle)
                    finally:
                        os.close(handle)

    def close(self) -> None:
        self._over.set()
        if self._thread is not threading.current_thread():
            self._thread.join()


def _make(path: Path) -> None:
    """An empty journal, there for readers only when it is whole."""
    making = path.with_suffix(".new")
    with contextlib.closing(sqlite3.connect(making, isolation_level=None)) as connection:
        connection.executescript(sql.create())
    making.rename(path)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise _broken(error) from error


def _broken(error: sqlite3.Error) -> RecordBroken:
    return RecordBroken(
        "record",
        f"the run's record cannot be written: {_sentence(error)}",
        "what was done until then is on record: see `cog runs`",
    )


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return os.strerror(error.errno).lower() if error.errno else str(error)
    return str(error)

"""The record of a run: a folder with an SQLite journal and the pictures.

Why SQLite in WAL mode: each step's start is on record before the step acts and its end right after,
and each is one commit of about 20 µs; another process can read the record while the run goes on; and
after `kill -9` nothing is half written. A step without an outcome in the record of a run that is no
longer alive had begun and not finished: that is all that resuming needs to know.

    RUN/journal.db     the tables below
    RUN/pictures/      0001-before.png …
    RUN/alive.db       locked as long as the run's process lives

The tables (every text with the secrets masked, lists and objects as JSON):

    run         key, value: id, file, folder (from which it was run), title, screen, size, started, ended,
                outcome, error, versions, argv, given (the variables it started with), results, steps (how
                many), resumed (times), pid, changed (lines changed while stepping: before, after)
    files       path, text, sha256: the workflow and every file it calls, as they were run
    operations  id, file, line, column, start, end (the span in the file's text), name, text (the
                operation in canonical form, without `result`), title (the comment above it)
    steps       see `Step`: number, operation, kind, depth, parent, rounds, started, ended, outcome,
                arguments, point [x,y], area [left,top,right,bottom], variables, value, settled,
                before, after (pictures), error (text), diagnostic (JSON, and `rendered` as people see it)
    messages    step (the number of the last step begun), at, level (note, warning), text
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogscript.language.diagnostic import Fault, render
from cogscript.runtime.signals import RunOver
from cogscript.runtime.step import Step, plain

if TYPE_CHECKING:
    from cogscript.language.tree import Operation

VERSION = 1
JOURNAL = "journal.db"
ALIVE = "alive.db"
PICTURES = "pictures"
_FLUSH = 0.25
"""Seconds between two flushes to the disk."""

# An empty record need not be forced to the disk; what is put into it is, by the WAL's rules.
_SCHEMA = f"""
PRAGMA synchronous = OFF;
PRAGMA journal_mode = WAL;
BEGIN;
PRAGMA user_version = {VERSION};
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (path TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE operations (
  id INTEGER PRIMARY KEY, file TEXT NOT NULL, line INTEGER, column INTEGER, start INTEGER, end INTEGER,
  name TEXT NOT NULL, text TEXT NOT NULL, title TEXT NOT NULL
);
CREATE TABLE steps (
  number INTEGER PRIMARY KEY, operation INTEGER NOT NULL REFERENCES operations, kind TEXT NOT NULL,
  depth INTEGER NOT NULL, parent INTEGER, rounds TEXT NOT NULL, started REAL NOT NULL, ended REAL,
  outcome TEXT, arguments TEXT, point TEXT, area TEXT, variables TEXT, value TEXT, settled REAL,
  before TEXT, after TEXT, error TEXT, diagnostic TEXT
);
CREATE TABLE messages (step INTEGER, at REAL NOT NULL, level TEXT NOT NULL, text TEXT NOT NULL);
COMMIT;
"""

_INSERT = f"INSERT INTO steps VALUES ({','.join('?' * 19)})"
_UPDATE = """UPDATE steps SET ended = ?, outcome = ?, arguments = ?, point = ?, area = ?, variables = ?,
             value = ?, settled = ?, before = ?, after = ?, error = ?, diagnostic = ? WHERE number = ?"""

Mask = Callable[[str], str]


def unmasked(text: str) -> str:
    return text


def _json(value: Any, mask: Mask) -> str | None:
    """JSON for a table; nothing for what is empty, which most columns of most steps are."""
    if value is None or value == {}:
        return None
    return storable(json.dumps(plain(value, mask), ensure_ascii=False, separators=(",", ":")))


def storable(text: str) -> str:
    """Half characters, which a command line or a file name can hold, cannot be stored as they are."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def describe(operation: Operation) -> str:
    """The operation in canonical form without `result`, which a run itself may write into the file."""
    from cogscript.language.formatter import format_operation
    from cogscript.language.tree import Operation

    arguments = {name: value for name, value in operation.arguments.items() if name != "result"}
    return format_operation(Operation(operation.name, arguments))


class Journal:
    """Writes one run's record. Every method is durable against the death of the process."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, alive: sqlite3.Connection) -> None:
        self.folder = folder
        self.mask: Mask = unmasked
        self._db = connection
        self._alive = alive
        self._operations: dict[int, int] = {}
        self._kept: list[Operation] = []
        self._flusher = Flusher(folder / f"{JOURNAL}-wal")

    @classmethod
    def create(cls, runs: Path, name: str) -> Journal:
        """A new record, in a folder of its own whose name sorts by time."""
        try:
            folder = _new_folder(runs, name)
            (folder / PICTURES).mkdir()
            alive = _claim(folder)
            _make(folder / JOURNAL)
            journal = cls(folder, _connect(folder / JOURNAL), alive)
        except (OSError, sqlite3.Error) as error:
            raise Fault(
                "record",
                f"the run's record cannot be made in {runs}: {_sentence(error)}; nothing was done",
                "free some space or make the folder writable, or run with `--no-journal`",
            ) from error
        return journal

    @classmethod
    def reopen(cls, folder: Path) -> Journal:
        """The record of a run that is to go on."""
        try:
            return cls(folder, _connect(folder / JOURNAL), _claim(folder))
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise Fault("resume", f"the run {folder.name} is still running") from error
            raise _broken(error) from error

    # --- what is kept ------------------------------------------------------------------------

    def header(self, **values: Any) -> None:
        """Keep facts of the run as a whole; a later value replaces an earlier one."""
        rows = [(key, _json(value, self.mask) or "null") for key, value in values.items()]
        with _writing():
            self._db.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", rows)

    def file(self, path: str, text: str) -> None:
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        with _writing():
            self._db.execute(
                "INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (path, storable(self.mask(text)), digest)
            )

    def changed(self, path: str, text: str, before: str, after: str) -> None:
        """A person changed an operation while stepping: what comes from now on stands in the new text."""
        self.file(path, text)
        with _writing():
            kept = self._db.execute("SELECT value FROM run WHERE key = 'changed'").fetchone()
        self.header(changed=[*(json.loads(kept[0]) if kept else []), (before, after)])
        self._operations.clear()

    def started(self, step: Step) -> None:
        """On record before the step acts."""
        mask = self.mask
        with _writing():
            self._db.execute(_INSERT, (
                step.number, self._operation(step), step.kind, step.depth, step.parent, step.rounds,
                step.started, None, None, _json(step.arguments, mask), _json(step.point, mask),
                _json(step.area, mask), None, None, step.settled, step.before, None, None, None,
            ))  # fmt: skip

    def finished(self, step: Step) -> None:
        """How a step that had been started has ended."""
        with _writing():
            self._db.execute(_UPDATE, (*self._ending(step), step.number))

    def at_once(self, step: Step) -> None:
        """A step that took no time worth two entries."""
        with _writing():
            ended, outcome, *rest = self._ending(step)
            self._db.execute(_INSERT, (
                step.number, self._operation(step), step.kind, step.depth, step.parent, step.rounds,
                step.started, ended, outcome, *rest,
            ))  # fmt: skip

    def after(self, number: int, picture: str) -> None:
        """The picture of what came of a step, taken when the next one is about to act."""
        with _writing():
            self._db.execute("UPDATE steps SET after = ? WHERE number = ?", (picture, number))

    def message(self, step: int | None, level: str, text: str) -> None:
        with _writing():
            self._db.execute(
                "INSERT INTO messages VALUES (?, ?, ?, ?)",
                (step, time.time(), level, storable(self.mask(text))),
            )

    def outcome(self, number: int, outcome: str) -> None:
        """A person's word on a step that had not finished."""
        with _writing():
            self._db.execute("UPDATE steps SET outcome = ? WHERE number = ?", (outcome, number))

    def last_number(self) -> int:
        return int(self._db.execute("SELECT coalesce(max(number), 0) FROM steps").fetchone()[0])

    def close(self) -> None:
        """Let go of the files; safe to call twice, and after the disk has failed."""
        self._flusher.close()
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        with contextlib.suppress(sqlite3.Error):
            self._alive.close()

    # --- inside ------------------------------------------------------------------------------

    def _ending(self, step: Step) -> tuple[Any, ...]:
        mask = self.mask
        diagnostic = None
        if step.diagnostic is not None:
            shown = {**step.diagnostic.to_json(), "rendered": render([step.diagnostic])}
            diagnostic = _json(shown, mask)
        return (
            step.ended, step.outcome, _json(step.arguments, mask), _json(step.point, mask),
            _json(step.area, mask), _json(step.variables, mask), _json(step.value, mask), step.settled,
            step.before, step.after, None if step.error is None else storable(mask(step.error)), diagnostic,
        )  # fmt: skip

    def _operation(self, step: Step) -> int:
        """The operation's own entry: written once, however often a loop performs it."""
        operation = step.operation
        found = self._operations.get(id(operation))
        if found is None:
            cursor = self._db.execute(
                "INSERT INTO operations VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
                (step.file, operation.line, operation.column, operation.start, operation.end, operation.name,
                 self.mask(describe(operation)), self.mask(operation.description)),
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


# --- folders -----------------------------------------------------------------------------------


def runs_folder() -> Path:
    from cogscript.settings import state_folder

    return state_folder() / "runs"


def is_alive(folder: Path) -> bool:
    """Whether the run's process still holds its lock."""
    if not (folder / ALIVE).exists():
        return False
    try:
        connection = sqlite3.connect(folder / ALIVE, timeout=0, isolation_level=None)
        with contextlib.closing(connection):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        return False
    except sqlite3.Error as error:
        return "locked" in str(error)


def prune(runs: Path, keep: int) -> list[str]:
    """Remove the oldest records beyond `keep`; never one that is still being written."""
    folders = sorted((f for f in runs.glob("*") if (f / JOURNAL).is_file()), key=lambda f: f.name)
    removed = []
    for folder in folders[: max(0, len(folders) - keep)]:
        if not is_alive(folder):
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder.name)
    return removed


def _new_folder(runs: Path, name: str) -> Path:
    runs.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:40] or "workflow"
    now = time.time()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now))}.{int(now % 1 * 1000):03d}"
    for attempt in range(1, 10_000):
        folder = runs / (f"{stamp}-{stem}" if attempt == 1 else f"{stamp}-{stem}-{attempt}")
        with contextlib.suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise FileExistsError(f"too many runs of {stem} at one time")


def _make(path: Path) -> None:
    """An empty journal, there for readers only when it is whole."""
    making = path.with_suffix(".new")
    with contextlib.closing(sqlite3.connect(making, isolation_level=None)) as connection:
        connection.executescript(_SCHEMA)
    making.rename(path)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _claim(folder: Path) -> sqlite3.Connection:
    """Hold the run's lock until the process ends: the system lets go of it even after kill -9."""
    connection = sqlite3.connect(folder / ALIVE, timeout=0, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN EXCLUSIVE")
    return connection


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise _broken(error) from error


def _broken(error: sqlite3.Error) -> RunOver:
    return RunOver(
        "record",
        f"the run's record cannot be written: {_sentence(error)}",
        "what was done until then is on record: see `cog runs`",
    )


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return os.strerror(error.errno).lower() if error.errno else str(error)
    return str(error)

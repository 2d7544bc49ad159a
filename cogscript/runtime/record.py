"""Reading a run's record: while it runs, afterwards, and after it was killed.

The report, `cog runs` and resuming read here; none of them needs the interpreter.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogscript.language.diagnostic import CogError, Diagnostic, Fault, nearest
from cogscript.runtime.journal import JOURNAL, VERSION, is_alive, runs_folder


@dataclass(frozen=True, slots=True)
class OperationRecord:
    file: str
    line: int
    column: int
    start: int
    end: int
    name: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A row of the steps table; see `runtime.step.Step` for what each field means."""

    number: int
    operation: OperationRecord
    kind: str
    depth: int
    parent: int | None
    rounds: str
    started: float
    ended: float | None
    outcome: str | None
    arguments: dict[str, Any]
    point: list[int] | None
    area: list[int] | None
    variables: dict[str, str]
    value: Any
    settled: float | None
    before: str | None
    after: str | None
    error: str | None
    diagnostic: dict[str, Any] | None

    @property
    def seconds(self) -> float | None:
        return None if self.ended is None else self.ended - self.started


@dataclass(frozen=True, slots=True)
class Message:
    step: int | None
    at: float
    level: str
    text: str


class Record:
    """One run's record, read only. Use it as a context manager, or close it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / JOURNAL
        if not path.is_file():
            raise Fault("record", f"there is no record of a run in {folder}")
        try:
            self._db = _open(path)
            found = self._db.execute("PRAGMA user_version").fetchone()[0]
            if found > VERSION:
                raise Fault("record", f"the record {folder.name} was written by a newer cogscript")
            rows = self._db.execute("SELECT key, value FROM run").fetchall()
        except sqlite3.Error as error:
            raise Fault("record", f"the record {folder.name} cannot be read: {error}") from error
        self.header: dict[str, Any] = {key: json.loads(value) for key, value in rows}

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @property
    def id(self) -> str:
        return self.folder.name

    @property
    def outcome(self) -> str:
        """`ok`, `failed`, `stopped`; `running`, or `killed` when it ended without a word."""
        said = self.header.get("outcome")
        if said:
            return str(said)
        return "running" if is_alive(self.folder) else "killed"

    def files(self) -> dict[str, str]:
        """Path → text, of the workflow and of every file it calls; the workflow first."""
        found = dict(self._db.execute("SELECT path, text FROM files"))
        first = self.header.get("file")
        return {path: found[path] for path in sorted(found, key=lambda path: (path != first, path))}

    def steps(self) -> Iterator[StepRecord]:
        """Every step in the order in which they began; read as they are asked for."""
        operations = {
            row[0]: OperationRecord(*row[1:])
            for row in self._db.execute(
                "SELECT id, file, line, column, start, end, name, text, title FROM operations"
            )
        }
        for row in self._db.execute("SELECT * FROM steps ORDER BY number"):
            yield _step(row, operations)

    def messages(self) -> list[Message]:
        return [Message(*row) for row in self._db.execute("SELECT * FROM messages ORDER BY rowid")]

    def count(self) -> int:
        """How many operations were performed; blocks and rows do not count."""
        row = self._db.execute("SELECT count(*) FROM steps WHERE kind IN ('step', 'call')").fetchone()
        return int(row[0])


def _step(row: tuple[Any, ...], operations: dict[int, OperationRecord]) -> StepRecord:
    (number, operation, kind, depth, parent, rounds, started, ended, outcome, arguments, point, area,
     variables, value, settled, before, after, error, diagnostic) = row  # fmt: skip

    def read(text: str | None, otherwise: Any = None) -> Any:
        return otherwise if text is None else json.loads(text)

    return StepRecord(
        number, operations[operation], kind, depth, parent, rounds, started, ended, outcome,
        read(arguments, {}), read(point), read(area), read(variables, {}), read(value), settled, before,
        after, error, read(diagnostic),
    )  # fmt: skip


def _open(path: Path) -> sqlite3.Connection:
    """Read only; also from a folder that cannot be written, where SQLite cannot share its memory."""
    location = path.resolve().as_uri()
    connection = sqlite3.connect(f"{location}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM run")
    except sqlite3.OperationalError:
        connection.close()
        connection = sqlite3.connect(f"{location}?immutable=1", uri=True, isolation_level=None)
    return connection


def list_runs(runs: Path | None = None) -> list[Path]:
    """The folders of the runs on record, the newest last."""
    runs = runs or runs_folder()
    with contextlib.suppress(OSError):
        return sorted(
            (folder for folder in runs.iterdir() if (folder / JOURNAL).is_file()), key=lambda f: f.name
        )
    return []


def find_run(name: str | None = None, runs: Path | None = None) -> Path:
    """The folder of a run: by its name, the beginning of it, or its path; the newest when unsaid."""
    runs = runs or runs_folder()
    folders = list_runs(runs)
    if name is None:
        if not folders:
            raise Fault("record", f"there is no run on record in {runs}", "run one: `cog run FILE`")
        return folders[-1]
    if (Path(name) / JOURNAL).is_file():
        return Path(name)
    exact = [folder for folder in folders if folder.name == name]
    found = exact or [folder for folder in folders if name in folder.name]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(folder.name for folder in found[-5:])
        raise _misnamed(f"several runs are called `{name}`: {some}", "give more of the name")
    guess = nearest(name, [folder.name for folder in folders])
    advice = f"did you mean `{guess}`?" if guess else "`cog runs` lists them"
    raise _misnamed(f"there is no run `{name}` on record", advice)


def _misnamed(reason: str, advice: str) -> CogError:
    """The command line is wrong, and nothing was done."""
    return CogError([Diagnostic("record", reason, advice=advice)])

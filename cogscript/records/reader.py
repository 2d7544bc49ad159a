"""Reading a run's record: while it runs, afterwards, and after it was killed; also one of an older cogscript.

The report, `cog runs` and resuming read here; none of them needs the interpreter.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from cogscript.language.model.diagnostic import Fault
from cogscript.records import sql
from cogscript.records.folders import JOURNAL, is_alive
from cogscript.records.schema import (
    FILES,
    MESSAGES,
    OPERATIONS,
    RUN,
    STEPS,
    VERSION,
    Message,
    OperationRecord,
    Row,
    RunFacts,
    StepRecord,
    Table,
)
from cogscript.records.storing import decoder


class Record:
    """One run's record, read only. Use it as a context manager, or close it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._db = _open(folder)
        self.header = cast("RunFacts", {fact.key: fact.value for fact in self._rows(RUN)})

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
        """`ok`, `failed`, `stopped`; `running`; or `killed`, if it ended without saying how."""
        said = self.header.get("outcome")
        if said:
            return said
        return "running" if is_alive(self.folder) else "killed"

    def files(self) -> dict[str, str]:
        """Path → text, of the workflow and of every file it calls; the workflow first."""
        found = {row.path: row.text for row in self._rows(FILES)}
        first = self.header.get("file")
        return {path: found[path] for path in sorted(found, key=lambda path: (path != first, path))}

    def steps(self) -> Iterator[StepRecord]:
        """Every step in the order in which they began; read as they are asked for."""
        operations: dict[int, OperationRecord] = {}

        def operation(number: int) -> OperationRecord:
            if number not in operations:  # not before there is a step: a run may be writing both just now
                operations.update((row.id, row) for row in self._rows(OPERATIONS))
            return operations[number]

        return self._rows(STEPS, "ORDER BY number", operation=operation)

    def messages(self) -> list[Message]:
        return list(self._rows(MESSAGES, "ORDER BY rowid"))

    def count(self) -> int:
        """How many operations were performed; blocks and rows do not count."""
        row = self._db.execute("SELECT count(*) FROM steps WHERE kind IN ('step', 'call')").fetchone()
        return int(row[0])

    def _rows(self, table: Table[Row], order: str = "", **decoders: Callable[[Any], Any]) -> Iterator[Row]:
        """Objects of the table's class, one for each row."""
        decoding = [
            (place, decode)
            for place, (name, column) in enumerate(table.columns.items())
            if (decode := decoders.get(name) or decoder(column)) is not None
        ]
        try:
            for row in self._db.execute(f"{sql.select(table, self._db)} {order}"):
                values = list(row)
                for place, decode in decoding:
                    values[place] = decode(values[place])
                yield table.row(*values)
        except (sqlite3.Error, ValueError, LookupError) as error:
            raise Fault("record", f"the record {self.id} is damaged: {error}") from error


def _open(folder: Path) -> sqlite3.Connection:
    """The journal of the folder; a Fault if the file is none, or if a newer cogscript wrote it."""
    path = folder / JOURNAL
    if not path.is_file():
        raise Fault("record", f"there is no record of a run in {folder}", "`cog runs` lists the runs")
    try:
        connection = _connect(path)
        found = sql.version(connection)
    except sqlite3.Error as error:
        raise Fault("record", f"{path} cannot be read: {error}") from error
    if 0 < found <= VERSION:
        return connection
    connection.close()
    if found > VERSION:
        raise Fault(
            "record",
            f"the record {folder.name} was written by a newer cogscript "
            f"(version {found} of the record; this cogscript reads up to {VERSION})",
            "update cogscript",
        )
    raise Fault("record", f"{path} is no record of a run")


def _connect(path: Path) -> sqlite3.Connection:
    """Read only; also from a folder that cannot be written, where SQLite cannot share its memory."""
    location = path.resolve().as_uri()
    connection = sqlite3.connect(f"{location}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema")
    except sqlite3.OperationalError:
        connection.close()
        connection = sqlite3.connect(f"{location}?immutable=1", uri=True, isolation_level=None)
    except sqlite3.Error:
        connection.close()
        raise
    return connection

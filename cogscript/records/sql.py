"""The schema as SQL: making a record, writing rows, reading them, and bringing an older record up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

from cogscript.records.schema import TABLES, VERSION, Table


def create() -> str:
    """A script that makes an empty record."""
    # An empty record need not be forced to the disk; what is put into it is, by the WAL's rules.
    return "\n".join(
        [
            "PRAGMA synchronous = OFF;",
            "PRAGMA journal_mode = WAL;",
            "BEGIN;",
            f"PRAGMA user_version = {VERSION};",
            *(_create(table) for table in TABLES),
            "COMMIT;",
        ]
    )


def _create(table: Table[Any]) -> str:
    columns = ", ".join(f"{name} {column.sql}" for name, column in table.columns.items())
    return f"CREATE TABLE {table.name} ({columns}) {table.options};"


def insert(table: Table[Any], names: Iterable[str] | None = None, *, replace: bool = False) -> str:
    """By the names of the columns: those of an older record stand in another order."""
    names = list(table.columns if names is None else names)
    command = "INSERT OR REPLACE" if replace else "INSERT"
    return f"{command} INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


def update(table: Table[Any], names: Iterable[str], key: str) -> str:
    return f"UPDATE {table.name} SET {', '.join(f'{name} = ?' for name in names)} WHERE {key} = ?"


def select(table: Table[Any], connection: sqlite3.Connection) -> str:
    """Every column in the schema's order; NULL for those that an older record does not have."""
    there = _columns(table, connection)
    names = (name if name in there else f"NULL AS {name}" for name in table.columns)
    return f"SELECT {', '.join(names)} FROM {table.name}"


def upgrade(connection: sqlite3.Connection) -> None:
    """Give an older record the columns that came later, so that a resumed run can be written into it."""
    if version(connection) >= VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    for table in TABLES:
        there = _columns(table, connection)
        for name, column in table.columns.items():
            if name not in there:
                connection.execute(f"ALTER TABLE {table.name} ADD COLUMN {name} {column.sql}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _columns(table: Table[Any], connection: sqlite3.Connection) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}

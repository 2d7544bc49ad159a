"""Tables that a script goes through row by row: in a workflow, FOR_EACH, with the columns as variables.

Known are the tables that pandas reads from a file of comma-separated values, and csv.DictReader, and the ways
in which people write the value of a column in the row that the loop is at.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cogscript.language.model import variables

_READ_BY = ("pandas.read_csv", "csv.DictReader")
IS_EMPTY = ("pandas.isna", "pandas.isnull")
IS_FULL = ("pandas.notna", "pandas.notnull")
Value = Callable[[ast.expr], Any]
"""What an expression is, as far as that is known."""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that the script has opened."""

    file: str


@dataclass(frozen=True, slots=True)
class RowsTable:
    """A file with a row for each round, and a name for each column."""

    file: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """The row that a loop is at, or its number."""

    table: RowsTable
    is_number: bool = False


class ColumnText(str):
    """The text of a column, which the workflow has as a variable; empty where pandas has `nan`."""


def table_read(name: str, call: ast.Call, value_of: Value) -> RowsTable | None:
    """The table that a call reads from a file."""
    if name not in _READ_BY or len(call.args) != 1:
        return None
    if any(each.arg not in ("encoding", "dtype") for each in call.keywords):
        return None  # another separator, other names: FOR_EACH would read it otherwise
    given = value_of(call.args[0])
    file = given.file if isinstance(given, OpenFile) and name == "csv.DictReader" else given
    is_known = isinstance(file, str) and file.endswith(".csv") and variables.PREFIX not in file
    return RowsTable(file) if is_known else None


def rows_of(rounds: ast.expr, value_of: Value) -> tuple[RowsTable, Any] | None:
    """The table that a loop goes through, and what its target is bound to in each round."""
    numbered = rowed = False
    match rounds:
        case ast.Attribute(value=table, attr="index"):
            numbered = True
        case ast.Call(func=ast.Name(id="range"), args=[ast.Call(func=ast.Name(id="len"), args=[table])]):
            numbered = True
        case ast.Call(func=ast.Attribute(value=table, attr="iterrows"), args=[]):
            numbered = rowed = True
        case ast.Name() as table:
            rowed = True
        case _:
            return None
    found = value_of(table)
    if not isinstance(found, RowsTable):
        return None
    bound = [TableRow(found, is_number=True)] * numbered + [TableRow(found)] * rowed
    return found, bound if len(bound) > 1 else bound[0]


def column_text(node: ast.expr, value_of: Value) -> str | None:
    """`table.loc[row, 'name']`, `table['name'][row]`, `row['name']`: the variable of that column."""
    match node:
        case ast.Subscript(
            value=ast.Attribute(value=table, attr="loc" | "at"), slice=ast.Tuple(elts=[row, column])
        ):
            pass
        case ast.Subscript(
            value=ast.Subscript(value=ast.Attribute(value=table, attr="loc" | "iloc"), slice=row),
            slice=column,
        ):
            pass
        case ast.Subscript(value=ast.Subscript(value=table, slice=column), slice=row):
            pass
        case ast.Subscript(value=row, slice=column):
            found = value_of(row)
            return _spelled(value_of(column)) if isinstance(found, TableRow) and not found.is_number else None
        case _:
            return None
    at, whole = value_of(row), value_of(table)
    if isinstance(at, TableRow) and at.is_number and isinstance(whole, RowsTable) and at.table == whole:
        return _spelled(value_of(column))
    return None


def _spelled(column: Any) -> str | None:
    return (
        ColumnText(variables.spell(column)) if isinstance(column, str) and variables.is_name(column) else None
    )

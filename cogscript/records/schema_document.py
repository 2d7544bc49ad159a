"""The schema as people read it: docs/records.md.

`python -m cogscript.records.schema_document` prints the document; a test fails when the file is stale.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_type_hints

from cogscript.records.folders import ALIVE, JOURNAL, PICTURES
from cogscript.records.schema import RUN, TABLES, VERSION, Column, RunFacts, Table

_HEAD = f"""# Records

Generated from the schema by `python -m cogscript.records.schema_document`; not edited by hand.

Each run has a folder of its own (see [running.md](running.md#what-a-run-leaves)):

| in the folder | |
|---|---|
| `{JOURNAL}` | the tables below: SQLite, version {VERSION} (`PRAGMA user_version`) |
| `{PICTURES}/` | the screen before and after each step |
| `{ALIVE}` | empty, and locked as long as the run's process lives |

Secrets are masked in every text. Times are seconds since 1970. A step is written twice: before it acts and
when it has ended. One that takes no time is written once.
"""

_WRITTEN = {"start": "before", "end": "after", "both": "both"}


def document() -> str:
    """The text of docs/records.md."""
    parts = [_HEAD]
    for table in TABLES:
        parts.append(f"\n## {table.name}\n\n{table.meaning.capitalize()}.\n\n")
        parts.append(_facts() if table is RUN else _columns(table))
    return "".join(parts)


def _columns(table: Table[object]) -> str:
    twice = any(column.written != "start" for column in table.columns.values())
    head = ["column", "type", *(["written"] if twice else []), "holds"]
    rows = (
        [f"`{name}`", _type(column), *([_WRITTEN[column.written]] if twice else []), column.meaning]
        for name, column in table.columns.items()
    )
    return _markdown(head, rows)


def _facts() -> str:
    """The table `run` has a row for each fact, with the value as JSON."""
    facts = get_type_hints(RunFacts, include_extras=True)
    return _markdown(
        ["key", "value (JSON)"], ([f"`{key}`", hint.__metadata__[0]] for key, hint in facts.items())
    )


def _type(column: Column) -> str:
    return "JSON" if column.stored == "json" else column.sql.split()[0]


def _markdown(head: list[str], rows: Iterable[list[str]]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [head, ["---"] * len(head), *rows])


if __name__ == "__main__":
    print(document(), end="")

"""The runs that belong together: one for each row of a table."""

from __future__ import annotations

from pathlib import Path

from cogscript.language.model.diagnostic import Fault
from cogscript.records.folders import list_runs
from cogscript.records.reader import Record


def rows_beside(folder: Path) -> list[Path]:
    """The folders of all rows that were run together with this one, in the rows' order."""
    with Record(folder) as record:
        batch = record.header.get("batch")
    if not batch:
        raise Fault(
            "record",
            f"the run {folder.name} is no row of a table",
            "`cog run FILE --rows TABLE` makes such runs; name several runs for a page over them",
        )
    found: dict[int, Path] = {}
    for each in list_runs(folder.parent):
        try:
            with Record(each) as other:
                there = other.header.get("batch") or {}
        except Fault:
            continue  # a damaged record is no reason to show none
        if there.get("id") == batch["id"]:
            found[int(there["row"])] = each
    return [found[row] for row in sorted(found)]

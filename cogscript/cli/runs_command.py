"""`cog runs`: the runs on record, and pruning them."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from cogscript.language.model.diagnostic import Fault, printable
from cogscript.language.model.rendering import width
from cogscript.records.folders import list_runs, prune
from cogscript.records.reader import Record
from cogscript.settings import runs_folder

_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=f"list every run, not only the last {_SHOWN}")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    parser.add_argument(
        "--prune", "--keep", type=int, metavar="N", dest="keep", help="remove the oldest records beyond N"
    )


def main(arguments: argparse.Namespace) -> int:
    if arguments.keep is not None:
        if arguments.keep < 0:
            raise Fault("usage", f"`--prune` takes how many runs to keep, 0 or more, not {arguments.keep}")
        removed = prune(runs_folder(), arguments.keep)
        print(f"{len(removed)} record{'s' * (len(removed) != 1)} removed")
        return 0
    folders = list_runs(runs_folder())
    shown = folders if arguments.all or arguments.json else folders[-_SHOWN:]
    rows = [_row(folder) for folder in shown]
    if arguments.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    elif not rows:
        print(f"no run on record in {runs_folder()}")
    else:
        _print(rows)
        if len(shown) < len(folders):
            print(f"… and {len(folders) - len(shown)} older ones: `cog runs --all`")
    return 0


def _row(folder: Path) -> dict[str, Any]:
    try:
        with Record(folder) as record:
            header = record.header
            started, ended = header.get("started"), header.get("ended")
            return {
                "run": folder.name,
                "outcome": record.outcome,
                "steps": record.count(),
                "started": started,
                "seconds": round(ended - started, 3) if started and ended else None,
                "file": header.get("file"),
                "title": header.get("title"),
                "screen": header.get("screen"),
                "folder": str(folder),
            }
    except Fault as fault:
        return {"run": folder.name, "outcome": "unreadable", "error": fault.reason, "folder": str(folder)}


def _print(rows: list[dict[str, Any]]) -> None:
    table = [("RUN", "OUTCOME", "STEPS", "STARTED", "TOOK", "FILE")]
    for row in rows:
        started, seconds = row.get("started"), row.get("seconds")
        table.append(
            (
                row["run"],
                row["outcome"],
                str(row.get("steps", "")),
                time.strftime("%Y-%m-%d %H:%M", time.localtime(started)) if started else "",
                "" if seconds is None else f"{seconds:.1f} s",
                printable(str(row.get("title") or row.get("file") or row.get("error") or "")),
            )
        )
    widths = [max(width(line[column]) for line in table) for column in range(len(table[0]))]
    for line in table:
        cells = [cell + " " * (widths[place] - width(cell)) for place, cell in enumerate(line)]
        print("  ".join(cells).rstrip())

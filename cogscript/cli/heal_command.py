"""`cog heal [RUN|FILE]`: what a run found elsewhere or otherwise, as a change of the file's lines."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogscript.cli.main import use_colour
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault
from cogscript.settings import runs_folder

if TYPE_CHECKING:
    from cogscript.records.reader import Record
    from cogscript.runtime.healing import Healing

_PAINT = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run",
        nargs="?",
        metavar="RUN|FILE",
        help="a run that `cog runs` lists, or a workflow, whose last run it is then (default: the last run)",
    )
    parser.add_argument(
        "--write", action="store_true", help="change the file; only after a run that ended well"
    )
    parser.add_argument("--json", action="store_true", help="print the changes as one JSON object")


def main(arguments: argparse.Namespace) -> int:
    from cogscript.records.reader import Record
    from cogscript.runtime.healing import healing_of

    with Record(run_folder(arguments.run)) as record:
        healing = healing_of(record)
        if arguments.write and healing.files and record.outcome != "ok":
            raise Fault(
                "heal",
                f"the run {record.id} did not end well ({record.outcome}): nothing is written",
                "`cog heal` without `--write` shows what it found; a run that ends well can be written",
            )
        if arguments.write:
            for file in healing.files:
                file.write()
        if arguments.json:
            print(json.dumps(_json(record, healing, arguments.write), ensure_ascii=False))
        else:
            _print(record, healing, arguments.write)
    return 0


def run_folder(name: str | None) -> Path:
    """The folder of the run that is meant."""
    from cogscript.records.folders import JOURNAL, find_run, list_runs
    from cogscript.records.reader import Record

    runs = runs_folder()
    if name is None or (Path(name) / JOURNAL).is_file():
        return find_run(name, runs)
    path = os.path.realpath(name)
    if not os.path.isfile(path):
        if name.endswith(".cog"):
            raise CogError([Diagnostic("no-such-file", f"there is no file {name}")])
        return find_run(name, runs)
    for folder in reversed(list_runs(runs)):
        try:
            with Record(folder) as record:
                header = record.header
        except Fault:  # a record that cannot be read tells nothing of this file
            continue
        ran = os.path.join(str(header.get("folder") or ""), str(header.get("file") or ""))
        if os.path.realpath(ran) == path:
            return folder
    raise CogError(
        [Diagnostic("record", f"no run of {name} is on record", advice=f"run it: `cog run {name}`")]
    )


def _print(record: Record, healing: Healing, written: bool) -> None:
    colour = use_colour(sys.stdout)
    for file in healing.files:
        for line in file.diff().splitlines():
            style = _PAINT.get(line[:1], "") if colour else ""
            print(f"{style}{line}\x1b[0m" if style else line)
    sys.stdout.flush()
    for file in healing.files:
        for change in file.lines:
            print(f"{file.shown}:{change.line}: {change.why}", file=sys.stderr)
    for note in healing.notes:
        print(f"left alone: {note}", file=sys.stderr)
    print(_summary(record, healing, written), file=sys.stderr)


def _summary(record: Record, healing: Healing, written: bool) -> str:
    count = sum(len(file.lines) for file in healing.files)
    if not count:
        return f"nothing to heal in the run {record.id}"
    lines = f"{count} line{'s' * (count != 1)}"
    if written:
        return f"{lines} changed in {', '.join(file.shown for file in healing.files)}"
    if record.outcome != "ok":
        return (
            f"{lines} would change; the run did not end well ({record.outcome}), so it cannot be written yet"
        )
    return f"{lines} would change: `cog heal {record.id} --write` writes it"


def _json(record: Record, healing: Healing, written: bool) -> dict[str, Any]:
    return {
        "run": record.id,
        "outcome": record.outcome,
        "written": written and bool(healing.files),
        "changes": [
            {
                "file": file.shown,
                "line": change.line,
                "values": {
                    name: [list(value)] if isinstance(value, tuple) else value
                    for name, value in change.values.items()
                },
                "guess": change.guess,
                "why": change.why,
            }
            for file in healing.files
            for change in file.lines
        ],
        "left_alone": healing.notes,
        "diff": "".join(file.diff() for file in healing.files),
    }

"""`cog run --rows`: the command line of data-driven runs."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import CogError, Diagnostic

if TYPE_CHECKING:
    from cogscript.runtime.batch.board import QuietBoard
    from cogscript.runtime.control import Controller
    from cogscript.runtime.options import Options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("once a row").add_argument
    add(
        "--rows",
        metavar="TABLE",
        help="run once a row of a .csv, .json or .jsonl file: its columns are variables",
    )
    add(
        "--row",
        action="append",
        default=[],
        metavar="N",
        help="with --rows: only these rows, like 3 or 3,7-9",
    )
    add("--keep-going", action="store_true", help="with --rows: continue after a row that failed")
    add("--jobs", type=int, metavar="N", help="with --rows: N rows side by side, each on a private screen")
    add("--result-csv", metavar="FILE", help="with --rows: where to write what came of each row")


def check(arguments: argparse.Namespace) -> None:
    """What of it does not go together."""
    if arguments.rows is None:
        for name, given in (
            ("--row", arguments.row), ("--keep-going", arguments.keep_going),
            ("--jobs", arguments.jobs is not None), ("--result-csv", arguments.result_csv),
        ):  # fmt: skip
            if given:
                raise _wrong(f"`{name}` belongs to `--rows`")
        return
    if arguments.resume is not None:
        raise _wrong(
            "`--resume` continues one run, and `--rows` begins many",
            "run what is left with `--row`, or resume one row's run by its record",
        )
    if arguments.save_results:
        raise _wrong("`--save-results` writes into the workflow, and every row reads something else")
    if arguments.jobs is not None and arguments.jobs < 1:
        raise _wrong("`--jobs` is how many rows run side by side: at least 1")


def main(arguments: argparse.Namespace, options: Options, controller: Controller | None) -> int:
    from cogscript.runtime.batch.batch import RowChoices, read_ranges, run_rows

    choices = RowChoices(
        table=Path(arguments.rows),
        only=read_ranges(arguments.row),
        jobs=arguments.jobs or 1,
        keep_going=arguments.keep_going,
        results=_results(arguments),
        json=arguments.json,
    )
    return run_rows(arguments.file, options, choices, _board(arguments), controller)


def _results(arguments: argparse.Namespace) -> Path | None:
    """Where the results go: the person's file, or beside the records of the runs."""
    if arguments.result_csv:
        return Path(arguments.result_csv)
    if arguments.no_journal:
        return None
    from cogscript.settings import state_folder

    stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{Path(arguments.file).stem}"
    folder = state_folder() / "results"
    for attempt in range(1, 10_000):
        path = folder / (f"{stem}.csv" if attempt == 1 else f"{stem}-{attempt}.csv")
        if not path.exists():
            return path
    return None


def _board(arguments: argparse.Namespace) -> QuietBoard:
    from cogscript.runtime.batch.board import JsonBoard, LiveBoard, PlainBoard, QuietBoard

    if arguments.json:
        return JsonBoard(sys.stdout)
    if arguments.quiet:
        return QuietBoard(sys.stderr)
    live = sys.stderr.isatty() and not (arguments.step or arguments.breaks)
    return LiveBoard(sys.stderr) if live else PlainBoard(sys.stderr)


def _wrong(reason: str, advice: str = "see `cog run --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])

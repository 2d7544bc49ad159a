"""`cog report [RUN]`: runs as a page, as JUnit XML, or as a zip to hand on."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from cogscript.language.document import write_text
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault
from cogscript.settings import runs_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        help="a run that `cog runs` lists, or a zip made by --trace (default: the last run); "
        "several come into one page",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where to write the page (default: report.html in the run's folder); - prints it",
    )
    parser.add_argument(
        "--rows", action="store_true", help="every row that `cog run --rows` ran together with this run"
    )
    parser.add_argument("--junit", metavar="FILE", help="write JUnit XML instead; - prints it")
    parser.add_argument(
        "--trace", metavar="FILE", help="write a zip instead: the records with their pictures, to hand on"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def main(arguments: argparse.Namespace) -> int:
    from cogscript.records.reader import Record

    if arguments.junit and arguments.trace:
        raise _wrong("`--junit` and `--trace` write different things: give one of them")
    with ExitStack() as stack:
        folders = _folders(arguments, stack)
        if arguments.trace:
            from cogscript.records.traces import pack

            pack(folders, Path(arguments.trace))
            print(arguments.trace)
            return 0
        records = [stack.enter_context(Record(folder)) for folder in folders]
        if arguments.junit:
            from cogscript.report.junit import junit

            _write(arguments.junit, junit(records))
            return 0
        from cogscript.report.html_page import html_page

        path = arguments.output or str(_default(arguments, folders))
        _write(path, html_page(records))
        if path != "-":
            print(path)
            if arguments.open:
                import webbrowser

                webbrowser.open(Path(path).resolve().as_uri())
    return 0


def _folders(arguments: argparse.Namespace, stack: ExitStack) -> list[Path]:
    """The runs' folders; those of a zip are there only as long as the stack is open."""
    from cogscript.records.batches import rows_beside
    from cogscript.records.folders import find_run
    from cogscript.records.traces import unpack

    found: list[Path] = []
    for name in arguments.runs or [None]:
        if name is not None and name.endswith(".zip") and Path(name).is_file():
            scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="cogscript-trace-"))
            found += unpack(Path(name), Path(scratch))
        else:
            found.append(find_run(name, runs_folder()))
    if arguments.rows:
        if len(found) > 1:
            raise _wrong("`--rows` takes one run: it finds the other rows itself")
        return rows_beside(found[0])
    return found


def _default(arguments: argparse.Namespace, folders: list[Path]) -> Path:
    """Where a page goes that nobody gave a place: beside a zip, else into the first run's folder."""
    first = arguments.runs[0] if arguments.runs else ""
    if first.endswith(".zip") and Path(first).is_file():
        return Path(first).with_suffix(".html")
    return folders[0] / (
        "report.html" if len(folders) == 1 else "rows.html" if arguments.rows else "runs.html"
    )


def _write(path: str, text: str) -> None:
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        write_text(path, text)
    except OSError as error:
        raise Fault("unwritable", f"{path} cannot be written: {error.strerror}") from error


def _wrong(reason: str) -> CogError:
    return CogError([Diagnostic("usage", reason, advice="see `cog report --help`")])

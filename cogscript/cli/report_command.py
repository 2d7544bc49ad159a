"""`cog report [RUN]`: a run as a page, or as JUnit XML."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from cogscript.language.diagnostic import Fault
from cogscript.language.document import write_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="*", metavar="RUN", help="a run of `cog runs`; the last when unsaid")
    parser.add_argument("-o", "--output", metavar="FILE", help="the page; report.html in the run's folder")
    parser.add_argument("--junit", metavar="FILE", help="write JUnit XML instead; - prints it")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def main(arguments: argparse.Namespace) -> int:
    from cogscript.runtime.record import Record, find_run

    with ExitStack() as stack:
        names = arguments.runs or [None]
        records = [stack.enter_context(Record(find_run(name))) for name in names]
        if arguments.junit:
            from cogscript.report.junit import junit

            _write(arguments.junit, junit(records))
            return 0
        if arguments.output and len(records) > 1:
            raise Fault("usage", "`--output` names one page, and several runs are asked for")
        from cogscript.report.page import page

        for record in records:
            path = arguments.output or str(record.folder / "report.html")
            _write(path, page(record))
            if path != "-":
                print(path)
                if arguments.open:
                    import webbrowser

                    webbrowser.open(Path(path).resolve().as_uri())
    return 0


def _write(path: str, text: str) -> None:
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        write_text(path, text)
    except OSError as error:
        raise Fault("unwritable", f"{path} cannot be written: {error.strerror}") from error

"""`cog ops [NAME]`: the reference in the terminal."""

from __future__ import annotations

import argparse
import sys

from cogscript.cli.main import WRONG_USE, fail
from cogscript.language.model.diagnostic import Diagnostic, nearest
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.write.reference import operation_text, overview_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="an operation; all of them by default")


def main(arguments: argparse.Namespace) -> int:
    if arguments.name is None:
        sys.stdout.write(overview_text())
        return 0
    spec = OPERATIONS.get(arguments.name.upper())
    if spec is None:
        guess = nearest(arguments.name, OPERATIONS)
        advice = f"did you mean `{guess}`?" if guess else "`cog ops` lists them all"
        fail(Diagnostic("unknown-operation", f"there is no operation `{arguments.name}`", advice=advice))
        return WRONG_USE
    sys.stdout.write(operation_text(spec))
    return 0

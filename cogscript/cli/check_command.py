"""`cog check FILE…`: everything wrong with the files, in one go."""

from __future__ import annotations

import argparse
import sys

import cogscript
from cogscript.cli.main import WRONG_USE, fail
from cogscript.language.document import read_file
from cogscript.language.model.diagnostic import Diagnostic


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="the .cog files")
    parser.add_argument("--json", action="store_true", help="print the diagnostics as JSON")
    parser.add_argument(
        "--strict-seed",
        action="store_true",
        help="also report extensions: what CogAgent's own action space, from which the language grew, "
        "does not have",
    )
    parser.add_argument(
        "--var", action="append", default=[], metavar="NAME", help="a variable that the run will be given"
    )


def main(arguments: argparse.Namespace) -> int:
    given = [each.partition("=")[0] for each in arguments.var]
    found: list[Diagnostic] = []
    for path in arguments.files:
        found += cogscript.check(read_file(path), variables=given, strict_seed=arguments.strict_seed)
    if arguments.json:
        import json

        shown = {"diagnostics": [each.to_json() for each in found]}
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    elif found:
        fail(*found)
        print(f"\n{_summary(found)}", file=sys.stderr)
    return WRONG_USE if any(each.is_error for each in found) else 0


def _summary(found: list[Diagnostic]) -> str:
    errors = sum(each.is_error for each in found)
    counts = ((errors, "error"), (len(found) - errors, "warning"))
    return ", ".join(f"{number} {word}{'s' if number > 1 else ''}" for number, word in counts if number)

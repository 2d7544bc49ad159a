"""`cog fmt FILE…`: write files in their canonical form, in place."""

from __future__ import annotations

import argparse
import difflib
import sys

import cogscript
from cogscript.cli.main import WRONG_USE, fail
from cogscript.language.document import read_text, write_text
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="the .cog files; - reads standard input")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="change nothing; exit 1 if a file would change")
    how.add_argument("--diff", action="store_true", help="change nothing; print what would change")


def main(arguments: argparse.Namespace) -> int:
    changed = wrong = False
    for path in arguments.files:
        try:
            text = sys.stdin.read() if path == "-" else read_text(path)
            shown = "<stdin>" if path == "-" else path
            formatted = cogscript.format(cogscript.parse(text, shown))
            if path == "-" and not (arguments.check or arguments.diff):
                sys.stdout.write(formatted)
            elif formatted != text:
                changed = True
                _act(arguments, path, text, formatted)
        except CogError as error:
            wrong = True
            fail(*error.diagnostics)
        except OSError as error:
            wrong = True
            reason = f"{path} cannot be written: {error.strerror}; it is unchanged"
            fail(Diagnostic("unwritable", reason, source=Source("", path)))
    if wrong:
        return WRONG_USE
    return 1 if changed and (arguments.check or arguments.diff) else 0


def _act(arguments: argparse.Namespace, path: str, text: str, formatted: str) -> None:
    if arguments.check:
        print(f"{path} is not in canonical form", file=sys.stderr)
    elif arguments.diff:
        before, after = text.splitlines(keepends=True), formatted.splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(before, after, path, f"{path} (formatted)"))
    else:
        write_text(path, formatted)
        print(f"formatted {path}", file=sys.stderr)

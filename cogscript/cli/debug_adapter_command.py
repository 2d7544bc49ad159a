"""`cog debug-adapter`: the debugger that editors start."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from cogscript.cli.main import Parser, parser_of
from cogscript.editor.debugging.adapter import serve
from cogscript.editor.debugging.debug_person import DebugPerson
from cogscript.language.model.diagnostic import CogError, Diagnostic
from cogscript.runtime.control import Controller
from cogscript.runtime.events import Listener


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--stdio", action="store_true", help="speak over standard input and output, as it always does"
    )


def main(arguments: argparse.Namespace) -> int:
    if sys.stdin.isatty():
        print("this is for an editor to start, and waits for one; end it with Ctrl-C", file=sys.stderr)
    serve(_run)
    return 0


class _Refusing(Parser):
    """Raises what is wrong, for the editor to show."""

    def error(self, message: str) -> NoReturn:
        raise CogError([Diagnostic("usage", message, advice="the words are those of `cog run`")])


def _run(
    words: list[str],
    controller: Controller,
    person: DebugPerson,
    listener_for: Callable[[Callable[[str], str]], Listener],
) -> int:
    from cogscript.cli import run_command

    parser, _ = parser_of("run", _Refusing)
    arguments = parser.parse_args(words)
    if arguments.step or arguments.breaks:
        raise CogError(
            [Diagnostic("usage", "`--step` and `--break` ask at a terminal: stop in the editor instead")]
        )
    if arguments.jobs is not None and arguments.jobs > 1:
        raise CogError([Diagnostic("usage", "a debugger goes through one row at a time: leave `--jobs` out")])
    options = run_command.options_from(arguments)
    options = replace(
        options,
        argv=["cog", "run", *words],
        person=person,
        listener=listener_for(options.secrets.mask),
    )
    run_command.check(arguments, options)
    return run_command.perform(arguments, options, controller)

"""`cog import [FILE]`: read another agent's plan, or another tool's recording, and write it as a workflow.

The workflow goes to standard output or to OUT; what was repaired, and what could not be translated, is
said on standard error with its place in the plan, and stands as a comment in the workflow. A workflow that
lacks a step of the plan is written, and the command ends with 1, unless `--lossy` accepts that.
"""

from __future__ import annotations

import argparse
import os
import sys

import cogscript
from cogscript.cli.main import fail
from cogscript.cli.size_option import screen_size
from cogscript.dialects.core.coordinates import SYSTEMS
from cogscript.dialects.core.draft import REPAIRED, UNTRANSLATABLE
from cogscript.dialects.core.importing import Imported
from cogscript.dialects.core.registry import listed
from cogscript.language.document import read_text, write_text
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault

RECORDINGS = ("ducktrack", "opencua")
"""Tools whose recordings are read: raw events of one form, and so one reader."""

_MOST = 20
"""Diagnostics of a kind shown on the terminal; all of them are comments in the workflow."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", nargs="?", default="-", metavar="FILE", help="the plan; - or nothing reads standard input")
    add("--from", dest="dialect", metavar="DIALECT", help=f"whose plan it is: {listed('read')}, "
        f"a dialect of an installed package; or whose recording: {', '.join(RECORDINGS)}; by default "
        "recognised from the text")  # fmt: skip
    add("--screen", type=screen_size, metavar="WxH", help="the display its pixels lie on, like 1920x1080")
    add("--coordinates", choices=tuple(SYSTEMS), help="what its numbers mean, where that is not clear")
    add("-o", "--output", metavar="OUT", help="the .cog file to write; - or nothing is standard output")
    add("--force", action="store_true", help="overwrite OUT if it exists")
    add("--strict", action="store_true", help="refuse a plan that must be repaired or is not all translated")
    add("--lossy", action="store_true", help="end with 0 although steps of the plan were not translated")
    add("--literal", action="store_true", help="one operation an action: a move and a click stay two")


def main(arguments: argparse.Namespace) -> int:
    refuse_to_overwrite(arguments.output, arguments.force)
    shown = "<stdin>" if arguments.file == "-" else arguments.file
    given = _standard_input() if arguments.file == "-" else read_text(arguments.file)
    imported = _import(arguments, given, shown)
    text = cogscript.format(imported.workflow)
    write_output(arguments.output, text)
    _report(imported.diagnostics)
    steps = sum(operation.name not in ("WORKFLOW", "INPUT") for operation in imported.workflow.walk())
    repaired = sum(each.code == REPAIRED for each in imported.diagnostics)
    counts = f"{repaired} repaired, {len(imported.untranslated)} not translated"
    print(
        f"{shown}: {steps} operation{'s' * (steps != 1)} from {imported.dialect}, {counts}", file=sys.stderr
    )
    if not imported.untranslated or arguments.lossy:
        return 0
    lacking = "the workflow lacks steps of the plan; a comment stands in each one's place"
    fail(Diagnostic(UNTRANSLATABLE, lacking, advice="write them there, or accept that with --lossy"))
    return 1


def _import(arguments: argparse.Namespace, text: str, path: str) -> Imported:
    from cogscript.dialects import import_text
    from cogscript.recording.ducktrack import looks_like_ducktrack

    if arguments.dialect in RECORDINGS or (arguments.dialect is None and looks_like_ducktrack(text)):
        return _recording(arguments, text, path)
    return import_text(
        text,
        arguments.dialect,
        arguments.screen,
        arguments.literal,
        arguments.strict,
        path=path,
        coordinates=arguments.coordinates,
    )


def _recording(arguments: argparse.Namespace, text: str, path: str) -> Imported:
    """What another tool recorded of a person: raw events, which the recorder's own reducer reads."""
    from cogscript.recording.ducktrack import read_ducktrack
    from cogscript.recording.reducer import reduce

    recording, diagnostics = read_ducktrack(text, path, arguments.screen)
    if arguments.strict and diagnostics:
        raise CogError(diagnostics)
    return Imported(reduce(recording), diagnostics, arguments.dialect or "ducktrack")


def _standard_input() -> str:
    if sys.stdin.isatty():
        print("reading the plan from the keyboard; end it with Ctrl-D", file=sys.stderr)
    data = sys.stdin.buffer.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"standard input is not UTF-8: byte {error.start + 1} cannot be read"
        raise CogError([Diagnostic("not-utf8", reason)]) from None


def _report(diagnostics: list[Diagnostic]) -> None:
    for code in dict.fromkeys((REPAIRED, UNTRANSLATABLE, *(each.code for each in diagnostics))):
        of_kind = [each for each in diagnostics if each.code == code]
        if of_kind:
            fail(*of_kind[:_MOST])
        if len(of_kind) > _MOST:
            more = f"… and {len(of_kind) - _MOST} more {code}; all are comments in the workflow"
            print(more, file=sys.stderr)


def write_output(path: str | None, text: str) -> None:
    """Write to a file, or to standard output, which `-` names, too."""
    if path and path != "-":
        write_text(path, text)
    else:
        sys.stdout.write(text)


def refuse_to_overwrite(path: str | None, force: bool) -> None:
    """Another person's file is not lost to a mistyped name."""
    if path == "-":
        return
    if path and not force and os.path.exists(path):
        raise Fault("exists", f"{path} exists already; nothing was written", "overwrite it with --force")
    folder = os.path.dirname(path or "") or "."
    if path and not os.path.isdir(folder):
        raise Fault(
            "no-such-folder", f"there is no folder {folder}", "make it, or name a file in another folder"
        )

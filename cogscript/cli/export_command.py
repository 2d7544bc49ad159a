"""`cog export --to DIALECT FILE`: write a workflow in another agent's words, and say what it lacks."""

from __future__ import annotations

import argparse
import sys

from cogscript.cli.import_command import refuse_to_overwrite
from cogscript.cli.main import fail
from cogscript.cli.sizes import screen_size
from cogscript.dialects.coordinates import SYSTEMS
from cogscript.dialects.registry import DIALECTS
from cogscript.language.diagnostic import CogError
from cogscript.language.document import parse, read_text, write_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="the .cog file; - reads standard input")
    add("--to", required=True, dest="dialect", metavar="DIALECT", help=f"one of {', '.join(DIALECTS)}")
    add("--screen", type=screen_size, metavar="WxH", help="the display to point at, where it counts pixels; "
        "the one of WORKFLOW when not given")  # fmt: skip
    add("--coordinates", choices=tuple(SYSTEMS), help="what the numbers shall be, where there is a choice")
    add("-o", "--output", metavar="OUT", help="the file to write; standard output when not given")
    add("--force", action="store_true", help="write over OUT if it is there")
    add("--strict", action="store_true", help="write nothing unless everything can be said")


def main(arguments: argparse.Namespace) -> int:
    import cogscript
    from cogscript.dialects import export_text

    refuse_to_overwrite(arguments.output, arguments.force)
    text = sys.stdin.read() if arguments.file == "-" else read_text(arguments.file)
    workflow = parse(text, "<stdin>" if arguments.file == "-" else arguments.file)
    wrong = [each for each in cogscript.check(workflow) if each.is_error]
    if wrong:
        raise CogError(wrong)
    written, unsaid = export_text(
        workflow, arguments.dialect, arguments.screen, coordinates=arguments.coordinates
    )
    if unsaid:
        fail(*unsaid)
        if arguments.strict:
            return 1
    if arguments.output:
        write_text(arguments.output, written)
    else:
        sys.stdout.write(written)
    return 0

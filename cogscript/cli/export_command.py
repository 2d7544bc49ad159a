"""`cog export --to DIALECT FILE`: write a workflow in another dialect, and say what gets lost."""

from __future__ import annotations

import argparse
import sys

from cogscript.cli.import_command import refuse_to_overwrite, write_output
from cogscript.cli.main import fail
from cogscript.cli.size_option import screen_size
from cogscript.dialects.core.coordinates import SYSTEMS
from cogscript.dialects.core.registry import listed
from cogscript.dialects.core.step_export import NOT_EXPORTED
from cogscript.language.document import parse, read_text
from cogscript.language.model.diagnostic import CogError, Fault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="the .cog file; - reads standard input")
    add("--to", required=True, dest="dialect", metavar="DIALECT", help="the dialect: "
        f"{listed('write')}, or one of an installed package")  # fmt: skip
    add("--screen", type=screen_size, metavar="WxH", help="the display to point at, where it counts pixels; "
        "the one of WORKFLOW by default")  # fmt: skip
    add("--coordinates", choices=tuple(SYSTEMS), help="what the numbers should be, where there is a choice")
    add("-o", "--output", metavar="OUT", help="the file to write; - or nothing is standard output")
    add("--force", action="store_true", help="overwrite OUT if it exists")
    add("--lossy", action="store_true", help="leave out the operations that the dialect cannot express")
    add("--strict", action="store_true", help="write nothing unless every detail can be expressed")


def main(arguments: argparse.Namespace) -> int:
    import cogscript
    from cogscript.dialects import export_text

    refuse_to_overwrite(arguments.output, arguments.force)
    text = sys.stdin.read() if arguments.file == "-" else read_text(arguments.file)
    workflow = parse(text, "<stdin>" if arguments.file == "-" else arguments.file)
    wrong = [each for each in cogscript.check(workflow) if each.is_error]
    if wrong:
        raise CogError(wrong)
    written, lost = export_text(
        workflow, arguments.dialect, arguments.screen, coordinates=arguments.coordinates
    )
    if lost:
        fail(*lost)
    left_out = sum(each.code == NOT_EXPORTED for each in lost)
    if left_out and not arguments.lossy:
        count = f"{left_out} operation{'s' * (left_out != 1)}"
        raise Fault(
            "not-exported",
            f"{count} cannot be expressed in {arguments.dialect}; nothing was written",
            "--lossy writes the others",
        )
    if lost and arguments.strict:
        return 1
    write_output(arguments.output, written)
    return 0

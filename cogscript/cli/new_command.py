"""`cog new NAME`: a first workflow to change, with comments that say what each line does."""

from __future__ import annotations

import argparse
import os

from cogscript.cli.import_command import refuse_to_overwrite
from cogscript.language.document import write_text
from cogscript.language.syntax.strings import quote

_FIRST = """\
# What this workflow does; the title stands over its reports.
WORKFLOW(title={title})

# What it is given: `cog run {file} --var who=Ada`. Without it, the default is taken.
INPUT(output='__CogName_who__', default='world')

# A program or a page to work with: app='mousepad', or url='https://…'.
# `cog look` lists what is on the screen, ready to be copied into a line.
# LAUNCH(app='mousepad')

# Click and type by name; a box says where, if a name is not enough.
# CLICK(element_info='Save')
# TYPE(element_info='Name', text='__CogName_who__')

# Wait for what must come before the next step.
# WAIT_FOR(test=VISIBLE(element_info='Saved'), timeout=10)

# What the run gives back, on standard output.
ANSWER(text='Hello, __CogName_who__')
END()
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the workflow's name, or the path of its .cog file")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")


def main(arguments: argparse.Namespace) -> int:
    path = arguments.name if arguments.name.endswith(".cog") else f"{arguments.name}.cog"
    refuse_to_overwrite(path, arguments.force)
    name = os.path.basename(path)
    title = name.removesuffix(".cog").replace("_", " ").replace("-", " ").strip().capitalize() or "A workflow"
    write_text(path, _FIRST.format(title=quote(title), file=name))
    print(f"{path} is written. Try it, touching nothing: cog run {path} --dry")
    return 0

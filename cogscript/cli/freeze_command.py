"""`cog freeze RUN`: the DOs of a run's files, written out as what was done for them."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from cogscript.cli.heal_command import run_folder
from cogscript.language.document import parse, rewrite, write_text
from cogscript.language.model.diagnostic import Fault
from cogscript.language.write.formatter import format


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "run",
        nargs="?",
        metavar="RUN|FILE",
        help="a run that `cog runs` lists, or a workflow, whose last run it is then (default: the last run)",
    )
    add("--write", action="store_true", help="change the file; without it the change is shown")
    add("-o", dest="output", metavar="FILE", help="write it to another file instead")
    add("--all", action="store_true", help="keep dead ends, too")


def main(arguments: argparse.Namespace) -> int:
    from cogscript.agents.freezing import Frozen, freeze
    from cogscript.records.reader import Record

    with Record(run_folder(arguments.run)) as record:
        found = freeze(record, everything=arguments.all)
        folder = Path(str(record.header.get("folder") or ""))
    changed: list[tuple[Frozen, str]] = []
    for frozen in found:
        for note in frozen.notes:
            print(f"left alone: {note}", file=sys.stderr)
        if frozen.tasks:
            after = format(frozen.workflow)
            parse(after, frozen.path)
            changed.append((frozen, after))
    if not changed:
        raise Fault("freeze", "nothing was written out: no task can take the place of its DO")
    if arguments.output:
        if len(changed) > 1:
            reason = f"the run has {len(changed)} files with a DO"
            raise Fault("freeze", reason, "leave `-o` out, and use `--write`")
        write_text(arguments.output, changed[0][1])
        print(f"written: {arguments.output}", file=sys.stderr)
        return 0
    for frozen, after in changed:
        if frozen.path.startswith("<") or not arguments.write:
            _show(frozen, after)
        elif rewrite(folder / frozen.path, frozen.before, after):
            print(f"{frozen.tasks} DO written out in {frozen.path}", file=sys.stderr)
        else:
            raise Fault("freeze", f"{frozen.path} was changed meanwhile: it is left as it is")
    return 0


def _show(frozen: object, after: str) -> None:
    from cogscript.agents.freezing import Frozen

    assert isinstance(frozen, Frozen)
    if frozen.path.startswith("<"):
        sys.stdout.write(after)
        return
    before, now = frozen.before.splitlines(keepends=True), after.splitlines(keepends=True)
    sys.stdout.writelines(difflib.unified_diff(before, now, frozen.path, f"{frozen.path} (frozen)"))
    print("`--write` writes it into the file", file=sys.stderr)

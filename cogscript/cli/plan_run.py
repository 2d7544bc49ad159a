"""`cog run PLAN --from DIALECT`: another agent's plan, run as it is.

Half a plan is not run: what could not be translated refuses the whole of it. Errors point into the plan.
"""

from __future__ import annotations

import argparse
import re

from cogscript.cli.main import fail
from cogscript.cli.size_option import screen_size
from cogscript.language.document import read_text
from cogscript.language.model.diagnostic import CogError, Diagnostic, Source
from cogscript.language.model.tree import Workflow


def add_arguments(parser: argparse.ArgumentParser) -> None:
    plan = parser.add_argument_group("another agent's plan").add_argument
    plan("--from", dest="dialect", metavar="DIALECT", help="whose plan FILE is, as for `cog import`")
    plan("--plan-screen", type=screen_size, metavar="WxH", help="the display that the plan's pixels lie on")


def check(arguments: argparse.Namespace) -> None:
    """Refuse what needs a .cog file."""
    if arguments.plan_screen and not arguments.dialect:
        raise _wrong("`--plan-screen` belongs to `--from`")
    for given, name in (
        (arguments.resume is not None, "--resume"),
        (arguments.rows is not None, "--rows"),
        (arguments.save_results, "--save-results"),
    ):
        if arguments.dialect and given:
            raise _wrong(f"`{name}` needs a workflow, not a plan")


def workflow_of(arguments: argparse.Namespace) -> Workflow:
    """The workflow of a plan; what was repaired is said before anything is done."""
    from cogscript.dialects import import_text

    text = read_text(arguments.file)
    imported = import_text(text, arguments.dialect, arguments.plan_screen, path=arguments.file)
    if imported.untranslated:
        raise CogError([each._replace(severity="error") for each in imported.untranslated])
    if imported.diagnostics:
        fail(*imported.diagnostics)
    return imported.workflow


def refuse_plan(path: str) -> None:
    """Say whose plan a file is that was given as a workflow, or that it is only words.

    Whatever has an operation in it goes through: the reader of workflows says what is wrong with it.
    """
    from cogscript.language.document import read
    from cogscript.language.model.operations import OPERATIONS

    if path.endswith(".cog"):
        return
    text = read_text(path)
    if not read(text, path).is_broken:
        return
    from cogscript.dialects.core.detection import detect

    try:
        dialect = detect(Source(text, path))
    except CogError:
        if any(re.search(rf"\b{name}\b", text) for name in OPERATIONS) or not text.strip():
            return
        reason = f"{path} is neither a workflow nor a plan of a known agent: there is no operation in it"
        advice = "a task in words is done by a model: `cog agent 'the task'`; `cog ops` lists the operations"
        raise CogError([Diagnostic("no-operation", reason, advice=advice)]) from None
    reason = f"{path} is no workflow: it looks like a plan of `{dialect}`"
    raise CogError([Diagnostic("plan", reason, advice=f"run it with `cog run {path} --from {dialect}`")])


def _wrong(reason: str) -> CogError:
    return CogError([Diagnostic("usage", reason, advice="`cog import` makes a workflow of a plan")])

"""`cog agent TASK`: a model does the task, and leaves a file that does it again without the model."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from cogscript.cli.import_command import refuse_to_overwrite
from cogscript.cli.main import fail, use_colour
from cogscript.cli.run_command import variables
from cogscript.language.document import parse, write_text
from cogscript.language.model.box import Box
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault
from cogscript.language.model.tree import Operation, Value, Workflow
from cogscript.language.model.variables import spell
from cogscript.language.write.formatter import format
from cogscript.settings import load_settings

if TYPE_CHECKING:
    from cogscript.runtime.options import Options
    from cogscript.runtime.outcome import Run

_LIMIT = 30
_TITLE = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from cogscript.agents.registry import PROTOCOLS

    add = parser.add_argument
    add("task", help="what is to be done, in words")
    add("--as", dest="protocol", default="", metavar="PROTOCOL",
        help=f"how the model is asked: {', '.join(PROTOCOLS)}")  # fmt: skip
    add("-o", dest="output", metavar="FILE", help="write what was done as a workflow")
    add("--force", action="store_true", help="overwrite FILE if it exists")
    add("--screen", default="", metavar="NAME", help="desktop, virtual (a private one), browser, phone …")
    add("--size", default="", metavar="WxH", help="the size of a private screen, like 1280x800")
    add("--app", default="", metavar="NAME", help="start this program first")
    add("--url", default="", metavar="LINK", help="open this page first")
    add("--var", action="append", default=[], metavar="NAME=VALUE", help="a variable that the task names")
    add("--secret", action="append", default=[], metavar="NAME",
        help="a variable whose value no model is told; it is asked for, or given with --var")  # fmt: skip
    add("--mask", action="append", default=[], metavar="BOX",
        help="a place that no model is shown, like 000,900,999,999; can be given several times")  # fmt: skip
    add("--limit", type=int, default=_LIMIT, metavar="N",
        help=f"how many steps it may take (default {_LIMIT})")  # fmt: skip
    add("--tokens", type=int, default=0, metavar="N", help="how many tokens it may use")
    add("--minutes", type=float, default=0.0, metavar="M", help="how long the model may think in all")
    add("--model", default="", metavar="NAME", help="the model that reads; `local` for the installed one")
    add("--vision", default="", metavar="NAME", help="the model that sees")
    add("--all", action="store_true", help="keep dead ends in FILE, too")
    proof = parser.add_mutually_exclusive_group().add_argument
    proof("--prove", action="store_true", default=None, dest="prove",
          help="run FILE once more without the model (default on a private screen)")  # fmt: skip
    proof("--no-prove", action="store_false", dest="prove", help="do not")
    add("--yes", action="store_true", help="do sensitive steps without asking")
    add("--allow-app", action="append", default=[], metavar="NAME",
        help="it may use this program and no other; can be given several times")  # fmt: skip
    add("--ignore-mouse", action="store_true", help="do not stop when a person moves the pointer")
    add("--quiet", "-q", action="store_true", help="say nothing but what went wrong")
    add("--json", action="store_true", help="print one event a line as JSON on standard output")


def main(arguments: argparse.Namespace) -> int:
    from cogscript.agents.agent import Agent
    from cogscript.agents.registry import protocol_named
    from cogscript.runtime import run as runs

    if not arguments.task.strip():
        raise CogError([Diagnostic("usage", "which task? say what is to be done")])
    if arguments.prove and not arguments.output:
        raise CogError([Diagnostic("usage", "`--prove` runs the file that `-o FILE` names: give one")])
    if arguments.output:
        refuse_to_overwrite(arguments.output, arguments.force)
    try:
        if arguments.protocol:
            protocol_named(arguments.protocol)
    except Fault as fault:
        raise CogError([fault.diagnostic()]) from fault
    options = _options(arguments)
    options.doer = Agent(arguments.protocol, arguments.tokens, arguments.minutes)
    run = runs.start(_workflow(arguments), options)
    if arguments.output and run.folder is not None:
        return max(run.exit_code, _save(run, arguments, options))
    return run.exit_code


def _workflow(arguments: argparse.Namespace) -> Workflow:
    """The task as a file of its own: so that everything that holds for a run holds for it."""
    first = {"app": arguments.app, "url": arguments.url}
    secret, given = arguments.secret, variables(arguments.var)
    operations = [Operation("INPUT", {"output": spell(name), "secret": True}) for name in secret]
    operations += [Operation("INPUT", {"output": spell(name)}) for name in given if name not in secret]
    operations += [Operation("LAUNCH", {name: value}) for name, value in first.items() if value]
    task: dict[str, Value] = {"task": arguments.task, "limit": arguments.limit}
    if arguments.mask:
        task["mask"] = [_box(each) for each in arguments.mask]
    operations.append(Operation("DO", task))
    return parse(format(Workflow(operations)), "<task>")


def _box(text: str) -> Box:
    try:
        box = Box([int(each) for each in text.split(",")])
    except ValueError:
        raise CogError(
            [Diagnostic("usage", f"`{text[:40]}` is no box: give four numbers, 0 to 999")]
        ) from None
    if box.fault:
        raise CogError([Diagnostic("usage", f"`{text[:40]}` is no box: {box.fault}")])
    return box


def _options(arguments: argparse.Namespace) -> Options:
    from cogscript.models import choose
    from cogscript.runtime.console.display import Answers, JsonEvents, Live, Plain, Quiet
    from cogscript.runtime.events import Fan, Listener
    from cogscript.runtime.options import Options
    from cogscript.runtime.scope import Secrets
    from cogscript.surfaces import read_size, surface_kind

    settings = load_settings()
    if arguments.model:
        settings.model = choose(settings.model, arguments.model)
    if arguments.vision:
        settings.vision = choose(settings.vision, arguments.vision)
    try:
        if arguments.screen:
            surface_kind(arguments.screen)
        if arguments.size:
            read_size(arguments.size)
    except Fault as fault:
        raise CogError([fault.diagnostic()]) from fault
    secrets = Secrets()
    listener: Listener
    if arguments.json:
        listener = JsonEvents(sys.stdout, secrets.mask)
    else:
        kind = Quiet if arguments.quiet else Live if sys.stderr.isatty() else Plain
        listener = Fan([kind(sys.stderr, secrets.mask, colour=use_colour()), Answers()])
    return Options(
        screen=arguments.screen,
        size=arguments.size,
        settings=settings,
        yes=arguments.yes,
        allow_apps=arguments.allow_app,
        variables=variables(arguments.var),
        ignore_mouse=arguments.ignore_mouse,
        argv=sys.argv,
        secrets=secrets,
        listener=listener,
    )


def _save(run: Run, arguments: argparse.Namespace, options: Options) -> int:
    """Write what was done, whatever came of it, and prove it where that can be done."""
    from cogscript.agents.freezing import freeze
    from cogscript.agents.proving import prove
    from cogscript.records.reader import Record
    from cogscript.surfaces import surface_kind

    assert run.folder is not None
    with Record(run.folder) as record:
        frozen = freeze(record, everything=arguments.all, unfinished=True)[0]
        size = record.header.get("size")
    title = arguments.task if len(arguments.task) <= _TITLE else arguments.task[: _TITLE - 1] + "…"
    head = Operation("WORKFLOW", {"title": " ".join(title.split())})
    if size:
        head.arguments["screen"] = list(size)
    workflow = Workflow([head, *frozen.workflow.operations], trailing=frozen.workflow.trailing)
    text = format(workflow)
    written = parse(text, arguments.output)
    write_text(arguments.output, text)
    say = _silent if arguments.quiet or arguments.json else _say
    say(f"written: {arguments.output}")
    private = bool(run.screen) and not surface_kind(run.screen).personal
    if run.outcome != "ok" or not (private if arguments.prove is None else arguments.prove):
        return 0
    proof = prove(written, run.folder, options, (options.settings or load_settings()).reading)
    if proof.holds:
        say(f"proved: {proof.said}")
        return 0
    advice = (
        f"see `cog report {proof.run.id}`, and change the file; what the first run left behind, a file of "
        "the same name, can be in the way of the second"
    )
    fail(Diagnostic("not-proved", f"{arguments.output}: {proof.said}", advice=advice))
    return 1


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _silent(text: str) -> None: ...

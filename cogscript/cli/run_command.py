"""`cog run`: run a workflow, or continue one."""

from __future__ import annotations

import argparse
import sys

from cogscript.agents import Agent
from cogscript.cli import plan_run, rows_run, target_check_run, watched_run
from cogscript.cli.main import use_colour
from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault
from cogscript.runtime.console.display import Answers, JsonEvents, Live, Plain, Quiet
from cogscript.runtime.control import Controller
from cogscript.runtime.events import Fan, Listener
from cogscript.runtime.options import Options
from cogscript.runtime.scope import Secrets
from cogscript.settings import PROFILES, load_settings
from cogscript.surfaces import read_size, surface_kind


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="the workflow: a .cog file")
    add = parser.add_argument
    add("--var", action="append", default=[], metavar="NAME=VALUE", help="give a variable its value")
    add(
        "--screen",
        default="",
        metavar="NAME",
        help="desktop, virtual (a private one), dry (touch nothing), or one that a package offers",
    )
    add("--dry", action="store_const", const="dry", dest="screen", help="the same as --screen dry")
    add("--size", default="", metavar="WxH", help="the size of a private screen, like 1280x800")
    add("--monitor", type=int, default=1, metavar="N", help="which monitor (default: 1)")
    add("--profile", default="", choices=("", *PROFILES), metavar="NAME",
        help="on a private screen: private settings and browser profiles, or your own")  # fmt: skip
    add("--allow-app", action="append", default=[], metavar="NAME",
        help="use no programs but these; others are asked for")  # fmt: skip
    add("--teach", action="store_true", help="show each step to a person, and wait until it is done by hand")
    add("--yes", action="store_true", help="do sensitive steps without asking")
    add(
        "--heal",
        action="store_true",
        help="write what was found elsewhere into the file, if the run ends well",
    )
    add("--ground", action="store_true",
        help="ask the model that sees where a target is that nothing else has found")  # fmt: skip
    add("--repair", action="store_true",
        help="where a target is missing, let a model propose other lines for you to accept")  # fmt: skip
    add("--strict-targets", action="store_true",
        help="halt where a target is found by likeness only, or where only its box is left")  # fmt: skip
    add("--check-targets", action="store_true",
        help="do nothing; say of each line whether its target can be found on the screen now")  # fmt: skip
    add("--results", choices=("recorded", "live", "check"), default="recorded",
        help="take QUOTE_TEXT's and LLM's results from the file, read them, or read and compare")  # fmt: skip
    add("--save-results", action="store_true", help="write what was read into the file's result=")
    add("--model", default="", metavar="NAME", help="the language model; `local` for the installed one")
    add(
        "--vision",
        default="",
        metavar="NAME",
        help="the model that is shown pictures: LOOK, JUDGE with a box",
    )
    add(
        "--read",
        choices=("program", "ocr"),
        default="program",
        help="where QUOTE_TEXT takes a text from: the program's own text where it gives it (default), "
        "or always the pixels",
    )
    add("--max-scrolls", type=int, metavar="N", help="how far auto_scroll goes at most")
    add("--allow-tool", action="append", default=[], metavar="NAME", help="allow a TOOL")
    add("--no-settle", action="store_true", help="do not wait for a still screen")
    add("--no-pictures", action="store_true", help="keep no pictures")
    add("--no-journal", action="store_true", help="keep no record of the run")
    add("--ignore-mouse", action="store_true", help="do not stop when a person moves the pointer")
    add("--quiet", "-q", action="store_true", help="say nothing but what went wrong")
    add("--json", action="store_true", help="print one event a line as JSON on standard output")
    add("--resume", nargs="?", const="", metavar="RUN", help="continue a run: the last one by default")
    add("--redo", action="store_true", help="with --resume: do the unfinished step again")
    add("--skip", action="store_true", help="with --resume: skip the unfinished step and continue")
    watched_run.add_arguments(parser)
    rows_run.add_arguments(parser)
    plan_run.add_arguments(parser)
    step = parser.add_argument_group("stepping").add_argument
    step("--step", action="store_true", help="stop before each step and ask what to do")
    step("--break", action="append", default=[], metavar="LINE", dest="breaks",
         help="stop before a line, like 12 or sub.cog:12")  # fmt: skip


def main(arguments: argparse.Namespace) -> int:
    options = options_from(arguments)
    check(arguments, options)
    with watched_run.watched(arguments, options):
        return perform(arguments, options, _controller(arguments, options))


def check(arguments: argparse.Namespace, options: Options) -> None:
    """What of the command line does not go together; said before anything is opened or asked."""
    rows_run.check(arguments)
    plan_run.check(arguments)
    watched_run.check(arguments, options)
    _check_healing(arguments)


def perform(arguments: argparse.Namespace, options: Options, controller: Controller | None) -> int:
    """Run what the command line says; the exit code."""
    from cogscript.runtime import run as runs
    from cogscript.runtime.resume.resume import Choice, resume

    if arguments.resume is not None:
        if arguments.file and arguments.resume:
            raise _wrong("give a file to run or a run to resume, not both")
        if arguments.redo and arguments.skip:
            raise _wrong("`--redo` and `--skip` exclude each other")
        choice: Choice | None = "redo" if arguments.redo else "skip" if arguments.skip else None
        return resume(arguments.resume or arguments.file or None, options, choice, controller).exit_code
    if arguments.redo or arguments.skip:
        raise _wrong("`--redo` and `--skip` belong to `--resume`")
    if not arguments.file:
        raise _wrong("which workflow? give a .cog file", "or `cog run --resume` to continue the last run")
    if not arguments.dialect:
        plan_run.refuse_plan(arguments.file)
    if arguments.check_targets:
        return target_check_run.main(arguments, options)
    if arguments.rows is not None:
        return rows_run.main(arguments, options, controller)
    workflow = plan_run.workflow_of(arguments) if arguments.dialect else arguments.file
    return runs.start(workflow, options, controller).exit_code


def _check_healing(arguments: argparse.Namespace) -> None:
    dry = bool(arguments.screen) and not surface_kind(arguments.screen).acts
    rows = arguments.rows is not None
    against_healing = {
        "--dry": (dry, "a dry run finds nothing that could be written"),
        "--rows": (rows, "what one row finds need not be so for the next"),
        "--no-journal": (arguments.no_journal, "what was found is taken from the record"),
    }
    for name, (given, why) in against_healing.items():
        if arguments.heal and given:
            raise _wrong(f"`--heal` and `{name}` exclude each other: {why}")
    against_repairing = {
        "--dry": (dry, "a dry run finds nothing missing"),
        "--rows": (rows, "what one row needs need not be right for the next"),
        "--from": (arguments.dialect, "a plan is no file of ours; import it first"),
        "--step": (_steps(arguments), "while stepping you change lines yourself"),
        "--teach": (arguments.teach, "there the person does the steps"),
    }
    for name, (given, why) in against_repairing.items():
        if arguments.repair and given:
            raise _wrong(f"`--repair` and `{name}` exclude each other: {why}")
    against_checking = {
        "--dry": dry, "--rows": rows, "--resume": arguments.resume is not None, "--step": arguments.step,
        "--break": arguments.breaks, "--heal": arguments.heal, "--from": arguments.dialect,
        "--repair": arguments.repair,
    }  # fmt: skip
    for name, given in against_checking.items():
        if arguments.check_targets and given:
            raise _wrong(f"`--check-targets` does nothing but look: leave `{name}` out")


def options_from(arguments: argparse.Namespace) -> Options:
    """The options that the command line says."""
    settings = load_settings()
    if arguments.model:
        from cogscript.models import choose

        settings.model = choose(settings.model, arguments.model)
    if arguments.vision:
        from cogscript.models import choose

        settings.vision = choose(settings.vision, arguments.vision)
    if arguments.max_scrolls is not None and arguments.max_scrolls < 0:
        raise _wrong("`--max-scrolls` cannot be less than 0")
    _check_screen(arguments)
    secrets = Secrets()
    return Options(
        screen=arguments.screen,
        size=arguments.size,
        monitor=arguments.monitor,
        profile=arguments.profile,
        variables=variables(arguments.var),
        settings=settings,
        results=arguments.results,
        save_results=arguments.save_results,
        journal=not arguments.no_journal,
        pictures=False if arguments.no_pictures else None,
        settle=not arguments.no_settle,
        yes=arguments.yes,
        strict_targets=arguments.strict_targets,
        ground=arguments.ground,
        heal=arguments.heal,
        ignore_mouse=arguments.ignore_mouse or arguments.teach,
        allow_tools=arguments.allow_tool,
        allow_apps=arguments.allow_app,
        max_scrolls=arguments.max_scrolls,
        read=arguments.read,
        argv=sys.argv,
        secrets=secrets,
        doer=Agent(),
        listener=_listener(arguments, secrets),
    )


def _check_screen(arguments: argparse.Namespace) -> None:
    try:
        if arguments.screen:
            surface_kind(arguments.screen)
        if arguments.size:
            read_size(arguments.size)
    except Fault as fault:
        raise CogError([fault.diagnostic()]) from fault


def _listener(arguments: argparse.Namespace, secrets: Secrets) -> Listener:
    if arguments.json:
        return JsonEvents(sys.stdout, secrets.mask)
    kind = Quiet if arguments.quiet else Live if _on_terminal(arguments) else Plain
    return Fan([kind(sys.stderr, secrets.mask, colour=use_colour()), Answers()])


def _on_terminal(arguments: argparse.Namespace) -> bool:
    """A live line needs a terminal; a dry run is a list, which should stay, and so is a stepped one."""
    if arguments.screen and not surface_kind(arguments.screen).acts:
        return False
    return sys.stderr.isatty() and not _steps(arguments)


def _steps(arguments: argparse.Namespace) -> bool:
    return bool(arguments.step or arguments.breaks)


def _controller(arguments: argparse.Namespace, options: Options) -> Controller | None:
    if arguments.repair:
        from cogscript.runtime.repairing.repairman import Repairman

        return Repairman(options.settings or load_settings())
    if arguments.teach:
        if _steps(arguments) or arguments.jobs is not None:
            raise _wrong("`--teach` goes with neither `--step`, `--break` nor `--jobs`")
        from cogscript.runtime.teaching import Teacher

        return Teacher()
    if not _steps(arguments):
        return None
    name = "--step" if arguments.step else "--break"
    if arguments.json:
        raise _wrong(f"`{name}` asks a person, and `--json` is for a program")
    if arguments.jobs is not None and arguments.jobs > 1:
        raise _wrong(f"`{name}` goes through one row at a time: leave `--jobs` out")
    from cogscript.runtime.stepping.breaks import LineBreaks
    from cogscript.runtime.stepping.stepper import Stepper
    from cogscript.runtime.stepping.terminal import Terminal

    terminal = Terminal()
    return Stepper(terminal, LineBreaks(arguments.breaks, terminal.say), stepping=arguments.step)


def variables(given: list[str]) -> dict[str, str]:
    variables: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise _wrong(f"`--var {word}` gives no value", "write it like `--var name=value`")
        variables[name] = value
    return variables


def _wrong(reason: str, advice: str = "see `cog run --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])

"""`cog run`: run a workflow, or go on with one."""

from __future__ import annotations

import argparse
import sys

from cogscript.cli import plan_run, rows_run
from cogscript.cli.main import use_colour
from cogscript.language.diagnostic import CogError, Diagnostic, Fault, nearest
from cogscript.runtime.display import Answers, JsonEvents, Live, Plain, Quiet
from cogscript.runtime.events import Fan, Listener
from cogscript.runtime.options import Controller, Options
from cogscript.runtime.scope import Secrets
from cogscript.screens import SCREENS, read_size
from cogscript.settings import load_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="the workflow: a .cog file")
    add = parser.add_argument
    add("--var", action="append", default=[], metavar="NAME=VALUE", help="give a variable its value")
    add("--screen", default="", metavar="NAME", help="desktop, virtual (a private one), dry (touch nothing)")
    add("--dry", action="store_const", const="dry", dest="screen", help="the same as --screen dry")
    add("--size", default="", metavar="WxH", help="the size of a private screen, like 1280x800")
    add("--yes", action="store_true", help="do sensitive steps without asking")
    add("--results", choices=("recorded", "live", "check"), default="recorded",
        help="take QUOTE_TEXT's and LLM's results from the file, read them, or read and compare")  # fmt: skip
    add("--save-results", action="store_true", help="write what was read into the file's result=")
    add("--model", default="", metavar="NAME", help="the language model; `local` for the installed one")
    add("--max-scrolls", type=int, metavar="N", help="how far auto_scroll goes at most")
    add("--allow-tool", action="append", default=[], metavar="NAME", help="allow a TOOL")
    add("--no-settle", action="store_true", help="do not wait for a still screen")
    add("--no-pictures", action="store_true", help="keep no pictures")
    add("--no-journal", action="store_true", help="keep no record of the run")
    add("--ignore-mouse", action="store_true", help="do not stop when a person moves the pointer")
    add("--quiet", "-q", action="store_true", help="say nothing but what went wrong")
    add("--json", action="store_true", help="print one event a line as JSON on standard output")
    add("--resume", nargs="?", const="", metavar="RUN", help="go on with a run: the last one when unsaid")
    add("--redo", action="store_true", help="with --resume: do the unfinished step again")
    add("--skip", action="store_true", help="with --resume: go on behind the unfinished step")
    rows_run.add_arguments(parser)
    plan_run.add_arguments(parser)
    step = parser.add_argument_group("stepping").add_argument
    step("--step", action="store_true", help="stop before each step and ask what to do")
    step("--break", action="append", default=[], metavar="LINE", dest="breaks",
         help="stop before a line, like 12 or sub.cog:12")  # fmt: skip


def main(arguments: argparse.Namespace) -> int:
    from cogscript.runtime import run as runs
    from cogscript.runtime.resume import Choice, resume

    options = options_from(arguments)
    rows_run.check(arguments)
    plan_run.check(arguments)
    if arguments.resume is not None:
        if arguments.file and arguments.resume:
            raise _wrong("give a file to run or a run to resume, not both")
        if arguments.redo and arguments.skip:
            raise _wrong("`--redo` and `--skip` exclude each other")
        choice: Choice | None = "redo" if arguments.redo else "skip" if arguments.skip else None
        return resume(arguments.resume or arguments.file or None, options, choice).exit_code
    if arguments.redo or arguments.skip:
        raise _wrong("`--redo` and `--skip` belong to `--resume`")
    if not arguments.file:
        raise _wrong("which workflow? give a .cog file", "or `cog run --resume` to go on with the last run")
    if arguments.rows is not None:
        return rows_run.main(arguments, options)
    workflow = plan_run.workflow_of(arguments) if arguments.dialect else arguments.file
    return runs.start(workflow, options).exit_code


def options_from(arguments: argparse.Namespace) -> Options:
    """The options that the command line says."""
    settings = load_settings()
    if arguments.model:
        from cogscript.models import choose

        settings.model = choose(settings.model, arguments.model)
    if arguments.max_scrolls is not None and arguments.max_scrolls < 0:
        raise _wrong("`--max-scrolls` cannot be less than 0")
    _check_screen(arguments)
    secrets = Secrets()
    return Options(
        screen=arguments.screen,
        size=arguments.size,
        variables=_variables(arguments.var),
        settings=settings,
        results=arguments.results,
        save_results=arguments.save_results,
        journal=not arguments.no_journal,
        pictures=False if arguments.no_pictures else None,
        settle=not arguments.no_settle,
        yes=arguments.yes,
        ignore_mouse=arguments.ignore_mouse,
        allow_tools=arguments.allow_tool,
        max_scrolls=arguments.max_scrolls,
        argv=sys.argv,
        secrets=secrets,
        listener=_listener(arguments, secrets),
        controller=_controller(arguments),
    )


def _check_screen(arguments: argparse.Namespace) -> None:
    if arguments.screen and arguments.screen not in SCREENS:
        guess = nearest(arguments.screen, SCREENS)
        advice = f"did you mean `{guess}`?" if guess else f"there are: {', '.join(SCREENS)}"
        raise _wrong(f"there is no screen called `{arguments.screen}`", advice)
    if arguments.size:
        try:
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
    return sys.stderr.isatty() and arguments.screen != "dry" and not _steps(arguments)


def _steps(arguments: argparse.Namespace) -> bool:
    return bool(arguments.step or arguments.breaks)


def _controller(arguments: argparse.Namespace) -> Controller | None:
    if not _steps(arguments):
        return None
    name = "--step" if arguments.step else "--break"
    if arguments.json:
        raise _wrong(f"`{name}` asks a person, and `--json` is for a program")
    if arguments.jobs is not None and arguments.jobs > 1:
        raise _wrong(f"`{name}` goes through one row at a time: leave `--jobs` out")
    from cogscript.runtime.console import Terminal
    from cogscript.runtime.stepping import Stepper

    return Stepper(Terminal(), stepping=arguments.step, breaks=arguments.breaks)


def _variables(given: list[str]) -> dict[str, str]:
    variables: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise _wrong(f"`--var {word}` gives no value", "write it like `--var name=value`")
        variables[name] = value
    return variables


def _wrong(reason: str, advice: str = "see `cog run --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])

"""`cog`: finds the command's module, runs it, and turns every fault into a sentence.

A command module has `add_arguments(parser)` and `main(arguments) -> int`; only the one that is asked
for is imported, so that checking a file loads no screen and no engine.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from io import TextIOWrapper
from types import ModuleType
from typing import Any, NoReturn

from cogscript.language.model.diagnostic import CogError, Diagnostic, Fault, nearest

WRONG_USE = 2
STOPPED = 130

COMMANDS = {
    "check": "say what is wrong with a file, and where",
    "fmt": "write a file in its canonical form",
    "parse": "print a file's tree as JSON",
    "ops": "look up an operation",
    "explain": "explain an error's code at length",
    "new": "begin a workflow with a commented first file",
    "run": "run a workflow",
    "runs": "list the runs on record",
    "look": "list what is on the screen, as arguments to copy",
    "agent": "let a model do a task, and keep what it did as a workflow",
    "freeze": "write out what a model did for a DO, in its place",
    "heal": "write what a run found elsewhere into its file",
    "report": "show a run as a page, as JUnit XML, or as a zip to hand on",
    "record": "record what you do, as a workflow",
    "import": "read another agent's plan",
    "export": "write a workflow in another agent's dialect",
    "mcp": "let a model work on a screen, over MCP",
    "lsp": "answer an editor: the language server",
    "studio": "edit, run, watch and record workflows in a local page",
    "debug-adapter": "answer an editor: the debugger",
    "model": "install the small local model, or show which model answers",
    "completion": "print the completion script of a shell",
    "doctor": "say what this machine has and lacks",
}


class _Help(argparse.HelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns() - 2)


def columns() -> int:
    """The terminal's width. `shutil`, whom argparse would ask, brings three compression libraries along."""
    chosen = os.environ.get("COLUMNS", "")
    if chosen.isdecimal() and int(chosen):
        return int(chosen)
    try:
        return os.get_terminal_size().columns or 80
    except OSError:  # no terminal
        return 80


class Parser(argparse.ArgumentParser):
    """argparse whose errors look like every other error of ours."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            word = unknown[0].partition("=")[0]
            if not word.startswith("-"):
                self.error(f"`{unknown[0]}` is one word too many")
            guess = nearest(word, self._option_string_actions)
            self.error(f"there is no `{word}` here" + (f": did you mean `{guess}`?" if guess else ""))
        return parsed

    def error(self, message: str) -> NoReturn:
        fail(Diagnostic("usage", message, advice=f"see `{self.prog} --help`"))
        raise SystemExit(WRONG_USE)


def use_colour(stream: object = None) -> bool:
    """Colour only on a terminal, and never against NO_COLOR."""
    stream = sys.stderr if stream is None else stream
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return bool(getattr(stream, "isatty", lambda: False)())


def fail(*diagnostics: Diagnostic) -> None:
    """Print diagnostics to standard error."""
    from cogscript.language.model.rendering import render  # only when something is wrong

    print(render(diagnostics, colour=use_colour()), file=sys.stderr)


def _usage() -> str:
    width = max(map(len, COMMANDS))
    rows = "\n".join(f"  {name:<{width}}  {doc}" for name, doc in COMMANDS.items())
    return (
        "usage: cog COMMAND …\n\n"
        "cogscript: a plain-text language for things people do on a screen.\n\n"
        f"commands:\n{rows}\n\n`cog COMMAND --help` tells more of each.\n"
    )


def main(arguments: list[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    if not words or words[0] in ("-h", "--help", "help"):
        print(_usage(), end="")
        return 0 if words else WRONG_USE
    if words[0] in ("-V", "--version"):
        from importlib.metadata import version

        print(f"cog {version('cogscript')}")
        return 0
    name = words[0]
    if name not in COMMANDS:
        guess = nearest(name, COMMANDS)
        hint = f"did you mean `cog {guess}`?" if guess else "`cog --help` lists the commands"
        fail(Diagnostic("usage", f"there is no command `{name}`", advice=hint))
        return WRONG_USE
    return _run(name, words[1:])


def parser_of(name: str, kind: type[Parser] = Parser) -> tuple[Parser, ModuleType]:
    """A command's parser, and its module."""
    parser = kind(
        prog=f"cog {name}",
        description=COMMANDS[name].capitalize() + ".",
        allow_abbrev=False,
        formatter_class=_Help,
    )
    module = importlib.import_module(f"cogscript.cli.{name.replace('-', '_')}_command")
    module.add_arguments(parser)
    return parser, module


def _run(name: str, words: list[str]) -> int:
    try:
        parser, module = parser_of(name)
        status: int = module.main(parser.parse_args(words))
        sys.stdout.flush()
        return status
    except CogError as error:
        fail(*error.diagnostics)
        return WRONG_USE
    except Fault as fault:
        fail(fault.diagnostic())
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # The reader has gone (`cog ops | head`): nothing more to say, and no traceback at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception:  # the last resort: a fault of ours must still be a sentence
        return _our_fault()


def _our_fault() -> int:
    """Say that it is ours and where the details are; the traceback goes to a file, not to the person."""
    import time
    import traceback

    details = traceback.format_exc()
    where = "nowhere: the folder cannot be written"
    try:
        from cogscript.settings import state_folder

        folder = state_folder() / "faults"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        path.write_text(details, encoding="utf-8", errors="backslashreplace")
        where = str(path)
    except OSError:
        pass
    last = details.strip().splitlines()[-1]
    advice = f"the details are in {where}; please report them"
    fail(Diagnostic("internal", f"this is a fault of cogscript itself: {last}", advice=advice))
    return 1


def _encoding(stream: TextIOWrapper) -> str | None:
    """Windows gives pipes and files an encoding of its region, which lacks most characters: UTF-8 there."""
    chosen = os.environ.get("PYTHONIOENCODING") or stream.isatty() or sys.platform != "win32"
    return None if chosen else "utf-8"


def entry() -> NoReturn:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character, or a file name that is no text, gets it escaped.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=_encoding(stream), errors="backslashreplace")
    sys.exit(main())

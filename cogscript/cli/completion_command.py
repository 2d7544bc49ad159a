"""`cog completion SHELL`: the script that lets a shell complete `cog`'s commands, options and their words.

Everything is taken from the commands' own parsers, so that nothing is written twice.
"""

from __future__ import annotations

import argparse
import sys

from cogscript.cli.main import COMMANDS, parser_of
from cogscript.cli.shell_scripts import SHELLS, CommandWords, OptionWords

_INSTALLING = {
    "bash": "cog completion bash > ~/.local/share/bash-completion/completions/cog",
    "zsh": "cog completion zsh > a folder of $fpath, as _cog",
    "fish": "cog completion fish > ~/.config/fish/completions/cog.fish",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = "; ".join(f"{shell}: {how}" for shell, how in _INSTALLING.items())
    parser.epilog = f"To install it: {where}."
    parser.add_argument("shell", choices=tuple(SHELLS), help="the shell to print it for")


def main(arguments: argparse.Namespace) -> int:
    commands = [_command(name, doc) for name, doc in COMMANDS.items()]
    sys.stdout.write(SHELLS[arguments.shell](commands))
    return 0


def _command(name: str, doc: str) -> CommandWords:
    parser, _ = parser_of(name)
    options: list[OptionWords] = []
    words: list[str] = []
    for action in parser._actions:  # argparse has no other way to ask
        choices = [str(each) for each in action.choices or ()]
        if action.option_strings:
            about = (action.help or "").replace("%%", "%")
            options.append(OptionWords(list(action.option_strings), about, action.nargs != 0, choices))
        else:
            words += choices
    return CommandWords(name, doc, options, words or _NAMES.get(name, list)())


def _operations() -> list[str]:
    from cogscript.language.model.operations import OPERATIONS

    return list(OPERATIONS)


def _codes() -> list[str]:
    from cogscript.cli.explain_command import explanations

    return list(explanations())


_NAMES = {"ops": _operations, "explain": _codes}
"""Words that a command takes and its parser does not list."""

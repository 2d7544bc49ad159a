"""Completion scripts: for bash, zsh and fish, from the same words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple


class OptionWords(NamedTuple):
    names: list[str]
    about: str
    takes_value: bool
    choices: list[str]


class CommandWords(NamedTuple):
    name: str
    about: str
    options: list[OptionWords]
    words: list[str]
    """What may follow it; files when there are none."""


def bash(commands: list[CommandWords]) -> str:
    cases = []
    for command in commands:
        options = " ".join(name for option in command.options for name in option.names)
        values = "".join(
            f"        {'|'.join(option.names)}) values='{' '.join(option.choices)}'; takes=1 ;;\n"
            for option in command.options
            if option.takes_value
        )
        inner = f"      case $before in\n{values}      esac\n" if values else ""
        cases.append(
            f"    {command.name})\n      options='{options}'\n      words='{' '.join(command.words)}'\n"
            f"{inner}      ;;\n"
        )
    names = " ".join(each.name for each in commands)
    return f"""\
# bash completion for cog; made by `cog completion bash`
_cog() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local options='' words='' values='' takes=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{names} --help --version' -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{"".join(cases)}  esac
  if [ -n "$takes" ]; then
    if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$word")); fi
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}}
complete -o default -F _cog cog
"""


def zsh(commands: list[CommandWords]) -> str:
    listed = "\n".join(f"    {_quoted(f'{each.name}:{each.about}')}" for each in commands)
    cases = []
    for command in commands:
        lines = [
            _quoted(f"{name}[{_plain(option.about)}]{_zsh_value(option)}")
            for option in command.options
            for name in option.names
        ]
        rest = f"*:word:({' '.join(command.words)})" if command.words else "*:file:_files"
        arguments = " \\\n        ".join([*lines, _quoted(rest)])
        cases.append(f"    {command.name})\n      _arguments \\\n        {arguments}\n      ;;\n")
    return f"""\
#compdef cog
# zsh completion for cog; made by `cog completion zsh`
_cog() {{
  local -a commands
  commands=(
{listed}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{"".join(cases)}  esac
}}
if [ "$funcstack[1]" = _cog ]; then _cog "$@"; else compdef _cog cog; fi
"""


def _zsh_value(option: OptionWords) -> str:
    if not option.takes_value:
        return ""
    return f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"


def fish(commands: list[CommandWords]) -> str:
    lines = ["# fish completion for cog; made by `cog completion fish`"]
    lines += [
        f"complete -c cog -n __fish_use_subcommand -f -a {each.name} -d {_quoted(each.about)}"
        for each in commands
    ]
    for command in commands:
        only = f"complete -c cog -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            lines.append(f"{only} -f -a {_quoted(' '.join(command.words))}")
        for option in command.options:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
            )
            value = " -r" if option.takes_value else ""
            value += f" -f -a {_quoted(' '.join(option.choices))}" if option.choices else ""
            lines.append(f"{only} {names}{value} -d {_quoted(_plain(option.about))}")
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """A help text without what zsh takes for signs of its own."""
    return " ".join(re.sub(r"[\[\]:`\\]", " ", text).split())


def _quoted(text: str) -> str:
    """In single quotes, which mean the same in all three shells but for the quote itself."""
    return "'" + text.replace("\\", "").replace("'", "’") + "'"


SHELLS: dict[str, Callable[[list[CommandWords]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}

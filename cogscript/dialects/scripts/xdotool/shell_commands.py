"""The single commands of a statement of a shell, with what is between and after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cogscript.dialects.core.draft import Untranslatable
from cogscript.dialects.scripts.xdotool.shell_words import Operator, ShellWord, Token

ONLY_A_SHELL = "only a shell knows what this does"


@dataclass(slots=True)
class Simple:
    """One command: its words, what it is joined with, and where it stands."""

    words: list[ShellWord]
    start: int
    end: int
    joined: str = "\n"
    """The operator after it."""
    redirected: list[tuple[str, ShellWord]] = field(default_factory=list)
    description: str = ""


def is_keyword(token: Token, text: str) -> bool:
    return (token.keyword if isinstance(token, ShellWord) else token.text) == text


def simple_commands(found: Sequence[Token]) -> list[Simple]:
    """The commands of a statement without blocks."""
    commands: list[Simple] = []
    words: list[ShellWord] = []
    redirected: list[tuple[str, ShellWord]] = []
    waiting = ""
    for token in [*found, Operator("\n", found[-1].end, found[-1].end)] if found else []:
        if isinstance(token, ShellWord):
            if waiting:
                redirected.append((waiting, token))
                waiting = ""
            else:
                words.append(token)
        elif is_redirection(token):
            waiting = token.text
        elif isinstance(token, Operator) and token.text in ("(", ")"):
            raise Untranslatable(ONLY_A_SHELL)
        elif words or redirected:
            start = words[0].start if words else redirected[0][1].start
            commands.append(Simple(words, start, token.start, token.text, redirected))
            words, redirected = [], []
    return commands


def is_redirection(token: Token) -> bool:
    """Whether it says where a command reads from or writes to."""
    return isinstance(token, Operator) and (
        token.text[-1:] in ("<", ">") or token.text.endswith((">&", "<&", ">|"))
    )

"""The person at the terminal, when there is one: asked on standard error, because standard output
carries the workflow's answers."""

from __future__ import annotations

import sys
from typing import Protocol

from cogscript.language.model.diagnostic import Fault, printable


class Person(Protocol):
    present: bool

    def ask(self, question: str, *, secret: bool = False) -> str: ...

    def confirm(self, question: str) -> bool: ...


def is_yes(answer: str) -> bool:
    return answer.strip().casefold() in ("y", "yes", "是", "好", "j", "ja", "o", "oui")


class TerminalPerson:
    """Whoever sits at the terminal this process was started from."""

    def __init__(self) -> None:
        self.present = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))

    def ask(self, question: str, *, secret: bool = False) -> str:
        if not self.present:
            raise Fault("no-person", f"there is no terminal to ask `{printable(question)}` on")
        shown = "\n".join(printable(line) for line in question.splitlines()) + " "
        sys.stdout.flush()
        try:
            if secret:
                import getpass

                return getpass.getpass(shown, stream=sys.stderr)
            sys.stderr.write(shown)
            sys.stderr.flush()
            answer = sys.stdin.readline()
        except EOFError:
            answer = ""
        if not answer:
            raise Fault("no-person", f"nobody answered `{printable(question)}`: the input has ended")
        return answer.rstrip("\r\n")

    def confirm(self, question: str) -> bool:
        return is_yes(self.ask(f"{question} [y/N]"))


class Nobody:
    """A run that nobody watches: whatever would be asked is refused."""

    present = False

    def ask(self, question: str, *, secret: bool = False) -> str:
        raise Fault("no-person", f"there is nobody to ask `{printable(question)}`")

    def confirm(self, question: str) -> bool:
        return False

"""The terminal of a stepping session: lines out on standard error, lines in with the keys a shell has."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any, Protocol

from cogscript.language.model.diagnostic import CogError, Diagnostic
from cogscript.language.model.rendering import render
from cogscript.runtime.stepping.stop_view import StopView

if TYPE_CHECKING:
    from cogscript.runtime.control import Stop


class Console(Protocol):
    def say(self, text: str) -> None: ...

    def stopped(self, stop: Stop) -> None:
        """The run stands: show where, or why."""

    def ask(self, prompt: str, given: str = "") -> str | None:
        """A line, beginning with `given` for the person to change; None at the end of the input."""


class Terminal:
    def __init__(self) -> None:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            said = "stepping asks at each stop, and there is no terminal to ask on"
            advice = "run it in a terminal, over ssh with `ssh -t`"
            raise CogError([Diagnostic("no-terminal", said, advice=advice)])
        self._readline: Any = None
        if (
            sys.stdout.isatty()
        ):  # line editing draws on standard output, which may carry the answers elsewhere
            with contextlib.suppress(ImportError):
                import readline

                self._readline = readline

    def say(self, text: str) -> None:
        sys.stdout.flush()
        sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def stopped(self, stop: Stop) -> None:
        self.say("")
        step, mask = stop.step, stop.state.mask
        if step.outcome == "failed" and step.diagnostic is not None:
            self.say(mask(render([step.diagnostic])))
        for line in StopView(stop.state, step).lines():
            self.say(mask(line))

    def ask(self, prompt: str, given: str = "") -> str | None:
        if self._readline is None:
            return self._plainly(prompt, given)
        self._readline.set_startup_hook(lambda: self._readline.insert_text(given))
        try:
            return input(prompt)
        except EOFError:
            self.say("")
            return None
        finally:
            self._readline.set_startup_hook()

    def _plainly(self, prompt: str, given: str) -> str | None:
        if given:
            self.say(f"the line is: {given}\nits new text:")
        sys.stderr.write(prompt)
        sys.stderr.flush()
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

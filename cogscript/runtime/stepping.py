"""Stepping: a run that stops before a line, shows where it stands, and does what a person says.

The run asks a `Stepper` before each step and after each failure. What it decides is on record like
everything else (a step skipped, a jump, a variable set), so that a run that was stepped through can be
resumed. The terminal is a plain one: lines in, lines out, one-letter commands.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.diagnostic import CogError, Diagnostic, Fault, nearest, printable, render
from cogscript.language.variables import is_name
from cogscript.runtime.line_change import change, text_of
from cogscript.runtime.options import Decision
from cogscript.runtime.program import output_of
from cogscript.runtime.stop_view import View

if TYPE_CHECKING:
    from cogscript.language.tree import Operation, Workflow
    from cogscript.runtime.console import Console
    from cogscript.runtime.context import Context
    from cogscript.runtime.program import Program
    from cogscript.runtime.step import Step
    from cogscript.screens.protocol import Window

_NEVER_STOPS = frozenset({"WORKFLOW", "ELSE", "ELSE_IF"})
"""Lines that are no step: the IF decides for its whole chain."""


@dataclass(frozen=True, slots=True)
class Command:
    names: tuple[str, ...]
    argument: str
    doc: str
    act: Callable[[Stepper, str], Decision | None]
    """Gives back a decision, or None to stay at the stop."""


class Stepper:
    """Who decides at each step: a person at a terminal."""

    def __init__(self, console: Console, *, stepping: bool = True, breaks: list[str] | None = None) -> None:
        self._console = console
        self._stepping = stepping
        self._wanted = breaks or []
        self._breaks: list[Operation] = []
        self._told: set[str] = set()
        self._over: int | None = None
        """While stepping over a block or a call: the depth at which to stop again."""
        self._failed = False
        self._again: Operation | None = None
        """A step that failed and is to be tried again, at once."""
        self._step: Step
        self._context: Context

    # --- the run asks ---------------------------------------------------------------------------

    def check(self, program: Program) -> None:
        self._breaks = [self._break(program, text) for text in self._wanted]

    def before(self, step: Step, context: Context) -> Decision:
        again, self._again = self._again, None
        if step.operation is again:
            return Decision("run")
        over = self._over is not None and step.depth > self._over
        stops = (self._stepping and not over) or any(step.operation is each for each in self._breaks)
        return self._stop(step, context) if stops else Decision("run")

    def failed(self, step: Step, context: Context) -> Decision:
        """Every failure stops, but those that the workflow itself expects while nobody is stepping."""
        if not self._stepping and _is_caught(step.operation, context.frame.workflow):
            return Decision("run")
        return self._stop(step, context)

    def _stop(self, step: Step, context: Context) -> Decision:
        self._step, self._context, self._over = step, context, None
        self._failed = step.outcome == "failed"
        active = self._active_window()
        self._show()
        while True:
            words = self._console.ask("(cog) ")
            if words is None:
                return Decision("quit")
            decision = self._answer(words.strip())
            if decision is not None:
                self._give_back(active)
                return decision

    def _answer(self, text: str) -> Decision | None:
        name, _, argument = text.partition(" ")
        if not name:
            if self._failed:
                return self._stay(
                    "it failed: `r` tries again, `e` changes the line, `k` goes on without it, `help`"
                )
            name = "step"
        command = next((each for each in COMMANDS if name in each.names), None)
        if command is None:
            guess = nearest(name, [each.names[0] for each in COMMANDS])
            hint = f"did you mean `{guess}`?" if guess else "`help` lists the commands"
            return self._stay(f"there is no command `{printable(name)}`: {hint}")
        argument = argument.strip()
        if argument and not command.argument:
            return self._stay(f"`{command.names[0]}` takes nothing behind it")
        return command.act(self, argument)

    def _say(self, text: str) -> None:
        self._console.say(self._context.mask(text))

    def _stay(self, text: str) -> Decision | None:
        """Answer with a sentence, and ask again."""
        self._say(text)
        return None

    def _show(self) -> None:
        if self._failed and self._step.diagnostic is not None:
            self._console.say("")
            self._say(render([self._step.diagnostic]))
        else:
            self._console.say("")
        for line in View(self._context, self._step).lines():
            self._say(line)

    # --- the person's own desktop ---------------------------------------------------------------

    def _active_window(self) -> Window | None:
        """The window that has the keyboard now: while the person answers, it is the terminal."""
        screen = self._context.screen_or_none
        if screen is None or screen.name != "desktop":
            return None
        try:
            return next((window for window in screen.windows() if window.active), None)
        except Fault:
            return None

    def _give_back(self, active: Window | None) -> None:
        """Without this, the next TYPE would go into the terminal."""
        context = self._context
        if active is not None:
            try:
                now = next((window for window in context.screen.windows() if window.active), None)
                if now is None or now.handle != active.handle:
                    context.screen.window_action(active, "activate")
            except Fault as fault:
                self._say(f"warning: the window {active.title} did not get the keyboard back: {fault.reason}")
        if context.hand is not None:
            context.hand.forget()  # answering may have taken the mouse

    # --- what a person can say ------------------------------------------------------------------

    def _do_step(self, _: str) -> Decision | None:
        if self._failed:
            return self._stay("it failed: `r` tries it again, `k` goes on without it, `f` lets it fail")
        self._stepping = True
        return Decision("run")

    def _do_over(self, _: str) -> Decision | None:
        if not self._failed:
            self._over = self._step.depth
        return self._do_step("")

    def _do_go(self, _: str) -> Decision | None:
        if self._failed:
            return self._do_step("")
        self._stepping = False
        return Decision("run")

    def _do_retry(self, _: str) -> Decision | None:
        if not self._failed:
            return self._stay("it has not been done yet: `s` does it")
        self._again = self._step.operation
        return Decision("retry")

    def _do_fail(self, _: str) -> Decision | None:
        if not self._failed:
            return self._stay("it has not failed: `s` does it, `q` ends the run")
        return Decision("run")

    def _do_skip(self, _: str) -> Decision:
        return Decision("skip")

    def _do_quit(self, _: str) -> Decision:
        return Decision("quit")

    def _do_jump(self, argument: str) -> Decision | None:
        if not argument.isdecimal():
            return self._stay("jump to which line? like `j 12`")
        workflow = self._context.frame.workflow
        target = _operation_at(workflow, int(argument))
        if target is None:
            return self._stay(f"there is no operation at line {argument} or after it")
        chain = _bodies(workflow.operations, self._step.operation)
        if not any(each is target for body in chain for each in body):
            opener = next(
                (each for body in chain for each in body if any(inner is target for inner in each.walk())),
                None,
            )
            where = f"; jump to line {opener.line}, which opens it" if opener is not None else ""
            return self._stay(f"line {target.line} stands inside a block that this line is not in{where}")
        return Decision("jump", target.line)

    def _do_variables(self, argument: str) -> Decision | None:
        if "=" in argument:
            return self._do_set(argument)
        for line in View(self._context, self._step).variables():
            if not argument or line.strip().startswith(f"{argument} ="):
                self._say(line)
        return None

    def _do_set(self, argument: str) -> Decision | None:
        name, equals, value = argument.partition("=")
        name = name.strip()
        if not equals or not is_name(name):
            return self._stay("set which variable to what? like `set city=Paris`")
        if name in self._secret():
            self._context.secrets.add(name, value.strip())
        self._context.set_variable(name, value.strip())
        return self._do_variables(name)

    def _secret(self) -> set[str | None]:
        return {
            output_of(each) for each in self._context.program.inputs() if each.arguments.get("secret") is True
        }

    def _do_edit(self, argument: str) -> Decision | None:
        operation = self._step.operation
        now = text_of(operation, self._context.frame.workflow)
        text = argument or self._console.ask("", now)
        if not text or text.strip() == now:
            return self._stay("the line stays as it was")
        try:
            change(self._context, operation, text)
        except CogError as error:
            return self._stay(render(error.diagnostics))
        except Fault as fault:
            return self._stay(render([fault.diagnostic()]))
        self._say(f"line {operation.line} of {self._context.frame.file} was changed")
        self._again = operation if self._failed else None
        return Decision("retry")

    def _do_break(self, argument: str) -> Decision | None:
        if not argument:
            lines = ", ".join(str(each.line) for each in self._breaks)
            return self._stay(f"breaks at line {lines}" if lines else "no breaks; `b 12` sets one at line 12")
        if not argument.isdecimal():
            return self._stay("break at which line? like `b 12`")
        target = _operation_at(self._context.frame.workflow, int(argument))
        if target is None:
            return self._stay(f"there is no operation at line {argument} or after it")
        if any(each is target for each in self._breaks):
            self._breaks = [each for each in self._breaks if each is not target]
            return self._stay(f"the break at line {target.line} is gone")
        self._breaks.append(target)
        return self._stay(f"break at line {target.line}")

    def _do_where(self, _: str) -> None:
        self._show()

    def _do_help(self, _: str) -> None:
        for command in COMMANDS:
            names = ", ".join(command.names) + (f" {command.argument}" if command.argument else "")
            self._say(f"  {names:<24} {command.doc}")

    # --- breaks ---------------------------------------------------------------------------------

    def _break(self, program: Program, text: str) -> Operation:
        """`12`, or `sub.cog:12` in a file that is called."""
        file, _, number = text.rpartition(":")
        if not number.isdecimal():
            raise _wrong(
                f"`--break {printable(text)}` names no line", "write it like `--break 12` or `sub.cog:12`"
            )
        workflow = program.main
        if file:
            same = [each for each in program.files() if _is_file(each, file)]
            if not same:
                names = ", ".join(each.path or "" for each in program.files())
                raise _wrong(f"the run does not use a file `{printable(file)}`", f"its files are {names}")
            workflow = same[0]
        found = _operation_at(workflow, int(number))
        if found is None:
            raise _wrong(f"{workflow.path or 'the workflow'} has no operation at line {number} or after it")
        if found.line != int(number) and text not in self._told:
            self._told.add(text)
            self._console.say(f"no step begins at line {number}: the run stops at line {found.line}")
        return found


COMMANDS = (
    Command(("step", "s"), "", "do this step and stop at the next (also: just Enter)", Stepper._do_step),
    Command(("over", "o"), "", "do this step with all that is inside it", Stepper._do_over),
    Command(("skip", "k"), "", "go on without doing it", Stepper._do_skip),
    Command(("go", "g"), "", "go on to the next break, failure or the end", Stepper._do_go),
    Command(("jump", "j"), "LINE", "go on at another line", Stepper._do_jump),
    Command(("variables", "v"), "[NAME]", "show the variables", Stepper._do_variables),
    Command(("set", "="), "NAME=VALUE", "give a variable a value", Stepper._do_set),
    Command(
        ("edit", "e"), "[LINE'S NEW TEXT]", "change the line in the file, and retry it", Stepper._do_edit
    ),
    Command(("retry", "r"), "", "try a step that failed again", Stepper._do_retry),
    Command(("fail", "f"), "", "let a step that failed fail: TRY may catch it", Stepper._do_fail),
    Command(("break", "b"), "[LINE]", "stop at a line, or no longer", Stepper._do_break),
    Command(("where", "w"), "", "show again where the run stands", Stepper._do_where),
    Command(("quit", "q"), "", "end the run here (also: Ctrl+D)", Stepper._do_quit),
    Command(("help", "h", "?"), "", "this list", Stepper._do_help),
)


def _operation_at(workflow: Workflow, line: int) -> Operation | None:
    """The operation that stands at a line, or else the next one below it."""
    source = workflow.source
    for operation in workflow.walk():
        if operation.name in _NEVER_STOPS:
            continue
        last = source.position(operation.end).line if source is not None else operation.line
        if last >= line:
            return operation
    return None


def _bodies(operations: list[Operation], wanted: Operation) -> list[list[Operation]]:
    """The bodies around an operation, from its own outwards: where a jump can go."""
    for operation in operations:
        if operation is wanted:
            return [operations]
        inner = _bodies(operation.body or [], wanted)
        for branch in operation.branches:
            # A branch's own line counts as its block's: it cannot be begun without it.
            inner = inner or ([[]] if branch is wanted else _bodies(branch.body or [], wanted))
        if inner:
            return [*inner, operations]
    return []


def _is_caught(wanted: Operation, workflow: Workflow) -> bool:
    """Whether a TRY with a CATCH stands around it."""
    return any(
        operation.name == "TRY"
        and any(branch.name == "CATCH" for branch in operation.branches)
        and any(inner is wanted for each in operation.body or [] for inner in each.walk())
        for operation in workflow.walk()
    )


def _is_file(workflow: Workflow, name: str) -> bool:
    path = workflow.path or ""
    return os.path.realpath(path) == os.path.realpath(name) or os.path.basename(path) == name


def _wrong(reason: str, advice: str = "see `cog run --help`") -> CogError:
    return CogError([Diagnostic("usage", reason, advice=advice)])

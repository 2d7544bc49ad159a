"""Stepping: a run that stops before a line, shows where it stands, and does what a person says.

The run asks a `Stepper` before each step and after each failure. What it decides is on record like
everything else (a step skipped, a jump, a variable set), so that a run that was stepped through can be
resumed. The terminal is a plain one: lines in, lines out, one-letter commands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import CogError, Fault, nearest, printable
from cogscript.language.model.rendering import render
from cogscript.language.model.variables import is_name
from cogscript.runtime.control import Decision, Stop
from cogscript.runtime.stepping.breaks import Breaks
from cogscript.runtime.stepping.line_change import change, text_of
from cogscript.runtime.stepping.line_places import is_caught, is_inside, landing
from cogscript.runtime.stepping.stop_view import StopView
from cogscript.surfaces.capabilities import Windows

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.program import Program
    from cogscript.runtime.state import RunState
    from cogscript.runtime.stepping.terminal import Console
    from cogscript.surfaces.capabilities import Window


@dataclass(frozen=True, slots=True)
class Verb:
    names: tuple[str, ...]
    argument: str
    doc: str
    act: Callable[[Stepper, str], Decision | None]
    """Gives back a decision, or None to stay at the stop."""


class Stepper:
    """Who decides at each step: a person at a console."""

    def __init__(self, console: Console, breaks: Breaks, *, stepping: bool = True) -> None:
        self._console = console
        self._stepping = stepping
        self._breaks = breaks
        self._over: int | None = None
        """While stepping over a block or a call, or out of one: the depth at which to stop again."""
        self._left: Operation | None = None
        """While stepping out of a block: where in it that began. The block's next round is still inside."""
        self._failed = False
        self._again: Operation | None = None
        """A step that failed and is to be tried again, at once."""
        self._at: Stop
        self._step: Step
        self._state: RunState

    # --- the run asks ---------------------------------------------------------------------------

    def check(self, program: Program) -> None:
        self._breaks.check(program)

    def pause(self) -> None:
        """Stop before the next step; may be called by another thread."""
        self._over, self._left, self._stepping = None, None, True

    def go_on(self) -> None:
        """Stop at no further step but at breaks and failures."""
        self._stepping = False

    def before(self, stop: Stop) -> Decision:
        step = stop.step
        again, self._again = self._again, None
        if step.operation is again:
            return Decision("run")
        over = self._over is not None and step.depth > self._over
        same_block = self._left is not None and is_inside(self._left, step.operation)
        stops = (self._stepping and not over and not same_block) or self._breaks.at(stop)
        return self.stop(stop) if stops else Decision("run")

    def failed(self, stop: Stop) -> Decision:
        """Every failure stops, but those that the workflow itself expects while nobody is stepping."""
        if not self._stepping and is_caught(stop.step.operation, stop.state.frame.workflow):
            return Decision("run")
        return self.stop(stop)

    def try_at_once(self, operation: Operation) -> None:
        """The operation is about to be begun anew, and nobody is to be asked about it again."""
        self._again = operation

    def stop(self, stop: Stop) -> Decision:
        step, self._over, self._left = stop.step, None, None
        self._at, self._step, self._state = stop, step, stop.state
        self._failed = step.outcome == "failed"
        active = self._active_window()
        self._console.stopped(stop)
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
                    "it failed: `r` tries again, `t` takes what came near, `e` changes it, `k` skips it"
                )
            name = "step"
        command = next((each for each in COMMANDS if name in each.names), None)
        if command is None:
            guess = nearest(name, [each.names[0] for each in COMMANDS])
            hint = f"did you mean `{guess}`?" if guess else "`help` lists the commands"
            return self._stay(f"there is no command `{printable(name)}`: {hint}")
        argument = argument.strip()
        if argument and not command.argument:
            return self._stay(f"`{command.names[0]}` takes no argument")
        return command.act(self, argument)

    def _say(self, text: str) -> None:
        self._console.say(self._state.mask(text))

    def _stay(self, text: str) -> Decision | None:
        """Answer with a sentence, and ask again."""
        self._say(text)
        return None

    # --- the person's own desktop ---------------------------------------------------------------

    def _active_window(self) -> Window | None:
        """The window that has the keyboard now: while the person answers, it is the terminal."""
        surface = self._state.surfaces.opened
        windows = surface.root.capability(Windows) if surface and surface.root.personal else None
        if windows is None:
            return None
        try:
            return next((window for window in windows.windows() if window.active), None)
        except Fault:
            return None

    def _give_back(self, active: Window | None) -> None:
        """Without this, the next TYPE would go into the terminal."""
        if active is not None:
            windows = self._state.surface.root.need(Windows)
            try:
                now = next((window for window in windows.windows() if window.active), None)
                if now is None or now.handle != active.handle:
                    windows.window_action(active, "activate")
            except Fault as fault:
                self._say(f"warning: the window {active.title} did not get the keyboard back: {fault.reason}")
        self._state.surfaces.forget_hand()  # answering may have taken the mouse

    # --- what a person can say ------------------------------------------------------------------

    def _do_step(self, _: str) -> Decision | None:
        if self._failed:
            return self._stay("it failed: `r` tries it again, `k` skips it, `f` lets it fail")
        self._stepping = True
        return Decision("run")

    def _do_over(self, _: str) -> Decision | None:
        if not self._failed:
            self._over = self._step.depth
        return self._do_step("")

    def _do_out(self, _: str) -> Decision | None:
        if not self._failed:
            self._over, self._left = self._step.depth - 1, self._step.operation
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
        try:
            target = landing(self._state.frame.workflow, self._step.operation, int(argument))
        except Fault as fault:
            return self._stay(fault.reason)
        return Decision("jump", target.line)

    def _do_variables(self, argument: str) -> Decision | None:
        if "=" in argument:
            return self._do_set(argument)
        for line in StopView(self._state, self._step).variables():
            if not argument or line.strip().startswith(f"{argument} ="):
                self._say(line)
        return None

    def _do_set(self, argument: str) -> Decision | None:
        name, equals, value = argument.partition("=")
        name = name.strip()
        if not equals or not is_name(name):
            return self._stay("set which variable to what? like `set city=Paris`")
        give_value(self._at, name, value.strip())
        return self._do_variables(name)

    def _do_edit(self, argument: str) -> Decision | None:
        operation = self._step.operation
        now = text_of(operation, self._state.frame.workflow)
        text = argument or self._console.ask("", now)
        if not text or text.strip() == now:
            return self._stay("the line stays as it was")
        try:
            change(self._state, operation, text)
        except CogError as error:
            return self._stay(render(error.diagnostics))
        except Fault as fault:
            return self._stay(render([fault.diagnostic()]))
        self._say(f"line {operation.line} of {self._state.frame.file} was changed")
        self._again = operation if self._failed else None
        return Decision("retry")

    def _do_take(self, argument: str) -> Decision | None:
        """Change the line so that it tells one of the things that came near."""
        near = (self._step.halt or {}).get("candidates", [])
        if not near:
            return self._stay("nothing came near: `e` changes the line by hand")
        number = argument or "1"
        chosen = next((each for each in near if str(each["number"]) == number), None)
        if chosen is None:
            return self._stay(f"which one? {near[0]['number']} to {near[-1]['number']}, like `t 1`")
        if not chosen["line"]:
            return self._stay("more of the line would have to change than can be known: `e` changes it")
        return self._do_edit(chosen["line"])

    def _do_break(self, argument: str) -> Decision | None:
        return self._stay(self._breaks.toggle(self._state.frame.workflow, argument))

    def _do_where(self, _: str) -> None:
        for line in StopView(self._state, self._step).lines():
            self._say(line)

    def _do_help(self, _: str) -> None:
        for command in COMMANDS:
            names = ", ".join(command.names) + (f" {command.argument}" if command.argument else "")
            self._say(f"  {names:<24} {command.doc}")


def give_value(stop: Stop, name: str, value: str) -> None:
    """A person gives a variable a value; that of a secret input is a secret too."""
    state = stop.state
    if any(each.output == name and each.arguments.get("secret") is True for each in state.program.inputs()):
        state.voice.secrets.add(name, value)
    stop.set_variable(name, value)


COMMANDS = (
    Verb(("step", "s"), "", "do this step and stop at the next (also: just Enter)", Stepper._do_step),
    Verb(("over", "o"), "", "do this step with all that is inside it", Stepper._do_over),
    Verb(("out", "u"), "", "do the rest of the block or the called file around it", Stepper._do_out),
    Verb(("skip", "k"), "", "skip it and continue", Stepper._do_skip),
    Verb(("go", "g"), "", "continue to the next break, failure or the end", Stepper._do_go),
    Verb(("jump", "j"), "LINE", "continue at another line", Stepper._do_jump),
    Verb(("variables", "v"), "[NAME]", "show the variables", Stepper._do_variables),
    Verb(("set", "="), "NAME=VALUE", "give a variable a value", Stepper._do_set),
    Verb(("edit", "e"), "[LINE'S NEW TEXT]", "change the line in the file, and retry it", Stepper._do_edit),
    Verb(("take", "t"), "[N]", "change the line to what came near as N, and retry it", Stepper._do_take),
    Verb(("retry", "r"), "", "try a step that failed again", Stepper._do_retry),
    Verb(("fail", "f"), "", "let a step that failed fail: TRY may catch it", Stepper._do_fail),
    Verb(("break", "b"), "[LINE]", "stop at a line, or no longer", Stepper._do_break),
    Verb(("where", "w"), "", "show again where the run stands", Stepper._do_where),
    Verb(("quit", "q"), "", "end the run here (also: Ctrl+D)", Stepper._do_quit),
    Verb(("help", "h", "?"), "", "this list", Stepper._do_help),
)

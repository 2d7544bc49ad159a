"""The debugger of an editor, as the run knows it: somebody who is asked before each step and at failures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cogscript.editor.debugging.adapter_wire import Wire
from cogscript.editor.debugging.breakpoints import Breakpoints
from cogscript.editor.debugging.debug_console import DebugConsole
from cogscript.editor.debugging.inbox import Inbox
from cogscript.editor.debugging.stop_answers import StoppedRun
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.runtime.control import Decision, Stop
from cogscript.runtime.stepping.line_change import adopt
from cogscript.runtime.stepping.line_places import is_caught, landing
from cogscript.runtime.stepping.stepper import Stepper

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.runtime.program import Program

FAILURES = (
    ("uncaught", "Failures", True),
    ("caught", "Failures that TRY catches", False),
)
"""Which failures stop the run: name, what the editor shows, whether that is so from the start."""


class Debugger:
    """A Controller (see `runtime.control`)."""

    def __init__(self, wire: Wire, inbox: Inbox, checked: Callable[[], None]) -> None:
        self.console = DebugConsole(wire, inbox)
        self.breakpoints = Breakpoints(self.console.say)
        self.failures = frozenset(name for name, _, wanted in FAILURES if wanted)
        self._inbox = inbox
        self._checked = checked
        """Told when the workflow was found right."""
        self._stepper = Stepper(self.console, self.breakpoints, stepping=False)
        self._calls: dict[int, Operation] = {}
        self._start = 0

    def pause(self, at_entry: bool = False) -> None:
        """Stop before the next step."""
        self.console.reason = "entry" if at_entry else "pause"
        self._stepper.pause()

    def begin_at(self, line: int) -> None:
        """Go to a line of the main file when its INPUTs have their values, before anything is done."""
        self._start = line

    # --- the run asks ----------------------------------------------------------------------------------

    def check(self, program: Program) -> None:
        self._stepper.check(program)
        self._checked()

    def before(self, stop: Stop) -> Decision:
        if stop.step.kind == "call":
            self._calls[len(stop.state.frames) - 1] = stop.step.operation
        if self._start and stop.step.operation.name != "INPUT":
            line, self._start = self._start, 0
            return self._jump(stop, line)
        run = StoppedRun(stop, self._calls)
        self.console.answer_pictures(run)
        return self._decided(stop, run, self._stepper.before)

    def _jump(self, stop: Stop, line: int) -> Decision:
        try:
            target = landing(stop.state.frame.workflow, stop.step.operation, line)
        except Fault as fault:
            self.console.tell(f"the run cannot begin there: {fault.reason}", "stderr")
            return Decision("quit")
        return Decision("jump", target.line)

    def failed(self, stop: Stop) -> Decision:
        expected = is_caught(stop.step.operation, stop.state.frame.workflow)
        if ("caught" if expected else "uncaught") not in self.failures:
            return Decision("run")
        return self._decided(stop, StoppedRun(stop, self._calls), self._stepper.stop)

    def _decided(self, stop: Stop, run: StoppedRun, decide: Callable[[Stop], Decision]) -> Decision:
        self.console.at(run)
        decision = decide(stop)
        if self.console.stands:
            decision = self._with_changes(stop, decision)
            if decision.action == "jump":
                self._stepper.pause()
            elif stop.step.outcome == "failed":
                self._after_failure()
            self.console.resumed()
        return decision

    def _after_failure(self) -> None:
        """What the person pressed to let it fail counts for the steps after it."""
        if self.console.reason == "step":
            self._stepper.pause()
        else:
            self._stepper.go_on()

    def _with_changes(self, stop: Stop, decision: Decision) -> Decision:
        """Take over what was changed in the files while the run stood; the line itself is then begun anew."""
        changed: list[Operation] = []
        for workflow in stop.state.program.files():
            try:
                changed += adopt(stop.state, workflow)
            except CogError as error:
                said = f"{workflow.path} has mistakes now, and the run continues as it was: {error}"
                self.console.tell(stop.state.mask(said))
            except Fault as fault:
                self.console.tell(stop.state.mask(f"{fault.reason}; {fault.advice}"))
        for operation in changed:
            stop.forget(operation)
            self.console.tell(f"line {operation.line} was changed, and is taken as it is now")
        if decision.action != "run" or not any(each is stop.step.operation for each in changed):
            return decision
        self._stepper.try_at_once(stop.step.operation)
        return Decision("retry")

"""Performs a workflow: one step after another, each from the table of functions.

Every operation goes the same way: its arguments are expanded, its target is found, it is on record
before it acts and again when it has ended, and whatever goes wrong becomes a diagnostic with its place.
Two hooks can change the course: `past` (a resumed run, which takes the record's word for what was done)
and `controller` (somebody who steps through the run).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.operations import OPERATIONS, TELLING, Need, Target
from cogscript.language.model.tree import Operation
from cogscript.records.step import Step, StepKind
from cogscript.records.writer import RecordBroken
from cogscript.runtime import blocks, judging
from cogscript.runtime.assignments import Provenance
from cogscript.runtime.bindings import BoundArguments
from cogscript.runtime.consent import ask_first
from cogscript.runtime.control import Controller, Decision, Stop
from cogscript.runtime.failures import diagnose
from cogscript.runtime.frames import CallFrame
from cogscript.runtime.growing_text import hand_over
from cogscript.runtime.performer import Past
from cogscript.runtime.permissions import NotAllowed
from cogscript.runtime.program import needs_of
from cogscript.runtime.signals import (
    BreakLoop,
    EndWorkflow,
    Jump,
    NextRound,
    RunOver,
    StepFailed,
    TargetFault,
    TargetMissing,
)
from cogscript.runtime.state import RunState
from cogscript.runtime.step_pictures import StepPictures
from cogscript.runtime.steps import STEPS, Behaviour, through_elements
from cogscript.runtime.targets import locate, may_have_gone
from cogscript.runtime.watching import PRESSES, aim, expect_change
from cogscript.surfaces.pointing import NotReached, Stopped

_CONTROL_BUT_FAILURE = (
    EndWorkflow, BreakLoop, NextRound, Jump, RunOver, RecordBroken, Stopped, KeyboardInterrupt,
)  # fmt: skip


_BLOCK = Behaviour(lambda state, step, arguments: None)
"""What blocks have in the place of a step's behaviour."""


class Task:
    """An operation with all that is known of it before it is performed."""

    __slots__ = (
        "behaviour", "binding", "block", "operation", "points", "presses", "screen", "sensitive", "settles",
    )  # fmt: skip

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        spec = OPERATIONS[operation.name]
        self.binding = BoundArguments(operation)
        self.block: blocks.Block | None = blocks.BLOCKS.get(operation.name)
        self.behaviour: Behaviour = STEPS.get(operation.name, _BLOCK)
        self.screen = Need.SCREEN in needs_of(operation)
        given = operation.arguments
        self.points = spec.target is not Target.NONE and any(
            given.get(name) not in (None, "") for name in ("box", *TELLING)
        )
        judges = operation.name == "ASSERT" and judging.reads_screen(given.get("test"))
        self.settles = self.points or self.behaviour.looks or judges
        self.sensitive = "sensitive" in given
        self.presses = operation.name in PRESSES


class Interpreter:
    def __init__(
        self,
        state: RunState,
        *,
        pictures: StepPictures | None = None,
        controller: Controller | None = None,
        past: Past | None = None,
    ) -> None:
        self.state = state
        self.pictures = pictures
        self.controller = controller
        self.past = past
        self.number = 0
        self.depth = 0
        self.parent: int | None = None
        self.rounds = ""
        self.handling = False
        self.standing = 0
        self.step: Step | None = None
        """The step being performed."""
        self.known: Provenance | None = None
        """How the next step came about, where a model decided on it."""
        self._tasks: dict[int, Task] = {}
        state.meanwhile = self._handle_meanwhile

    # --- workflows and bodies ----------------------------------------------------------------

    def workflow(self, frame: CallFrame) -> None:
        """Run one workflow to its end, in a frame of its own."""
        try:
            with self.state.inside(frame):
                self.body(frame.workflow.operations)
        except EndWorkflow as end:
            if end.frame is not frame:
                raise
        except Jump as jump:
            raise StepFailed(_no_such_line(jump.line, frame)) from None
        finally:
            self.standing -= len(frame.handlers)

    def call(self, frame: CallFrame, step: Step) -> None:
        with self.under(step):
            try:
                self.workflow(frame)
            finally:
                self.step = step

    def body(self, operations: list[Operation]) -> None:
        index = 0
        while index < len(operations):
            try:
                self.perform(operations[index])
            except Jump as jump:
                lines = [operation.line for operation in operations]
                if jump.line not in lines:
                    raise  # a block around this one may hold the line
                index = lines.index(jump.line)
                continue
            index += 1

    def inside(self, step: Step, operations: list[Operation]) -> None:
        parent, self.parent = self.parent, step.number
        self.depth += 1
        try:  # not by way of `under`, which costs as much as a short step itself
            self.body(operations)
        finally:
            self.depth -= 1
            self.parent = parent

    @contextmanager
    def under(self, step: Step) -> Iterator[None]:
        """What is performed meanwhile is on record as this step's own."""
        parent, self.parent = self.parent, step.number
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            self.parent = parent

    def task(self, operation: Operation) -> Task:
        task = self._tasks.get(id(operation))
        if task is None or task.operation is not operation:
            task = self._tasks[id(operation)] = Task(operation)
        return task

    def binding(self, operation: Operation) -> BoundArguments:
        """The arguments as they are now: a person stepping may have changed the line."""
        return self.task(operation).binding

    def forget(self, operation: Operation) -> None:
        """Its arguments were changed in place."""
        self._tasks.pop(id(operation), None)

    # --- one operation -----------------------------------------------------------------------

    def perform(self, operation: Operation) -> None:
        if operation.name == "WORKFLOW":
            return  # a header has nothing to perform
        task = self.task(operation)
        if self.standing and not self.handling and operation.name != "ON":
            blocks.handle(self, task.screen)
        if task.block is not None:
            task.block(self, operation)
            return
        while self._attempt(task):
            task = self.task(operation)

    def _handle_meanwhile(self) -> None:
        """A pop-up that comes while a step waits is handled then, and the step stays the one under way."""
        if self.standing and not self.handling and self.past is None:
            step = self.step
            blocks.handle(self, touches_screen=True)
            self.step = step

    def begin(self, operation: Operation, kind: StepKind = "step") -> Step:
        self.number += 1
        step = Step(
            self.number, operation, self.state.frame.file, kind, self.depth, self.parent, self.rounds,
            time.time(),
        )  # fmt: skip
        if self.known is not None:
            step.asked, step.told = self.known
        return step

    def _attempt(self, task: Task) -> bool:
        """Perform an operation once; whether a person wants it tried again."""
        state, behaviour = self.state, task.behaviour
        if self.past is not None and self.past.performs(self, task.operation, task.binding, behaviour):
            return False
        step = self.begin(task.operation, behaviour.kind)
        self.step = step
        if self.controller is not None:
            decision = self.controller.before(self._stop(step))
            if decision.action == "retry":
                self._anew(step)
                return True
            if self._decide(decision, step):
                return False
        if behaviour.kind == "step":
            state.run.performed += 1
        acting = False
        try:
            step.arguments = task.binding.resolve(state.frame.scope)
            arguments = {**task.binding.defaults, **step.arguments}
            if behaviour.instant:
                behaviour.perform(state, step, arguments)
            else:
                if behaviour.reveal is not None:
                    behaviour.reveal(state, arguments)
                state.voice.listener.step_started(step)
                self._prepare(task, step, arguments)
                acting = True
                state.voice.listener.step_acting(step)
                self._act(task, step, arguments)
            step.outcome = "ok"
        except TargetMissing as fault:
            if not arguments.get("optional"):
                return self.fail(step, fault, acting=acting)
            step.outcome, step.error = "skipped", fault.reason
            step.halt = fault.halt.to_json() if fault.halt is not None else None
        except (EndWorkflow, BreakLoop, NextRound):
            step.outcome = "ok"
            self.ended(step)
            raise
        except (Stopped, KeyboardInterrupt):
            if acting:  # else nothing was done, and a resumed run simply does it
                step.outcome = "stopped"
                self.ended(step)
            raise
        except (RunOver, RecordBroken, Jump):
            raise
        except Exception as error:
            return self.fail(step, error, acting=acting)
        self.ended(step)
        return False

    def _prepare(self, task: Task, step: Step, arguments: dict[str, Any]) -> None:
        """All that comes before the action: the person's hand, a still surface, the target, consent."""
        state = self.state
        if task.screen and task.behaviour.touches(state, arguments):
            surface = state.surface
            step.surface = surface.described
            state.surfaces.watch_hand()
            surface.prepare()
            step.settled = state.settle(pointing=task.settles)
            if task.points:
                with step.spending("finding"):
                    locate(state, step, arguments)
                if task.presses and step.point is not None and _is_watched(step, arguments):
                    if self.pictures is not None:
                        self.pictures.answer()
                    if aim(state, step.point) and may_have_gone(surface, step):
                        with step.spending("finding"):
                            locate(state, step, arguments)
            if self.pictures is not None:
                self.pictures.before(step, surface.root, acts=task.behaviour.effect)
        if task.sensitive and arguments["sensitive"]:
            with step.spending("person"):
                asked = ask_first(state, step, state.person, self.pictures)
            if asked and may_have_gone(state.surface, step):  # a person takes their time
                with step.spending("finding"):
                    locate(state, step, arguments)

    def _act(self, task: Task, step: Step, arguments: dict[str, Any]) -> None:
        behaviour = task.behaviour
        if task.points and step.point is None and behaviour.effect:
            return  # on a surface that cannot be looked at, what is only named has no place
        if behaviour.call is not None:
            frame = behaviour.call(self.state, step, arguments)
            self.call(frame, step)
            step.value = frame.answers
        elif behaviour.task:
            step.value = hand_over(self, step, arguments)
        perform = behaviour.perform
        opened = self.state.surfaces.opened
        if task.screen and opened is not None and opened.through_elements:
            perform = through_elements.performing(task.operation.name, behaviour)
        for last in (False, False, True):
            try:
                if arguments.get("changes"):
                    expect_change(self.state, step, lambda: perform(self.state, step, arguments))
                else:
                    perform(self.state, step, arguments)
                return
            except NotReached:  # nothing was done: what came in between is seen now, and waited for
                if last:
                    raise
                with step.spending("finding"):
                    locate(self.state, step, arguments)

    def ended(self, step: Step) -> None:
        step.ended = time.time()
        if step.healed and step.asked is None:  # a line that a model made up is in no file
            self.state.run.healed += 1
        self.state.voice.listener.step_finished(step)
        for said in self.state.surfaces.news():
            self.state.voice.message(f"line {step.line}: {said}")

    def tell(self, step: Step) -> None:
        step.outcome = "ok"
        self.ended(step)

    def fail(self, step: Step, error: Exception, *, acting: bool) -> bool:
        if isinstance(error, TargetFault) and error.halt is not None:
            step.halt = error.halt.to_json(self.pictures.halt(step, error.halt) if self.pictures else "")
        if self.pictures is not None:
            self.pictures.failing(step)
        diagnostic = diagnose(error, step, self.state, self.pictures.in_vain if self.pictures else None)
        if isinstance(error, StepFailed):
            error.diagnostic = diagnostic
        step.outcome, step.error, step.diagnostic = "failed", diagnostic.message, diagnostic
        if self.pictures is not None and self.state.surfaces.opened and acting:
            self.pictures.after_failure(step, self.state.surface.root)
        if self.controller is not None and not isinstance(error, StepFailed):
            try:
                decision = self.controller.failed(self._stop(step))
            except (Stopped, KeyboardInterrupt):  # as if the person had said so: what failed is on record
                step.outcome = "stopped"
                self.ended(step)
                raise
            if self._settled_by(decision, step):
                return decision.action == "retry"
        self.ended(step)
        if isinstance(error, StepFailed):
            raise error
        raise StepFailed(diagnostic, final=isinstance(error, NotAllowed)) from error

    # --- somebody who steps --------------------------------------------------------------------

    def _stop(self, step: Step) -> Stop:
        return Stop(step, self.state, self._set_variable, self.forget)

    def _settled_by(self, decision: Decision, step: Step) -> bool:
        """Whether a controller's decision takes the failure's place: the step is retried or skipped."""
        action = decision.action
        if action == "run":
            return False
        step.outcome = {"retry": "retried", "skip": "skipped", "jump": "jumped", "quit": "stopped"}[action]  # type: ignore[assignment]
        step.value = decision.line if action == "jump" else step.value
        self.ended(step)
        self.forget(step.operation)
        if action == "jump":
            raise Jump(decision.line)
        if action == "quit":  # when the run is resumed, a person decides about this step
            raise Stopped("stopped while stepping")
        return True

    def _decide(self, decision: Decision, step: Step) -> bool:
        """Do what a controller wants; whether that takes the step's place."""
        if decision.action == "run":
            step.started = time.time()  # the person's time is not the step's
            return False
        if decision.action == "quit":
            raise Stopped("stopped while stepping")
        step.outcome = "jumped" if decision.action == "jump" else "skipped"
        step.value = decision.line if decision.action == "jump" else None
        self.ended(step)
        if decision.action == "jump":
            raise Jump(decision.line)
        return True

    def _anew(self, step: Step) -> None:
        """Its line was changed before it began: it begins anew, and nothing of it is on record."""
        self.forget(step.operation)
        self.number = step.number - 1

    def _set_variable(self, name: str, value: str) -> None:
        """A person stepping sets a variable: on record as a step of its own, in front of the one that
        has not begun, behind the one that has failed."""
        waiting = self.step
        assert waiting is not None
        step = self.begin(waiting.operation, "set")
        if waiting.outcome is None:
            step.number, waiting.number = waiting.number, step.number
        self.state.set(step, name, value)
        self.tell(step)

    # --- what blocks decide --------------------------------------------------------------------

    def decide(self, operation: Operation, judge: Callable[[Step], Any]) -> Step | None:
        if self.past is not None and (recalled := self.past.decides(self, operation)) is not None:
            return recalled.step
        while True:
            step = self.begin(operation, "block")
            self.step = step
            if self.controller is not None:
                decision = self.controller.before(self._stop(step))
                if decision.action == "retry":
                    self._anew(step)
                    continue
                if self._decide(decision, step):
                    return None
            try:
                step.value = judge(step)
            except _CONTROL_BUT_FAILURE:
                raise
            except Exception as error:
                if self.fail(step, error, acting=False):
                    continue
                return None
            self.tell(step)
            return step


def _is_watched(step: Step, arguments: dict[str, Any]) -> bool:
    """Whether anything depends on what comes of the step alone: its line says so, or a model decided on it,
    whose dead ends are left out of the file."""
    return bool(arguments.get("changes")) or (step.asked is not None and not arguments.get("sensitive"))


def _no_such_line(line: int, frame: CallFrame) -> Diagnostic:
    return Diagnostic("jump", f"line {line} cannot be jumped to from here", source=frame.source)

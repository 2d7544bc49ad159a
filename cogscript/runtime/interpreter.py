"""Performs a workflow: one step after another, each from the table of functions.

Every operation goes the same way: its arguments are expanded, its target is found, it is on record
before it acts and again when it has ended, and whatever goes wrong becomes a diagnostic with its place.
A run that is resumed goes the very same way; as long as the record has a step, the record's word is
taken for it and nothing is done, so that loops, calls and handlers come out exactly where they were.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cogscript.language.diagnostic import Diagnostic
from cogscript.language.operations import OPERATIONS, Need, Target
from cogscript.language.tree import Operation
from cogscript.runtime import flow, judging, settle
from cogscript.runtime.arguments import Plan
from cogscript.runtime.asking import ask_first
from cogscript.runtime.context import Context, Frame
from cogscript.runtime.faults import diagnose
from cogscript.runtime.finder import locate
from cogscript.runtime.program import needs_of
from cogscript.runtime.record import StepRecord
from cogscript.runtime.signals import (
    BreakLoop,
    EndWorkflow,
    Jump,
    NextRound,
    RunOver,
    StepFailed,
    TargetMissing,
)
from cogscript.runtime.step import Kind, Step
from cogscript.runtime.steps import STEPS, Behaviour
from cogscript.screens.protocol import Stopped

_CONTROL_BUT_FAILURE = (EndWorkflow, BreakLoop, NextRound, Jump, RunOver, Stopped, KeyboardInterrupt)


_BLOCK = Behaviour(lambda context, step, arguments: None)
"""What blocks have in the place of a step's behaviour."""


class Task:
    """An operation with all that is known of it before it is performed."""

    __slots__ = (
        "behaviour", "block", "operation", "plan", "points", "screen", "sensitive", "settles",
    )  # fmt: skip

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        spec = OPERATIONS[operation.name]
        self.plan = Plan(operation)
        self.block: flow.Block | None = flow.BLOCKS.get(operation.name)
        self.behaviour: Behaviour = STEPS.get(operation.name, _BLOCK)
        self.screen = Need.SCREEN in needs_of(operation)
        given = operation.arguments
        self.points = spec.target is not Target.NONE and any(
            given.get(name) not in (None, "") for name in ("box", "element_info")
        )
        self.settles = self.points or (operation.name == "ASSERT" and judging.reads_screen(given.get("test")))
        self.sensitive = "sensitive" in given


class Interpreter:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.number = 0
        self.depth = 0
        self.parent: int | None = None
        self.rounds = ""
        self.handling = False
        self.standing = 0
        """How many ON handlers stand: most workflows have none, and then nothing is judged."""
        context.call = self._call
        context.set_variable = self._set_variable
        self._tasks: dict[int, Task] = {}

    # --- workflows and bodies ----------------------------------------------------------------

    def workflow(self, frame: Frame) -> None:
        """Run one workflow to its end, in a frame of its own."""
        context = self.context
        context.frames.append(frame)
        context.frame = frame
        try:
            self.body(frame.workflow.operations)
        except EndWorkflow as end:
            if end.frame is not frame:
                raise
        except Jump as jump:
            raise StepFailed(_no_such_line(jump.line, frame)) from None
        finally:
            context.frames.pop()
            self.standing -= len(frame.handlers)
            if context.frames:
                context.frame = context.frames[-1]

    def _call(self, frame: Frame, step: Step) -> None:
        """CALL: the called file's steps are on record as the CALL's."""
        parent, self.parent = self.parent, step.number
        self.depth += 1
        try:
            self.workflow(frame)
        finally:
            self.depth -= 1
            self.parent = parent
            self.context.step = step

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
        """Run a block's body, its steps on record as the block's."""
        parent, self.parent = self.parent, step.number
        self.depth += 1
        try:
            self.body(operations)
        finally:
            self.depth -= 1
            self.parent = parent

    def task(self, operation: Operation) -> Task:
        task = self._tasks.get(id(operation))
        if task is None or task.operation is not operation:
            task = self._tasks[id(operation)] = Task(operation)
        return task

    def forget(self, operation: Operation) -> None:
        """Its arguments were changed in place."""
        self._tasks.pop(id(operation), None)

    # --- one operation -----------------------------------------------------------------------

    def perform(self, operation: Operation) -> None:
        if operation.name == "WORKFLOW":
            return  # a header has nothing to perform
        task = self.task(operation)
        if self.standing and not self.handling and operation.name != "ON":
            flow.handle(self, task.screen)
        if task.block is not None:
            task.block(self, operation)
            return
        while self._attempt(task):
            task = self.task(operation)

    def begin(self, operation: Operation, kind: Kind = "step") -> Step:
        self.number += 1
        return Step(
            self.number, operation, self.context.frame.file, kind, self.depth, self.parent, self.rounds,
            time.time(),
        )  # fmt: skip

    def recorded(self, operation: Operation, kind: Kind) -> StepRecord | None:
        """What the record of a resumed run has for this step; None once it has no more."""
        replay = self.context.replay
        if replay is None:
            return None
        found = replay.take(operation, kind, self.context)
        if found is None:
            self.number = replay.last
            self.context.replay = None
            replay.go_live(self.context)
        else:
            self.number = found.number - 1
        return found

    def _attempt(self, task: Task) -> bool:
        """Perform an operation once; whether a person wants it tried again."""
        context = self.context
        behaviour = task.behaviour
        if context.replay is not None:
            record = self.recorded(task.operation, behaviour.kind)
            if record is not None:
                self._replayed(task, record)
                return False
        step = self.begin(task.operation, behaviour.kind)
        context.step = step
        controller = context.options.controller
        if controller is not None:
            decision = controller.before(step, context)
            if decision.action == "retry":
                self._anew(step)
                return True
            if self._decide(decision, step):
                return False
        if behaviour.kind == "step":
            context.run.performed += 1
        listener = context.listener
        acting = False
        try:
            step.arguments = task.plan.resolve(context.frame.scope)
            arguments = {**task.plan.defaults, **step.arguments}
            if not behaviour.instant:
                if behaviour.reveal is not None:
                    behaviour.reveal(context, arguments)
                listener.step_started(step)
                self._prepare(task, step, arguments)
                acting = True
                listener.step_acting(step)
            if not (context.dry and task.points and step.point is None and behaviour.effect):
                behaviour.perform(context, step, arguments)
            step.outcome = "ok"
        except TargetMissing as fault:
            if not arguments.get("optional"):
                return self._fail(step, fault, acting)
            step.outcome, step.error = "skipped", fault.reason
        except (EndWorkflow, BreakLoop, NextRound):
            step.outcome = "ok"
            self._ended(step)
            raise
        except (Stopped, KeyboardInterrupt):
            if acting:  # else nothing was done, and a resumed run simply does it
                step.outcome = "stopped"
                self._ended(step)
            raise
        except (RunOver, Jump):
            raise
        except Exception as error:
            return self._fail(step, error, acting)
        self._ended(step)
        return False

    def _prepare(self, task: Task, step: Step, arguments: dict[str, Any]) -> None:
        """All that comes before the deed: the hand, the still screen, the target, the person's word."""
        context = self.context
        if task.screen and context.screen_or_none is not None and task.behaviour.touches(context, arguments):
            if context.hand is not None:
                context.hand.watch()
            if task.settles and context.options.settle and not context.dry:
                step.settled = settle.wait(context)
            if task.points:
                locate(context, step, arguments)
            if context.pictures is not None:
                context.pictures.before(step)
        if task.sensitive and arguments["sensitive"]:
            ask_first(context, step)

    def _ended(self, step: Step) -> None:
        context = self.context
        step.ended = time.time()
        context.listener.step_finished(step)

    def _fail(self, step: Step, error: Exception, acting: bool) -> bool:
        """Put a failed step on record; True when a person wants it tried again."""
        context = self.context
        diagnostic = diagnose(error, step, context)
        if isinstance(error, StepFailed):
            error.diagnostic = diagnostic
        step.outcome, step.error, step.diagnostic = "failed", diagnostic.message, diagnostic
        if context.pictures is not None and context.screen_or_none is not None and acting:
            context.pictures.after_failure(step)
        controller = context.options.controller
        if controller is not None and not isinstance(error, StepFailed):
            decision = controller.failed(step, context)
            if decision.action == "retry":
                step.outcome = "retried"
                self._ended(step)
                self.forget(step.operation)
                return True
            if decision.action == "skip":
                step.outcome = "skipped"
                self._ended(step)
                return False
            if decision.action == "jump":
                step.outcome, step.value = "jumped", decision.line
                self._ended(step)
                raise Jump(decision.line)
            if decision.action == "quit":
                step.outcome = "stopped"  # when the run is resumed, a person decides about this step
                self._ended(step)
                raise Stopped("stopped while stepping")
        self._ended(step)
        raise error if isinstance(error, StepFailed) else StepFailed(diagnostic) from error

    def _decide(self, decision: Any, step: Step) -> bool:
        """Do what a controller wants; whether that takes the step's place."""
        if decision.action == "run":
            step.started = time.time()  # the person's time is not the step's
            return False
        if decision.action == "quit":
            raise Stopped("stopped while stepping")
        step.outcome = "jumped" if decision.action == "jump" else "skipped"
        step.value = decision.line if decision.action == "jump" else None
        self._ended(step)
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
        context = self.context
        waiting = context.step
        assert waiting is not None
        step = self.begin(waiting.operation, "set")
        if waiting.outcome is None:
            step.number, waiting.number = waiting.number, step.number
        context.set(step, name, value)
        self.tell(step)

    def _replayed(self, task: Task, record: StepRecord) -> None:
        """Take the record's word for a step."""
        context = self.context
        step = self.begin(task.operation, task.behaviour.kind)
        if record.outcome == "jumped":
            raise Jump(int(record.value))
        if record.kind == "call":
            self._recall(task, step, record)
            return
        context.run.performed += 1
        self.raise_recorded(record, task.operation)
        if record.outcome == "skipped":
            return
        behaviour = task.behaviour
        if behaviour.again is not None:
            step.arguments = task.plan.resolve(context.frame.scope)
            behaviour.again(context, step, {**task.plan.defaults, **step.arguments})
        for name, value in record.variables.items():
            context.frame.scope.set(name, context.secrets.unmask(value))
        if behaviour.recall is not None:
            behaviour.recall(context, record)

    def _recall(self, task: Task, step: Step, record: StepRecord) -> None:
        """Enter a CALL that is on record: its steps are, as far as they go, and what follows is done."""
        context = self.context
        step.arguments = task.plan.resolve(context.frame.scope)
        arguments = {**task.plan.defaults, **step.arguments}
        if task.behaviour.reveal is not None:
            task.behaviour.reveal(context, arguments)
        try:
            task.behaviour.perform(context, step, arguments)
        except StepFailed as error:
            if context.replay is None or record.outcome is None:
                self._fail(step, error, acting=True)
            raise
        if context.replay is None or record.outcome is None:
            step.outcome = "ok"
            self._ended(step)

    def raise_recorded(self, record: StepRecord, operation: Operation) -> None:
        """Fail again, as the record says it did: a TRY around it must see the same."""
        if record.outcome == "failed":
            raise StepFailed(
                Diagnostic(
                    str((record.diagnostic or {}).get("code") or "failed"),
                    self.context.secrets.unmask(record.error or ""),
                    span=operation.span,
                    source=self.context.frame.source,
                )
            )

    # --- what blocks decide --------------------------------------------------------------------

    def decide(self, operation: Operation, judge: Callable[[Step], Any]) -> Step | None:
        """A block's decision as a step: judged, or taken from the record; None when a person skips it."""
        context = self.context
        record = self.recorded(operation, "block")
        while True:
            step = self.begin(operation, "block")
            context.step = step
            if record is not None:
                if record.outcome == "jumped":
                    raise Jump(int(record.value))
                self.raise_recorded(record, operation)
                for name, value in record.variables.items():
                    context.frame.scope.set(name, context.secrets.unmask(value))
                step.value = record.value
                return None if record.outcome == "skipped" else step
            controller = context.options.controller
            if controller is not None:
                decision = controller.before(step, context)
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
                if self._fail(step, error, acting=False):
                    continue
                return None
            self.tell(step)
            return step

    def tell(self, step: Step) -> None:
        """Put a step that is already over on record."""
        step.outcome = "ok"
        self._ended(step)

    def failed(self, step: Step, error: Exception) -> None:
        self._fail(step, error, acting=False)


def _no_such_line(line: int, frame: Frame) -> Diagnostic:
    return Diagnostic("jump", f"line {line} cannot be jumped to from here", source=frame.source)

"""A DO being done: its text grows with every operation, so that each has a line in messages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from cogscript.language.model.diagnostic import Source
from cogscript.language.model.tree import Operation, Workflow
from cogscript.records.storing import describe
from cogscript.runtime.appending import Appended
from cogscript.runtime.assignments import Provenance, do_task
from cogscript.runtime.frames import CallFrame
from cogscript.runtime.program import Program
from cogscript.runtime.signals import StepFailed

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.performer import Performer
    from cogscript.runtime.state import RunState


class GrowingText:
    def __init__(self, state: RunState, step: Step) -> None:
        name = f"<DO, step {step.number}>"
        self._program = Program(Workflow(source=Source("", name)))
        self._appended = Appended(self._program, name)
        self._state = state
        outer = state.frame
        # The variables are those of the file around it: a model that is told of `password` may type it.
        self.frame = CallFrame(self._program.main, outer.scope, outer.given)

    def take(self, operation: Operation) -> list[Operation]:
        """The operation, checked against what is known now, with its place in the text."""
        taken = self._appended.take(operation, self.frame.scope.values)
        self._state.voice.listener.text_grew(self._program.main)
        return taken


def hand_over(performer: Performer, step: Step, arguments: Mapping[str, Any]) -> list[str]:
    """Let the task of a DO be done, its steps on record as its own; the answers that were given."""
    state = performer.state
    if not state.outside.is_real:
        return []
    growing = GrowingText(state, step)
    earlier: list[str] = []
    if state.interrupted is not None and state.interrupted[0] == state.mask(describe(step.operation)):
        earlier = state.interrupted[1]
    state.interrupted = None
    with performer.under(step), state.inside(growing.frame):
        try:
            do_task(state, step, arguments, earlier, partial(_perform, performer, growing))
        finally:
            performer.step = step
    return growing.frame.answers


def _perform(performer: Performer, growing: GrowingText, operation: Operation, known: Provenance) -> Step:
    """Perform one operation, with what is known of how it came about; the step, also where it failed."""
    for each in growing.take(operation):
        performer.step, performer.known = None, known
        try:
            performer.perform(each)
        except StepFailed as failed:
            if performer.step is None or failed.final:
                raise
            performer.step.diagnostic = performer.step.diagnostic or failed.diagnostic
        finally:
            performer.known = None
    assert performer.step is not None
    return performer.step

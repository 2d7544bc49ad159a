"""The finished part of a run that is resumed: its record, step by step, in place of the world.

The interpreter goes through the workflow as in a first run and asks here for each step. As long as the
record has it, its word is taken, so that loops, calls and handlers come out exactly where they were; a step
that is not the record's means that the file says something else now, and then nothing is done at all. When
the record ends, the run continues for real.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cogscript.language.model.diagnostic import Diagnostic
from cogscript.records.reader import Record
from cogscript.records.schema import StepRecord
from cogscript.records.storing import Mask, describe
from cogscript.runtime.performer import Performer, Recalled, Row
from cogscript.runtime.signals import Jump, RunOver, StepFailed
from cogscript.surfaces.capabilities import Button, Keys, Pointer

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.bindings import BoundArguments
    from cogscript.runtime.program import Program
    from cogscript.runtime.state import RunState
    from cogscript.runtime.steps.behaviour import Behaviour

_HELD = {"KEY_DOWN": "KEY_UP", "MOUSE_DOWN": "MOUSE_UP"}


class Replay:
    """A Past: see `runtime.performer`."""

    def __init__(
        self,
        record: Record,
        last: int,
        decided: dict[int, str],
        mask: Mask,
        on_live: Callable[[], None],
        *,
        same_desktop: bool = True,
    ) -> None:
        self._record = record
        self._mask = mask
        self._decided = decided
        """A person's word on steps that had not finished: number → `retried` or `skipped`."""
        self._changed: dict[str, str] = dict(record.header.get("changed") or [])
        """Lines that a person changed while stepping: what they said → what they say now."""
        self._set: dict[str, str] = {}
        """What a person set while stepping, just before the next step."""
        self._steps = self._read()
        self._next: StepRecord | None = next(self._steps, None)
        self._last = last
        """The number of the last step on record: new ones count on from it."""
        self._taken = 0
        self._same_desktop = same_desktop
        self._on_live = on_live
        """Told when the record has ended and the run continues for real."""
        self._texts: dict[int, tuple[Operation, str]] = {}
        self._held: dict[tuple[str, str], None] = {}

    def _read(self) -> Iterator[StepRecord]:
        for step in outside_tasks(self._record.steps()):
            outcome = self._decided.get(step.number, step.outcome)
            if step.kind == "set":
                self._set |= step.variables
            elif outcome != "retried":
                yield replace(step, outcome=outcome)

    # --- what the interpreter asks ------------------------------------------------------------------

    def performs(
        self, performer: Performer, operation: Operation, binding: BoundArguments, behaviour: Behaviour
    ) -> bool:
        record = self._take(performer, operation, behaviour.kind)
        if record is None:
            return False
        step = performer.begin(operation, behaviour.kind)
        _jump_again(record)
        if behaviour.call is not None:
            self._enter_again(performer, step, binding, behaviour, record)
            return True
        state = performer.state
        state.run.performed += behaviour.kind == "step"
        _fail_again(record, operation, state)
        if record.outcome != "skipped":
            if behaviour.again is not None:
                step.arguments = binding.resolve(state.scope)
                behaviour.again(state, step, {**binding.defaults, **step.arguments})
            _set_again(record, state)
            if behaviour.recall is not None:
                behaviour.recall(state, record)
        return True

    def decides(self, performer: Performer, operation: Operation) -> Recalled | None:
        record = self._take(performer, operation, "block")
        if record is None:
            return None
        step = performer.begin(operation, "block")
        _jump_again(record)
        _fail_again(record, operation, performer.state)
        _set_again(record, performer.state)
        step.value = record.value
        return Recalled(None if record.outcome == "skipped" else step)

    def gives_row(
        self, performer: Performer, operation: Operation, number: int, fetch: Callable[[], Row | None]
    ) -> Recalled | None:
        if self._next is not None and not self._next_is(operation, "row"):
            if fetch() is None:
                return Recalled()  # as it was then: the record continues after the loop
            raise _other_rows(operation, number)
        record = self._take(performer, operation, "row")
        if record is None:
            return None
        performer.begin(operation, "row")
        _fail_again(record, operation, performer.state)
        row = fetch()
        unmask = performer.state.voice.secrets.unmask
        if row != {name: unmask(value) for name, value in record.variables.items()}:
            raise _other_rows(operation, number)
        return Recalled(row=row)

    def fires(self, handler: Operation) -> bool:
        return self._next_is(handler, "block")

    # --- a CALL that is on record -------------------------------------------------------------------

    def _enter_again(
        self,
        performer: Performer,
        step: Step,
        binding: BoundArguments,
        behaviour: Behaviour,
        record: StepRecord,
    ) -> None:
        """Enter the called file: its steps are on record, as far as they go, and what follows is done."""
        state = performer.state
        step.arguments = binding.resolve(state.scope)
        arguments = {**binding.defaults, **step.arguments}
        if behaviour.reveal is not None:
            behaviour.reveal(state, arguments)
        assert behaviour.call is not None
        try:
            frame = behaviour.call(state, step, arguments)
            performer.call(frame, step)
            step.value = frame.answers
            behaviour.perform(state, step, arguments)
        except StepFailed as error:
            if performer.past is None or record.outcome is None:
                performer.fail(step, error, acting=True)
            raise
        if performer.past is None or record.outcome is None:
            performer.tell(step)

    # --- the record, step by step -------------------------------------------------------------------

    def _take(self, performer: Performer, operation: Operation, kind: str) -> StepRecord | None:
        """The record's step for this operation; None when the record has no more, and the run is live."""
        found, state = self._next, performer.state
        if found is not None and (found.kind != kind or not self._is(found, operation)):
            raise _differs(found, operation)
        for name, value in self._set.items():
            state.scope.set(name, state.voice.secrets.unmask(value))
        self._set.clear()
        if found is None:
            performer.number = self._last
            performer.past = None
            self._go_live(state)
            return None
        performer.number = found.number - 1
        self._next = next(self._steps, None)
        self._taken += 1
        self._remember(found)
        return found

    def _go_live(self, state: RunState) -> None:
        """The record has ended: hold again what the run was holding, and say where it continues."""
        state.interrupted = self._interrupted() if self._same_desktop else None
        self._record.close()
        self._on_live()
        state.voice.message(f"{self._taken} steps were done before; continuing")
        for name, what in self._held:
            if name == "KEY_DOWN":
                state.surface.need(Keys).key_down(what)
            else:
                state.surface.need(Pointer).press(cast(Button, what))

    def _interrupted(self) -> tuple[str, list[str]] | None:
        """A DO that is done again, and what the model had done for it: it must not do that twice."""
        steps = list(self._record.steps())
        again = {number for number, outcome in self._decided.items() if outcome == "retried"}
        task = next((step for step in steps if step.kind == "task" and step.number in again), None)
        if task is None:
            return None
        done = [step.operation.text for step in steps if step.parent == task.number and step.outcome == "ok"]
        return task.operation.text, done

    def _remember(self, step: StepRecord) -> None:
        name = step.operation.name
        if step.outcome != "ok":
            return
        what = step.arguments.get("key") or step.arguments.get("button") or "left"
        if name in _HELD:
            self._held[(name, what)] = None
        for down, up in _HELD.items():
            if name == up:
                self._held.pop((down, what), None)

    def _next_is(self, operation: Operation, kind: str) -> bool:
        """Whether the record continues with this very operation."""
        found = self._next
        return found is not None and found.kind == kind and self._is(found, operation)

    def _is(self, found: StepRecord, operation: Operation) -> bool:
        """Whether the record's step is this operation: as it stands, or before a person changed it."""
        text, now = found.operation.text, self._text(operation)
        for _ in self._changed:
            if text == now:
                break
            text = self._changed.get(text, text)
        return text == now

    def _text(self, operation: Operation) -> str:
        known = self._texts.get(id(operation))
        if known is None:
            known = self._texts[id(operation)] = (operation, self._mask(describe(operation)))
        return known[1]


def outside_tasks(steps: Iterable[StepRecord]) -> Iterator[StepRecord]:
    """The steps of the files: those a model took in a DO are not written in any."""
    inside: set[int] = set()
    for step in steps:
        if step.kind == "task" or step.parent in inside:
            inside.add(step.number)
        if step.parent not in inside:
            yield step


def _jump_again(record: StepRecord) -> None:
    if record.outcome == "jumped":
        raise Jump(int(record.value))


def _fail_again(record: StepRecord, operation: Operation, state: RunState) -> None:
    """Fail as the record says it did: a TRY around it must see the same."""
    if record.outcome == "failed":
        raise StepFailed(
            Diagnostic(
                str((record.diagnostic or {}).get("code") or "failed"),
                state.voice.secrets.unmask(record.error or ""),
                span=operation.span,
                source=state.frame.source,
            )
        )


def _set_again(record: StepRecord, state: RunState) -> None:
    for name, value in record.variables.items():
        state.scope.set(name, state.voice.secrets.unmask(value))


def _other_rows(operation: Operation, number: int) -> RunOver:
    return RunOver(
        "resume",
        f"row {number} of the rows at line {operation.line} is not what it was",
        "start the run anew",
    )


def _differs(found: StepRecord, operation: Operation) -> RunOver:
    return RunOver(
        "resume",
        f"the finished part has changed: step {found.number} was `{found.operation.text}` "
        f"(line {found.operation.line}), and here is `{describe(operation)}` (line {operation.line})",
        "undo the change, or start the run anew",
    )


def changes(record: Record, program: Program, mask: Mask) -> list[str]:
    """What the files say now that they did not say then, as a diff."""
    folder = Path(str(record.header.get("folder")))
    now = {
        os.path.realpath(workflow.source.path): mask(workflow.source.text)
        for workflow in program.files()
        if workflow.source
    }
    lines: list[str] = []
    for path, text in record.files().items():
        current = now.get(os.path.realpath(folder / path), "")
        if current != text:
            lines.append(f"{path} has changed since:")
            diff = difflib.unified_diff(
                text.splitlines(), current.splitlines(), "then", "now", lineterm="", n=1
            )
            lines += [f"  {line}" for line in diff]
    return lines

"""The rounds of a loop, as they are added to a draft: those that are alike are counted."""

from __future__ import annotations

import ast
from typing import Any

from cogscript.dialects.core import builders
from cogscript.dialects.core.draft import DraftStep, Untranslatable
from cogscript.dialects.scripts.pyautogui.code_calls import CallReader
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.tree import Operation

_MOST_WRITTEN = 200
_FEW = 10
"""Equal rounds that are written one by one."""
_MOST_STEPS = 20
"""Steps of equal rounds that are written one by one."""
_LONG = 400
"""Steps of the first rounds of a loop that are written where all of them would be too many."""


class TooDifferent(Untranslatable):
    """A loop with more different rounds than are written down."""


class Rounds:
    """The steps of a loop's rounds, as they are added to the draft."""

    def __init__(self, reader: CallReader, loop: ast.For | ast.While) -> None:
        self._reader = reader
        self._loop = loop
        self._first = (len(reader.draft.steps), len(reader.draft.diagnostics))
        self._runs: list[tuple[int, list[DraftStep]]] = []
        self._start = self._first

    def begin(self) -> None:
        self._start = (len(self._reader.draft.steps), len(self._reader.draft.diagnostics))

    def end(self) -> None:
        """Keep a round; one that is like the one before is counted."""
        draft = self._reader.draft
        steps = draft.steps[self._start[0] :]
        if self._runs and _says(steps) == _says(self._runs[-1][1]):
            self._runs[-1] = (self._runs[-1][0] + 1, self._runs[-1][1])
            del draft.diagnostics[self._start[1] :]
        else:
            self._runs.append((1, steps))
        if len([run for run in self._runs if run[1]]) > _MOST_WRITTEN:
            del draft.steps[self._start[0] :]
            raise TooDifferent(f"a loop of more than {_MOST_WRITTEN} different rounds is not written out")
        del draft.steps[self._start[0] :]

    @property
    def is_doubtful(self) -> bool:
        return any(is_doubtful(step) for _, steps in self._runs for step in steps)

    @property
    def are_alike(self) -> bool:
        return len(self._runs) == 1

    @property
    def can_break(self) -> bool:
        """Whether a round may leave the loop by what only the screen tells."""
        return any(_leaves(steps, "BREAK") for _, steps in self._runs)

    def can_write(self, number: int) -> bool:
        """Whether so many rounds are not too many to be written one by one, as they differ."""
        return number <= _MOST_WRITTEN

    def again(self, times: int) -> None:
        """The last round so many times more."""
        count, steps = self._runs[-1]
        self._runs[-1] = (count + times, steps)

    def close(self) -> None:
        """Write the rounds: equal ones as one that is repeated, where there are many."""
        leaving = any(_leaves(steps, "BREAK", "CONTINUE") for _, steps in self._runs)
        if leaving and len(self._runs) > 1:
            self.drop()
            raise Untranslatable("which round is the last one is known only on the screen")
        for count, steps in self._runs:
            if not steps:
                continue
            if not any(map(_does, steps)):
                self._reader.draft.steps += steps  # what could not be read is said once
            elif leaving or (count > 1 and (count > _FEW or count * len(steps) > _MOST_STEPS)):
                self._add(Operation("REPEAT", {"times": count}), steps)
            else:
                for _ in range(count):
                    self._reader.draft.steps += map(_copied, steps)
        self._runs = []

    def cut(self) -> None:
        """Write the first rounds, as they are, and say that the others are not done."""
        written, length = 0, 0
        for count, steps in self._runs[:_MOST_WRITTEN]:
            length += count * len(steps)
            if written and length > _LONG:
                break
            written += 1
        rounds = sum(count for count, _ in self._runs[:written])
        del self._runs[written:]
        self.close()
        self._reader.draft.untranslatable(
            self._reader.span(self._loop),
            f"every round does something else: the first {rounds} are written out, the others are not done",
        )

    def set_aside(self) -> tuple[list[tuple[int, list[DraftStep]]], list[Diagnostic]]:
        """Take the rounds out of the draft, for `put_back`."""
        kept = self._runs, self._reader.draft.diagnostics[self._first[1] :]
        self.drop()
        return kept

    def put_back(self, kept: tuple[list[tuple[int, list[DraftStep]]], list[Diagnostic]]) -> None:
        self.drop()
        self._runs = kept[0]
        self._reader.draft.diagnostics += kept[1]

    def endless(self) -> None:
        count, steps = self._runs.pop()
        if not any(steps for _, steps in (*self._runs, (count, steps))):
            return
        self.close()
        if not any(map(_does, steps)):
            self._reader.draft.steps += steps
            self._reader.draft.untranslatable(self._reader.span(self._loop), "the loop goes on without end")
            return
        self._reader.draft.repaired(self._reader.span(self._loop), builders.ENDLESS)
        self._add(builders.endless(), steps)

    def block(self, operation: Operation) -> None:
        _, steps = self._runs.pop()
        if any(map(_does, steps)):
            self._add(operation, steps)
        else:
            self._reader.draft.steps += steps  # what could not be read is said once

    def _add(self, operation: Operation, steps: list[DraftStep]) -> None:
        reader = self._reader
        with reader.draft.nested(operation, reader.span(self._loop)):
            reader.draft.steps += steps

    def drop(self) -> None:
        steps, diagnostics = self._first
        del self._reader.draft.steps[steps:], self._reader.draft.diagnostics[diagnostics:]
        self._runs = []


def _does(step: DraftStep) -> bool:
    return step.operation is not None and (step.inner is None or any(map(_does, step.inner)))


def _leaves(steps: list[DraftStep], *ways: str) -> bool:
    """Whether a step leaves the loop, or its round, that it stands in."""
    for step in steps:
        operation = step.operation
        if operation is None or operation.name in ("REPEAT", "WHILE", "FOR_EACH"):
            continue
        caught = [each.name for branch in operation.branches for each in branch.body or ()]
        if {operation.name, *caught} & set(ways) or _leaves(step.inner or [], *ways):
            return True
    return False


def is_doubtful(step: DraftStep) -> bool:
    return step.operation is None or any(map(is_doubtful, step.inner or ()))


def _says(steps: list[DraftStep]) -> list[Any]:
    return [
        (step.operation, tuple(step.notes) if step.operation is None else (), _says(step.inner or []))
        for step in steps
    ]


def _copied(step: DraftStep) -> DraftStep:
    """The step once more, with an operation of its own: what joins steps changes them."""
    operation = step.operation
    again = None
    if operation is not None:
        again = Operation(operation.name, dict(operation.arguments), branches=operation.branches)
    inner = [_copied(each) for each in step.inner] if step.inner is not None else None
    return DraftStep(again, step.span, step.description, list(step.notes), step.block, inner, step.moves)

"""The finished part of a run that is resumed: its record, step by step, in place of the world.

The interpreter goes through the workflow as in a first run and asks here for each step. As long as the
record has it, its word is taken; a step that is not the record's means that the file says something
else now, and then nothing is done at all. When the record ends, the run goes on for real.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cogscript.runtime.journal import Mask, describe
from cogscript.runtime.record import Record, StepRecord
from cogscript.runtime.signals import RunOver

if TYPE_CHECKING:
    from cogscript.language.tree import Operation
    from cogscript.runtime.context import Context
    from cogscript.runtime.program import Program

_HELD = {"KEY_DOWN": "KEY_UP", "MOUSE_DOWN": "MOUSE_UP"}


class Replay:
    def __init__(self, record: Record, last: int, decided: dict[int, str], mask: Mask) -> None:
        self._record = record
        self._mask = mask
        self.decided = decided
        """A person's word on steps that had not finished: number → `retried` or `skipped`."""
        self._changed: dict[str, str] = dict(record.header.get("changed") or [])
        """Lines that a person changed while stepping: what they said → what they say now."""
        self._set: dict[str, str] = {}
        """What a person set while stepping, just before the next step."""
        self._steps = self._read()
        self._next: StepRecord | None = next(self._steps, None)
        self.last = last
        """The number of the last step on record: new ones count on from it."""
        self.taken = 0
        self.on_live: Callable[[], None] | None = None
        """Told when the record has ended and the run goes on for real."""
        self._texts: dict[int, tuple[Operation, str]] = {}
        self._held: dict[tuple[str, str], None] = {}

    def _read(self) -> Iterator[StepRecord]:
        for step in self._record.steps():
            outcome = self.decided.get(step.number, step.outcome)
            if step.kind == "set":
                self._set |= step.variables
            elif outcome != "retried":
                yield replace(step, outcome=outcome)

    @property
    def over(self) -> bool:
        return self._next is None

    def next_is(self, operation: Operation, kind: str = "block") -> bool:
        """Whether the record goes on with this very operation."""
        found = self._next
        return found is not None and found.kind == kind and self._is(found, operation)

    def take(self, operation: Operation, kind: str, context: Context) -> StepRecord | None:
        """The record's step for this operation; None when the record has no more."""
        found = self._next
        if found is not None and (found.kind != kind or not self._is(found, operation)):
            raise _differs(found, operation)
        for name, value in self._set.items():
            context.scope.set(name, context.secrets.unmask(value))
        self._set.clear()
        if found is None:
            return None
        self._next = next(self._steps, None)
        self.taken += 1
        self._remember(found)
        return found

    def go_live(self, context: Context) -> None:
        """The record has ended: hold again what the run was holding, and say where it goes on."""
        self._record.close()
        if self.on_live is not None:
            self.on_live()
        context.message(f"{self.taken} steps were done before; going on")
        for name, what in self._held:
            if name == "KEY_DOWN":
                context.screen.key_down(what)
            else:
                context.screen.press(what)  # type: ignore[arg-type]

    def _remember(self, step: StepRecord) -> None:
        name = step.operation.name
        if step.outcome != "ok":
            return
        if name in _HELD:
            what = step.arguments.get("key") or step.arguments.get("button") or "left"
            self._held[(name, what)] = None
        for down, up in _HELD.items():
            if name == up:
                what = step.arguments.get("key") or step.arguments.get("button") or "left"
                self._held.pop((down, what), None)

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

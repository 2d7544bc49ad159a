"""The listener that writes the record of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.rendering import render
from cogscript.runtime.events import Level, Listener

if TYPE_CHECKING:
    from cogscript.language.model.tree import Workflow
    from cogscript.records.step import Step
    from cogscript.records.writer import RecordWriter


class RecordKeeper(Listener):
    def __init__(self, writer: RecordWriter, existing: int = 0) -> None:
        self._writer = writer
        self._existing = existing
        """The last step that was on record before this run began: a resumed one's."""
        self._begun: set[int] = set()
        self._last: int | None = None

    def step_acting(self, step: Step) -> None:
        self._last = step.number
        self._begun.add(step.number)
        self._writer.started(step)

    def step_finished(self, step: Step) -> None:
        self._last = step.number
        if step.number in self._begun or step.number <= self._existing:
            self._begun.discard(step.number)
            self._writer.finished(step)
        else:
            self._writer.at_once(step)

    def line_changed(self, workflow: Workflow, before: str, after: str) -> None:
        if workflow.source is not None:
            self._writer.changed(workflow.source.path, workflow.source.text, before, after)

    def text_grew(self, workflow: Workflow) -> None:
        if workflow.source is not None:
            self._writer.file(workflow.source.path, workflow.source.text)

    def message(self, level: Level, text: str) -> None:
        self._writer.message(self._last, level, text)

    def warned(self, diagnostic: Diagnostic) -> None:
        self._writer.message(self._last, "warning", render([diagnostic]))

"""The listener that keeps the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Diagnostic, render
from cogscript.runtime.events import Level, Listener

if TYPE_CHECKING:
    from cogscript.language.tree import Workflow
    from cogscript.runtime.journal import Journal
    from cogscript.runtime.step import Step


class Recorder(Listener):
    def __init__(self, journal: Journal, existing: int = 0) -> None:
        self._journal = journal
        self._existing = existing
        """The last step that was on record before this run began: a resumed one's."""
        self._begun: set[int] = set()
        self._last: int | None = None

    def step_acting(self, step: Step) -> None:
        self._last = step.number
        self._begun.add(step.number)
        self._journal.started(step)

    def step_finished(self, step: Step) -> None:
        self._last = step.number
        if step.number in self._begun or step.number <= self._existing:
            self._begun.discard(step.number)
            self._journal.finished(step)
        else:
            self._journal.at_once(step)

    def line_changed(self, workflow: Workflow, before: str, after: str) -> None:
        if workflow.source is not None:
            self._journal.changed(workflow.source.path, workflow.source.text, before, after)

    def message(self, level: Level, text: str) -> None:
        self._journal.message(self._last, level, text)

    def warned(self, diagnostic: Diagnostic) -> None:
        self._journal.message(self._last, "warning", render([diagnostic]))

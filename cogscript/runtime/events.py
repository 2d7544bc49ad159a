"""The one stream of what happens in a run.

The journal, the live line, `--json` and a stepping session all listen here; the interpreter tells and
does not know who hears. A listener is called in the run's own thread and before the step continues, so
that what it keeps is kept before anything acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cogscript.language.model.diagnostic import Diagnostic
    from cogscript.language.model.tree import Workflow
    from cogscript.records.step import Step
    from cogscript.runtime.outcome import Run
    from cogscript.surfaces.protocol import Surface

Level = Literal["note", "warning"]


class Listener:
    """Hears everything, does nothing: override what you care for."""

    def run_started(self, run: Run) -> None:
        """The file is good, the screen is there, the first step is about to begin."""

    def surface_opened(self, surface: Surface) -> None:
        """The run has opened the surface it was given; it has one when a step first needs it."""

    def surface_closing(self, surface: Surface) -> None:
        """The run is over, its end was told, and what it opened is about to be closed."""

    def step_started(self, step: Step) -> None:
        """A step is about to act. Steps that take no time are only told when they have finished."""

    def step_acting(self, step: Step) -> None:
        """Its target is known, nobody objected: now it acts. What is kept here is kept before it does."""

    def step_finished(self, step: Step) -> None: ...

    def answered(self, text: str) -> None:
        """The workflow itself (not one that it calls) gave an answer."""

    def message(self, level: Level, text: str) -> None:
        """Something a person should know: which screen, a slow wait, a result that differs."""

    def progress(self, text: str) -> None:
        """How far a long step has come; of interest only while it lasts."""

    def warned(self, diagnostic: Diagnostic) -> None:
        """A warning with a place in the file."""

    def line_changed(self, workflow: Workflow, before: str, after: str) -> None:
        """A person stepping changed a line, in canonical form, and the file is written."""

    def text_grew(self, workflow: Workflow) -> None:
        """Operations were added to a text that is performed as it is written: a session's, a DO's."""

    def run_finished(self, run: Run) -> None: ...


class Fan(Listener):
    """Tells several listeners, in order."""

    def __init__(self, listeners: Sequence[Listener]) -> None:
        self.listeners = list(listeners)

    def run_started(self, run: Run) -> None:
        for each in self.listeners:
            each.run_started(run)

    def surface_opened(self, surface: Surface) -> None:
        for each in self.listeners:
            each.surface_opened(surface)

    def surface_closing(self, surface: Surface) -> None:
        for each in self.listeners:
            each.surface_closing(surface)

    def step_started(self, step: Step) -> None:
        for each in self.listeners:
            each.step_started(step)

    def step_acting(self, step: Step) -> None:
        for each in self.listeners:
            each.step_acting(step)

    def step_finished(self, step: Step) -> None:
        for each in self.listeners:
            each.step_finished(step)

    def answered(self, text: str) -> None:
        for each in self.listeners:
            each.answered(text)

    def message(self, level: Level, text: str) -> None:
        for each in self.listeners:
            each.message(level, text)

    def progress(self, text: str) -> None:
        for each in self.listeners:
            each.progress(text)

    def warned(self, diagnostic: Diagnostic) -> None:
        for each in self.listeners:
            each.warned(diagnostic)

    def line_changed(self, workflow: Workflow, before: str, after: str) -> None:
        for each in self.listeners:
            each.line_changed(workflow, before, after)

    def text_grew(self, workflow: Workflow) -> None:
        for each in self.listeners:
            each.text_grew(workflow)

    def run_finished(self, run: Run) -> None:
        for each in self.listeners:
            each.run_finished(run)

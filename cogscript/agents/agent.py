"""Who does the tasks of DO. Light: what it needs is loaded when there is a task."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogscript.models.budget import Budget
    from cogscript.runtime.assignments import Assignment
    from cogscript.settings import Settings


@dataclass(slots=True)
class Agent:
    """A Doer of the runtime (`Options.doer`); one for a whole run, because the budget is the run's."""

    protocol: str = ""
    """How the model is asked; empty for the settings' choice."""
    tokens: int = 0
    """How many all its tasks may use; 0 for the settings' limit."""
    minutes: float = 0.0
    """How long the model may think in all; 0 for the settings' limit."""
    budget: Budget | None = field(default=None, init=False)

    def check(self, settings: Settings) -> None:
        """The protocol is known, and so are the models that it asks."""
        from cogscript.agents.eyesight import has_eyes
        from cogscript.agents.registry import protocol_named
        from cogscript.models import eyes_of, resolve

        protocol = protocol_named(self.protocol or settings.agent.protocol)
        if protocol.eyes == "needed":
            resolve(eyes_of(settings, os.environ), os.environ)
        if protocol.turn is not None or (protocol.eyes != "needed" and not has_eyes(settings)):
            resolve(settings.model, os.environ)

    def do(self, assignment: Assignment) -> None:
        from cogscript.agents.loop import Doing
        from cogscript.agents.registry import protocol_named
        from cogscript.models.budget import Budget

        settings = assignment.state.settings.agent
        if self.budget is None:
            self.budget = Budget(self.tokens or settings.tokens, self.minutes or settings.minutes)
        Doing(assignment, protocol_named(self.protocol or settings.protocol), self.budget).run()

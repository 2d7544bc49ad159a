"""A session for tests: a step that fails raises, so that the test fails where it stands."""

from __future__ import annotations

from cogscript.language.model.diagnostic import CogError
from cogscript.language.model.tree import Operation
from cogscript.records.step import Step
from cogscript.runtime.session import Session


class CheckedSession(Session):
    def perform(self, what: Operation | str) -> Step:
        step = super().perform(what)
        if step.outcome == "failed" and step.diagnostic is not None:
            raise CogError([step.diagnostic])
        return step

"""Leaving a loop or a workflow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.runtime.signals import BreakLoop, EndWorkflow, NextRound
from cogscript.runtime.steps.behaviour import Behaviour

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState


def _end(state: RunState, step: Step, arguments: object) -> None:
    if not state.supposing:
        raise EndWorkflow(state.frame)


def _break(state: RunState, step: Step, arguments: object) -> None:
    if not state.supposing:
        raise BreakLoop


def _continue(state: RunState, step: Step, arguments: object) -> None:
    if not state.supposing:
        raise NextRound


STEPS = {
    name: Behaviour(perform, instant=True, again=perform)
    for name, perform in {"END": _end, "BREAK": _break, "CONTINUE": _continue}.items()
}

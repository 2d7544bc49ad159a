"""Leaving a loop or a workflow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.runtime.signals import BreakLoop, EndWorkflow, NextRound
from cogscript.runtime.steps.behaviour import Arguments, Behaviour

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step


def _end(context: Context, step: Step, arguments: Arguments) -> None:
    if not context.supposing:
        raise EndWorkflow(context.frame)


def _break(context: Context, step: Step, arguments: Arguments) -> None:
    if not context.supposing:
        raise BreakLoop


def _continue(context: Context, step: Step, arguments: Arguments) -> None:
    if not context.supposing:
        raise NextRound


STEPS = {
    name: Behaviour(perform, instant=True, again=perform)
    for name, perform in {"END": _end, "BREAK": _break, "CONTINUE": _continue}.items()
}

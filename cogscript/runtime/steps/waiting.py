"""Waiting and failing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.language.write.formatter import format_operation
from cogscript.runtime import judging
from cogscript.runtime.signals import TargetMissing, Undecided
from cogscript.runtime.steps.behaviour import Behaviour

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_arguments import (
        AssertArguments,
        FailArguments,
        WaitArguments,
        WaitForArguments,
    )


def _wait(state: RunState, step: Step, arguments: WaitArguments) -> None:
    state.pause(arguments["seconds"])


def _wait_for(state: RunState, step: Step, arguments: WaitForArguments) -> None:
    timeout, test = arguments["timeout"], arguments["test"]
    for given_time in state.looks(timeout):
        moment = judging.Moment(state, given_time.pictures)
        try:
            undecided, held = None, judging.holds(state, test, moment)
        except Undecided as error:  # a program that comes up, a screen that moves: it may be told yet
            undecided = error
            continue
        if held is not False or not state.outside.is_real:
            return
    if undecided is not None:
        raise undecided
    seen = _seen(state, test, moment)
    raise TargetMissing("timed-out", f"{_said(state, test)} did not hold within {timeout:g} s{seen}")


def _assert(state: RunState, step: Step, arguments: AssertArguments) -> None:
    moment, test = judging.Moment(state), arguments["test"]
    if judging.holds(state, test, moment) is False and not state.supposing:
        said = arguments["message"] or f"{_said(state, test)} does not hold"
        raise Fault("assertion", said + _seen(state, test, moment))


def _fail(state: RunState, step: Step, arguments: FailArguments) -> None:
    if not state.supposing:
        raise Fault("failed", arguments["reason"] or "the workflow says FAIL")


def _said(state: RunState, test: Operation) -> str:
    """The test with its values, as the run saw it."""
    return judging.described(state, test) or format_operation(test)


def _seen(state: RunState, test: Operation, moment: judging.Moment) -> str:
    return f"; {moment.look.seen(state.mask)}" if judging.reads_screen(test) else ""


STEPS = {
    "WAIT": Behaviour(_wait),
    "WAIT_FOR": Behaviour(_wait_for),
    "ASSERT": Behaviour(_assert),
    "FAIL": Behaviour(_fail, instant=True),
}

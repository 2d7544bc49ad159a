"""Waiting and failing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Fault
from cogscript.language.formatter import format_operation
from cogscript.runtime import judging
from cogscript.runtime.finder import Look, until
from cogscript.runtime.signals import TargetMissing
from cogscript.runtime.steps.behaviour import Arguments, Behaviour

if TYPE_CHECKING:
    from cogscript.language.tree import Operation
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step


def _wait(context: Context, step: Step, arguments: Arguments) -> None:
    if not context.dry:
        context.pause(arguments["seconds"])


def _wait_for(context: Context, step: Step, arguments: Arguments) -> None:
    if context.dry:
        judging.holds(context, arguments["test"], Look(context))
        return
    timeout = arguments["timeout"]
    for _ in until(context, timeout):
        look = Look(context)
        if judging.holds(context, arguments["test"], look):
            return
    said = _said(context, arguments["test"])
    seen = _seen(arguments, look)
    raise TargetMissing("timed-out", f"{said} did not hold within {timeout:g} s{seen}")


def _assert(context: Context, step: Step, arguments: Arguments) -> None:
    look = Look(context)
    held = judging.holds(context, arguments["test"], look)
    if held is False and not context.supposing:
        said = arguments["message"] or f"{_said(context, arguments['test'])} does not hold"
        raise Fault("assertion", said + _seen(arguments, look))


def _fail(context: Context, step: Step, arguments: Arguments) -> None:
    if not context.supposing:
        raise Fault("failed", arguments["reason"] or "the workflow says FAIL")


def _said(context: Context, test: Operation) -> str:
    """The test with its values, as the run saw it."""
    return judging.described(context, test) or format_operation(test)


def _seen(arguments: Arguments, look: Look) -> str:
    return f"; {look.seen()}" if judging.reads_screen(arguments["test"]) else ""


STEPS = {
    "WAIT": Behaviour(_wait),
    "WAIT_FOR": Behaviour(_wait_for),
    "ASSERT": Behaviour(_assert),
    "FAIL": Behaviour(_fail, instant=True),
}

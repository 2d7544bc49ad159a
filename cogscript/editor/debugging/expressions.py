"""What a person may ask for at a stop: a variable, a text with variables in it, or a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.check.checker import check
from cogscript.language.document import parse
from cogscript.language.model.diagnostic import CogError, Fault
from cogscript.language.model.operations import OPERATIONS
from cogscript.language.model.tree import Operation
from cogscript.language.model.variables import PREFIX
from cogscript.runtime import judging

if TYPE_CHECKING:
    from cogscript.runtime.control import Stop


def value_of(text: str, stop: Stop) -> str:
    """Raises CogError, Fault or StepFailed when it has no value."""
    scope = stop.state.scope
    test = _test(text, set(scope.values))
    if test is not None:
        held = judging.holds(stop.state, test, judging.Moment(stop.state))
        return "cannot be known in a dry run" if held is None else str(held)
    if PREFIX in text:
        return scope.expand(text)
    return scope.value_of(text)


def _test(text: str, given: set[str]) -> Operation | None:
    spec = OPERATIONS.get(text.partition("(")[0].strip())
    if spec is None or "(" not in text:
        return None
    if spec.role != "test":
        raise Fault("evaluate", f"{spec.name} is no test: only tests and variables have a value")
    workflow = parse(f"ASSERT(test={text})")
    wrong = [each for each in check(workflow, given=given) if each.is_error]
    if wrong:
        raise CogError(wrong)
    found = workflow.operations[0].arguments.get("test")
    return found if isinstance(found, Operation) else None

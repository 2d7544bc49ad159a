"""DO: a task that is handed to somebody who decides step by step, and what he may ask of the run.

The runtime knows no agents: whoever calls it gives one (`Options.doer`), as it gives a person and a listener.
Each operation that he wants is checked, performed and on record like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cogscript.runtime.doer import needed

if TYPE_CHECKING:
    from cogscript.language.model.box import Box
    from cogscript.language.model.tree import Operation
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState


class Provenance(NamedTuple):
    """How a step came about: what the record keeps as `asked` and `told`."""

    asked: dict[str, Any] | None
    told: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Assignment:
    """A task, and the run it is done in."""

    task: str
    limit: int
    """How many steps it may take."""
    state: RunState
    noted: dict[str, Any]
    """What is to be on record of the task as a whole: kept also where it ends badly."""
    perform: Callable[[Operation, Provenance], Step]
    """Performs an operation. CogError: it is wrong, and nothing was done. A step that fails is given back
    with its `diagnostic`; END raises EndWorkflow, and a person who stops the run raises Stopped."""
    earlier: Sequence[str] = ()
    """What was done for it before the run was interrupted, as lines of the language."""
    mask: Sequence[Box] = ()
    """Places of the surface that nobody is shown."""


def do_task(
    state: RunState,
    step: Step,
    arguments: Mapping[str, Any],
    earlier: Sequence[str],
    perform: Callable[[Operation, Provenance], Step],
) -> None:
    """Have a DO's task done by whoever the run has for that."""
    step.asked = {}
    needed(state.options.doer).do(
        Assignment(
            arguments["task"],
            arguments["limit"],
            state,
            step.asked,
            perform,
            earlier,
            arguments["mask"] or (),
        )
    )

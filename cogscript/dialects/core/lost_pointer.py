"""Clicks where the pointer is, after a step that would have moved it and could not be translated."""

from __future__ import annotations

from cogscript.dialects.core.draft import UNTRANSLATABLE, Draft, DraftStep
from cogscript.language.model.diagnostic import Diagnostic
from cogscript.language.model.operations import OPERATIONS, TELLING, Target

_REASON = "it is done where the pointer is, and a step that may have moved it is not translated"
_PLACES = frozenset({"box", "to", *TELLING})
_AGAIN = frozenset({"REPEAT", "WHILE", "FOR_EACH"})
_AT_POINTER = frozenset({"MOUSE_DOWN", "MOUSE_UP"})


def leave_out_misplaced(draft: Draft, *, any_moves: bool) -> None:
    """Leave such clicks out, and say so: they would go wherever the step before has left the pointer."""
    _leave_out(draft, draft.steps, any_moves, lost=False)


def _leave_out(draft: Draft, steps: list[DraftStep], any_moves: bool, *, lost: bool) -> bool:
    """Whether the pointer's place is lost at the end of these steps."""
    for at, step in enumerate(steps):
        operation = step.operation
        if step.inner is not None:
            ends_lost = _leave_out(draft, step.inner, any_moves, lost=lost)
            if ends_lost and not lost and operation is not None and operation.name in _AGAIN:
                _leave_out(draft, step.inner, any_moves, lost=True)  # the next round begins so
            lost = ends_lost
        elif operation is None:
            lost = lost or step.moves or any_moves
        elif operation.arguments.keys() & _PLACES:
            lost = False
        elif lost and (OPERATIONS[operation.name].target is Target.NAMED or operation.name in _AT_POINTER):
            steps[at] = DraftStep(None, step.span, step.description, [_REASON], step.block)
            draft.diagnostics.append(Diagnostic(UNTRANSLATABLE, _REASON, "warning", step.span, draft.source))
    return lost

"""`sensitive=True`: a person agrees before the action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.language.write.formatter import format_operation
from cogscript.surfaces.pointing import Stopped

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.console.person import Person
    from cogscript.runtime.state import RunState
    from cogscript.runtime.step_pictures import StepPictures


def ask_first(state: RunState, step: Step, person: Person, pictures: StepPictures | None) -> bool:
    """Show the step and its picture, and continue only with a person's consent: whether one was asked."""
    if state.options.yes or not state.outside.is_real:
        return False
    if not person.present:
        raise Fault(
            "sensitive",
            f"{step.name} is sensitive, and there is no terminal to ask a person on",
            "run it where it can ask, or with `--yes` to allow every sensitive step",
        )
    lines = [f"line {step.line} is sensitive: {state.mask(format_operation(step.operation))}"]
    if step.title:
        lines.append(f"  {step.title}")
    if step.point is not None:
        lines.append(f"  at pixel {step.point.x}, {step.point.y}")
    if pictures is not None and step.before is not None:
        lines.append(f"  picture: {pictures.path(step.before)}")
    if not person.confirm("\n".join(lines) + "\nDo it?"):
        raise Stopped(f"a person refused line {step.line}")
    state.surfaces.forget_hand()  # answering may have taken the mouse
    return True

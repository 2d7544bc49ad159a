"""`sensitive=True`: a person's word before the deed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.diagnostic import Fault
from cogscript.language.formatter import format_operation
from cogscript.screens.protocol import Stopped

if TYPE_CHECKING:
    from cogscript.runtime.context import Context
    from cogscript.runtime.step import Step


def ask_first(context: Context, step: Step) -> None:
    """Show the step and its picture, and go on only with a person's consent."""
    if context.dry or context.options.yes:
        return
    person = context.person
    if not person.present:
        raise Fault(
            "sensitive",
            f"{step.name} is sensitive, and there is no terminal to ask a person on",
            "run it where it can ask, or with `--yes` to allow every sensitive step",
        )
    lines = [f"line {step.line} is sensitive: {context.mask(format_operation(step.operation))}"]
    if step.title:
        lines.append(f"  {step.title}")
    if step.point is not None:
        lines.append(f"  at pixel {step.point.x}, {step.point.y}")
    if context.pictures is not None and step.before is not None:
        lines.append(f"  picture: {context.pictures.path(step.before)}")
    if not person.confirm("\n".join(lines) + "\nDo it?"):
        raise Stopped(f"a person refused line {step.line}")
    if context.hand is not None:
        context.hand.forget()  # answering may have taken the mouse

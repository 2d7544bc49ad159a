"""A secret goes into a password field: where there is one, into nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces import roles
from cogscript.surfaces.finding.ui_words import mentions

if TYPE_CHECKING:
    from cogscript.records.step import Step
    from cogscript.runtime.entry.focus import Focus
    from cogscript.runtime.state import RunState


def check(state: RunState, step: Step, focus: Focus) -> None:
    """A Fault before a secret is typed in clear where a password field is meant, or stands beside it.

    A form that has moved would get the password in the field of the user's name, for everybody to see.
    """
    field = focus.element
    if field is None or field.secret or field.role not in roles.FIELDS or field.role == "terminal":
        return
    if not (_means_password(step) or _window_has_one(state, field.window)):
        return
    where = f"the window {shown(field.window, state.mask)}" if field.window else "the window"
    raise Fault(
        "secret-in-clear",
        f"a secret is typed only into a password field, and {focus.described(state)} of {where} is none",
        "point at the password field; a secret value that is no password is an INPUT without secret=True",
    )


def _means_password(step: Step) -> bool:
    kind, name = step.arguments.get("element_type"), step.arguments.get("element_info")
    said_kind = isinstance(kind, str) and roles.word(kind) == "password field"
    return said_kind or (isinstance(name, str) and mentions(name, "password"))


def _window_has_one(state: RunState, title: str) -> bool:
    service = state.surface.elements
    seen = service.snapshot().elements if service is not None else ()
    return any(each.secret and each.window == title for each in seen)

"""Asking the model that sees where a target is, when nothing else has found it (`--ground`)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault, shown
from cogscript.language.model.resizing import to_surface
from cogscript.runtime.halts import described
from cogscript.runtime.sight import eyes, picture_of
from cogscript.surfaces.finding import by_model
from cogscript.surfaces.finding.deciding import Rejected
from cogscript.surfaces.finding.wanted import Candidate

if TYPE_CHECKING:
    from cogscript.language.model.box import Rect
    from cogscript.models.pictures import Picture
    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.finding.wanted import Wanted
    from cogscript.surfaces.look import Look


def ground(state: RunState, step: Step, wanted: Wanted, look: Look) -> Candidate | Rejected | None:
    """What the model points at, where it can be the target; what it cannot be, with the reason; or nothing.

    A model that fails or answers in riddles is no reason to end otherwise than without one.
    """
    from cogscript.models import ask, resolve

    settings = eyes(state)
    what = shown(wanted.name or wanted.id or wanted.kind or "", state.mask)
    try:
        units = settings.coordinates
        if units not in by_model.UNITS:
            raise ValueError(f"`coordinates` under [vision] is one of {', '.join(by_model.UNITS)}")
        model = resolve(settings, os.environ).name
        picture = picture_of(state, look=look)
        state.voice.progress(f"asking the model where {what} is")
        question = by_model.question(described(wanted, step.operation, state.mask), units, picture.sent)
        with step.spending("model"):
            answer = ask(question, settings, pictures=[picture], hide=state.mask, notice=state.voice.progress)
        pointed = by_model.read_answer(answer, units, picture.sent)
    except (Fault, ValueError) as error:
        state.voice.message(f"line {step.line}: where {what} is, no model could tell: {error}", "warning")
        return None
    if pointed is None:
        state.voice.message(f"line {step.line}: the model does not see {what} either")
        return None
    found = by_model.weigh(look, wanted, _on_surface(picture, pointed), pointed.label, model)
    if isinstance(found, Candidate):
        told = state.mask(str(found))
        state.voice.message(f"line {step.line}: {what} was not found; by model, it is the {told}")
    return found


def _on_surface(picture: Picture, pointed: by_model.Pointed) -> Rect:
    """The pixels of the root that the model means; what lies on the far edge is the last pixel inside."""
    from cogscript.language.model.box import Rect

    sent = picture.sent
    corners = [
        to_surface(min(x, sent.width - 1), min(y, sent.height - 1), sent, picture.area)
        for x, y in zip(pointed.numbers[::2], pointed.numbers[1::2], strict=True)
    ]
    first, last = corners[0], corners[-1]
    return Rect(first.x, first.y, last.x + 1, last.y + 1)

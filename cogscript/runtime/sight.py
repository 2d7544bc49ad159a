"""What a model is shown of a surface: the picture as it is, without what nobody may see.

Password fields are covered, always; so is every thing whose name or value holds a secret of the run, every
line of text in which one can be read, and what the workflow says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.box import Box, Rect
from cogscript.language.model.resizing import Resizing
from cogscript.surfaces.look import Look

if TYPE_CHECKING:
    from cogscript.models.pictures import Picture
    from cogscript.runtime.state import RunState
    from cogscript.settings import VisionSettings

_AROUND = 2
"""Pixels: the edge of a letter must not stand out of its cover."""


def eyes(state: RunState) -> VisionSettings:
    """The settings of the model that is shown pictures."""
    from cogscript.models import eyes_of

    return eyes_of(state.settings, os.environ)


def picture_of(
    state: RunState,
    box: Box | None = None,
    *,
    mask: Sequence[Box] = (),
    look: Look | None = None,
    resizing: Resizing | None = None,
) -> Picture:
    """The surface, or a part of it, as a model may see it; of the moment of `look`, or of now.

    Its size is what the settings of the looking model say, unless `resizing` says otherwise.
    """
    from cogscript.models.pictures import prepare, resizing_of

    look = look or Look(state.surface)
    surface = look.surface
    area = (surface.frame if box is None else surface.rect_of(box)).overlap(surface.root.size.rect)
    hidden = [*_hidden(state, look, area), *map(surface.rect_of, mask)]
    rule = resizing_of(eyes(state)) if resizing is None else resizing
    return prepare(look.picture.crop(area), area, rule, hidden)


def _hidden(state: RunState, look: Look, area: Rect) -> Iterator[Rect]:
    secrets = state.voice.secrets
    for each in look.elements.elements:
        if each.secret or secrets.holds(each.name) or secrets.holds(each.value or ""):
            yield each.rect
    if len(secrets):
        for line in look.lines(area):
            if secrets.holds(line.text):
                left, top, right, bottom = line.rect
                yield Rect(left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND)

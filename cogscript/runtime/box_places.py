"""Where a line means that gives nothing but a box: that place, or where it has gone if the file can tell.

A box is a part of a window or a screen. Where that has the size it had when the file was written, the box
is the place, and nothing is looked at. Where it is larger or smaller, things may have grown with it (a
display at 200 %), or stand where they stood: only what else the file names there can tell. If several of
those are found again and agree, the box is moved as they were. If they stand elsewhere and do not agree,
the place is lost: whatever is at the box now, it is not what the file meant. If nothing tells, the box is
taken as the seed says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cogscript.language.model.box import Box, Rect, Size
from cogscript.runtime.neighbours import block_of, others_of
from cogscript.surfaces.finding.by_anchors import ground_of
from cogscript.surfaces.finding.wanted import Wanted
from cogscript.surfaces.look import Look

if TYPE_CHECKING:
    from cogscript.language.model.tree import Operation
    from cogscript.runtime.frames import CallFrame
    from cogscript.surfaces.protocol import Surface

_SAME = 0.02
"""How much a size may differ, as a part of it, and be the same: boxes are thousandths."""
_TELLING = 2
"""Other things that the file has to name there."""
_PAGE = 200
"""Pixels across and down from which on a box is that of a page, whose middle is hit from anywhere near."""


class BoxPlace(NamedTuple):
    rect: Rect
    agreeing: int = 0
    """How many other things of the file say that the box has gone there; 0 where it is taken as it stands."""
    lost: bool = False
    """Whether the other things of the file contradict the box, and do not tell where it has gone."""


def place_of(surface: Surface, frame: CallFrame, operation: Operation, box: Box) -> BoxPlace:
    """The pixels of the root that a box means."""
    rect = surface.rect_of(box)
    if not surface.can_be_seen:
        return BoxPlace(rect)
    then, now = size_then(surface, frame, operation), surface.frame
    if then is None or _is_same(then, now):
        return BoxPlace(rect)
    others = others_of(frame.workflow, operation, surface)
    if len(others) < _TELLING:
        return BoxPlace(rect)
    factors = then.width / now.width, then.height / now.height
    wanted = Wanted(
        place=_from(rect, now),
        others=tuple(replace(each, place=_from(each.place, now)) for each in others),
        pixels_then=factors,
    )
    ground = ground_of(Look(surface), wanted)
    if ground.place is None or ground.agreeing < _TELLING:
        small = min(rect.width, rect.height) < _PAGE
        contradicted = ground.truth in ("false", "doubtful") and ground.anchors >= _TELLING
        return BoxPlace(rect, lost=contradicted and small)
    return BoxPlace(ground.place.overlap(surface.root.frame), ground.agreeing)


def size_then(surface: Surface, frame: CallFrame, operation: Operation) -> Size | None:
    """The size that the surface had when the file was written; None where the file does not say."""
    head = next(iter(frame.workflow.operations), None)
    said = head.arguments.get("screen") if head is not None and head.name == "WORKFLOW" else None
    if not isinstance(said, list) or len(said) != 2:
        return None
    screen = Size(*(int(side) for side in said if isinstance(side, int | float)))
    if surface.root is surface:
        return screen
    block = block_of(frame, operation)
    stood = block.arguments.get("box") if block is not None else None
    if not isinstance(stood, Box) or stood.fault:
        return None
    there = stood.rect(screen)
    return Size(there.width, there.height)


def _is_same(then: Size, now: Rect) -> bool:
    return abs(then.width - now.width) <= _SAME * now.width and (
        abs(then.height - now.height) <= _SAME * now.height
    )


def _from(rect: Rect, frame: Rect) -> Rect:
    """As it is counted from a frame's corner: only what is inside of it has grown or stayed."""
    return Rect(
        rect.left - frame.left, rect.top - frame.top, rect.right - frame.left, rect.bottom - frame.top
    )

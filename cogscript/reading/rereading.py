"""Reading a picture again of which most is as it was: only what changed is read, because reading is slow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.changes import changes
from cogscript.reading.patience import Kept, all_was_read

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.reading.lines import Line, Reader

_AROUND = 16
"""Pixels around a change that are read with it: a text begins or ends there."""
_MARGIN = 6
"""Pixels around all that is read: a line that reaches to the edge of a picture is overlooked."""
_MOST = 0.35
"""The part of an area from which on all of it is read."""
_KEPT = 8
"""Pieces of a screen whose text is remembered."""
_STRIPS = 1_000
"""Strips of text that are remembered, of pieces that were not read to their end."""


class Memory:
    """What was read last of each piece of a screen: pixels that have not changed are not read again."""

    def __init__(self) -> None:
        self._pieces: list[tuple[Image, Sequence[Line]]] = []
        self.strips: Kept = {}
        """Of pieces that could not be read to their end."""

    def lines(self, picture: Image, reader: Reader) -> Sequence[Line]:
        """The lines of a picture, which may have been seen before, wholly or mostly."""
        from cogscript.reading import read_still

        whole = Rect(0, 0, *picture.size)
        if len(self.strips) > _STRIPS:
            self.strips.clear()
        # A window that was moved is the same picture elsewhere.
        before = next((each for each in self._pieces if each[0].size == picture.size), None)
        if before is None:
            lines: Sequence[Line] = read_still(picture, reader).lines
        else:
            lines = reread(*before, picture, reader, whole)
        if not all_was_read():
            return lines
        if before is not None:
            self._pieces.remove(before)
        self.strips.clear()
        self._pieces.insert(0, (picture, lines))
        del self._pieces[_KEPT:]
        return lines


def reread(
    before: Image, lines: Sequence[Line], picture: Image, reader: Reader, area: Rect
) -> Sequence[Line]:
    """The lines of a picture, with those of an earlier one of the same area where nothing changed."""
    from cogscript.reading import read_still

    if before.size == picture.size and before.tobytes() == picture.tobytes():
        return lines
    changed = [_grown(each, lines, area) for each in changes(before, picture, area)]
    changed = _joined(changed)
    if sum(each.width * each.height for each in changed) > _MOST * area.width * area.height:
        return read_still(picture, reader, area).lines
    kept = [line for line in lines if not any(_meet(line.rect, each) for each in changed)]
    # What lies in the margins and has not changed was read better when it was read whole.
    new = [
        line
        for each in changed
        for line in read_still(picture, reader, _widened(each, _MARGIN).overlap(area)).lines
        if not any(_meet(line.rect, other.rect) for other in kept)
    ]
    return sorted([*kept, *new], key=lambda line: (line.rect.top, line.rect.left))


def _grown(rect: Rect, lines: Sequence[Line], area: Rect) -> Rect:
    """A change with some of what is around it, and the whole of each line that it meets."""
    grown = _widened(rect, _AROUND)
    for line in lines:
        if _meet(line.rect, grown):
            grown = _around(grown, line.rect)
    return grown.overlap(area)


def _widened(rect: Rect, by: int) -> Rect:
    return Rect(rect.left - by, rect.top - by, rect.right + by, rect.bottom + by)


def _joined(rects: Sequence[Rect]) -> list[Rect]:
    """Those that meet as one."""
    left: list[Rect] = []
    for rect in rects:
        while any(_meet(rect, each) for each in left):
            met = next(each for each in left if _meet(rect, each))
            left.remove(met)
            rect = _around(rect, met)
        left.append(rect)
    return left


def _meet(one: Rect, other: Rect) -> bool:
    common = one.overlap(other)
    return common.width > 0 and common.height > 0


def _around(one: Rect, other: Rect) -> Rect:
    return Rect(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )

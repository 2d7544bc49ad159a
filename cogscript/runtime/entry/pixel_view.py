"""How a place looked before a text was typed, and what is to be seen of the text there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from cogscript.language.model.box import Rect, Size
from cogscript.language.model.diagnostic import Fault
from cogscript.runtime.watching import Watched
from cogscript.surfaces.capabilities import Pixels, Windows
from cogscript.surfaces.element_choice import extent
from cogscript.surfaces.finding.name_matching import fold

if TYPE_CHECKING:
    from cogscript.runtime.state import RunState

_CHANGE_COMES = 1.5
"""Seconds in which a program shows what is typed into it."""
_STEADY = 0.06
_SHOWN = 1.0
"""Seconds until what is shown is complete: characters come one after the other."""
_BLOCK = Size(16, 48)
"""Pixels of a caret that covers a letter, at most."""
_BLINK = 1.2
"""Seconds in which a caret that blinks looks again as it did before."""
_GLANCE = 0.02
_READ_AT_MOST = 250_000
"""Pixels to read: more would take seconds, and a change that large is no typed text."""
_TELLING = 3
"""Characters: fewer may stand there by chance."""
_MARGIN = 12
"""Pixels around a change that are read with it: OCR reads letters badly that touch an edge."""
_NEAR = 12
"""Pixels from a target in which its text may show: boxes are not exact."""
_BORDER = 6
"""Pixels of a field's frame, which is drawn otherwise when it gets the focus."""

Outcome = Literal["read", "changed", "elsewhere", "unchanged"]


class PixelView(Watched):
    """The place that a text is typed into, as it looked before."""

    __slots__ = ()

    @classmethod
    def of_window(cls, state: RunState) -> PixelView | None:
        """The window that has the keyboard, once it is still; None on a surface without pixels."""
        windows = state.surface.capability(Windows)
        state.settle()
        active = next((each for each in windows.windows() if each.active), None) if windows else None
        return cls.of(state.surface, active.rect if active else state.surface.frame)

    @classmethod
    def of_field(cls, state: RunState, rect: Rect) -> PixelView | None:
        """What a field shows, without its frame."""
        return cls.of(state.surface, _grown(rect, -_BORDER))

    def outcome(self, state: RunState, text: str, target: Rect | None, *, read: bool) -> Outcome:
        """What is to be seen of a text that was typed, at the target; `read` it only where it may be read."""
        changed = self._await_change(state)
        if not changed:
            return "unchanged"
        if target is not None:
            changed = [each for each in changed if extent(each.overlap(_grown(target, _NEAR)))]
            if not changed:
                return "elsewhere"
        return "read" if read and self._reads(changed, text) else "changed"

    def text_in(self, area: Rect) -> str:
        """What is read there now; nothing where it is too large to be read for this, or nobody reads."""
        from cogscript.reading import read_still

        area = area.overlap(self.surface.root.frame)
        if not 0 < extent(area) <= _READ_AT_MOST:
            return ""
        try:
            lines = read_still(self.surface.need(Pixels).capture(area), self.surface.reader).lines
        except Fault:  # no OCR engine here
            return ""
        return " ".join(line.text for line in lines)

    def _await_change(self, state: RunState) -> list[Rect]:
        """Where something changed, in the root's pixels, once nothing changes any more."""
        from cogscript.reading.changes import changes
        from cogscript.reading.stillness import wait_still

        end = time.monotonic() + _CHANGE_COMES
        small_since = 0.0
        while True:
            found, now = changes(self.before, self.now()), time.monotonic()
            if not (found and _could_be_caret(found)):
                small_since = 0.0
            elif not small_since:
                small_since = now
            if found and (not small_since or now - small_since >= _BLINK):
                break
            if now >= end and not small_since:
                return []
            state.pause(_GLANCE)
        wait_still(self.now, limit=_SHOWN, quiet=_STEADY)
        found = changes(self.before, self.now()) or found
        left, top = self.area.left, self.area.top
        return [
            Rect(each.left + left, each.top + top, each.right + left, each.bottom + top) for each in found
        ]

    def _reads(self, changed: list[Rect], text: str) -> bool:
        """Whether the text stands in one of the places, the smaller ones looked at first."""
        from cogscript.reading import read_still

        wanted, pixels = [fold(line) for line in text.splitlines()], self.surface.need(Pixels)
        left = _READ_AT_MOST if sum(map(len, wanted)) >= _TELLING else 0
        for place in sorted(changed, key=extent):
            area = _grown(place, _MARGIN).overlap(self.surface.root.frame)
            left -= extent(area)
            if left < 0:
                return False
            try:
                lines = read_still(pixels.capture(area), self.surface.reader).lines
            except Fault:  # no OCR engine here
                return False
            read = fold("".join(line.text for line in lines))
            if all(line in read for line in wanted):
                return True
        return False


def _could_be_caret(found: list[Rect]) -> bool:
    """Whether that may be a caret that covers a letter, or a letter: only time tells, a caret comes back."""
    return len(found) == 1 and found[0].width <= _BLOCK.width and found[0].height <= _BLOCK.height


def _grown(rect: Rect, by: int) -> Rect:
    return Rect(rect.left - by, rect.top - by, rect.right + by, rect.bottom + by)

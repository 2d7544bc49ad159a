"""Pages that load more as they are scrolled: what a page says of itself is not yet all of it.

The page is scrolled to its end, and asked again until it says nothing new. Where it throws away above what it
adds below, its own text has lost what was there before, and the run says so.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from cogscript.surfaces.capabilities import Pixels, Pointer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

    from cogscript.records.step import Step
    from cogscript.runtime.state import RunState
    from cogscript.surfaces.elements import Elements

_NOTCH = 100
"""About the pixels that a page moves for one notch of the wheel: no part of it is jumped over."""
_ONSET = 0.35
"""Seconds a browser may take before it starts to move."""
_QUIET = 0.7
"""Seconds without a change after which nothing more is expected to come from a server."""
_LIMIT = 6.0
"""Seconds after which a look is taken although something still moves."""
_VIEWS = 5
"""Views after which the page is asked whether it still moves."""
_REPLACED = 2
"""Lines that may change where a page grows: `Loading…`, a count."""


def to_the_last_part(state: RunState, step: Step, service: Elements, said: str) -> str:
    """What a place says to its end, once its page has loaded all that it loads when it is scrolled."""
    area = step.area
    assert area is not None
    whole = service.page_text(area)
    if whole is None or not whole.endswith(said):
        return said
    above = whole.removesuffix(said)
    limit = state.options.max_scrolls
    left = state.settings.reading.max_scrolls if limit is None else limit
    while (left := _scroll_to_end(state, step, service, left)) > 0:
        grown = service.page_text(area) or ""
        if grown == whole:
            break
        if not (grown.startswith(above) and is_longer(whole.split("\n"), grown.split("\n"))):
            warning = (
                "the page takes parts of its text away while it is scrolled: what was read may not be all of "
                "it; `--read ocr` reads what shows"
            )
            state.voice.warn("reading", warning, state.frame.source, step.operation.span)
            break
        state.voice.progress(f"the page has loaded {len(grown) - len(whole):,} more characters")
        whole = grown
    else:
        warning = "the page may go on: it was scrolled as far as it may be (see max_scrolls)"
        state.voice.warn("reading", warning, state.frame.source, step.operation.span)
    return whole.removeprefix(above)


def is_longer(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether lines were only added, at one place; what stands at the end may have stayed there."""
    begin = _alike(before, after)
    end = _alike(before[begin:][::-1], after[begin:][::-1])
    return len(after) >= len(before) and len(before) - begin - end <= _REPLACED


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _scroll_to_end(state: RunState, step: Step, service: Elements, left: int) -> int:
    """Scroll until it is at its end and nothing more comes; the notches that are left."""
    from cogscript.reading import wait_still

    pixels, pointer, area = state.surface.need(Pixels), state.surface.need(Pointer), step.area
    assert area is not None
    assert step.point is not None
    pointer.move(step.point)
    notches, views, rest = max(1, area.height // _NOTCH), 0, None

    def look() -> Image:
        return pixels.capture(area)

    while left > 0:
        before = look()
        pointer.scroll("down", min(notches, left))
        left, views = left - notches, views + 1
        wait_still(look, limit=_LIMIT, onset=_ONSET, before=before)
        if look().tobytes() == before.tobytes():
            wait_still(look, limit=_LIMIT, quiet=_QUIET)
            if look().tobytes() == before.tobytes():
                return max(left, 1)
        if views % _VIEWS == 0:  # something on it may never be still
            last, rest = rest, service.own_text(area, to_the_end=True)
            if rest == last:
                return max(left, 1)
        state.pause(0)
    return 0

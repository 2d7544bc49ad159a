"""Text that is longer than its box: scroll to the bottom, read each line once.

Every look is laid where it belongs in one tall picture, by the distance the pixels really moved, and
the engine sees each row of that picture once. So nothing is lost or doubled where looks overlap, and no
text has to be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.reading.layout import in_reading_order
from cogscript.reading.lines import Line, Reader
from cogscript.reading.odometer import Odometer
from cogscript.reading.result import Reading
from cogscript.reading.shift import CELL, Cells, Fixtures, cells_of, find_fixtures, nothing_fixed
from cogscript.reading.still import read_still
from cogscript.reading.stillness import Rest, is_small, watch
from cogscript.reading.stitching import Document, without

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

Progress = Callable[[int, int], None]
"""Called with the lines read and the notches turned so far."""

_STEP = 0.48
"""How much of what moves to scroll at once. What overlaps proves the distance, and with less than half
each row is seen where it was or where it went: a header can be told from rows that look alike."""
_KEPT = 0.25
"""The upper part of a look is never laid over what was seen before: headers grow there."""
_ONSET = 0.35
"""Seconds a program may take before it starts to move."""
_SLOWEST = 1.5
_GROWTH = 0.8
"""Seconds a page gets at its bottom to load more."""
_BAR = 16
"""Columns right of the area in which its scroll bar may be."""
_LIMIT = 6.0
"""Seconds after which a look is taken although something still moves."""


_ALIKE = "the rows look all alike; some may be missing or doubled"
_LAST_LINES = 12
"""By whether these repeat it is judged if a look that did not change proves that the bottom is reached."""


def read_scrolling(
    capture: Callable[[], Image],
    scroll: Callable[[int], None],
    reader: Reader,
    *,
    area: Rect | None = None,
    max_scrolls: int = 500,
    progress: Progress | None = None,
) -> Reading:
    """Read `area` of what `capture` shows (all of it by default) from where it is to its bottom.

    `scroll(n)` turns the wheel n notches down inside the area. Give the whole screen and the box, as for
    `read_still`: lines the box's sides cut are then completed or left out, and a scroll bar beside it helps.
    """
    return _Scroller(capture, scroll, reader, area, max_scrolls, progress).read()


@dataclass(slots=True)
class _Scroller:
    capture: Callable[[], Image]
    scroll: Callable[[int], None]
    reader: Reader
    area: Rect | None
    max_scrolls: int
    progress: Progress | None
    document: Document = field(default_factory=Document)
    lines: list[Line] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    turned: int = 0
    odometer: Odometer = field(default_factory=Odometer)
    onset: float = _ONSET
    engine_area: int = 0
    scroll_seconds: float = 0.0
    read_seconds: float = 0.0

    def look(self) -> NDArray[np.uint8]:
        import numpy as np

        return np.asarray(self.capture().convert("RGB"))

    def read(self) -> Reading:
        began = time.perf_counter()
        rest = watch(self.look, limit=_LIMIT)
        self.scroll_seconds += time.perf_counter() - began
        screen = rest.pixels
        whole = Rect(0, 0, screen.shape[1], screen.shape[0])
        area = whole if self.area is None else self.area.overlap(whole)
        if not area.width or not area.height:
            return Reading(())
        self.area = area
        offset, fixtures, screen = self._to_the_bottom(screen)
        below = screen[area.top + fixtures.footer :]
        self.document.put(offset + fixtures.footer, below)
        self._paint_bar(fixtures)
        self._read_rows(self.document.take(), offset + area.height)
        lines = in_reading_order(self.lines)
        if _repeat(lines[-_LAST_LINES:]):
            self._warn(_ALIKE)  # moved by whole rows, it would look as if it stood still
        return Reading(
            tuple(lines),
            tuple(self.warnings),
            area=self.engine_area,
            document=(offset + area.height) * area.width,
            scrolls=self.turned,
            scroll_seconds=self.scroll_seconds,
            read_seconds=self.read_seconds,
        )

    def _to_the_bottom(self, screen: NDArray[np.uint8]) -> tuple[int, Fixtures, NDArray[np.uint8]]:
        """Scroll and lay the looks down; how far it went, what stayed in place, and the last look."""
        assert self.area
        area = self.area
        cells = self._cells(screen)
        fixtures = nothing_fixed(cells)
        self.document.put(-area.top, screen[: area.bottom])
        offset, rests = 0, 0
        while self.turned < self.max_scrolls:
            room = fixtures.footer - fixtures.header
            notches = max(1, int(_STEP * room / self.odometer.notch)) if self.odometer.notch else 1
            # A program that only was slow would move by both turns at once: further than can be followed.
            notches = 1 if rests else min(notches, self.max_scrolls - self.turned)
            rest = self._turn(screen, notches)
            latest = self._cells(rest.pixels)
            distance = self._distance(cells, latest, fixtures, notches, rest)
            if distance == 0:
                rests += 1
                changed = not is_small(self._inside(screen), self._inside(rest.pixels))
                if rests > 1 and not changed:
                    return offset, fixtures, rest.pixels
            else:
                rests = 0
                self.turned += notches
                fixtures = find_fixtures(cells, latest, distance, fixtures)
            screen, cells = rest.pixels, latest
            offset += distance
            self._lay(screen, offset, distance, fixtures)
            took = self._read_ready(offset)
            if rests:
                time.sleep(max(0.0, _GROWTH - took))
        self.warnings.append(
            f"stopped after {self.turned} notches of the wheel, which may be before the bottom; "
            "--max-scrolls allows more"
        )
        return offset, fixtures, screen

    def _turn(self, screen: NDArray[np.uint8], notches: int) -> Rest:
        began = time.perf_counter()
        self.scroll(notches)
        rest = watch(self.look, limit=_LIMIT, onset=self.onset, before=screen, keep=True)
        if rest.onset is not None:
            self.onset = min(_SLOWEST, max(self.onset, 3 * rest.onset))
        self.scroll_seconds += time.perf_counter() - began
        return rest

    def _distance(self, before: Cells, after: Cells, known: Fixtures, notches: int, rest: Rest) -> int:
        frames = [self._beside(frame) for frame in rest.frames]
        distance = self.odometer.distance(frames, before, after, notches, known)
        if self.odometer.lost:
            self._warn("could not tell how far the text moved; lines may be missing or doubled")
            return distance or len(after.number)
        if self.odometer.doubtful:
            self._warn(_ALIKE)
        return distance

    def _warn(self, warning: str) -> None:
        if warning not in self.warnings:
            self.warnings.append(warning)

    def _lay(self, screen: NDArray[np.uint8], offset: int, distance: int, fixtures: Fixtures) -> None:
        assert self.area
        area = self.area
        first = max(int(_KEPT * area.height), fixtures.header)
        if fixtures.footer - distance < fixtures.header:
            self._warn("the text moved further than a look shows; lines may be missing")
        first = max(fixtures.header, min(first, fixtures.footer - distance))
        rows = screen[area.top + first : area.top + fixtures.footer].copy()
        self._paint_bar(fixtures)
        stays = fixtures.cells[first : fixtures.footer] | fixtures.bar
        rows[:, area.left : area.right] = without(rows[:, area.left : area.right], stays)
        self.document.put(offset + first, rows)

    def _paint_bar(self, fixtures: Fixtures) -> None:
        """A scroll bar is no text, though its ends may look like some."""
        assert self.area
        for column in fixtures.bar.nonzero()[0]:
            left = self.area.left + int(column) * CELL
            self.document.paint(left, min(self.area.right, left + CELL))

    def _inside(self, screen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        assert self.area
        return screen[self.area.top : self.area.bottom, self.area.left : self.area.right]

    def _beside(self, screen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The area and what is right of it, where a scroll bar may be."""
        assert self.area
        return screen[self.area.top : self.area.bottom, self.area.left : self.area.right + _BAR]

    def _cells(self, screen: NDArray[np.uint8]) -> Cells:
        return cells_of(self._inside(screen))

    def _read_ready(self, offset: int) -> float:
        """Read the rows that no later look can change, if they are worth a call; the seconds it took."""
        assert self.area
        ready = offset + int(_KEPT * self.area.height)
        if ready - self.document.top < self.area.height:
            return 0.0
        return self._read_rows(self.document.take(ready), None)

    def _read_rows(self, taken: tuple[int, NDArray[np.uint8]] | None, end: int | None) -> float:
        """Read rows of the document; above row 0 and below `end` lies what the box does not hold."""
        from PIL import Image

        assert self.area
        if taken is None:
            return 0.0
        began = time.perf_counter()
        top, rows = taken
        above = max(0, -top)
        bottom = len(rows) if end is None else end - top
        inside = Rect(self.area.left, above, self.area.right, bottom)
        reading = read_still(Image.fromarray(rows), self.reader, inside)
        self.lines += (line.moved(-self.area.left, top) for line in reading.lines)
        self.engine_area += reading.area
        took = time.perf_counter() - began
        self.read_seconds += took
        if self.progress:
            self.progress(len(self.lines), self.turned)
        return took


def _repeat(lines: Sequence[Line]) -> bool:
    """Whether most of some rows are the same as the row above."""
    texts = [line.text.strip() for line in lines]
    alike = sum(one == two for one, two in pairwise(texts))
    return len(texts) > 2 and 2 * alike >= len(texts) - 1

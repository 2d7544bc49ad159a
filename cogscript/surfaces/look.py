"""One observation of a surface at one moment: its picture, its elements, its lines of text.

Each is obtained when it is first asked for and kept, so that everything asked of one Look is answered from
the same moment, as far as the surface allows: pictures and text always are, elements are answered by the
programs themselves within milliseconds. Whoever wants to know what is there asks a Look: targets, VISIBLE,
SELECT, errors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import shown
from cogscript.reading.glyphs import is_wide
from cogscript.surfaces import roles
from cogscript.surfaces.capabilities import Pixels, Windows
from cogscript.surfaces.element_choice import extent
from cogscript.surfaces.elements import AsksById, Element, Snapshot, TellsLines, ToldLines, WholePage
from cogscript.surfaces.finding import finder
from cogscript.surfaces.finding.deciding import Rejected, Verdict
from cogscript.surfaces.finding.name_matching import fold
from cogscript.surfaces.finding.wanted import Candidate, Wanted
from cogscript.surfaces.protocol import Surface
from cogscript.surfaces.title_bars import with_titles

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.reading.controls import Control
    from cogscript.reading.lines import Line

_UNTOLD = frozenset({"window", "area", "page", "document"})
"""Kinds that hold the things a person looks for, and are none."""
_LONGER = 0.9
"""Heights to a column of letters: a line that long for its letters is none of the name. Usual is a half."""
_LEAST_WORK = 3.0
"""Seconds of the processor's time in which a look reads in any case."""
_LISTED = 12
"""How many of the things seen an error names."""


class Look:
    def __init__(self, surface: Surface, read_for: float | None = None, until: float | None = None) -> None:
        """`read_for`: seconds for reading pictures, where the surface tells all other text itself; `until`:
        when reading has to end."""
        self.surface = surface
        self._read_for = read_for
        self._until = until
        self._unread = 0
        self._left_unread = float("inf")
        """How long the shortest line is that there was no time to read, in its heights."""
        self._lines: dict[Rect, Sequence[Line]] = {}
        self._judged: dict[Wanted, Verdict] = {}
        self._seen: dict[Wanted, list[Candidate]] = {}

    @cached_property
    def picture(self) -> Image:
        """The root's picture."""
        return self.surface.need(Pixels).capture()

    @cached_property
    def frames(self) -> Sequence[Rect]:
        return self.surface.frames

    def areas(self, area: Rect | None = None) -> Sequence[Rect | None]:
        """Where to look: the given area, else the whole surface; None is the whole root."""
        if area is not None:
            return [area]
        return [None] if self.surface.root is self.surface else self.frames

    @cached_property
    def elements(self) -> Snapshot:
        """What the programs say of themselves, of this surface only; nothing where they say nothing."""
        surface = self.surface
        service = surface.elements
        if service is None:
            return Snapshot(())
        if surface.root is surface:
            return service.snapshot()
        return _joined([service.snapshot(area=frame) for frame in self.frames])

    @cached_property
    def everything(self) -> Look | None:
        """The same with what is out of view, where the surface tells of that; None where it does not."""
        service = self.surface.elements
        if not isinstance(service, WholePage):
            return None
        return _WholeLook(self.surface, service.whole())

    def of_id(self, id: str) -> Sequence[Element]:
        return self._asked_by_id(id)

    def _asked_by_id(self, id: str, *, whole: bool = False) -> Sequence[Element]:
        service = self.surface.elements
        if not isinstance(service, AsksById):
            return ()
        found = service.of_id(id, whole=whole)
        return [
            each for each in found if whole or any(extent(each.rect.overlap(part)) for part in self.frames)
        ]

    @cached_property
    def controls(self) -> Sequence[Control]:
        """What looks like a control, for programs that say nothing of themselves."""
        from cogscript.reading.controls import controls

        return controls(self.picture, self.surface.frame)

    def lines(self, area: Rect | None = None) -> Sequence[Line]:
        """The text of the surface, or of a part of it, in the root's pixels."""
        area = area or self.surface.frame
        if area not in self._lines:
            told = self._told_lines
            self._lines[area] = self._read(area) if told is None else self._read_pictures(told, area)
        return self._lines[area]

    def read_alone(self, area: Rect) -> Sequence[Line]:
        """The text of a small place, read without anything around it."""
        return self.surface.root.patches.read(self.picture, [area], (), None)[0]

    @cached_property
    def _told_lines(self) -> ToldLines | None:
        service = self.surface.elements
        return service.told_lines() if isinstance(service, TellsLines) else None

    def _read_pictures(self, told: ToldLines, area: Rect) -> Sequence[Line]:
        """The text that is told, and what the pictures say."""
        from cogscript.reading.layout import in_reading_order

        lines = [line for line in told.lines if area.holds(line.rect.middle)]
        drawn = [each for each in (rect.overlap(area) for rect in told.drawn) if each.width and each.height]
        if drawn:
            rects = [line.rect for line in told.lines]
            read, left = self.surface.root.patches.read(self.picture, drawn, rects, self._read_for)
            self._unread += left
            lines += read
        return in_reading_order(lines)

    def _read(self, area: Rect) -> Sequence[Line]:
        if area == self.surface.frame:
            return self._all_lines(area)
        from cogscript.reading import read_still

        return read_still(self.picture, self.surface.reader, area).lines

    def _all_lines(self, area: Rect) -> Sequence[Line]:
        """The text of every window by itself, the windows from top to bottom."""
        from cogscript.reading.layers import pieces
        from cogscript.reading.patience import patience
        from cogscript.reading.rereading import Memory

        root = self.surface.root
        memory = root.read_before = root.read_before or Memory()
        windows = root.capability(Windows)
        layers = windows.layers() if windows is not None else ()
        with patience(self._until, memory.strips if self._until else None, _LEAST_WORK) as given:
            found = [
                line.moved(piece.rect.left, piece.rect.top)
                for piece in pieces(self.picture, area, layers)
                for line in memory.lines(piece.picture, self.surface.reader)
            ]
        if windows is not None:
            found = with_titles(found, windows.title_bars())
        self._left_unread = min(self._left_unread, given.shortest)
        return found

    def asked(self) -> str:
        """What was asked so far to find something here, in words."""
        told = self.elements
        count = len(told.elements)
        parts = [
            f"{count} element{'s' * (count != 1)} that programs tell of"
            if count
            else "no program tells its elements"
        ]
        parts += [f"({told.reason})"] if told.reason else []
        lines = sum(len(lines) for lines in self._lines.values())
        parts += [
            f"{lines} line{'s' * (lines != 1)} of text that {'are' if lines != 1 else 'is'} read"
        ] * bool(self._lines)
        if self._unread:
            parts.append("pictures that there was no time to read")
        if self._left_unread < float("inf"):
            parts.append("more text that there was no time to read")
        if "controls" in self.__dict__:
            parts.append(f"{len(self.controls)} shapes that look like controls")
        return ", ".join(parts)

    def judge(self, wanted: Wanted) -> Verdict:
        """Which thing is meant, or why none: for whoever acts on it."""
        if wanted not in self._judged:
            self._judged[wanted] = self._as_far_as_read(wanted, finder.judge(self, wanted))
        return self._judged[wanted]

    def _as_far_as_read(self, wanted: Wanted, verdict: Verdict) -> Verdict:
        """Where only reading tells what is there and there was no time for all of it, nothing is guessed.

        Lines are read from the shortest on: what is left may not be another one of the name.
        """
        if self.elements.elements or self._left_unread == float("inf"):
            return verdict
        found = verdict.found
        if found is not None and not found.guess and self._left_unread > _LONGER * _columns(wanted.name):
            return verdict
        refused = [Rejected(each, "there was no time to read all text") for each in [found] if each]
        return Verdict(problem="missing", rejected=[*refused, *verdict.rejected])

    def find(self, wanted: Wanted) -> list[Candidate]:
        """Everything that is as a line says: for whoever only wants to know."""
        if wanted not in self._seen:
            self._seen[wanted] = _places(finder.anywhere(self, wanted))
        return self._seen[wanted]

    def seen(self, mask: Callable[[str], str], kind: str | None = None) -> str:
        """What is there, for an error message: things of the wanted kind first, then text that is read."""
        named = [each for each in self.elements.elements if each.name and each.role not in _UNTOLD]
        alike = [each for each in named if kind and roles.means(kind, each.role)]
        others = [each for each in named if each not in alike]
        told = [f"{each.role} {shown(each.name, mask, 30)}" for each in (*alike, *others)]
        if len(told) < _LISTED:
            known = {fold(each.name) for each in named}
            told += [shown(line.text, mask, 30) for line in self.lines() if fold(line.text) not in known]
        if not told:
            return "there is nothing named and no text on the screen"
        more = f" and {len(told) - _LISTED} more" if len(told) > _LISTED else ""
        return f"on the screen: {', '.join(told[:_LISTED])}{more}"


class _WholeLook(Look):
    """A page to its ends: what is out of view is told, but neither pictured nor read."""

    def __init__(self, surface: Surface, told: Snapshot) -> None:
        super().__init__(surface)
        self.elements = told
        self.everything = None

    def of_id(self, id: str) -> Sequence[Element]:
        return self._asked_by_id(id, whole=True)

    def lines(self, area: Rect | None = None) -> Sequence[Line]:
        return ()

    def read_alone(self, area: Rect) -> Sequence[Line]:
        return ()


def _columns(name: str) -> int:
    return sum(2 if is_wide(character) else 1 for character in name)


def _joined(snapshots: Sequence[Snapshot]) -> Snapshot:
    """Several parts of a surface as one; an element that meets two of them counts once."""
    elements: list[Element] = []
    known: set[Element] = set()
    for snapshot in snapshots:
        first = len(elements)
        place = {}
        for index, each in enumerate(snapshot.elements):
            if each not in known:
                known.add(each)
                place[index] = len(elements)
                elements.append(each)
        for index in range(first, len(elements)):
            parent = elements[index].parent
            elements[index] = replace(elements[index], parent=None if parent is None else place.get(parent))
    return Snapshot(
        elements,
        all(each.complete for each in snapshots),
        next((each.reason for each in snapshots if each.reason), ""),
    )


def _places(found: list[Candidate]) -> list[Candidate]:
    """One of each place: a thing that is told twice (a menu, by its window and by itself) is one target."""
    return list({each.rect.middle: each for each in reversed(found)}.values())[::-1]

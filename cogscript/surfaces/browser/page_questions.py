"""What is asked of a page's frames, and the answers as elements in pixels of the view.

Everything here runs in the browser's own loop.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces import roles
from cogscript.surfaces.browser.page_lines import told_lines
from cogscript.surfaces.browser.page_scripts import HOME
from cogscript.surfaces.browser.page_text import Reach, frame_at, written
from cogscript.surfaces.browser.tabs import Tab
from cogscript.surfaces.elements import Element, ToldLines

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame

MOST = 4000
"""Elements of one frame that are told."""
MOST_OF_ALL = 30_000
"""The same, where those out of view are told, too: a chapter of a manual has ten thousand."""
IN_VIEW = {"most": MOST, "reach": "view"}
"""What the script is asked for what shows."""


class FramePlace(NamedTuple):
    """Where a frame lies in the view."""

    frame: Frame
    left: float = 0.0
    top: float = 0.0


class PageHandle(NamedTuple):
    """How an element is asked for again."""

    tab: Tab
    place: FramePlace
    number: int
    kind: str
    """An input's type."""
    open_at: Point | None = None
    """Where a click reached it when it was told."""
    told: float = 0.0


class PageQuestions:
    def __init__(self) -> None:
        self._holders: WeakKeyDictionary[Frame, ElementHandle] = WeakKeyDictionary()
        """A frame → the element that holds it in the frame around it."""
        self._marks: WeakKeyDictionary[Frame, str] = WeakKeyDictionary()
        """The mark of the page in a frame, as it was last told."""
        self.paths: dict[tuple[int, int], str] = {}
        """Files that were given to a field: a page never tells more than their names."""

    def just_seen(self, tab: Tab) -> tuple[list[Element], bool] | None:
        """What showed when the page became ready, if that was just now: nobody need be asked."""
        seen = tab.take_seen()
        if seen is None or seen.inner is None:
            return None
        return self._all_told(tab, seen.main, seen.inner)

    async def everything(self, tab: Tab, *, reach: str, id: str = "") -> tuple[list[Element], bool]:
        """What is in reach; with an `id` only what has it, whatever that is."""
        asked = IN_VIEW if reach == "view" else {"most": MOST_OF_ALL, "reach": reach}
        asked = {**asked, "id": id} if id else asked
        first, inner = await asyncio.gather(tab.ask("snapshot(a)", asked), self.shown_in_frames(tab, asked))
        return self._all_told(tab, first, inner)

    def _all_told(
        self, tab: Tab, first: str, inner: Sequence[tuple[FramePlace, str]]
    ) -> tuple[list[Element], bool]:
        elements, complete = self._told(first, tab, FramePlace(tab.page.main_frame), 0)
        for place, answer in inner:
            told, all_of_it = self._told(answer, tab, place, len(elements))
            elements += told
            complete = complete and all_of_it
        return elements, complete

    def knows_frames(self, tab: Tab) -> bool:
        """Whether the page itself tells what all the frames in it show."""
        return all(frame in self._marks for frame in inner_frames(tab))

    def told_by_page(self, tab: Tab, told: Sequence[Sequence[Any]]) -> list[tuple[FramePlace, str]] | None:
        """What the page itself tells of the frames in it; None where one of them has to be asked: it is of
        another site, or shows another page by now."""
        by_mark = {mark: (x, y, shows) for mark, x, y, shows in told}
        answers: list[tuple[FramePlace, str]] = []
        for frame in inner_frames(tab):
            if self._marks.get(frame) not in by_mark:
                self._marks.pop(frame, None)
                continue
            x, y, shows = by_mark[self._marks[frame]]
            if shows is not None:
                answers.append((FramePlace(frame, x, y), shows))
        return answers if self.knows_frames(tab) else None

    async def drawn_in_frames(self, tab: Tab) -> list[tuple[FramePlace, str]]:
        """What each frame in the page shows once it has had the time to draw."""
        placed, answers = await self._in_frames(tab, "drawn(a)", IN_VIEW)
        self._marks.update({frame: mark for frame, (mark, _) in answers})
        return [(placed[frame], shows) for frame, (_, shows) in answers if frame in placed]

    async def shown_in_frames(self, tab: Tab, asked: Any) -> list[tuple[FramePlace, str]]:
        placed, answers = await self._in_frames(tab, "snapshot(a)", asked)
        return [(placed[frame], shows) for frame, shows in answers if frame in placed]

    async def _in_frames(
        self, tab: Tab, expression: str, argument: Any
    ) -> tuple[dict[Frame, FramePlace], list[tuple[Frame, Any]]]:
        """Where the frames in the page lie that show something, and what each answers that has not gone."""
        frames = inner_frames(tab)
        if not frames:
            return {}, []
        places, *answers = await asyncio.gather(
            self._inner_frames(tab), *(tab.ask(expression, argument, frame) for frame in frames),
            return_exceptions=True,
        )  # fmt: skip
        if isinstance(places, BaseException):
            raise places
        told = [
            (frame, answer)
            for frame, answer in zip(frames, answers, strict=True)
            if not isinstance(answer, BaseException)
        ]
        return {place.frame: place for place in places}, told

    async def lines(self, tab: Tab) -> ToldLines:
        """Of every frame; one that does not answer is a picture to us."""
        first = told_lines(await tab.ask("lines()"), 0.0, 0.0)
        lines, drawn = list(first.lines), list(first.drawn)
        for place in await self._inner_frames(tab):
            try:
                inner = told_lines(await tab.ask("lines()", None, place.frame), place.left, place.top)
            except Exception:
                holder = self._holders.get(place.frame)
                size = await holder.bounding_box() if holder is not None else None
                if size is not None:
                    left, top = round(place.left), round(place.top)
                    drawn.append(Rect(left, top, left + round(size["width"]), top + round(size["height"])))
                continue
            lines += inner.lines
            drawn += inner.drawn
        return ToldLines(lines, drawn)

    async def _inner_frames(self, tab: Tab) -> list[FramePlace]:
        """Where each frame in the page lies; one that shows nothing is left out."""
        found = {tab.page.main_frame: FramePlace(tab.page.main_frame)}
        frames = inner_frames(tab)
        corners = await asyncio.gather(*(self._corner(tab, frame) for frame in frames))
        for frame, corner in zip(frames, corners, strict=True):  # those around one come before it
            outer = found.get(frame.parent_frame) if frame.parent_frame is not None else None
            if outer is not None and corner is not None:
                found[frame] = FramePlace(frame, outer.left + corner[0], outer.top + corner[1])
        return list(found.values())[1:]

    async def _corner(self, tab: Tab, frame: Frame) -> tuple[float, float] | None:
        """Where a frame begins in the one around it; None for one that does not show, or has gone."""
        try:
            if frame not in self._holders:
                self._holders[frame] = await frame.frame_element()
            corner = await tab.ask("cornerOf(a)", self._holders[frame], frame.parent_frame)
        except Exception:
            self._holders.pop(frame, None)
            return None
        return (corner[0], corner[1]) if corner else None

    async def text_in(self, tab: Tab, area: Rect, reach: Reach) -> str | None:
        """None where the page cannot tell: text in pictures, numbers that a style sheet counts."""
        places = [FramePlace(tab.page.main_frame), *await self._inner_frames(tab)]
        said = await self._pieces(tab, places[0], places, area, reach)
        return (written(said) or None) if said is not None else None

    async def _pieces(
        self, tab: Tab, place: FramePlace, places: Sequence[FramePlace], area: Rect, reach: Reach
    ) -> list[str] | None:
        sides = [
            side - edge
            for side, edge in zip(area, (place.left, place.top, place.left, place.top), strict=True)
        ]
        told = await tab.ask(
            "textIn(...a)", [sides, reach], place.frame if place.frame.parent_frame else None
        )
        if not told or not told["sure"]:
            return None
        inner = [each for each in places if each.frame.parent_frame is place.frame]
        corners = [(each.left - place.left, each.top - place.top) for each in inner]
        pieces: list[str] = []
        for piece in told["pieces"]:
            if isinstance(piece, str):
                pieces.append(piece)
                continue
            at = frame_at(piece, corners)
            if at is not None:
                more = await self._pieces(tab, inner[at], places, area, reach)
                if more is None:
                    return None
                pieces += more
        return pieces

    async def at(self, tab: Tab, point: Point) -> Element | None:
        place = FramePlace(tab.page.main_frame)
        told = await tab.ask("at(...a)", [point.x, point.y])
        if told and told.get("frame"):
            for inner in await self._inner_frames(tab):
                found = await tab.ask("at(...a)", [point.x - inner.left, point.y - inner.top], inner.frame)
                holds = found and self.element(found, tab, inner).rect.holds(point)
                if holds and not found.get("frame"):
                    return self.element(found, tab, inner)
        return self.element(told, tab, place) if told else None

    async def focused(self, tab: Tab) -> Element | None:
        told = await tab.ask("focused()")
        if told and told.get("frame"):
            for inner in await self._inner_frames(tab):
                found = await tab.ask("focused()", None, inner.frame)
                if found and not found.get("frame"):
                    return self.element(found, tab, inner)
        return self.element(told, tab, FramePlace(tab.page.main_frame)) if told else None

    async def give_files(self, handle: PageHandle, paths: Sequence[str]) -> None:
        node = await handle.place.frame.evaluate_handle(f"a => {HOME}.node(a)", handle.number)
        field = node.as_element()
        if field is None:
            raise Fault("element-gone", "the field for files is no longer on the page")
        await field.set_input_files(list(paths))

    def _told(self, answer: str, tab: Tab, place: FramePlace, first: int) -> tuple[list[Element], bool]:
        """Playwright itself takes several times as long to bring over as much that is no text."""
        told = json.loads(answer)
        elements = [self.element(each, tab, place, first) for each in told["elements"]]
        return elements, bool(told["complete"])

    def element(self, told: dict[str, Any], tab: Tab, place: FramePlace, first: int = 0) -> Element:
        left, top, right, bottom = told["rect"]
        dx, dy = round(place.left), round(place.top)
        number, value, parent = int(told["number"]), told["value"], told.get("parent")
        if told["kind"] == "file":
            given = self.paths.get((tab.number, number), "")
            names = ", ".join(path.replace("\\", "/").rsplit("/", 1)[-1] for path in given.split(", "))
            value = given if given and names == value else value
        rect = Rect(left + dx, top + dy, right + dx, bottom + dy)
        open_at = rect.middle if told.get("open") else None
        return Element(
            "password field" if told["secret"] else roles.word(told["role"]),
            told["name"],
            rect,
            id=told["id"],
            value=value,
            states=frozenset(told["states"]),
            parent=None if parent is None else parent + first,
            secret=told["secret"],
            handle=PageHandle(tab, place, number, told["kind"], open_at, time.monotonic()),
        )


def inner_frames(tab: Tab) -> list[Frame]:
    return [frame for frame in tab.page.frames if frame.parent_frame is not None]

"""The elements of a page: every frame's DOM as its own script tells it, in pixels of the view."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces import roles
from cogscript.surfaces.browser.dialogs import PageDialog
from cogscript.surfaces.browser.page_lines import told_lines
from cogscript.surfaces.browser.page_scripts import HOME
from cogscript.surfaces.browser.page_text import Reach, frame_at, written
from cogscript.surfaces.browser.tabs import Tab, with_front
from cogscript.surfaces.element_choice import named
from cogscript.surfaces.elements import LIMIT, Element, Snapshot, ToldLines, WithoutMenus

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame

    from cogscript.surfaces.browser.engine import BrowserLoop

T = TypeVar("T")

MOST = 4000
"""Elements of one frame that are told."""
MOST_OF_ALL = 30_000
"""The same, where those out of view are told, too: a chapter of a manual has ten thousand."""
_CORNER = """e => {
  const rect = e.getBoundingClientRect(), style = getComputedStyle(e);
  return rect.width * rect.height && style.visibility === 'visible'
    ? [rect.left + e.clientLeft + parseFloat(style.paddingLeft),
       rect.top + e.clientTop + parseFloat(style.paddingTop)] : null;
}"""


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


class PageElements(WithoutMenus):
    def __init__(self, engine: BrowserLoop, front: Callable[[], Tab]) -> None:
        """`front` gives the tab that is looked at, or says why there is none."""
        self._engine = engine
        self._front = front
        self._holders: WeakKeyDictionary[Frame, ElementHandle] = WeakKeyDictionary()
        """A frame → the element that holds it in the frame around it."""
        self._paths: dict[tuple[int, int], str] = {}
        """Files that were given to a field: a page never tells more than their names."""

    # --- looking --------------------------------------------------------------------------------------

    def snapshot(
        self,
        *,
        window: int | None = None,
        area: Rect | None = None,
        limit: float = LIMIT,
        covered: bool = False,
    ) -> Snapshot:
        tab = self._front()
        if tab.dialog is not None:
            return Snapshot(tab.dialog.elements())
        elements, complete = with_front(
            self._front, lambda tab: self._ask(self._everything(tab, reach="view"))
        )
        if area is not None:
            from cogscript.surfaces.element_choice import part

            elements = part(elements, lambda each: _meets(each.rect, area))
        reason = "" if complete else f"the page has more than {MOST} elements"
        return Snapshot(elements, complete, reason)

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        return named(self.snapshot().elements, name, role, area)

    def own_text(self, area: Rect, *, to_the_end: bool = False) -> str | None:
        return self._said_in(area, "end" if to_the_end else "view")

    def page_text(self, area: Rect) -> str | None:
        return self._said_in(area, "all")

    def _said_in(self, area: Rect, reach: Reach) -> str | None:
        tab = self._front()
        if tab.dialog is not None:
            return tab.dialog.title if _meets(tab.dialog.rect, area) else None
        return with_front(self._front, lambda tab: self._ask(self._text_in(tab, area, reach)))

    def told_lines(self) -> ToldLines | None:
        tab = self._front()
        if tab.dialog is not None:
            return None
        return with_front(self._front, lambda tab: self._ask(self._lines(tab)))

    def whole(self) -> Snapshot:
        tab = self._front()
        if tab.dialog is not None:
            return Snapshot(())
        elements, complete = self._ask(self._everything(tab, reach="whole"))
        return Snapshot(elements, complete)

    def out_of_view(self, name: str, role: str | None = None) -> Sequence[Element]:
        tab = self._front()
        if tab.dialog is not None:
            return ()
        elements, _ = self._ask(self._everything(tab, reach="hidden"))
        return named(elements, name, role, None)

    def at(self, point: Point) -> Element | None:
        tab = self._front()
        if tab.dialog is not None:
            inner = [each for each in tab.dialog.elements() if each.rect.holds(point)]
            return inner[-1] if inner else None
        return self._ask(self._at(tab, point))

    def focused(self) -> Element | None:
        tab = self._front()
        if tab.dialog is not None:
            return next((each for each in tab.dialog.elements() if "focused" in each.states), None)
        return self._ask(self._focused(tab))

    def refresh(self, element: Element) -> Element | None:
        if isinstance(element.handle, PageDialog):
            return replace(element, value=element.handle.entered)
        handle = _handle(element)
        if handle is None:
            return element
        told = self._ask_one(handle, "refresh(a)", handle.number)
        if told is None:
            return None
        return self._element(told, handle.tab, handle.place)

    def text(self, element: Element) -> str | None:
        handle = _handle(element)
        if handle is None or element.secret:
            return element.value
        found = self._ask_one(handle, "text(a)", handle.number)
        return None if found is None else str(found)

    def length(self, element: Element) -> int | None:
        handle = _handle(element)
        if handle is None:
            return len(element.value or "")
        found = self._ask_one(handle, "length(a)", handle.number)
        return None if found is None else int(found)

    def covered_by(self, element: Element, point: Point) -> str | None:
        handle = _handle(element)
        if handle is None:
            return None
        x, y = point.x - handle.place.left, point.y - handle.place.top
        found = self._ask_one(handle, "coveredBy(...a)", [handle.number, x, y])
        return None if found is None else str(found)

    def busy(self, window: int | None = None) -> bool:
        return False  # the surface itself waits for its pages

    # --- acting ---------------------------------------------------------------------------------------

    def actions(self, element: Element) -> tuple[str, ...]:
        return ("click",) if element.role in roles.ACTED_ON else ()

    def act(self, element: Element, action: str | None = None) -> None:
        handle = self._needed(element)
        self._ask_one(handle, "act(a)", handle.number)

    def set_text(self, element: Element, text: str) -> None:
        if isinstance(element.handle, PageDialog):
            element.handle.entered = text
            return
        handle = self._needed(element)
        if self._ask_one(handle, "setText(...a)", [handle.number, text]):
            raise Fault("no-field", f"{shown(element.name)} takes no text")

    def set_value(self, element: Element, value: float) -> None:
        self.set_text(element, f"{value:g}")

    def select(self, element: Element) -> None:
        handle = self._needed(element)
        refused = self._ask_one(handle, "select(a)", handle.number)
        if refused:
            raise Fault("not-possible", f"the option {shown(element.name)} cannot be chosen: it is {refused}")

    def scroll_to(self, element: Element) -> None:
        handle = self._needed(element)
        self._ask_one(handle, "scrollTo(a)", handle.number)

    def options(self, element: Element) -> Sequence[Element] | None:
        """The options of a list that the browser draws outside of the page; None for any other."""
        handle = _handle(element)
        told = self._ask_one(handle, "options(a)", handle.number) if handle is not None else None
        if told is None or handle is None:
            return None
        return [self._element(each, handle.tab, handle.place) for each in told]

    def give_files(self, element: Element, paths: Sequence[str]) -> None:
        handle = self._needed(element)
        self._ask(self._give_files(handle, paths))
        self._paths[handle.tab.number, handle.number] = ", ".join(paths)

    def close(self) -> None:
        """The surface closes the page."""

    # --- asking the page --------------------------------------------------------------------------------

    def _ask(self, work: Coroutine[Any, Any, T]) -> T:
        return self._engine.run(work)

    def _ask_one(self, handle: PageHandle, expression: str, argument: Any) -> Any:
        """Ask about one element; None when it has gone with its page."""
        try:
            return self._ask(handle.tab.ask(expression, argument, handle.place.frame))
        except Fault as fault:
            if fault.code == "page-left":
                return None
            raise

    def _needed(self, element: Element) -> PageHandle:
        handle = _handle(element)
        if handle is None:
            raise Fault("element-gone", f"{shown(element.name)} is no element of the page")
        return handle

    async def _everything(self, tab: Tab, *, reach: str) -> tuple[list[Element], bool]:
        asked = {"most": MOST if reach == "view" else MOST_OF_ALL, "reach": reach}
        whole = FramePlace(tab.page.main_frame)
        inner = [frame for frame in tab.page.frames if frame.parent_frame is not None]
        main = tab.ask("snapshot(a)", asked)
        if not inner:
            return self._told(await main, tab, whole, 0)
        first, places, *others = await asyncio.gather(
            main, self._inner_frames(tab), *(tab.ask("snapshot(a)", asked, frame) for frame in inner),
            return_exceptions=True,
        )  # fmt: skip
        if isinstance(first, BaseException) or isinstance(places, BaseException):
            raise first if isinstance(first, BaseException) else places
        elements, complete = self._told(first, tab, whole, 0)
        placed = {place.frame: place for place in places}
        for frame, answer in zip(inner, others, strict=True):
            if frame in placed and not isinstance(
                answer, BaseException
            ):  # else it has gone, or shows nothing
                told, all_of_it = self._told(answer, tab, placed[frame], len(elements))
                elements += told
                complete = complete and all_of_it
        return elements, complete

    async def _lines(self, tab: Tab) -> ToldLines:
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
        frames = [frame for frame in tab.page.frames if frame.parent_frame is not None]
        corners = await asyncio.gather(*(self._corner(frame) for frame in frames))
        for frame, corner in zip(frames, corners, strict=True):  # those around one come before it
            outer = found.get(frame.parent_frame) if frame.parent_frame is not None else None
            if outer is not None and corner is not None:
                found[frame] = FramePlace(frame, outer.left + corner[0], outer.top + corner[1])
        return list(found.values())[1:]

    async def _corner(self, frame: Frame) -> tuple[float, float] | None:
        """Where a frame begins in the one around it; None for one that does not show, or has gone."""
        try:
            if frame not in self._holders:
                self._holders[frame] = await frame.frame_element()
            corner = await self._holders[frame].evaluate(_CORNER)
        except Exception:
            self._holders.pop(frame, None)
            return None
        return (corner[0], corner[1]) if corner else None

    async def _text_in(self, tab: Tab, area: Rect, reach: Reach) -> str | None:
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

    async def _at(self, tab: Tab, point: Point) -> Element | None:
        place = FramePlace(tab.page.main_frame)
        told = await tab.ask("at(...a)", [point.x, point.y])
        if told and told.get("frame"):
            for inner in await self._inner_frames(tab):
                found = await tab.ask("at(...a)", [point.x - inner.left, point.y - inner.top], inner.frame)
                holds = found and self._element(found, tab, inner).rect.holds(point)
                if holds and not found.get("frame"):
                    return self._element(found, tab, inner)
        return self._element(told, tab, place) if told else None

    async def _focused(self, tab: Tab) -> Element | None:
        told = await tab.ask("focused()")
        if told and told.get("frame"):
            for inner in await self._inner_frames(tab):
                found = await tab.ask("focused()", None, inner.frame)
                if found and not found.get("frame"):
                    return self._element(found, tab, inner)
        return self._element(told, tab, FramePlace(tab.page.main_frame)) if told else None

    async def _give_files(self, handle: PageHandle, paths: Sequence[str]) -> None:
        node = await handle.place.frame.evaluate_handle(f"a => {HOME}.node(a)", handle.number)
        field = node.as_element()
        if field is None:
            raise Fault("element-gone", "the field for files is no longer on the page")
        await field.set_input_files(list(paths))

    def _told(self, answer: str, tab: Tab, place: FramePlace, first: int) -> tuple[list[Element], bool]:
        """Playwright itself takes several times as long to bring over as much that is no text."""
        told = json.loads(answer)
        elements = [self._element(each, tab, place, first) for each in told["elements"]]
        return elements, bool(told["complete"])

    def _element(self, told: dict[str, Any], tab: Tab, place: FramePlace, first: int = 0) -> Element:
        left, top, right, bottom = told["rect"]
        dx, dy = round(place.left), round(place.top)
        number, value, parent = int(told["number"]), told["value"], told.get("parent")
        if told["kind"] == "file":
            given = self._paths.get((tab.number, number), "")
            names = ", ".join(path.replace("\\", "/").rsplit("/", 1)[-1] for path in given.split(", "))
            value = given if given and names == value else value
        return Element(
            "password field" if told["secret"] else roles.word(told["role"]),
            told["name"],
            Rect(left + dx, top + dy, right + dx, bottom + dy),
            id=told["id"],
            value=value,
            states=frozenset(told["states"]),
            parent=None if parent is None else parent + first,
            secret=told["secret"],
            handle=PageHandle(tab, place, number, told["kind"]),
        )


def _handle(element: Element) -> PageHandle | None:
    return element.handle if isinstance(element.handle, PageHandle) else None


def _meets(one: Rect, other: Rect) -> bool:
    shared = one.overlap(other)
    return bool(shared.width and shared.height)

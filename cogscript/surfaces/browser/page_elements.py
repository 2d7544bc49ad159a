"""The elements of a page: every frame's DOM as its own script tells it, in pixels of the view."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces import roles
from cogscript.surfaces.browser.dialogs import PageDialog
from cogscript.surfaces.browser.page_questions import MOST, PageHandle, PageQuestions
from cogscript.surfaces.browser.tabs import Tab, hear, until_asked, with_front
from cogscript.surfaces.element_choice import named
from cogscript.surfaces.elements import LIMIT, Element, Snapshot, ToldLines, WithoutMenus

if TYPE_CHECKING:
    from cogscript.surfaces.browser.engine import BrowserLoop
    from cogscript.surfaces.browser.page_text import Reach

T = TypeVar("T")

_FRESH = 0.3
"""Seconds for which an answer that came with another one is of this moment."""


class PageElements(WithoutMenus):
    def __init__(self, engine: BrowserLoop, front: Callable[[], Tab]) -> None:
        """`front` gives the tab that is looked at, or says why there is none."""
        self._engine = engine
        self._front = front
        self.questions = PageQuestions()
        self._entered: tuple[float, Element] | None = None
        """A field as it was right after a text was entered: told in one answer, for whoever asks next."""
        self._focused: tuple[float, Element] | None = None
        """What was seen to have the keyboard, as long as nothing is done."""

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
        elements, complete = self.questions.just_seen(tab) or with_front(
            self._front, lambda tab: self._ask(self.questions.everything(tab, reach="view"))
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
        return with_front(self._front, lambda tab: self._ask(self.questions.text_in(tab, area, reach)))

    def told_lines(self) -> ToldLines | None:
        tab = self._front()
        if tab.dialog is not None:
            return None
        return with_front(self._front, lambda tab: self._ask(self.questions.lines(tab)))

    def whole(self) -> Snapshot:
        tab = self._front()
        if tab.dialog is not None:
            return Snapshot(())
        elements, complete = self._ask(self.questions.everything(tab, reach="whole"))
        return Snapshot(elements, complete)

    def of_id(self, id: str, *, whole: bool = False) -> Sequence[Element]:
        if self._front().dialog is not None:
            return ()
        reach = "whole" if whole else "view"
        return with_front(
            self._front, lambda tab: self._ask(self.questions.everything(tab, reach=reach, id=id))
        )[0]

    def out_of_view(self, name: str, role: str | None = None) -> Sequence[Element]:
        tab = self._front()
        if tab.dialog is not None:
            return ()
        elements, _ = self._ask(self.questions.everything(tab, reach="hidden"))
        return named(elements, name, role, None)

    def at(self, point: Point) -> Element | None:
        tab = self._front()
        if tab.dialog is not None:
            inner = [each for each in tab.dialog.elements() if each.rect.holds(point)]
            return inner[-1] if inner else None
        return self._ask(self.questions.at(tab, point))

    def focused(self) -> Element | None:
        tab = self._front()
        if tab.dialog is not None:
            return next((each for each in tab.dialog.elements() if "focused" in each.states), None)
        return self._ask(self.questions.focused(tab))

    def field_with_focus(self) -> Element | None:
        """What has the keyboard: as it was seen right before, or asked for."""
        focused = self._focused
        if focused is not None and time.monotonic() - focused[0] < _FRESH:
            return focused[1]
        return self.focused()

    def refresh(self, element: Element) -> Element | None:
        if isinstance(element.handle, PageDialog):
            return replace(element, value=element.handle.entered)
        handle = _handle(element)
        if handle is None:
            return element
        entered, self._entered = self._entered, None
        if entered is not None and _is_of(entered, handle):
            return entered[1]
        told = self._ask_one(handle, "refresh(a)", handle.number)
        if told is None:
            return None
        now = self.questions.element(told, handle.tab, handle.place)
        self._focused = (time.monotonic(), now) if "focused" in now.states else None
        return now

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
        if handle.place.frame.parent_frame is not None:
            over = self._ask(handle.tab.ask("overFrame(...a)", list(point)))
            if over is not None:
                return str(over)
        elif handle.open_at == point and time.monotonic() - handle.told < _FRESH:
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
            raise Fault("not-possible", f"{shown(element.name)} takes no text")

    def enter(self, element: Element, text: str, *, whole: bool, unasked: bool = False) -> bool | None:
        """Insert a text where the caret is, or in the place of the `whole` text; `unasked` into a plain field
        that has not the keyboard yet. Whether the field took it; None where it is not known: a dialog came,
        or the page went elsewhere."""
        handle = self._needed(element)
        self.acted(handle.tab)
        answer = self._ask(
            until_asked(
                handle.tab,
                handle.tab.ask("enter(...a)", [handle.number, text, whole, unasked], handle.place.frame),
            )
        )
        if handle.tab.dialog is not None:
            return None
        if answer is None:
            return False
        if answer.get("closed"):
            raise Fault(
                "page-gone",
                "the page closed its tab while the text was entered",
                "a step that closes a tab is better a CLICK: what became of the text cannot be seen",
            )
        if answer["leaves"] is None:
            self._ask(hear(handle.tab))
        elif answer["leaves"]:
            self._ask(handle.tab.until_left())
        if answer["leaves"] or handle.tab.leaving:
            return None
        now = self.questions.element(answer["element"], handle.tab, handle.place)
        self._entered = (time.monotonic(), now)
        return True

    def acted(self, tab: Tab) -> None:
        """Something is done to the page: what was told before is no longer of this moment."""
        tab.seen = None
        self._entered = self._focused = None

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
        return [self.questions.element(each, handle.tab, handle.place) for each in told]

    def give_files(self, element: Element, paths: Sequence[str]) -> None:
        handle = self._needed(element)
        self._ask(self.questions.give_files(handle, paths))
        self.questions.paths[handle.tab.number, handle.number] = ", ".join(paths)

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


def _handle(element: Element) -> PageHandle | None:
    return element.handle if isinstance(element.handle, PageHandle) else None


def _is_of(told: tuple[float, Element], handle: PageHandle) -> bool:
    of = _handle(told[1])
    same = of is not None and (of.tab, of.place.frame, of.number) == (
        handle.tab,
        handle.place.frame,
        handle.number,
    )
    return same and time.monotonic() - told[0] < _FRESH


def _meets(one: Rect, other: Rect) -> bool:
    shared = one.overlap(other)
    return bool(shared.width and shared.height)

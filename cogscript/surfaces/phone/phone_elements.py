"""The elements of a phone's screen, as its own `uiautomator` tells them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces import roles
from cogscript.surfaces.element_choice import innermost, named, part
from cogscript.surfaces.elements import LIMIT, Element, Snapshot, ToldLines, WithoutMenus
from cogscript.surfaces.phone.adb import Phone
from cogscript.surfaces.phone.hierarchy import Malformed, parse, same, told_lines
from cogscript.surfaces.phone.key_codes import DELETE, MOVE_END

_FILE = "/sdcard/cogscript-window.xml"
_DUMP = f"uiautomator dump {_FILE} 2>&1 && cat {_FILE}; rm -f {_FILE}"
_KEYBOARD = "dumpsys input_method | grep -m1 mInputShown="
_KEYBOARD_SHOWS = "mInputShown=true"
_HOLDS = 2.0
"""Seconds for which a dump is what the screen shows: one look takes about as long."""
_TRIES = 3
"""A screen that moves gives no dump: it is asked again."""


class PhoneElements(WithoutMenus):
    def __init__(self, phone: Phone, tap: Callable[[Point], None], screen: Callable[[], Rect]) -> None:
        self._phone = phone
        self._tap = tap
        self._screen = screen
        self._dumped: tuple[float, str] | None = None
        """When the phone was last asked, and what it said: asking takes it a second or more."""

    def snapshot(
        self,
        *,
        window: int | None = None,
        area: Rect | None = None,
        limit: float = LIMIT,
        covered: bool = False,
    ) -> Snapshot:
        said = ""
        for attempt in range(_TRIES):
            try:
                said = self._phone.script(_DUMP)
                elements = parse(said)
                self._dumped = (time.monotonic(), said)
            except Malformed as error:
                said = str(error)
                time.sleep(0.2 * (attempt + 1))
                continue
            if area is not None:
                elements = part(elements, lambda each: bool(each.rect.overlap(area).width))
            return Snapshot(elements)
        return Snapshot((), False, f"the phone does not tell what is on its screen: {said}")

    def told_lines(self) -> ToldLines | None:
        if self._dumped is None or time.monotonic() - self._dumped[0] > _HOLDS:
            self._dumped = None
            self.snapshot()
        if self._dumped is None:
            return None
        screen = self._screen()
        told = told_lines(self._dumped[1], screen)
        if _KEYBOARD_SHOWS in self._phone.script(_KEYBOARD):  # it lies over the app, and is in no dump
            lower = Rect(screen.left, screen.middle.y, screen.right, screen.bottom)
            told = told._replace(drawn=[*told.drawn, lower])
        return told

    def own_text(self, area: Rect, *, to_the_end: bool = False) -> str | None:
        """Never for sure: a dump leaves out what a view draws by itself."""
        return None

    def page_text(self, area: Rect) -> str | None:
        return None  # as `own_text`

    def find(self, name: str, role: str | None = None, area: Rect | None = None) -> Sequence[Element]:
        return named(self.snapshot().elements, name, role, area)

    def out_of_view(self, name: str, role: str | None = None) -> Sequence[Element]:
        return ()  # a phone tells only what shows

    def at(self, point: Point) -> Element | None:
        return innermost(self.snapshot().elements, point)

    def focused(self) -> Element | None:
        focused = [each for each in self.snapshot().elements if "focused" in each.states]
        return focused[-1] if focused else None

    def refresh(self, element: Element) -> Element | None:
        return same(element, self.snapshot().elements)

    def text(self, element: Element) -> str | None:
        now = self.refresh(element)
        if now is None or now.secret:
            return None
        return now.value if now.value is not None else now.name

    def length(self, element: Element) -> int | None:
        return None  # of a password nothing is told

    def actions(self, element: Element) -> tuple[str, ...]:
        return ("click",) if element.role in roles.ACTED_ON else ()

    def act(self, element: Element, action: str | None = None) -> None:
        self._tap(element.rect.middle)

    def set_text(self, element: Element, text: str) -> None:
        """Only emptied: what else goes in is typed."""
        if text:
            raise Fault("not-possible", f"the text of {shown(element.name)} cannot be set, only typed")
        now = self.refresh(element)
        held = len((now.value if now is not None else None) or "")
        for at in range(0, held, 50):
            self._phone.shell("input", "keyevent", str(MOVE_END), *[str(DELETE)] * min(50, held - at))

    def set_value(self, element: Element, value: float) -> None:
        raise Fault("not-possible", "a slider on a phone is moved with DRAG")

    def select(self, element: Element) -> None:
        self._tap(element.rect.middle)

    def scroll_to(self, element: Element) -> None:
        """What is told shows already."""

    def covered_by(self, element: Element, point: Point) -> str | None:
        return None

    def busy(self, window: int | None = None) -> bool:
        return False

    def close(self) -> None:
        """Nothing was opened."""

"""The pointer, the keyboard and the clipboard of a page."""

from __future__ import annotations

import contextlib
import sys
import time
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cogscript.language.model.box import Point, Size
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.browser.engine import BrowserLoop
from cogscript.surfaces.browser.guarded_click import only_for
from cogscript.surfaces.browser.page_questions import PageHandle
from cogscript.surfaces.browser.playwright_keys import PLAYWRIGHT
from cogscript.surfaces.browser.tabs import Tab, Tabs, has_closed, hear, until_asked
from cogscript.surfaces.capabilities import (
    Button,
    ClickTarget,
    Clipboard,
    Direction,
    Keys,
    Method,
    Pointer,
    TextEntry,
)
from cogscript.surfaces.key_names import missing_key
from cogscript.surfaces.pointing import CountedClicks, NotReached, check_inside, steps_between
from cogscript.surfaces.protocol import Surface

if TYPE_CHECKING:
    from cogscript.settings import Settings
    from cogscript.surfaces.browser.page_elements import PageElements
    from cogscript.surfaces.elements import Element

T = TypeVar("T")

_NOTCH = 100
"""Pixels that one notch of the wheel scrolls."""
_SET_WHOLE = {
    "date": "2026-12-31",
    "time": "18:30",
    "datetime-local": "2026-12-31T18:30",
    "month": "2026-12",
    "week": "2026-W53",
    "color": "#3366cc",
    "range": "50",
}
"""Kinds of field that take a value and no keys, each with one: a browser draws its own picker for them."""
_SHORTCUT = "Meta" if sys.platform == "darwin" else "Control"
_SCRAP = "<textarea autofocus></textarea>"
"""A page on which the clipboard is written down."""


class PageHands(Surface, Pointer, Keys, TextEntry, Clipboard):
    """What a person's hands do on the page in front."""

    tabs: Tabs
    _elements: PageElements

    def __init__(self, settings: Settings, size: Size) -> None:
        super().__init__(settings)
        self.last_click = CountedClicks()
        self.engine = BrowserLoop()
        self._size = size
        self._pointer = Point(size.width // 2, size.height // 2)
        self._held: dict[str, None] = {}
        self._buttons: dict[Button, None] = {}

    @abstractmethod
    def _front(self) -> Tab: ...

    # --- pointer ------------------------------------------------------------------------------------

    def _do(self, tab: Tab, work: Coroutine[Any, Any, T]) -> T | None:
        """Do something. It may open a dialog, which blocks the page, or close the tab: it is over then."""
        self._elements.acted(tab)
        try:
            return self.engine.run(until_asked(tab, work))
        except Fault as fault:
            if fault.code != "page-gone" or not has_closed(self.tabs, tab):
                raise
            return None

    def pointer(self) -> Point:
        return self._pointer

    def move(self, to: Point) -> None:
        check_inside(to, self.size)
        tab, self._pointer = self._front(), to
        if tab.dialog is None:
            self._do(tab, tab.page.mouse.move(to.x, to.y))

    def press(self, button: Button) -> None:
        self.permit()
        tab = self._front()
        self._buttons[button] = None
        self._do(tab, tab.page.mouse.down(button=button))

    def release(self, button: Button) -> None:
        tab = self._front()
        self._buttons.pop(button, None)
        self._do(tab, tab.page.mouse.up(button=button))

    def click(self, at: Point, button: Button = "left", count: int = 1) -> None:
        check_inside(at, self.size)
        self.permit(at)
        tab, self._pointer = self._front(), at
        if tab.dialog is None:
            self._do(tab, tab.page.mouse.click(at.x, at.y, button=button, click_count=count))
            return
        chosen = tab.dialog.button_at(at)
        if chosen is not None:
            self._answer(tab, accepts=chosen == tab.dialog.buttons[-1])
        elif not tab.dialog.rect.holds(at):
            raise Fault(
                "dialog",
                f"the page asks {shown(tab.dialog.title)} and takes no click until it is answered",
                f"CLICK one of its buttons first: {', '.join(tab.dialog.buttons)}",
            )

    def click_on(self, target: ClickTarget, at: Point, button: Button = "left", count: int = 1) -> None:
        tab = self._front()
        name, handle = (target.element.name, target.element.handle) if target.element else ("", None)
        if tab.dialog is not None or not isinstance(handle, PageHandle) or handle.tab is not tab:
            self.click(at, button, count)
            return
        check_inside(at, self.size)
        self.permit(at)
        self._pointer = at
        click = tab.page.mouse.click(at.x, at.y, button=button, click_count=count)
        over = self._do(tab, only_for(handle, click))
        if over is not None:
            raise NotReached.by(shown(over) if over else f"something else than {shown(name)}")

    def _answer(self, tab: Tab, *, accepts: bool) -> None:
        dialog, tab.dialog = tab.dialog, None
        assert dialog is not None
        self.engine.call(tab.asked.clear)
        if accepts:
            self.engine.run(dialog.dialog.accept(dialog.entered if dialog.kind == "prompt" else ""))
        else:
            self.engine.run(dialog.dialog.dismiss())

    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None:
        check_inside(end, self.size)
        self.move(start)
        self.press(button)
        try:
            for place, pause in steps_between(start, end, seconds):
                self.move(place)
                time.sleep(pause)
        finally:
            self.release(button)

    def scroll(self, direction: Direction, notches: int) -> None:
        self.permit()
        tab = self._front()
        x, y = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[direction]
        for _ in range(notches):
            self._do(tab, tab.page.mouse.wheel(x * _NOTCH, y * _NOTCH))

    # --- keyboard -------------------------------------------------------------------------------------

    shortcut_key = "left_super" if sys.platform == "darwin" else "left_ctrl"

    def key_down(self, key: str) -> None:
        self.permit()
        name, tab = self._key(key), self._front()
        if tab.dialog is not None:
            if key in ("return", "keypad_enter", "escape"):
                self._answer(tab, accepts=key != "escape")
            return
        self._held[key] = None
        self._do(tab, tab.page.keyboard.down(name))

    def key_up(self, key: str) -> None:
        tab = self._front()
        if self._held.pop(key, 0) is None and tab.dialog is None:
            self._do(tab, tab.page.keyboard.up(self._key(key)))

    def press_together(self, *keys: str) -> None:
        """All in one go: each question to a browser takes its time."""
        self.permit()
        tab, names = self._front(), [self._key(key) for key in keys]
        if tab.dialog is not None:
            super().press_together(*keys)
            return
        self._held.update(dict.fromkeys(keys))
        self._do(tab, _press_together(tab, names))
        for key in keys:
            self._held.pop(key, None)

    def _key(self, key: str) -> str:
        try:
            return PLAYWRIGHT[key]
        except KeyError:
            raise missing_key("a page", key) from None

    replaces = True

    def type_text(
        self, text: str, method: Method = "paste", arrived: Callable[[], bool] | None = None
    ) -> None:
        self.permit()
        tab = self._front()
        if tab.dialog is not None:
            tab.dialog.entered += text
            return
        self._enter(tab, text, method, whole=False)

    def replace_text(self, text: str) -> None:
        self.permit()
        tab = self._front()
        if tab.dialog is not None:
            tab.dialog.entered = text
        else:
            self._enter(tab, text, "paste", whole=True)

    def fill(self, field: Element, at: Point, text: str) -> bool:
        """Without a click, as locators do it. A field whose script asks for something because of it, or comes
        only now, gets the click it may wait for."""
        tab = self._front()
        open_at = getattr(field.handle, "open_at", None)
        if tab.dialog is not None or tab.awaits_answers or open_at != at:
            return False
        self.permit(at)
        visits = tab.visits
        taken = self._elements.enter(field, text, whole=True, unasked=True)
        self._stayed(tab, visits)
        return taken is True and not tab.awaits_answers

    def _enter(self, tab: Tab, text: str, method: Method, *, whole: bool) -> None:
        visits = tab.visits
        if tab.awaits_answers:
            self.engine.run(tab.until_answered())
        field = self._elements.field_with_focus() if method == "paste" else None
        kind = getattr(field.handle, "kind", "") if field is not None else ""
        if field is not None and kind == "file":
            self._give_files(tab, field, text)
        elif field is not None and kind in _SET_WHOLE:
            self._set_whole(field, kind, text)
        elif method == "keys":
            self._do(tab, tab.page.keyboard.type(text))
            self._do(tab, hear(tab))
        elif field is None or self._elements.enter(field, text, whole=whole) is False:
            if whole:
                self.press_together(self.shortcut_key, "a")
            self._do(tab, tab.page.keyboard.insert_text(text))
            self._do(tab, hear(tab))
        self._stayed(tab, visits)

    def _set_whole(self, field: Element, kind: str, text: str) -> None:
        self._elements.set_text(field, text)
        now = self._elements.refresh(field)
        if text and now is not None and now.value == "":
            wanted = kind.removesuffix("-local")
            raise Fault(
                "not-entered",
                f"{shown(field.name)} is a field for a {wanted}, and {shown(text)} is none to it",
                f"write it as a page takes it: `{_SET_WHOLE[kind]}`",
            )

    def _stayed(self, tab: Tab, visits: int) -> None:
        """A Fault where the page was left while a text was entered."""
        if tab.visits != visits or tab.leaving:
            to = next((each.url for each in list(tab.leaving)), tab.page.url)
            raise Fault(
                "page-left",
                f"the browser went to `{to}` while the text was entered; what arrived is not known",
                "wait for the page before the TYPE: WAIT_FOR(test=VISIBLE(…))",
            )

    def _give_files(self, tab: Tab, field: Element, text: str) -> None:
        tab.chooser = None
        paths = [
            str(Path(each.strip()).expanduser().absolute()) for each in text.splitlines() if each.strip()
        ]
        missing = [each for each in paths if not Path(each).is_file()]
        if missing:
            raise Fault("no-such-file", f"there is no file {missing[0]} to give to the page")
        self._elements.give_files(field, paths)

    def release_all(self) -> None:
        for button in list(self._buttons):
            with contextlib.suppress(Exception):
                self.release(button)
        for key in reversed(list(self._held)):
            with contextlib.suppress(Exception):
                self.key_up(key)

    # --- clipboard --------------------------------------------------------------------------------------

    def clipboard(self) -> str:
        """Pasted on a page of its own: pages may not read it, and those on http not even ask."""
        text = self.engine.run(self._on_scrap("", f"{_SHORTCUT}+v"))
        if not text:
            raise Fault("clipboard", "the browser's clipboard is empty, or holds no text")
        return text

    def set_clipboard(self, text: str) -> None:
        self.engine.run(self._on_scrap(text, f"{_SHORTCUT}+a", f"{_SHORTCUT}+c"))

    async def _on_scrap(self, text: str, *keys: str) -> str:
        """What a field holds after these keys; the page in front is in front again afterwards."""
        front = self._front()
        with self.tabs.unseen():
            page = await front.page.context.new_page()
        try:
            await page.set_content(_SCRAP)
            field = page.locator("textarea")
            await field.fill(text)
            await field.focus()
            for key in keys:
                await page.keyboard.press(key)
            return await field.input_value()
        finally:
            await page.close()
            await front.page.bring_to_front()


async def _press_together(tab: Tab, names: Sequence[str]) -> None:
    keyboard = tab.page.keyboard
    for name in names[:-1]:
        await keyboard.down(name)
    try:
        await keyboard.press(names[-1])
    finally:
        for name in reversed(names[:-1]):
            await keyboard.up(name)

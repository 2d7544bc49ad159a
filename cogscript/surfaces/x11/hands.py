"""The pointer, the keyboard and the clipboard of an X display."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Point, Size
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.capabilities import (
    Button,
    ClickTarget,
    Clipboard,
    Direction,
    Keys,
    Method,
    PersonsHand,
    Pointer,
    TextEntry,
)
from cogscript.surfaces.pointing import (
    NotReached,
    PersonWatch,
    check_inside,
    steps_between,
    wait_for_a_fresh_start,
)
from cogscript.surfaces.protocol import Surface
from cogscript.surfaces.x11.connection import talks_to_display
from cogscript.surfaces.x11.keyboard import Held, Keyboard
from cogscript.surfaces.x11.owners import Owners
from cogscript.surfaces.x11.readiness import Readiness
from cogscript.surfaces.x11.windows import X11Windows

if TYPE_CHECKING:
    from cogscript.settings import Settings
    from cogscript.surfaces.x11.entering import Entering

_BUTTONS: dict[Button, int] = {"left": 1, "middle": 2, "right": 3}
_WHEEL: dict[Direction, int] = {"up": 4, "down": 5, "left": 6, "right": 7}
_PRESS, _RELEASE, _MOTION = 4, 5, 6
_CAPS_LOCK_LIGHT = 1
_LEFT_DOWN = 1 << 8
_NOTCH = 0.02
"""Seconds between two notches of the wheel: a quick finger's."""
_MENU_OPENS = 0.55
"""Seconds after a click in which GTK ignores a click on the menu that it opened."""
_COMES = 0.05
"""Seconds in which a menu sees the pointer come, as a person's does before it presses."""
_AT_ONCE = 40
"""Characters that are typed before it is asked again whose the keyboard is."""
_COPYING = 1.0
"""Seconds after a key or a click in which a program may still be about to copy something."""


class X11Hands(Surface, X11Windows, Pointer, Keys, TextEntry, Clipboard, PersonsHand):
    """What a person's hands do on an X display."""

    clipboard_stays = False
    """Whether the clipboard outlives the run: the person's does, a private one goes with its display."""
    keyboard: Keyboard
    readiness: Readiness
    _root: Any
    _size: Size
    _owners: Owners
    _watch: PersonWatch

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._keys_down: dict[str, None] = {}
        self._buttons = Held()
        self._held_back = 0
        """Presses since the last key, which the window manager may not have passed on yet."""
        self._clicked = self._keyed = float("-inf")
        self._no_menus: set[Any] = set()
        """Frames and bare root: windows that a click right after another need not wait for."""
        self._entering: Entering | None = None

    # --- pointer ------------------------------------------------------------------------

    @talks_to_display
    def pointer(self) -> Point:
        where = self._root.query_pointer()
        return Point(where.root_x - self.origin.x, where.root_y - self.origin.y)

    def moved_by_person(self) -> bool:
        """Whether somebody else moved the pointer since this run last put or asked for it."""
        return self._watch.moved(self.pointer())

    @talks_to_display
    def is_pressing(self) -> bool:
        return bool(self._root.query_pointer().mask & _LEFT_DOWN)

    @talks_to_display
    def caps_lock_is_on(self) -> bool:
        return bool(self._display.get_keyboard_control().led_mask & _CAPS_LOCK_LIGHT)

    @talks_to_display
    def is_key_down(self, key: str) -> bool:
        code = self.keyboard.place(key).keycode
        return bool(self._display.query_keymap()[code // 8] >> (code % 8) & 1)

    def _may_act(self, at: Point | None = None) -> None:
        """At a place, or with the pointer where it is."""
        now = self.pointer()
        self._watch.check_corner(now)
        self.permit(at or now)

    @talks_to_display
    def owners(self, at: Point | None = None) -> Sequence[str]:
        if at is None:
            return self._owners.of_keyboard(self._display)
        return self._owners.at(self._display, at.x + self.origin.x, at.y + self.origin.y)

    def _may_type(self) -> None:
        self._watch.check_corner(self.pointer())
        self.permit()

    @talks_to_display
    def move(self, to: Point) -> None:
        check_inside(to, self._size)
        self._watch.check_corner(self.pointer())
        self._move(to)
        self._flush()

    def _move(self, to: Point) -> None:
        self._display.xtest_fake_input(_MOTION, x=to.x + self.origin.x, y=to.y + self.origin.y)
        self._watch.put(to)

    def _flush(self) -> None:
        self._display.flush()
        self._buttons.sent()

    @talks_to_display
    def press(self, button: Button) -> None:
        self._may_act()
        self._held_back += 1
        self._press(_BUTTONS[button])
        self._flush()

    def _press(self, number: int) -> None:
        self._buttons.pressing(number)
        self._display.xtest_fake_input(_PRESS, number)

    @talks_to_display
    def release(self, button: Button) -> None:
        self._release(_BUTTONS[button])
        self._flush()
        self.readiness.clicked()

    def _release(self, number: int) -> None:
        self._buttons.releasing(number)
        self._display.xtest_fake_input(_RELEASE, number)

    @talks_to_display
    def beneath(self, at: Point) -> int | None:
        asked = self._ask_beneath(at)
        asked.reply()
        return _number(asked.child)

    def click(self, at: Point, button: Button = "left", count: int = 1) -> None:
        self.click_on(ClickTarget(), at, button, count)

    @talks_to_display
    def click_on(self, target: ClickTarget, at: Point, button: Button = "left", count: int = 1) -> None:
        check_inside(at, self._size)
        if count > 1:
            wait_for_a_fresh_start(self._clicked)
        asked = self._ask_beneath(at)
        self._may_act(at)
        asked.reply()
        if target.beneath not in (None, _number(asked.child)):
            self._refuse_other(target, at)
        in_menu = self._is_in_menu(at, asked.child)
        if in_menu and time.monotonic() < self._clicked + _MENU_OPENS:
            # GTK takes the release of a click on a menu for that of the click that opened it, for a while.
            time.sleep(max(0.0, self._clicked + _MENU_OPENS - time.monotonic()))
            self.permit(at)
        self._move(at)
        if in_menu:  # FOX closes a menu that is pressed where no pointer was seen to come
            self._flush()
            time.sleep(_COMES)
        self._held_back += count
        for _ in range(count):
            self._press(_BUTTONS[button])
            self._release(_BUTTONS[button])
        self._flush()
        self._clicked = time.monotonic()
        self.readiness.clicked()

    def _ask_beneath(self, at: Point) -> Any:
        """The question which window is there. Its answer comes with the next one: one way there and back."""
        from Xlib.protocol.request import TranslateCoords

        x, y = at.x + self.origin.x, at.y + self.origin.y
        root = self._root.id
        return TranslateCoords(self._display.display, True, src_wid=root, dst_wid=root, src_x=x, src_y=y)

    def _refuse_other(self, target: ClickTarget, at: Point) -> None:
        """A Fault where another window came there since the target was found; a note of ours is none."""
        stacking = self._open_stacking()
        now = stacking.at(Point(at.x + self.origin.x, at.y + self.origin.y)) if stacking else None
        if now is not None and now.frame != target.beneath:
            raise NotReached.by(f"the window {shown(now.title)}")

    def _is_in_menu(self, at: Point, top: Any) -> bool:
        """Whether a menu, or a list that dropped down, lies there."""
        if top in self._no_menus:  # one question is enough for a window that was looked at before
            return False
        stacking = self._open_stacking()
        window = stacking.at(Point(at.x + self.origin.x, at.y + self.origin.y)) if stacking else None
        if window is None or not window.popup:
            self._no_menus.add(top)
            return False
        return True

    @talks_to_display
    def drag(self, start: Point, end: Point, seconds: float, button: Button = "left") -> None:
        check_inside(start, self._size)
        check_inside(end, self._size)
        self._may_act(end)
        self._may_act(start)
        self._move(start)
        self._held_back += 1
        self._press(_BUTTONS[button])
        try:
            for place, pause in steps_between(start, end, seconds):
                self._move(place)
                self._flush()
                time.sleep(pause)
        finally:
            self._release(_BUTTONS[button])
            self._flush()
            self._clicked = time.monotonic()
            self.readiness.clicked()

    @talks_to_display
    def scroll(self, direction: Direction, notches: int) -> None:
        self._may_act()
        for _ in range(notches):
            self._press(_WHEEL[direction])
            self._release(_WHEEL[direction])
            self._flush()
            time.sleep(_NOTCH)  # a browser that scrolls smoothly swallows notches that come all at once

    # --- keyboard -----------------------------------------------------------------------

    def _let_clicks_arrive(self) -> None:
        """Keys must not overtake a click: the window manager holds back one press at a time."""
        for _ in range(min(self._held_back, 3)):
            self.manager.catch_up()
        self._held_back = 0

    @talks_to_display
    def key_down(self, key: str) -> None:
        self._let_clicks_arrive()
        self._may_type()
        if self.guard is not None:
            self.guard.keys([*self._keys_down, key])
        self._keys_down[key] = None
        self.readiness.pressing(key)
        self.keyboard.down(key)
        self._keyed = time.monotonic()
        self.readiness.pressed(key)

    @talks_to_display
    def key_up(self, key: str) -> None:
        self.keyboard.up(key)
        self._keys_down.pop(key, None)
        self.readiness.released(key)

    @talks_to_display
    def type_text(
        self, text: str, method: Method = "paste", arrived: Callable[[], bool] | None = None
    ) -> None:
        self._let_clicks_arrive()
        # Where not every program may be used, another window may come up while a long text is typed.
        size = _AT_ONCE if self.guard is not None and method == "keys" else max(1, len(text))
        for start in range(0, max(1, len(text)), size):
            self._may_type()
            last = start + size >= len(text)
            self.entering.enter(text[start : start + size], method, arrived if last else None)
        self.readiness.typed()

    @talks_to_display
    def in_terminal(self) -> bool:
        return self.entering.in_terminal()

    @property
    def entering(self) -> Entering:
        if self._entering is None:
            from cogscript.surfaces.x11.entering import Entering

            self._entering = Entering(
                self._display, self.keyboard, self.manager, self.environment, stays=self.clipboard_stays
            )
        return self._entering

    def release_all(self) -> None:
        """Let go of everything; a display that has gone holds nothing down."""
        with contextlib.suppress(Fault):
            self._let_go()

    @talks_to_display
    def _let_go(self) -> None:
        for number in self._buttons:
            self._release(number)
        self._flush()
        self.keyboard.release_all()
        self._keys_down.clear()
        self._display.sync()

    # --- clipboard ----------------------------------------------------------------------

    @talks_to_display
    def clipboard(self) -> str:
        self._let_clicks_arrive()
        if time.monotonic() < max(self._keyed, self._clicked) + _COPYING:
            self.entering.settle()  # the program may not have copied yet
        return self.entering.selections.text()

    @talks_to_display
    def set_clipboard(self, text: str) -> None:
        self.entering.selections.set_text(text)


def _number(window: Any) -> int | None:
    """A window as its number; Xlib gives 0 where there is none."""
    number = getattr(window, "id", window)
    return int(number) or None

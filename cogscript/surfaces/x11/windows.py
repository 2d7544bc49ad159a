"""The windows of an X display: what they are, what lies over what, and pictures of covered ones."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Point, Rect
from cogscript.surfaces.capabilities import Dialog, Window, WindowPictures, Windows
from cogscript.surfaces.placed_window import PlacedWindow, answered_before
from cogscript.surfaces.title_bars import TitleBar, title_bars
from cogscript.surfaces.x11.connection import talks_to_display
from cogscript.surfaces.x11.input_history import ServerHistory, open_history
from cogscript.surfaces.x11.stacking import Stacking, open_stacking
from cogscript.surfaces.x11.window_manager import WindowManager
from cogscript.surfaces.x11.window_pictures import KeptApart

if TYPE_CHECKING:
    from PIL.Image import Image


class X11Windows(Windows, WindowPictures):
    """What an X surface has of it."""

    environment: dict[str, str]
    origin: Point
    manager: WindowManager
    in_doubt: bool
    turn: threading.RLock
    _display: Any
    _kept_apart: KeptApart
    _stacking: Stacking | None = None

    @property
    @abstractmethod
    def display_name(self) -> str: ...
    @abstractmethod
    def reconnect(self) -> None: ...

    @talks_to_display
    def windows(self) -> Sequence[Window]:
        return self.manager.windows()

    @talks_to_display
    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> bool | None:
        return self.manager.act(window, action, rect)

    @talks_to_display
    def describe(self, handle: int | str) -> Window | None:
        number = int(handle)
        return self.manager.describe(number) if number in self.manager.handles() else None

    def open_order(self) -> Stacking | None:
        return open_stacking(self.environment)

    def open_history(self) -> ServerHistory | None:
        return open_history(self.environment)

    @talks_to_display
    def watch_window(self, window: Window) -> None:
        self._kept_apart.keep(self._display, window)

    @talks_to_display
    def forget_window(self, window: Window) -> None:
        self._kept_apart.forget(self._display, window)

    @talks_to_display
    def window_picture(self, window: Window) -> Image:
        return self._kept_apart.picture(self._display, window)

    def top_at(self, point: Point) -> int | str | None:
        stacking, (x, y) = self._open_stacking(), self.origin
        placed = stacking.at(Point(point.x + x, point.y + y)) if stacking else None
        return placed.handle if placed else None

    @talks_to_display
    def dialog_before(self, point: Point) -> Dialog | None:
        if len(self.manager.handles()) < 2:
            return None
        placed = self._placed()
        top = next((each for each in placed if self._on_monitor(each.rect).holds(point)), None)
        if top is None or top.popup:
            return None
        dialog = answered_before(top, placed)
        if dialog is None:
            return None
        behind, rect = self._on_monitor(top.inner), self._on_monitor(dialog.rect)
        return Dialog(dialog.title, dialog.modal, behind, rect)

    @talks_to_display
    def focus_anew(self, point: Point) -> None:
        """Tk, clicked while one of its dialogs took all input, believes for good that it has no keyboard."""
        from Xlib import X

        handle = self.top_at(point)
        if handle is not None and handle == self.manager.active():
            self._display.set_input_focus(X.PointerRoot, X.RevertToParent, X.CurrentTime)
            self.manager.activate(int(handle))

    def layers(self) -> Sequence[Rect]:
        return [self._on_monitor(each.rect) for each in self._placed()]

    def title_bars(self) -> Sequence[TitleBar]:
        x, y = self.origin
        return title_bars([each.moved(-x, -y) for each in self._placed()])

    def popups(self, window: Window) -> Sequence[Rect]:
        """Menus and lists are windows of the same process that no window manager frames."""
        placed = self._placed()
        process = next((each.process for each in placed if each.handle == window.handle), None)
        return [
            self._on_monitor(each.rect)
            for each in placed
            if each.popup and process and each.process == process
        ]

    def _placed(self) -> Sequence[PlacedWindow]:
        """The windows in their order, the top one first; their places are counted as the root is."""
        stacking = self._open_stacking()
        return stacking.windows() if stacking else []

    def _on_monitor(self, rect: Rect) -> Rect:
        x, y = self.origin
        return Rect(rect.left - x, rect.top - y, rect.right - x, rect.bottom - y)

    def _open_stacking(self) -> Stacking | None:
        if self._stacking is None:
            self._stacking = open_stacking(self.environment)
        return self._stacking

    def _end_stacking(self) -> None:
        stacking, self._stacking = self._stacking, None
        if stacking is not None:
            stacking.close()

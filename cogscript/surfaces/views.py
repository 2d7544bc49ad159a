"""A part of a surface as a surface of its own: a window, with boxes in thousandths of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cogscript.language.model.box import Rect, Size
from cogscript.language.model.diagnostic import Fault, shown
from cogscript.surfaces.capabilities import Window, Windows
from cogscript.surfaces.protocol import SETTLE_LIMIT, C, Surface

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogscript.reading.lines import Reader
    from cogscript.surfaces.elements import Elements


class View(Surface):
    """Acts through its root, and lies somewhere in it."""

    def __init__(self, root: Surface) -> None:
        super().__init__(root.settings)
        self._root = root

    @property
    def root(self) -> Surface:
        return self._root

    @property
    def size(self) -> Size:
        return Size(self.frame.width, self.frame.height)

    def capability(self, kind: type[C]) -> C | None:
        return self._root.capability(kind)

    @property
    def elements(self) -> Elements | None:
        return self._root.elements

    @property
    def reader(self) -> Reader:
        return self._root.reader

    def expect_motion(self) -> None:
        self._root.expect_motion()

    def settle(self, limit: float = SETTLE_LIMIT, *, pointing: bool = True) -> float:
        return self._root.settle(limit, pointing=pointing)

    def await_pointer(self) -> None:
        self._root.await_pointer()

    def await_effect(self, limit: float = SETTLE_LIMIT) -> None:
        self._root.await_effect(limit)

    def release_all(self) -> None:
        self._root.release_all()


class WindowView(View):
    """A window, followed wherever it is moved and however it is resized."""

    name = "window"

    def __init__(self, root: Surface, window: Window) -> None:
        super().__init__(root)
        self._window = window

    @property
    def described(self) -> str:
        return f"the window {shown(self._window.title)}"

    @property
    def window(self) -> Window:
        """The window as it is now; a Fault when it has gone."""
        found = self._root.need(Windows).describe(self._window.handle)
        if found is None:
            raise Fault("window-gone", f"{self.described} is no longer there")
        self._window = found
        return found

    @property
    def frame(self) -> Rect:
        """What of the window lies on its root."""
        frame = self.window.rect.overlap(self._root.frame)
        if not (frame.width and frame.height):
            raise Fault(
                "window-off-screen",
                f"{self.described} lies outside of {self._root.described}",
                "move it back with WINDOW(action='move', …)",
            )
        return frame

    @property
    def frames(self) -> Sequence[Rect]:
        dialogs = [each.rect.overlap(self._root.frame) for each in self._dialogs()]
        return [self.frame, *self._root.need(Windows).popups(self._window), *dialogs]

    def _dialogs(self) -> Sequence[Window]:
        """What the window has asked: it must be answered before the window itself can be used."""
        return [each for each in self._root.need(Windows).windows() if each.over == self._window.handle]

    def prepare(self) -> None:
        """Bring it to the front, with what it asks: what lies over it would be hit in its place."""
        window = self.window
        if not window.active and not any(each.active for each in self._dialogs()):
            self._root.need(Windows).window_action(window, "activate")


_HANDLE = re.compile("0x[0-9a-f]+")


def handle_text(window: Window) -> str:
    """A window's handle as IN(window=…) takes it."""
    return f"0x{int(window.handle):x}" if isinstance(window.handle, int) else str(window.handle)


def _of_program(windows: Sequence[Window], name: str) -> list[Window]:
    """The windows of a program: by its whole name or number, else by words of a name, as `chrome` is one of
    `google-chrome` and `Nautilus` of `org.gnome.Nautilus`."""
    whole = [each for each in windows if name in (*map(str.casefold, each.apps), str(each.process))]
    words = re.compile(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])")
    return whole or [each for each in windows if any(words.search(app.casefold()) for app in each.apps)]


def matching(windows: Sequence[Window], title: str | None, app: str | None) -> list[Window]:
    """The windows that a title, a program's name or both tell: whole titles before parts of them."""
    found = _of_program(windows, app.strip().casefold()) if app else list(windows)
    if (
        title
        and _HANDLE.fullmatch(title)
        and (held := [each for each in found if handle_text(each) == title])
    ):
        return held
    if title:
        wanted = title.casefold()
        whole = [each for each in found if each.title.casefold() == wanted]
        found = whole or [each for each in found if wanted in each.title.casefold()]
    # A dialog goes with the window it belongs to, unless its own title is meant.
    handles = {each.handle for each in found}
    return [each for each in found if each.over not in handles]

"""Windows on an X server, by the conventions window managers share (EWMH).

A window may go away between any two questions: its absence is then the answer, never an error.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Window
from cogscript.surfaces.x11.processes import program_names

_SUBSTRUCTURE = (1 << 19) | (1 << 20)
_BELOW = 1
_FROM_PAGER = 2
_REMOVE, _ADD = 0, 1
_ICONIC = 3
_STATIC_GRAVITY_FLAGS = (1 << 8) | (1 << 9)
_SIZE_FLAGS = (1 << 10) | (1 << 11)
_NO_WINDOWS = ("DESKTOP", "DOCK", "SPLASH", "NOTIFICATION", "TOOLTIP")
_MOTIF_DECORATIONS = 2
_MIN_AND_MAX = (1 << 4) | (1 << 5)
_ARRIVAL = 5.0
"""Seconds a window manager gets to do what it was asked."""
_PLACED = 1.0
"""Seconds in which one that is at leisure has moved a window, or has it stay as it is."""
_BESIDE = 100
"""Pixels between the screen's edge and a window that was put beside it."""
_CATCH_UP = 2.0
"""Seconds to wait for one that does not answer: it is stuck, and the click with it."""


class WindowManager:
    """The windows of one display, in its root window's coordinates shifted by `origin`."""

    def __init__(self, display: Any, origin: Point, screen: Rect) -> None:
        self._origin = origin
        self.screen = screen
        """What of the root window is looked at, from its own corner."""
        self._atoms: dict[str, int] = {}
        self.use(display)

    def use(self, display: Any) -> None:
        """Go on over another connection."""
        self._display = display
        self._root = display.screen().root
        self._messenger: Any = None

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self._display.intern_atom(name)
        return self._atoms[name]

    # --- asking -------------------------------------------------------------------------

    def running(self) -> bool:
        """Whether a window manager is there at all."""
        return bool(self._numbers(self._root, "_NET_SUPPORTING_WM_CHECK"))

    def active(self) -> int | None:
        numbers = self._numbers(self._root, "_NET_ACTIVE_WINDOW")
        return numbers[0] if numbers and numbers[0] else None

    def handles(self) -> list[int]:
        """Every managed window's identity, the oldest first."""
        return self._numbers(self._root, "_NET_CLIENT_LIST")

    def windows(self) -> list[Window]:
        active = self.active()
        found = (self._describe(handle, active) for handle in self.handles() if self.is_ordinary(handle))
        return [window for window in found if window]

    def describe(self, handle: int) -> Window | None:
        return self._describe(handle, self.active())

    def title(self, handle: int) -> str:
        window = self._object(handle)
        for name in ("_NET_WM_NAME", "WM_NAME"):
            value = self._property(window, name)
            if value is not None and value.value:
                raw = value.value
                if isinstance(raw, str):
                    return raw
                encoding = "latin-1" if value.property_type == 31 else "utf-8"  # 31: STRING
                return bytes(raw).decode(encoding, "replace").rstrip("\0")
        return ""

    def pid(self, handle: int) -> int | None:
        """The process a window belongs to: what it says, else what the server knows."""
        numbers = self._numbers(self._object(handle), "_NET_WM_PID")
        return numbers[0] if numbers else self.client_pid(handle)

    def client_pid(self, resource: int) -> int | None:
        """The process that made an X resource, when it runs on this machine."""
        from Xlib import error
        from Xlib.ext import res

        if not self._display.has_extension("X-Resource"):
            return None
        try:
            reply = self._display.res_query_client_ids([{"client": resource, "mask": res.LocalClientPIDMask}])
        except error.XError:
            return None
        return next((each.value[0] for each in reply.ids if each.value), None)

    def class_of(self, handle: int) -> tuple[str, ...]:
        from Xlib import error

        try:
            return tuple(self._object(handle).get_wm_class() or ())
        except error.XError:
            return ()

    def _describe(self, handle: int, active: int | None) -> Window | None:
        rect = self._rect(handle)
        if rect is None:
            return None
        return Window(
            handle, self.title(handle), rect, handle == active, self.apps(handle),
            process=self.pid(handle), over=self._over(handle),
        )  # fmt: skip

    def _over(self, handle: int) -> int | None:
        value = self._property(self._object(handle), "WM_TRANSIENT_FOR")
        return int(value.value[0]) if value is not None and len(value.value) else None

    def apps(self, handle: int) -> tuple[str, ...]:
        """What the program of a window goes by."""
        pid = self.pid(handle)
        return tuple(dict.fromkeys((*self.class_of(handle), *(program_names(pid) if pid else ()))))

    def own_pid(self) -> int | None:
        """The window manager's own process."""
        numbers = self._numbers(self._root, "_NET_SUPPORTING_WM_CHECK")
        return self.client_pid(numbers[0]) if numbers else None

    def frame_of(self, handle: int) -> Any:
        """The outermost window around a program's window: its frame, or itself; None when it has gone."""
        from Xlib import error

        window = self._object(handle)
        try:
            while (parent := window.query_tree().parent) and parent != self._root:
                window = parent
        except error.XError:
            return None
        return window

    def client_in(self, frame: int) -> int | None:
        """The program's window inside a frame."""
        for handle in self.handles():
            around = self.frame_of(handle)
            if around is not None and around.id == frame:
                return handle
        return None

    def _rect(self, handle: int) -> Rect | None:
        """The window with its frame, as a person sees it."""
        inner = self.inner(handle)
        if inner is None:
            return None
        left, right, top, bottom = self._frame(self._object(handle))
        return Rect(inner.left - left, inner.top - top, inner.right + right, inner.bottom + bottom)

    def inner(self, handle: int) -> Rect | None:
        """What the program itself draws; None when the window has gone."""
        from Xlib import error

        window = self._object(handle)
        try:
            shape = window.get_geometry()
            corner = self._root.translate_coords(window, 0, 0)
        except error.XError:
            return None
        x, y = corner.x - self._origin.x, corner.y - self._origin.y
        return Rect(x, y, x + shape.width, y + shape.height)

    def is_viewable(self, handle: int) -> bool:
        """Whether it is on the screen at all: not minimized, not on another desktop."""
        from Xlib import X, error

        try:
            return bool(self._object(handle).get_attributes().map_state == X.IsViewable)
        except error.XError:
            return False

    def _frame(self, window: Any) -> tuple[int, int, int, int]:
        numbers = self._numbers(window, "_NET_FRAME_EXTENTS")
        return (numbers[0], numbers[1], numbers[2], numbers[3]) if len(numbers) == 4 else (0, 0, 0, 0)

    def is_ordinary(self, handle: int) -> bool:
        """Whether people would call it a window: a panel, a desktop's ground, a splash screen are none."""
        kinds = self._numbers(self._object(handle), "_NET_WM_WINDOW_TYPE")
        return not {self.atom(f"_NET_WM_WINDOW_TYPE_{kind}") for kind in _NO_WINDOWS}.intersection(kinds)

    def is_dialog(self, handle: int) -> bool:
        return self.atom("_NET_WM_WINDOW_TYPE_DIALOG") in self._numbers(
            self._object(handle), "_NET_WM_WINDOW_TYPE"
        )

    def may_be_splash(self, handle: int) -> bool:
        """Whether it looks like a splash screen that does not say so: no frame, and no other size."""
        window = self._object(handle)
        motif = self._numbers(window, "_MOTIF_WM_HINTS")
        if len(motif) < 3 or not motif[0] & _MOTIF_DECORATIONS or motif[2]:
            return False
        from Xlib import error

        try:
            hints = window.get_wm_normal_hints()
        except error.XError:
            return False
        return bool(
            hints
            and hints.flags & _MIN_AND_MAX == _MIN_AND_MAX
            and (hints.min_width, hints.min_height) == (hints.max_width, hints.max_height)
        )

    def _object(self, handle: int) -> Any:
        return self._display.create_resource_object("window", handle)

    def _property(self, window: Any, name: str) -> Any:
        from Xlib import error

        try:
            return window.get_full_property(self.atom(name), 0)
        except error.XError:
            return None

    def _numbers(self, window: Any, name: str) -> list[int]:
        value = self._property(window, name)
        return [] if value is None or value.format != 32 else [int(each) for each in value.value]

    # --- doing --------------------------------------------------------------------------

    def act(self, window: Window, action: str, rect: Rect | None) -> bool | None:
        """Tell a window to do something; whether it did, None where that is not known."""
        handle = int(window.handle)
        if handle not in self.handles():
            raise Fault("window-gone", f"the window `{window.title}` is no longer there")
        if action in ("move", "resize") and rect is None:
            raise Fault("window", f"to {action} a window, say where to: give a box")
        if action == "activate":
            return self.activate(handle)
        if action == "close":
            known = set(self.handles())
            self.ask_to_close(handle)
            # Gone, or it asks something first.
            self.await_change(lambda: handle not in (now := self.handles()) or not known.issuperset(now))
            return handle not in self.handles()
        if action == "minimize":
            self._message(handle, "WM_CHANGE_STATE", _ICONIC)
            return self.await_change(lambda: self._has_state(handle, "HIDDEN"))
        if action in ("hide", "show"):
            return self._put_aside(handle, away=action == "hide")
        if action == "maximize":
            return self.activate(handle) and self._maximize(handle, _ADD)
        if action == "restore":
            return self._maximize(handle, _REMOVE) and self.activate(handle)
        if rect is not None:
            return self._place(handle, rect, _STATIC_GRAVITY_FLAGS if action == "move" else _SIZE_FLAGS)
        raise Fault("window", f"a window cannot be told to `{action}`")

    def ask_to_close(self, handle: int) -> None:
        self._message(handle, "_NET_CLOSE_WINDOW", 0, _FROM_PAGER)

    def kill(self, handle: int) -> None:
        """Cut the program behind a window off from the display, without asking it."""
        self._object(handle).kill_client()
        self._display.sync()

    def stacked(self) -> list[int]:
        """The same as `handles`, the lowest first."""
        return self._numbers(self._root, "_NET_CLIENT_LIST_STACKING")

    def put_below(self, handle: int, other: int) -> None:
        self._message(handle, "_NET_RESTACK_WINDOW", _FROM_PAGER, other, _BELOW)

    def ask_to_activate(self, handle: int) -> None:
        self._message(handle, "_NET_ACTIVE_WINDOW", _FROM_PAGER, 0, 0)

    def activate(self, handle: int) -> bool:
        self.ask_to_activate(handle)
        return self.await_change(lambda: self.active() == handle)

    def _maximize(self, handle: int, how: int) -> bool:
        both = [self.atom(f"_NET_WM_STATE_MAXIMIZED_{way}") for way in ("VERT", "HORZ")]
        self._message(handle, "_NET_WM_STATE", how, *both, _FROM_PAGER)
        return self.await_change(lambda: self._has_state(handle, "MAXIMIZED_VERT") == (how == _ADD))

    def _place(self, handle: int, rect: Rect, flags: int) -> bool | None:
        """Put the frame's corner, or its size, where the rectangle says, as far as the window lets it.

        None when nothing came of it: it may be as small as it can be.
        """
        self._maximize(handle, _REMOVE)
        self.catch_up()  # it says so before it gives the window its size
        left, right, top, bottom = self._frame(self._object(handle))
        x, y = rect.left + self._origin.x, rect.top + self._origin.y
        width = max(1, rect.width - left - right)
        height = max(1, rect.height - top - bottom)
        # Gravity 1 (north-west): the place is the frame's own corner.
        before = self._rect(handle)
        self._message(handle, "_NET_MOVERESIZE_WINDOW", flags | 1 | (_FROM_PAGER << 12), x, y, width, height)

        def there() -> bool:
            now = self._rect(handle)
            if now is None:
                return False
            if flags == _SIZE_FLAGS:
                return (now.width, now.height) == (rect.width, rect.height)
            return (now.left, now.top) == (rect.left, rect.top)

        if self.await_change(there, limit=_PLACED):
            return True
        self.catch_up(_ARRIVAL)  # a busy machine holds it up
        # A terminal is resized by whole letters, and no program below its smallest size.
        return there() or self._rect(handle) != before or None

    def _put_aside(self, handle: int, *, away: bool) -> bool | None:
        """Beside the screen, where nobody sees it and it can still be read and driven; and back."""
        now = self._rect(handle)
        if now is None:
            return False
        gap = _BESIDE if away else 0
        left = self.screen.width + gap if away else max(0, (self.screen.width - now.width) // 2)
        top = now.top if away else max(0, (self.screen.height - now.height) // 2)
        return self._place(handle, Rect(left, top, left + now.width, top + now.height), _STATIC_GRAVITY_FLAGS)

    def _has_state(self, handle: int, state: str) -> bool:
        return self.atom(f"_NET_WM_STATE_{state}") in self._numbers(self._object(handle), "_NET_WM_STATE")

    def _message(self, handle: int, kind: str, *numbers: int) -> None:
        from Xlib.protocol import event

        data = (32, (*(number & 0xFFFFFFFF for number in numbers), 0, 0, 0, 0, 0)[:5])
        message = event.ClientMessage(window=self._object(handle), client_type=self.atom(kind), data=data)
        self._root.send_event(message, event_mask=_SUBSTRUCTURE)
        self._display.sync()

    def catch_up(self, limit: float = _CATCH_UP) -> None:
        """Return once the window manager has seen everything that was sent before.

        It holds each click back for a moment, to raise and focus the window, while key strokes pass it
        by: without this, text entered right after a click would reach what had the focus before.
        """
        if self.atom("_NET_REQUEST_FRAME_EXTENTS") not in self._numbers(self._root, "_NET_SUPPORTED"):
            return
        if self._messenger is None:
            self._messenger = self._root.create_window(-1, -1, 1, 1, 0, 0)
        answer = self.atom("_NET_FRAME_EXTENTS")
        self._messenger.delete_property(answer)
        self._message(self._messenger.id, "_NET_REQUEST_FRAME_EXTENTS")
        self.await_change(
            lambda: self._numbers(self._messenger, "_NET_FRAME_EXTENTS"), limit=limit, pause=0.0005
        )

    def await_change(self, done: Callable[[], object], limit: float = _ARRIVAL, pause: float = 0.01) -> bool:
        """Wait until the window manager has done it; False when it does not."""
        deadline = time.monotonic() + limit
        while not done():
            if time.monotonic() > deadline:
                return False
            time.sleep(pause)
        return True

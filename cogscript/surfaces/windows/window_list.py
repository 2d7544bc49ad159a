"""The windows of a Windows desktop: which there are, where and whose, and what can be done to one."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator
from ctypes import wintypes
from functools import cache
from pathlib import PureWindowsPath

from cogscript.language.model.box import Point, Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Window
from cogscript.surfaces.placed_window import PlacedWindow
from cogscript.surfaces.windows.api import kernel32, library, user32

_STYLE, _MORE_STYLE = -16, -20
_POPUP, _CHILD = 0x80000000, 0x40000000
_TOOL, _LISTED = 0x00000080, 0x00040000
_DISABLED = 0x08000000
CAPTION, SIZABLE = 0x00C00000, 0x00040000
_FRAME_BOUNDS, _CLOAKED = 9, 14
_OWNER, _ROOT = 4, 2
_QUERY_LIMITED = 0x1000
_CLOSE = 0x0010
_MINIMIZE, _MAXIMIZE, _RESTORE = 6, 3, 9
_NO_SIZE, _NO_MOVE, _NO_ORDER, _NO_ACTIVATION = 0x0001, 0x0002, 0x0004, 0x0010
_ACTION_LIMIT = 2.0
_LONGEST = 512


def handles() -> list[int]:
    """Every top-level window that shows, the topmost first."""
    found: list[int] = []
    wanted = getattr(ctypes, "WINFUNCTYPE")(wintypes.BOOL, ctypes.c_void_p, wintypes.LPARAM)  # noqa: B009

    def note(handle: int | None, _: int) -> bool:
        if handle and user32().IsWindowVisible(handle) and not _is_cloaked(handle):
            found.append(handle)
        return True

    user32().EnumWindows(wanted(note), 0)
    return found


def listed() -> list[Window]:
    """The windows that people know of: those with a title that the task bar or Alt+Tab would show."""
    active = foreground()
    return [
        Window(handle, title(handle), rect(handle), handle == active, apps(handle))
        for handle in handles()
        if is_a_persons(handle)
    ]


def is_a_persons(handle: int) -> bool:
    more = user32().GetWindowLongW(handle, _MORE_STYLE)
    if not title(handle) or handle == user32().GetShellWindow() or window_class(handle) == "Progman":
        return False
    return bool(more & _LISTED) or not more & _TOOL


def style(handle: int) -> int:
    return int(user32().GetWindowLongW(handle, _STYLE))


def foreground() -> int:
    return int(user32().GetForegroundWindow() or 0)


def title(handle: int) -> str:
    text = ctypes.create_unicode_buffer(_LONGEST)
    user32().GetWindowTextW(handle, text, _LONGEST)
    return text.value


def window_class(handle: int) -> str:
    text = ctypes.create_unicode_buffer(_LONGEST)
    user32().GetClassNameW(handle, text, _LONGEST)
    return text.value


def rect(handle: int) -> Rect:
    """Where the window is seen: without the invisible edges by which it is resized."""
    bounds = wintypes.RECT()
    if _attribute(handle, _FRAME_BOUNDS, bounds) or not bounds.right > bounds.left:
        user32().GetWindowRect(handle, ctypes.byref(bounds))
    return Rect(bounds.left, bounds.top, bounds.right, bounds.bottom)


def _client_rect(handle: int) -> Rect:
    bounds, corner = wintypes.RECT(), wintypes.POINT(0, 0)
    user32().GetClientRect(handle, ctypes.byref(bounds))
    user32().ClientToScreen(handle, ctypes.byref(corner))
    return Rect(corner.x, corner.y, corner.x + bounds.right, corner.y + bounds.bottom)


def _is_cloaked(handle: int) -> bool:
    """Windows of the Store that are not there for a person: kept ready, or on another virtual desktop."""
    cloaked = wintypes.DWORD()
    return not _attribute(handle, _CLOAKED, cloaked) and bool(cloaked.value)


def _attribute(handle: int, number: int, into: ctypes.Structure | wintypes.DWORD) -> int:
    try:
        ask = library("dwmapi").DwmGetWindowAttribute
    except (OSError, AttributeError):
        return -1
    return int(ask(ctypes.c_void_p(handle), number, ctypes.byref(into), ctypes.sizeof(into)))


def process_of(handle: int) -> int:
    process = wintypes.DWORD()
    user32().GetWindowThreadProcessId(handle, ctypes.byref(process))
    return process.value


def apps(handle: int) -> tuple[str, ...]:
    """What a window's program goes by: the window's class, the program's file without its ending."""
    program = _program(process_of(handle))
    return tuple(dict.fromkeys(each for each in (window_class(handle), program) if each))


@cache
def _program(process: int) -> str:
    opened = kernel32().OpenProcess(_QUERY_LIMITED, False, process)
    if not opened:
        return ""
    try:
        path, length = ctypes.create_unicode_buffer(_LONGEST), wintypes.DWORD(_LONGEST)
        kernel32().QueryFullProcessImageNameW(opened, 0, path, ctypes.byref(length))
        return PureWindowsPath(path.value).stem
    finally:
        kernel32().CloseHandle(opened)


# --- acting on one --------------------------------------------------------------------------------


def act(window: Window, action: str, place: Rect | None) -> bool:
    """Whether the window then is as it was told to be."""
    handle = int(window.handle)
    functions = user32()
    if not functions.IsWindow(handle):
        raise Fault("window-gone", f"the window `{window.title}` is no longer there")
    if action in ("move", "resize") and place is None:
        raise Fault("window", f"to {action} a window, say where to: give a box")
    if action == "activate":
        return _activate(handle)
    if action == "minimize":
        functions.ShowWindow(handle, _MINIMIZE)
        return _soon(lambda: functions.IsIconic(handle))
    if action == "maximize":
        functions.ShowWindow(handle, _MAXIMIZE)
        return _soon(lambda: functions.IsZoomed(handle))
    if action == "restore":
        functions.ShowWindow(handle, _RESTORE)
        return _soon(lambda: not functions.IsIconic(handle) and not functions.IsZoomed(handle))
    if action == "close":
        functions.PostMessageW(handle, _CLOSE, 0, 0)
        return _soon(lambda: not functions.IsWindow(handle) or not functions.IsWindowVisible(handle))
    assert place is not None
    return _put(handle, action, place)


def _activate(handle: int) -> bool:
    functions = user32()
    if functions.IsIconic(handle):
        functions.ShowWindow(handle, _RESTORE)
    functions.SetForegroundWindow(handle)
    if foreground() != handle:
        # Windows lets the program that has the keyboard give it away: for a moment, that are we.
        ours = kernel32().GetCurrentThreadId()
        theirs = functions.GetWindowThreadProcessId(foreground(), None) if foreground() else 0
        joined = theirs and functions.AttachThreadInput(ours, theirs, True)
        functions.SetForegroundWindow(handle)
        if joined:
            functions.AttachThreadInput(ours, theirs, False)
    return _soon(lambda: foreground() == handle and not functions.IsIconic(handle))


def _put(handle: int, action: str, place: Rect) -> bool:
    # The rectangle asked for is the one seen; Windows counts the invisible edges, too.
    outer, seen = wintypes.RECT(), rect(handle)
    user32().GetWindowRect(handle, ctypes.byref(outer))
    left, top = place.left - (seen.left - outer.left), place.top - (seen.top - outer.top)
    width = place.width + (outer.right - outer.left) - seen.width
    height = place.height + (outer.bottom - outer.top) - seen.height
    keep = _NO_SIZE if action == "move" else _NO_MOVE
    user32().SetWindowPos(handle, None, left, top, width, height, keep | _NO_ORDER | _NO_ACTIVATION)

    def is_there() -> bool:
        now = rect(handle)
        if action == "move":
            return (now.left, now.top) == (place.left, place.top)
        return (now.width, now.height) == (place.width, place.height)

    return _soon(is_there)


def _soon(true: Callable[[], object]) -> bool:
    deadline = time.monotonic() + _ACTION_LIMIT
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


# --- which lies on top ----------------------------------------------------------------------------


class WindowsStacking:
    """Which window lies on top at a place, and whose it is: for recordings."""

    def windows(self) -> list[PlacedWindow]:
        return list(self._placed())

    def at(self, point: Point) -> PlacedWindow | None:
        root = root_at(point)
        return _placed(root) if root else None

    def active(self) -> PlacedWindow | None:
        handle = foreground()
        return _placed(handle) if handle else None

    def _placed(self) -> Iterator[PlacedWindow]:
        for handle in handles():
            if not user32().IsIconic(handle):
                yield _placed(handle)

    def close(self) -> None:
        """Nothing is kept open."""


def _placed(handle: int) -> PlacedWindow:
    owner = user32().GetWindow(handle, _OWNER)
    modal = bool(owner) and bool(style(owner) & _DISABLED)
    popup = bool(style(handle) & _POPUP) and not title(handle)
    return PlacedWindow(
        handle, rect(handle), process_of(handle), title(handle), popup, _client_rect(handle), modal,
        int(owner) if owner else None,
    )  # fmt: skip


def root_at(point: Point) -> int:
    """The window on top at a place; 0 where there is none."""
    under = control_at(point)
    return int(user32().GetAncestor(under, _ROOT) or 0) if under else 0


def control_at(point: Point) -> int:
    """The innermost window, mostly a control, at a place; 0 where there is none."""
    return int(user32().WindowFromPoint(wintypes.POINT(point.x, point.y)) or 0)

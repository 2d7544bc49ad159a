"""Elements on Windows: what xa11y tells, in real pixels, and password fields for what they are."""

from __future__ import annotations

from dataclasses import replace

from cogscript.language.model.box import Point
from cogscript.surfaces.elements import Element
from cogscript.surfaces.windows import window_list
from cogscript.surfaces.windows.api import library, user32
from cogscript.surfaces.windows.input_fence import focus
from cogscript.surfaces.windows.passwords import is_password_control, password_focused
from cogscript.surfaces.xa11y_elements import Xa11yElements

_PLAIN_DPI = 96
_PRIMARY = 1
_ROOT = 2


def primary_scale() -> float:
    """How many pixels of the primary monitor one of xa11y's is: 1.25 at 125 %."""
    import ctypes
    from ctypes import wintypes

    horizontal, vertical = wintypes.UINT(_PLAIN_DPI), wintypes.UINT(_PLAIN_DPI)
    functions = user32()
    functions.MonitorFromPoint.restype = ctypes.c_void_p
    try:
        monitor = functions.MonitorFromPoint(wintypes.POINT(0, 0), _PRIMARY)
        library("shcore").GetDpiForMonitor(
            ctypes.c_void_p(monitor), 0, ctypes.byref(horizontal), ctypes.byref(vertical)
        )
    except (OSError, AttributeError):  # before Windows 8.1: one scale, and xa11y sees what we see
        return 1.0
    return float(horizontal.value) / _PLAIN_DPI


class WindowsElements(Xa11yElements):
    def __init__(self) -> None:
        super().__init__(primary_scale())

    def focused(self) -> Element | None:
        return self._with_secret(super().focused())

    def at(self, point: Point) -> Element | None:
        found = super().at(point)
        under = window_list.control_at(point)
        if under and is_password_control(under):
            return _secret(found, under)
        return found

    def _with_secret(self, found: Element | None) -> Element | None:
        if found is not None and found.secret:
            return found
        return _secret(found, focus()) if password_focused() else found


def _secret(found: Element | None, control: int) -> Element:
    """A password field as such; where UI Automation knows nothing of it, what Windows knows."""
    if found is not None:
        return replace(found, role="password field", value=None, secret=True)
    root = user32().GetAncestor(control, _ROOT) or control
    return Element(
        "password field", "", window_list.rect(control), secret=True, window=window_list.title(root),
        states=frozenset({"focused", "editable", "enabled"}),
    )  # fmt: skip


def open_elements() -> WindowsElements | None:
    """None where the library is missing or the system refuses it."""
    try:
        return WindowsElements()
    except (ImportError, OSError):
        return None

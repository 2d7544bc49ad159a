"""Whether what has the focus is a password field: xa11y does not say so, Windows itself does."""

from __future__ import annotations

import contextlib
import ctypes
import uuid
from collections.abc import Iterator
from ctypes import wintypes
from typing import Any

from cogscript.surfaces.windows.api import library, user32
from cogscript.surfaces.windows.input_fence import focus

_STYLE, _PASSWORD_STYLE = -16, 0x0020
_GET_PASSWORD_CHARACTER = 0x00D2
_ABORT_IF_HUNG, _ASK_LIMIT = 0x0002, 200
_LONGEST = 256

_AUTOMATION = uuid.UUID("ff48dba4-60ef-4201-aa87-54103eef594e").bytes_le
_AUTOMATION_INTERFACE = uuid.UUID("30cbe57d-d9d0-452a-ab13-7ac5ac4825ee").bytes_le
_IN_PROCESS = 1
_RELEASE, _GET_FOCUSED, _GET_PROPERTY = 2, 8, 10
"""Places in the tables of functions of IUnknown, IUIAutomation and IUIAutomationElement."""
_IS_PASSWORD = 30019
_BOOLEAN = 11


class _Variant(ctypes.Structure):
    _fields_ = (
        ("kind", wintypes.USHORT),
        ("reserved", wintypes.USHORT * 3),
        ("boolean", ctypes.c_short),
        ("rest", ctypes.c_ubyte * 14),
    )


def password_focused() -> bool:
    """Whether the keyboard goes to a password field: a control of Windows itself, or any that UIA knows."""
    handle = focus()
    return bool(handle) and (is_password_control(handle) or _automation_says())


def is_password_control(handle: int) -> bool:
    """An edit control that shows dots: by its style, or because it was told which character to show."""
    name = ctypes.create_unicode_buffer(_LONGEST)
    user32().RealGetWindowClassW(handle, name, _LONGEST)
    kind = name.value.casefold()
    if "edit" not in kind:
        return False
    if kind == "edit" or kind.startswith("richedit"):
        shown = ctypes.c_size_t()
        user32().SendMessageTimeoutW(
            handle, _GET_PASSWORD_CHARACTER, 0, 0, _ABORT_IF_HUNG, _ASK_LIMIT, ctypes.byref(shown)
        )
        if shown.value:
            return True
    return bool(user32().GetWindowLongW(handle, _STYLE) & _PASSWORD_STYLE)


def _automation_says() -> bool:
    """UI Automation's IsPassword of the focused element; False where it does not answer."""
    with contextlib.suppress(OSError, AttributeError), _automation() as automation:
        if automation is None:
            return False
        element = ctypes.c_void_p()
        if _call(automation, _GET_FOCUSED, ctypes.byref(element)) or not element:
            return False
        try:
            value = _Variant()
            failed = _call(element, _GET_PROPERTY, ctypes.c_int(_IS_PASSWORD), ctypes.byref(value))
            return not failed and value.kind == _BOOLEAN and bool(value.boolean)
        finally:
            _call(element, _RELEASE)
    return False


@contextlib.contextmanager
def _automation() -> Iterator[Any]:
    ole = library("ole32")
    ole.CoInitializeEx(None, 0)
    made = ctypes.c_void_p()
    try:
        failed = ole.CoCreateInstance(
            ctypes.c_char_p(_AUTOMATION),
            None,
            _IN_PROCESS,
            ctypes.c_char_p(_AUTOMATION_INTERFACE),
            ctypes.byref(made),
        )
        yield None if failed or not made else made
    finally:
        if made:
            _call(made, _RELEASE)
        ole.CoUninitialize()


def _call(thing: Any, place: int, *arguments: Any) -> int:
    """Call one of an interface's functions; its HRESULT."""
    table = ctypes.cast(thing, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
    kinds = (
        ctypes.c_void_p,
        *(type(each) if isinstance(each, ctypes.c_int) else ctypes.c_void_p for each in arguments),
    )
    function = getattr(ctypes, "WINFUNCTYPE")(ctypes.c_long, *kinds)(table[place])  # noqa: B009
    return int(function(thing, *arguments))

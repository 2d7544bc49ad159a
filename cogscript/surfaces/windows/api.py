"""Windows' own functions, as ctypes calls them. Loading this module needs no Windows; calling does."""

from __future__ import annotations

import ctypes
from ctypes import wintypes
from functools import cache
from typing import Any

KEYBOARD, MOUSE = 1, 0
KEY_EXTENDED, KEY_UP, KEY_UNICODE = 0x0001, 0x0002, 0x0004


class _MouseInput(ctypes.Structure):
    _fields_ = (
        ("x", wintypes.LONG),
        ("y", wintypes.LONG),
        ("data", wintypes.LONG),
        ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("extra", ctypes.c_void_p),
    )


class _KeyInput(ctypes.Structure):
    _fields_ = (
        ("virtual_key", wintypes.WORD),
        ("scan", wintypes.WORD),
        ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD),
        ("extra", ctypes.c_void_p),
    )


class _Either(ctypes.Union):
    _fields_ = (("mouse", _MouseInput), ("key", _KeyInput))


class Input(ctypes.Structure):
    """INPUT, what SendInput takes."""

    _fields_ = (("kind", wintypes.DWORD), ("is_", _Either))


class GuiThreadInfo(ctypes.Structure):
    _fields_ = (
        ("size", wintypes.DWORD),
        ("flags", wintypes.DWORD),
        ("active", wintypes.HWND),
        ("focus", wintypes.HWND),
        ("capture", wintypes.HWND),
        ("menu_owner", wintypes.HWND),
        ("move_size", wintypes.HWND),
        ("caret", wintypes.HWND),
        ("caret_rect", wintypes.RECT),
    )


def key_input(virtual_key: int, scan: int, flags: int) -> Input:
    made = Input(kind=KEYBOARD)
    made.is_.key = _KeyInput(virtual_key, scan, flags, 0, None)
    return made


def mouse_input(flags: int, data: int = 0, x: int = 0, y: int = 0) -> Input:
    made = Input(kind=MOUSE)
    made.is_.mouse = _MouseInput(x, y, data, flags, 0, None)
    return made


_HANDLE = ctypes.c_void_p
_USER32: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "AttachThreadInput": (wintypes.BOOL, (wintypes.DWORD, wintypes.DWORD, wintypes.BOOL)),
    "ClientToScreen": (wintypes.BOOL, (_HANDLE, ctypes.c_void_p)),
    "GetAncestor": (_HANDLE, (_HANDLE, wintypes.UINT)),
    "GetClassNameW": (ctypes.c_int, (_HANDLE, wintypes.LPWSTR, ctypes.c_int)),
    "GetClientRect": (wintypes.BOOL, (_HANDLE, ctypes.c_void_p)),
    "GetForegroundWindow": (_HANDLE, ()),
    "GetGUIThreadInfo": (wintypes.BOOL, (wintypes.DWORD, ctypes.c_void_p)),
    "GetKeyboardLayout": (_HANDLE, (wintypes.DWORD,)),
    "GetKeyState": (ctypes.c_short, (ctypes.c_int,)),
    "GetAsyncKeyState": (ctypes.c_short, (ctypes.c_int,)),
    "GetShellWindow": (_HANDLE, ()),
    "GetWindow": (_HANDLE, (_HANDLE, wintypes.UINT)),
    "GetWindowLongW": (wintypes.LONG, (_HANDLE, ctypes.c_int)),
    "GetWindowRect": (wintypes.BOOL, (_HANDLE, ctypes.c_void_p)),
    "GetWindowTextW": (ctypes.c_int, (_HANDLE, wintypes.LPWSTR, ctypes.c_int)),
    "GetWindowThreadProcessId": (wintypes.DWORD, (_HANDLE, ctypes.c_void_p)),
    "IsHungAppWindow": (wintypes.BOOL, (_HANDLE,)),
    "IsIconic": (wintypes.BOOL, (_HANDLE,)),
    "IsWindow": (wintypes.BOOL, (_HANDLE,)),
    "IsWindowVisible": (wintypes.BOOL, (_HANDLE,)),
    "IsZoomed": (wintypes.BOOL, (_HANDLE,)),
    "MapVirtualKeyExW": (wintypes.UINT, (wintypes.UINT, wintypes.UINT, _HANDLE)),
    "PostMessageW": (wintypes.BOOL, (_HANDLE, wintypes.UINT, ctypes.c_size_t, ctypes.c_ssize_t)),
    "RealGetWindowClassW": (wintypes.UINT, (_HANDLE, wintypes.LPWSTR, wintypes.UINT)),
    "SendInput": (wintypes.UINT, (wintypes.UINT, ctypes.c_void_p, ctypes.c_int)),
    "SendMessageTimeoutW": (
        ctypes.c_ssize_t,
        (_HANDLE, wintypes.UINT, ctypes.c_size_t, ctypes.c_ssize_t, *(wintypes.UINT,) * 2, ctypes.c_void_p),
    ),
    "SetForegroundWindow": (wintypes.BOOL, (_HANDLE,)),
    "SetWindowPos": (wintypes.BOOL, (_HANDLE, _HANDLE, *(ctypes.c_int,) * 4, wintypes.UINT)),
    "ShowWindow": (wintypes.BOOL, (_HANDLE, ctypes.c_int)),
    "VkKeyScanExW": (ctypes.c_short, (wintypes.WCHAR, _HANDLE)),
    "WindowFromPoint": (_HANDLE, (wintypes.POINT,)),
}  # fmt: skip
_KERNEL32: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "CloseHandle": (wintypes.BOOL, (_HANDLE,)),
    "CreateToolhelp32Snapshot": (_HANDLE, (wintypes.DWORD, wintypes.DWORD)),
    "GetConsoleWindow": (_HANDLE, ()),
    "GetCurrentThreadId": (wintypes.DWORD, ()),
    "OpenProcess": (_HANDLE, (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)),
    "QueryFullProcessImageNameW": (
        wintypes.BOOL, (_HANDLE, wintypes.DWORD, wintypes.LPWSTR, ctypes.c_void_p),
    ),
}  # fmt: skip


@cache
def user32() -> Any:
    return _declared("user32", _USER32)


@cache
def kernel32() -> Any:
    return _declared("kernel32", _KERNEL32)


@cache
def library(name: str) -> Any:
    """Another of Windows' libraries, as it is."""
    return getattr(ctypes, "WinDLL")(name)  # noqa: B009 - only Windows has it


def _declared(name: str, functions: dict[str, tuple[Any, tuple[Any, ...]]]) -> Any:
    # A library object of our own: pynput and others declare the same functions differently.
    loaded = getattr(ctypes, "WinDLL")(name, use_last_error=True)  # noqa: B009
    for function, (result, arguments) in functions.items():
        declared = getattr(loaded, function)
        declared.restype, declared.argtypes = result, arguments
    return loaded

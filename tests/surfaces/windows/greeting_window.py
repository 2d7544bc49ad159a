"""A program that greets before its window comes, as many do."""

import ctypes
import time
from ctypes import wintypes

POPUP, ORDINARY, VISIBLE = 0x80000000, 0x00CF0000, 0x10000000
GREETED = 1.5
"""Seconds that the greeting stays."""

user32 = ctypes.WinDLL("user32")
user32.CreateWindowExW.restype = ctypes.c_void_p
user32.CreateWindowExW.argtypes = (
    wintypes.DWORD, wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.DWORD, *(ctypes.c_int,) * 4,
    *(ctypes.c_void_p,) * 4,
)  # fmt: skip
user32.DestroyWindow.argtypes = user32.SetForegroundWindow.argtypes = (ctypes.c_void_p,)
message = wintypes.MSG()


def shown(kind: str, title: str, style: int, *place: int) -> int:
    return user32.CreateWindowExW(0, kind, title, style | VISIBLE, *place, None, None, None, None)


greeting = shown("STATIC", "Welcome to the program", POPUP, 400, 250, 400, 250)
until = time.monotonic() + GREETED
while time.monotonic() < until:
    while user32.PeekMessageW(ctypes.byref(message), None, 0, 0, 1):
        user32.DispatchMessageW(ctypes.byref(message))
    time.sleep(0.01)
user32.DestroyWindow(greeting)
time.sleep(0.3)  # between the two there is nothing
shown("STATIC", "The program itself", ORDINARY, 100, 100, 500, 300)
while user32.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
    user32.TranslateMessage(ctypes.byref(message))
    user32.DispatchMessageW(ctypes.byref(message))

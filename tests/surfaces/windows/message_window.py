"""A small window that writes down every message of the mouse and the keyboard, as a program gets them.

Below a plain area for that there are three fields: of one line, of several lines, and for a password. Their
texts are what `WM_GETTEXT` gives. Started with the path of the log.
"""

import ctypes
import sys
from ctypes import wintypes

KINDS = {
    0x0100: "down", 0x0101: "up", 0x0102: "char", 0x0104: "down", 0x0105: "up", 0x0106: "char",
    0x0201: "left-down", 0x0202: "left-up", 0x0203: "left-double", 0x0204: "right-down", 0x0205: "right-up",
    0x0207: "middle-down", 0x0208: "middle-up", 0x020A: "wheel", 0x020E: "sideways", 0x0200: "move",
}  # fmt: skip
user32 = ctypes.WinDLL("user32")
kernel32 = ctypes.WinDLL("kernel32")
Procedure = ctypes.WINFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_void_p, wintypes.UINT, ctypes.c_size_t, ctypes.c_ssize_t
)
user32.DefWindowProcW.argtypes = (ctypes.c_void_p, wintypes.UINT, ctypes.c_size_t, ctypes.c_ssize_t)
user32.DefWindowProcW.restype = ctypes.c_ssize_t
user32.CreateWindowExW.restype = ctypes.c_void_p
user32.CreateWindowExW.argtypes = (
    wintypes.DWORD, wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.DWORD, *(ctypes.c_int,) * 4,
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p,
)  # fmt: skip
user32.SetForegroundWindow.argtypes = user32.SetFocus.argtypes = (ctypes.c_void_p,)
kernel32.GetModuleHandleW.restype = ctypes.c_void_p


class WindowClass(ctypes.Structure):
    _fields_ = (
        ("style", wintypes.UINT), ("procedure", Procedure), ("class_extra", ctypes.c_int),
        ("window_extra", ctypes.c_int), ("instance", ctypes.c_void_p), ("icon", ctypes.c_void_p),
        ("cursor", ctypes.c_void_p), ("background", ctypes.c_void_p), ("menu", wintypes.LPCWSTR),
        ("name", wintypes.LPCWSTR),
    )  # fmt: skip


log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)  # noqa: SIM115 - open as long as the window


@Procedure
def procedure(window, message, first, second):
    kind = KINDS.get(message)
    if kind in ("down", "up"):
        print(kind, f"{first:02X}", f"{second >> 16 & 0xFF:02X}", second >> 24 & 1, file=log)
    elif kind == "char":
        print(kind, f"{first:04X}", file=log)
    elif kind:
        high = ctypes.c_short(first >> 16 & 0xFFFF).value
        x, y = ctypes.c_short(second & 0xFFFF).value, ctypes.c_short(second >> 16 & 0xFFFF).value
        print(kind, x, y, high, first & 0x0C, file=log)
    if message == 0x0002:
        user32.PostQuitMessage(0)
        return 0
    if message == 0x0007:  # the focus came: a field that a person clicked keeps it, we do not hand it on
        return 0
    if message in (0x0104, 0x0105):  # Alt with a key: no menu of the system
        return 0
    if message == 0x0201:
        user32.SetFocus(window)
    return user32.DefWindowProcW(window, message, first, second)


ours = kernel32.GetModuleHandleW(None)
made = WindowClass(0x0008, procedure, 0, 0, ours, None, None, 6, None, "MessageLog")
user32.RegisterClassW(ctypes.byref(made))
window = user32.CreateWindowExW(
    0, "MessageLog", "Message log", 0x10CF0000, 100, 100, 600, 500, None, None, ours, None
)
VISIBLE_CHILD = 0x50810000  # WS_CHILD | WS_VISIBLE | WS_BORDER | WS_TABSTOP
FIELDS = ((VISIBLE_CHILD | 0x80, 250), (VISIBLE_CHILD | 0x1044, 290), (VISIBLE_CHILD | 0xA0, 400))
for style, top in FIELDS:  # ES_AUTOHSCROLL; ES_MULTILINE, ES_AUTOVSCROLL, ES_WANTRETURN; ES_PASSWORD
    height = 100 if style & 0x04 else 30
    user32.CreateWindowExW(0, "EDIT", "", style, 20, top, 500, height, window, None, ours, None)
user32.SetForegroundWindow(window)
message = wintypes.MSG()
while user32.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
    user32.TranslateMessage(ctypes.byref(message))
    user32.DispatchMessageW(ctypes.byref(message))

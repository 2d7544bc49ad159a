"""The person's Windows desktop. Built on documented calls (SendInput, Get-StartApps, pygetwindow)."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from cogscript.language.box import Rect
from cogscript.language.diagnostic import Fault
from cogscript.screens.key_names import WINDOWS
from cogscript.screens.links import checked_link
from cogscript.screens.protocol import Window
from cogscript.screens.pyautogui_screen import PyAutoGuiScreen, await_window

if TYPE_CHECKING:
    from cogscript.settings import Settings

_KEY_UP, _UNICODE = 0x0002, 0x0004
# Every application of the Start menu, Store applications too, by the name people see. No value enters it.
START_APPS_COMMAND = [
    "powershell", "-NoProfile", "-NonInteractive", "-Command",
    "[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-StartApps | ConvertTo-Json -Compress",
]  # fmt: skip


def read_start_apps(answer: str) -> dict[str, str]:
    """A name as the Start menu shows it → its identity, from Get-StartApps's JSON."""
    try:
        listed = json.loads(answer or "[]")
    except json.JSONDecodeError:
        return {}
    rows = listed if isinstance(listed, list) else [listed]
    return {row["Name"]: row["AppID"] for row in rows if row.get("Name") and row.get("AppID")}


def find_start_app(name: str, apps: Mapping[str, str]) -> str | None:
    """The identity of the application people mean: its whole name, else a whole word of one name only."""
    wanted = name.strip().casefold()
    by_fold = {each.casefold(): identity for each, identity in apps.items()}
    if wanted in by_fold:
        return by_fold[wanted]
    parts = [identity for each, identity in by_fold.items() if wanted and wanted in each.split()]
    return parts[0] if len(parts) == 1 else None


def start_app_command(identity: str) -> list[str]:
    """The command that starts an application by its identity."""
    return ["explorer.exe", f"shell:AppsFolder\\{identity}"]


def unicode_events(text: str) -> Iterator[tuple[int, int]]:
    """(UTF-16 unit, flags) of each key event that enters a text as characters."""
    units = text.replace("\r\n", "\n").replace("\n", "\r").encode("utf-16-le")
    for at in range(0, len(units), 2):
        unit = int.from_bytes(units[at : at + 2], "little")
        yield unit, _UNICODE
        yield unit, _UNICODE | _KEY_UP


class WindowsScreen(PyAutoGuiScreen):
    system = "Windows"
    notch = 120

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, WINDOWS)

    def type_text(self, text: str) -> None:
        """As key events that carry the characters themselves: no layout, no clipboard."""
        self._may_act()
        _send_units(list(unicode_events(text)))

    def launch_app(self, name: str, timeout: float) -> Window | None:
        before = self.windows()
        answer = subprocess.run(START_APPS_COMMAND, capture_output=True)
        apps = read_start_apps(answer.stdout.decode("utf-8", "replace"))
        identity = find_start_app(name, apps)
        program = (
            None if identity or any(each in name for each in '/\\:*?"<>|') else shutil.which(name.strip())
        )
        if identity:
            subprocess.Popen(start_app_command(identity))
        elif program:
            subprocess.Popen([program])
        else:
            close = get_close_matches(name, apps, n=3, cutoff=0.5)
            raise Fault(
                "app-unknown",
                f"there is no application called `{name[:80]}`",
                f"close to it: {', '.join(close)}" if close else "look for its name in the Start menu",
            )
        return await_window(self, before, name, timeout)

    def launch_url(self, url: str, timeout: float) -> Window | None:
        link = checked_link(url, self._settings.launch.schemes)
        before = self.windows()
        if self._settings.launch.browser:
            subprocess.Popen([*self._settings.launch.browser, link])
        else:
            import webbrowser

            webbrowser.open(link)
        return await_window(self, before, link, timeout)

    def windows(self) -> list[Window]:
        import pygetwindow

        active = pygetwindow.getActiveWindow()
        return [
            Window(each._hWnd, each.title, Rect(each.left, each.top, each.right, each.bottom), each == active)
            for each in pygetwindow.getAllWindows()
            if each.title and each.visible
        ]

    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> None:
        import pygetwindow

        chosen = next((each for each in pygetwindow.getAllWindows() if each._hWnd == window.handle), None)
        if chosen is None:
            raise Fault("window-gone", f"the window `{window.title}` is no longer there")
        if action in ("move", "resize") and rect is None:
            raise Fault("window", f"to {action} a window, say where to: give a box")
        place: Sequence[int] = ()
        if rect is not None and action in ("move", "resize"):
            place = (rect.left, rect.top) if action == "move" else (rect.width, rect.height)
        method = {"move": "moveTo", "resize": "resizeTo"}.get(action, action)
        try:
            getattr(chosen, method)(*place)
        except pygetwindow.PyGetWindowException as error:
            raise Fault(
                "window", f"the window `{window.title}` cannot be told to {action}: {error}"
            ) from error


def _send_units(events: list[tuple[int, int]]) -> None:
    import ctypes
    from ctypes import wintypes

    class KeyInput(ctypes.Structure):
        _fields_ = (
            ("virtual_key", wintypes.WORD),
            ("scan", wintypes.WORD),
            ("flags", wintypes.DWORD),
            ("time", wintypes.DWORD),
            ("extra", ctypes.c_void_p),
        )

    class Input(ctypes.Structure):
        # The union's largest member is the mouse's, eight bytes longer than the keyboard's.
        _fields_ = (("kind", wintypes.DWORD), ("key", KeyInput), ("padding", ctypes.c_ubyte * 8))

    inputs = (Input * len(events))()
    for at, (unit, flags) in enumerate(events):
        inputs[at].kind = 1
        inputs[at].key = KeyInput(0, unit, flags, 0, None)
    user32: Any = getattr(ctypes, "windll").user32  # noqa: B009
    sent = user32.SendInput(len(events), inputs, ctypes.sizeof(Input))
    if sent != len(events):
        raise Fault(
            "keyboard",
            "Windows refused the keys: the window in front belongs to a program with higher rights",
            "run this program as administrator too, or choose another window",
        )

"""The person's Mac, through documented calls (Quartz, `open`, `osascript`); names are only ever arguments."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Rect
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Method, Window
from cogscript.surfaces.links import checked_link
from cogscript.surfaces.macos.pyautogui_hands import PyAutoGuiHands
from cogscript.surfaces.personal_desktop import PersonalDesktop, await_window

if TYPE_CHECKING:
    from cogscript.settings import Settings

_APPLICATIONS = ("/Applications", "/System/Applications", "/System/Applications/Utilities", "~/Applications")
_UNITS = 20
"""UTF-16 units of text that one keyboard event can carry."""

# Arguments: the application, the window's title, the action, then left, top, width, height.
_WINDOW_SCRIPT = """
on run argv
  set {app_name, window_title, what} to {item 1 of argv, item 2 of argv, item 3 of argv}
  tell application "System Events" to tell process app_name
    set chosen to first window whose name is window_title
    if what is "activate" then
      set frontmost to true
      perform action "AXRaise" of chosen
    else if what is "minimize" then
      set value of attribute "AXMinimized" of chosen to true
    else if what is "restore" then
      set value of attribute "AXMinimized" of chosen to false
      set frontmost to true
    else if what is "maximize" then
      set position of chosen to {0, 25}
      set size of chosen to {(item 6 of argv) as integer, (item 7 of argv) as integer}
    else if what is "close" then
      click (first button of chosen whose subrole is "AXCloseButton")
    else if what is "move" then
      set position of chosen to {(item 4 of argv) as integer, (item 5 of argv) as integer}
    else if what is "resize" then
      set size of chosen to {(item 6 of argv) as integer, (item 7 of argv) as integer}
    end if
  end tell
end run
"""


def open_app_command(name: str, arguments: Sequence[str] = (), folder: str | None = None) -> list[str]:
    """The command that starts an application by its name: with files to open, or with options."""
    paths = [os.path.join(folder or "", argument) for argument in arguments]
    if all(os.path.exists(path) for path in paths):
        return ["open", "-a", name, *paths]
    return ["open", "-a", name, "--args", *arguments]


def open_link_command(link: str, browser: Sequence[str]) -> list[str]:
    return [*browser, link] if browser else ["open", link]


def window_command(application: str, title: str, action: str, rect: Rect) -> list[str]:
    numbers = [str(number) for number in (rect.left, rect.top, rect.width, rect.height)]
    return ["osascript", "-e", _WINDOW_SCRIPT, application, title, action, *numbers]


def text_pieces(text: str) -> Iterator[str]:
    """The text in pieces that each fit one event, no character cut in two."""
    piece, units = "", 0
    for character in text:
        size = 2 if ord(character) > 0xFFFF else 1
        if units + size > _UNITS:
            yield piece
            piece, units = "", 0
        piece += character
        units += size
    if piece:
        yield piece


class MacDesktop(PersonalDesktop):
    shortcut_key = "left_super"
    back_keys = ("left_super", "[")

    def __init__(self, settings: Settings) -> None:
        if not _is_trusted():
            raise Fault(
                "accessibility",
                "macOS does not let this program press keys and move the pointer",
                "allow your terminal in System Settings → Privacy & Security → Accessibility",
            )
        super().__init__(settings, PyAutoGuiHands())

    def _no_capture(self, error: Exception) -> Fault:
        return Fault(
            "capture",
            f"the screen cannot be captured: {error}",
            "allow your terminal in System Settings → Privacy & Security → Screen & System Audio Recording",
        )

    def is_pressing(self) -> bool:
        import Quartz

        state = Quartz.kCGEventSourceStateCombinedSessionState
        return bool(Quartz.CGEventSourceButtonState(state, Quartz.kCGMouseButtonLeft))

    def type_text(
        self, text: str, method: Method = "keys", arrived: Callable[[], bool] | None = None
    ) -> None:
        """As keyboard events that carry the characters themselves: no layout, no clipboard."""
        import Quartz

        self._may_type()
        for piece in text_pieces(text.replace("\r\n", "\n").replace("\n", "\r")):
            for down in (True, False):
                event = Quartz.CGEventCreateKeyboardEvent(None, 0, down)
                Quartz.CGEventSetFlags(event, 0)
                Quartz.CGEventKeyboardSetUnicodeString(event, len(piece.encode("utf-16-le")) // 2, piece)
                Quartz.CGEventPost(Quartz.kCGHIDEventTap, event)

    def launch_app(
        self, name: str, timeout: float, arguments: Sequence[str] = (), folder: str | None = None
    ) -> Window | None:
        before = self.windows()
        if not name.strip() or name.startswith("-"):
            raise self._unknown(name)
        command = open_app_command(name.strip(), arguments, folder)
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise self._unknown(name)
        return await_window(self, before, name, timeout)

    def _unknown(self, name: str) -> Fault:
        folders = (Path(folder).expanduser() for folder in _APPLICATIONS)
        names = [app.stem for folder in folders if folder.is_dir() for app in folder.glob("*.app")]
        close = get_close_matches(name, names, n=3, cutoff=0.5)
        return Fault(
            "app-unknown",
            f"there is no application called `{name[:80]}`",
            f"close to it: {', '.join(close)}" if close else "look for its name in the Applications folder",
        )

    def launch_url(self, url: str, timeout: float) -> Window | None:
        link = checked_link(url, self.settings.launch.schemes)
        before = self.windows()
        done = subprocess.run(
            open_link_command(link, self.settings.launch.browser), capture_output=True, text=True
        )
        if done.returncode:
            raise Fault("launch", f"`{link}` cannot be opened: {done.stderr.strip()}")
        return await_window(self, before, link, timeout)

    def windows(self) -> list[Window]:
        import Quartz

        options = Quartz.kCGWindowListOptionOnScreenOnly | Quartz.kCGWindowListExcludeDesktopElements
        listed = Quartz.CGWindowListCopyWindowInfo(options, Quartz.kCGNullWindowID)
        found: list[Window] = []
        for each in listed:
            if each.get("kCGWindowLayer") == 0:  # ordinary windows; the front one comes first
                found.append(_window(each, active=not found))
        return found

    def window_action(self, window: Window, action: str, rect: Rect | None = None) -> bool | None:
        if action in ("move", "resize") and rect is None:
            raise Fault("window", f"to {action} a window, say where to: give a box")
        application, _, title = str(window.handle).partition("\0")[2].partition("\0")
        command = window_command(application, title, action, rect or self._size.rect)
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Fault(
                "window", f"the window `{window.title}` cannot be told to {action}: {done.stderr.strip()}"
            )
        return None


def _window(info: Any, *, active: bool) -> Window:
    bounds = info["kCGWindowBounds"]
    left, top = int(bounds["X"]), int(bounds["Y"])
    rect = Rect(left, top, left + int(bounds["Width"]), top + int(bounds["Height"]))
    owner, title = str(info.get("kCGWindowOwnerName", "")), str(info.get("kCGWindowName") or "")
    return Window(
        f"{info['kCGWindowNumber']}\0{owner}\0{title}",
        title or owner,
        rect,
        active,
        (owner,) if owner else (),
    )


def _is_trusted() -> bool:
    """Whether the person has allowed this program to control the Mac."""
    import ctypes

    services = ctypes.CDLL("/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices")
    services.AXIsProcessTrusted.restype = ctypes.c_bool
    return bool(services.AXIsProcessTrusted())

"""The screens a workflow can run on, and what each has: clipboard, fonts, accessibility, recording."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from typing import cast

from cogscript.doctor.probe import Lacking, Probe, Visit
from cogscript.language.diagnostic import Fault
from cogscript.system_packages import install_command, things

_LINUX = sys.platform.startswith("linux")
_SAMPLE = "cog 剪贴板 📋"

_SYSTEMS = {"win32": "Windows", "darwin": "macOS", "linux": "X11"}


def _require(*names: str) -> None:
    """On Linux, things of the list of system packages must show themselves."""
    absent = [name for name in names if _LINUX and not things()[name].seen()]
    if absent:
        shown = ", ".join(things()[name].program or name.replace("-", " ") for name in absent)
        raise Lacking(f"not installed: {shown}", install_command(absent))


def _environment(visit: Visit) -> Mapping[str, str]:
    """Of the programs on the screen that is there to try things on: the private one, or else the person's."""
    from cogscript.screens import default_screen

    if visit.private:
        return cast("Mapping[str, str]", getattr(visit.private, "environment", os.environ))
    if default_screen() != "desktop":
        raise Lacking("there is no screen to try it on", "mend one of the screens first")
    return os.environ


def _desktop(visit: Visit) -> str:
    """The person's own screen is looked at and nothing on it touched."""
    from cogscript.screens import default_screen, open_screen

    try:
        screen = open_screen("desktop", size=None, settings=visit.settings)
    except Fault as fault:
        if fault.code == "wayland" or default_screen() != "desktop":
            raise Lacking(fault.reason, fault.advice) from fault
        raise
    try:
        screen.capture()
        return f"{_SYSTEMS[sys.platform]}, {screen.size.width}×{screen.size.height}"
    finally:
        screen.close()


def _private_screen(visit: Visit) -> str:
    from cogscript.screens import open_screen

    if not _LINUX:
        raise Lacking("there is none on this system, only on Linux", "use `--screen desktop`")
    _require("xvfb", "openbox")
    visit.private = open_screen("virtual", size=None, settings=visit.settings)
    visit.private.capture()
    return f"Xvfb and openbox start, {visit.private.size.width}×{visit.private.size.height}"


def _clipboard(visit: Visit) -> str:
    """Tried on the private screen alone: the person's own clipboard is theirs."""
    _environment(visit)
    if not visit.private:
        return "the system's own"
    visit.private.set_clipboard(_SAMPLE)
    out = visit.private.clipboard()
    if out != _SAMPLE:
        raise Fault("clipboard", f"`{_SAMPLE}` went in and `{out}` came out")
    return "text goes in and comes out again"


def _chinese_font(_: Visit) -> str:
    _require("chinese-font")
    if not _LINUX:
        return "the system's own"
    asked = ["fc-match", "--format=%{family[0]}", "sans:lang=zh-cn"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def _accessibility(visit: Visit) -> str:
    from cogscript.screens.elements import open_elements

    _require("dbus", "accessibility")
    _environment(visit)
    where = "the private screen" if visit.private else "your screen"
    elements = open_elements(visit.private)
    if elements is None:
        mend = "see that a D-Bus session runs there (DBUS_SESSION_BUS_ADDRESS), or use `--screen virtual`"
        raise Lacking(f"no accessibility service answers on {where}", mend)
    elements.close()
    return f"the service answers on {where}"


def _recording(visit: Visit) -> str:
    """Whether input can be listened to: on X11, the server's RECORD extension."""
    if importlib.util.find_spec("pynput") is None:
        builders = [name for name in ("compiler", "python-headers") if _LINUX and not things()[name].seen()]
        first = f"{install_command(builders)} && " if builders else ""
        raise Lacking("the package pynput is not installed", f"{first}pip install 'cogscript[record]'")
    if not _LINUX:
        return "the system's own"
    from cogscript.screens.x11_connection import connect

    connection = connect(_environment(visit))
    try:
        if not connection.has_extension("RECORD"):
            mend = "switch the extension on in the X server's settings"
            raise Lacking("the X server has no RECORD extension", mend)
    finally:
        connection.close()
    return f"input can be heard on {'the private screen' if visit.private else 'your screen'}"


def _macos_right(framework: str, function: str, pane: str, _: Visit) -> str:
    """Whether macOS has granted a right; the framework's function tells without asking the person."""
    import ctypes

    library = ctypes.CDLL(f"/System/Library/Frameworks/{framework}.framework/{framework}")
    granted = getattr(library, function)
    granted.restype = ctypes.c_bool
    if not granted():
        mend = f"allow your terminal in System Settings → Privacy & Security → {pane}, then restart it"
        raise Lacking("macOS does not allow it yet", mend)
    return "macOS allows it"


_MACOS_RIGHTS = (
    ("steering", "ApplicationServices", "AXIsProcessTrusted", "Accessibility"),
    ("seeing", "CoreGraphics", "CGPreflightScreenCaptureAccess", "Screen Recording"),
    ("listening", "CoreGraphics", "CGPreflightListenEventAccess", "Input Monitoring"),
)

PROBES = (
    Probe("desktop", "workflows on your own screen (`--screen desktop`), and `cog record`", _desktop),
    *(
        Probe(name, "`--screen desktop`", partial(_macos_right, framework, function, pane))
        for name, framework, function, pane in _MACOS_RIGHTS
        if sys.platform == "darwin"
    ),
    Probe("private screen", "workflows away from your own screen (`--screen virtual`)", _private_screen),
    Probe("clipboard", "QUOTE_CLIPBOARD, SET_CLIPBOARD, and TYPE where it pastes", _clipboard),
    Probe("Chinese font", "Chinese that can be seen, and read, on the private screen", _chinese_font),
    Probe("accessibility", "targets by name, and names in recordings", _accessibility),
    Probe("recording", "`cog record`", _recording),
)

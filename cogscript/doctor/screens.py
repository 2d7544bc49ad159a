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
from cogscript.language.model.diagnostic import Fault
from cogscript.surfaces.capabilities import Clipboard, Pixels
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
    from cogscript.surfaces import default_surface

    if visit.private:
        return cast("Mapping[str, str]", getattr(visit.private, "environment", os.environ))
    if default_surface() != "desktop":
        raise Lacking("there is no screen to try it on", "fix one of the screens first")
    return os.environ


def _desktop(visit: Visit) -> str:
    """The person's own screen is looked at and nothing on it touched."""
    from cogscript.surfaces import default_surface, open_surface

    try:
        screen = open_surface("desktop", size=None, settings=visit.settings)
    except Fault as fault:
        if fault.code == "wayland" or default_surface() != "desktop":
            raise Lacking(fault.reason, fault.advice) from fault
        raise
    try:
        screen.need(Pixels).capture()
        return f"{_SYSTEMS[sys.platform]}, {screen.size.width}×{screen.size.height}"
    finally:
        screen.close()


def _private_screen(visit: Visit) -> str:
    from cogscript.surfaces import open_surface

    if not _LINUX:
        raise Lacking("there is none on this system, only on Linux", "use `--screen desktop`")
    _require("xvfb", "openbox")
    visit.private = open_surface("virtual", size=None, settings=visit.settings)
    visit.private.need(Pixels).capture()
    return f"Xvfb and openbox start, {visit.private.size.width}×{visit.private.size.height}"


def _clipboard(visit: Visit) -> str:
    """Tried on the private screen alone: the person's own clipboard is theirs."""
    _environment(visit)
    if not visit.private:
        return "the system's own"
    clipboard = visit.private.need(Clipboard)
    clipboard.set_clipboard(_SAMPLE)
    out = clipboard.clipboard()
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
    from cogscript.surfaces import open_surface

    _require("dbus", "accessibility")
    _environment(visit)
    surface = visit.private or open_surface("desktop", settings=visit.settings)
    try:
        elements = surface.elements
        # A library that loads is no service that answers: other systems always have something to tell of.
        answers = elements is not None and (_LINUX or bool(elements.snapshot().elements))
    finally:
        if surface is not visit.private:
            surface.close()
    where = "the private screen" if visit.private else "your screen"
    if not answers:
        fix = (
            "see that a D-Bus session runs there (DBUS_SESSION_BUS_ADDRESS), or use `--screen virtual`"
            if _LINUX
            else "targets are read from the picture instead; open a program's window and try again"
        )
        raise Lacking(f"no accessibility service answers on {where}", fix)
    return f"the service answers on {where}"


def _recording(visit: Visit) -> str:
    """Whether input can be listened to: on X11, the server's RECORD extension."""
    if importlib.util.find_spec("pynput") is None:
        builders = [name for name in ("compiler", "python-headers") if _LINUX and not things()[name].seen()]
        first = f"{install_command(builders)} && " if builders else ""
        raise Lacking("the package pynput is not installed", f"{first}pip install 'cogscript[record]'")
    if not _LINUX:
        return "the system's own"
    from cogscript.surfaces.x11.connection import connect

    connection = connect(_environment(visit))
    try:
        if not connection.has_extension("RECORD"):
            fix = "switch the extension on in the X server's settings"
            raise Lacking("the X server has no RECORD extension", fix)
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
        fix = f"allow your terminal in System Settings → Privacy & Security → {pane}, then restart it"
        raise Lacking("macOS does not allow it yet", fix)
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

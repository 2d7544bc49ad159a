"""The environment of the programs that a run starts: the person's own, without what would lead astray."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cogscript.surfaces.x11.profiles import own_folders

# Of the person's own session: none of it may leak into a private one.
_FOREIGN = frozenset(
    {"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DBUS_SESSION_BUS_ADDRESS", "NO_AT_BRIDGE",
     "AT_SPI_BUS_ADDRESS", "SESSION_MANAGER", "DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN", "DESKTOP_SESSION",
     "XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP", "XDG_SESSION_ID", "GTK_IM_MODULE", "QT_IM_MODULE",
     "XMODIFIERS"}
)  # fmt: skip
_OPENCV = "/cv2/qt/"


def persons_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """As it was when we were started: OpenCV leads every Qt program to Qt plugins of its own, which fail."""
    return {name: value for name, value in environment.items() if _OPENCV not in value}


def private_environment(environment: Mapping[str, str], folder: Path, *, own_profile: bool) -> dict[str, str]:
    """For a private screen whose things are in `folder`; with `own_profile`, programs keep the person's."""
    private = {
        name: value for name, value in persons_environment(environment).items() if name not in _FOREIGN
    }
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    private |= {
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_SESSION_TYPE": "x11",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }
    if not own_profile:
        private |= own_folders(folder, private) | {"GSETTINGS_BACKEND": "memory"}
    return private | utf8_locale(private)


def utf8_locale(environment: Mapping[str, str]) -> dict[str, str]:
    """What to set so that programs read and write UTF-8: in a C locale a terminal drops Chinese."""
    deciding = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "LC_CTYPE")
    if environment.get(deciding, "").lower().replace("-", "").endswith("utf8"):
        return {}
    return {"LC_ALL" if deciding == "LC_ALL" else "LC_CTYPE": "C.UTF-8"}

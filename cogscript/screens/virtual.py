"""A private desktop: an X server without a monitor, a window manager, a session bus of its own.

Everything lives in one temporary folder and under one supervisor process, so that the person's own
display, clipboard, bus and settings are never touched, and nothing is left however the run ends. The
X server wants a cookie: other people on the machine see nothing of it.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogscript.language.box import Size
from cogscript.language.diagnostic import Fault
from cogscript.screens import supervisor
from cogscript.screens.x11 import X11Screen
from cogscript.screens.x11_connection import talks_to_display
from cogscript.settings import Settings
from cogscript.system_packages import install_command

_FAMILY_LOCAL, _FAMILY_WILD = 256, 0xFFFF
_LARGEST = 16384
_ACCESSIBILITY = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_MANAGER_CONFIGURATION = Path(__file__).with_name("openbox.xml")
_MANAGER_LIMIT = 20.0
# Of the person's own session: none of it may leak in.
_FOREIGN = frozenset(
    {"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DBUS_SESSION_BUS_ADDRESS", "NO_AT_BRIDGE",
     "AT_SPI_BUS_ADDRESS", "SESSION_MANAGER", "DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN", "DESKTOP_SESSION",
     "XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP", "XDG_SESSION_ID", "GTK_IM_MODULE", "QT_IM_MODULE",
     "XMODIFIERS"}
)  # fmt: skip


class Supervised:
    """The supervisor process, as the run talks to it: a Spawner."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.profile_folder: str | None = str(folder / "profiles")
        self.environment: dict[str, str] = {}
        self._logs: dict[int, Path] = {}
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", supervisor.__file__, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert process.stdin
        assert process.stdout
        self._process, self._requests, self._answers = process, process.stdin, process.stdout

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            self._requests.write(json.dumps(request) + "\n")
            self._requests.flush()
            line = self._answers.readline()
        except (OSError, ValueError):
            line = ""
        if not line:
            raise Fault("virtual", "the private desktop was ended from outside")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def start(self, argv: list[str], *, folder: str | None = None, report: bool = False) -> dict[str, Any]:
        request = {
            "start": argv,
            "environment": self.environment,
            "folder": folder,
            "report": report,
            "log": str(self._log(argv[0])),
        }
        answer = self.ask(request)
        if "error" in answer:
            raise OSError(0, answer["error"])
        return answer

    def spawn(self, argv: list[str], folder: str | None) -> int:
        pid: int = self.start(argv, folder=folder)["pid"]
        self._logs[pid] = self._log(argv[0])
        return pid

    def _log(self, program: str) -> Path:
        return self._folder / f"{os.path.basename(program)}.log"

    def ended(self, pid: int) -> int | None:
        code: int | None = self.ask({"ended": pid})["code"]
        return code

    def last_words(self, pid: int) -> str:
        return last_line(self._logs[pid]) if pid in self._logs else ""

    def words_of(self, program: str) -> str:
        return last_line(self._log(program))

    def close(self) -> None:
        """Ask it to end everything, and wait until it has."""
        with contextlib.suppress(OSError, ValueError):
            self._requests.close()
        try:
            self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()


def last_line(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")[:300]


class VirtualScreen(X11Screen):
    def __init__(self, size: Size, settings: Settings) -> None:
        _check(size)
        folder = Path(tempfile.mkdtemp(prefix="cogscript-"))
        self._supervised = Supervised(folder)
        try:
            environment = _start_desktop(self._supervised, folder, size)
            super().__init__("virtual", environment, self._supervised, settings)
            self._await_manager()
        except BaseException:
            self._supervised.close()
            raise

    @talks_to_display
    def _await_manager(self) -> None:
        """Wait until openbox takes windows in: one that comes while it is starting may be missed for good."""
        deadline = time.monotonic() + _MANAGER_LIMIT
        root = self._display.screen().root
        while time.monotonic() < deadline:
            probe = root.create_window(0, 0, 16, 16, 0, 0)
            probe.map()
            seen = self.manager.await_change(lambda: self.manager.handles(), limit=0.3)
            probe.destroy()
            self._display.sync()
            if seen:
                self.manager.await_change(lambda: not self.manager.handles())
                return
        words = self._supervised.words_of("openbox")
        raise Fault("virtual", f"the window manager openbox did not start: {words}")

    def close(self) -> None:
        super().close()
        self._supervised.close()


def _check(size: Size) -> None:
    if sys.platform != "linux":
        raise Fault("virtual", "a private desktop needs Linux and Xvfb", "run with --screen desktop")
    if not (16 <= size.width <= _LARGEST and 16 <= size.height <= _LARGEST):
        raise Fault(
            "virtual",
            f"a private desktop cannot be {size.width}×{size.height}",
            f"each side can be 16 to {_LARGEST} pixels: --size 1280x800",
        )
    for program, thing in (("Xvfb", "xvfb"), ("openbox", "openbox")):
        if shutil.which(program) is None:
            raise Fault(
                "virtual",
                f"a private desktop needs {program}, which is not installed",
                install_command([thing]),
            )


def _start_desktop(supervised: Supervised, folder: Path, size: Size) -> dict[str, str]:
    """Start everything; the environment programs need to appear there."""
    runtime, cookie = folder / "runtime", folder / "cookie"
    runtime.mkdir(mode=0o700)
    _write_cookie(cookie)
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    environment |= {
        "XAUTHORITY": str(cookie),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_SESSION_TYPE": "x11",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        # Programs would otherwise write their settings into the person's own.
        "GSETTINGS_BACKEND": "memory",
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }
    environment |= utf8_locale(environment)
    supervised.environment = environment
    server = [
        "Xvfb", "-displayfd", "{fd}", "-screen", "0", f"{size.width}x{size.height}x24", "-auth", str(cookie),
        "-nolisten", "tcp", "-noreset", "-dpi", "96",
    ]  # fmt: skip
    number = supervised.start(server, report=True)["report"]
    if number is None:
        raise Fault("virtual", f"Xvfb did not start: {supervised.words_of('Xvfb')}")
    environment["DISPLAY"] = f":{number}"
    supervised.start(["openbox", "--sm-disable", "--config-file", str(_MANAGER_CONFIGURATION)])
    _start_bus(supervised, environment)
    return environment


def utf8_locale(environment: Mapping[str, str]) -> dict[str, str]:
    """What to set so that programs read and write UTF-8: in a C locale a terminal drops Chinese."""
    deciding = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "LC_CTYPE")
    if environment.get(deciding, "").lower().replace("-", "").endswith("utf8"):
        return {}
    return {"LC_ALL" if deciding == "LC_ALL" else "LC_CTYPE": "C.UTF-8"}


def _write_cookie(path: Path) -> None:
    """An Xauthority file with one cookie, for any display of this machine."""
    cookie = secrets.token_bytes(16)
    entries = b""
    for kind, address in ((_FAMILY_LOCAL, socket.gethostname().encode()), (_FAMILY_WILD, b"")):
        entries += struct.pack(">H", kind)
        for part in (address, b"", b"MIT-MAGIC-COOKIE-1", cookie):
            entries += struct.pack(">H", len(part)) + part
    path.touch(mode=0o600)
    path.write_bytes(entries)


def _start_bus(supervised: Supervised, environment: dict[str, str]) -> None:
    """A session bus with accessibility on it; without the packages, a desktop without elements."""
    if shutil.which("dbus-daemon") is None:
        return
    bus = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address={fd}"]
    address = supervised.start(bus, report=True)["report"]
    if address is None:
        return
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    launcher = next((path for path in _ACCESSIBILITY if os.path.exists(path)), None)
    if launcher is None:
        environment["NO_AT_BRIDGE"] = "1"
        return
    supervised.start([launcher, "--launch-immediately"])
    _enable_accessibility(address)


def _enable_accessibility(address: str) -> None:
    """Chromium publishes its elements only if a screen reader is said to be there before it starts."""
    from jeepney import DBusAddress, Properties
    from jeepney.io.blocking import open_dbus_connection

    status = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Status")
    with contextlib.suppress(OSError, TimeoutError), open_dbus_connection(bus=address) as connection:
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            connection.send_and_get_reply(Properties(status).set(name, "b", True), timeout=20)

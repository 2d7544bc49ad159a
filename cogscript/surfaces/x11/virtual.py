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
from typing import TYPE_CHECKING, Any

from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import PROFILES, Settings
from cogscript.surfaces.sizes import read_size
from cogscript.surfaces.x11 import supervisor
from cogscript.surfaces.x11.atspi.bus import begin_listening
from cogscript.surfaces.x11.connection import talks_to_display
from cogscript.surfaces.x11.dismissal import dismiss
from cogscript.surfaces.x11.program_environment import private_environment
from cogscript.surfaces.x11.surface import X11Surface
from cogscript.system_packages import install_command

if TYPE_CHECKING:
    from cogscript.surfaces.protocol import Surface
    from cogscript.surfaces.registry import World

_FAMILY_LOCAL, _FAMILY_WILD = 256, 0xFFFF
_LARGEST = 16384
_ACCESSIBILITY = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_MANAGER_CONFIGURATION = Path(__file__).with_name("openbox.xml")
_MANAGER_LIMIT = 20.0


class Supervised:
    """The supervisor process, as the run talks to it: a Spawner."""

    private = True

    def __init__(self, folder: Path, *, own_profile: bool) -> None:
        self._folder = folder
        self.profile_folder: str | None = None if own_profile else str(folder / "profiles")
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
        # Another process starts it: whoever audits this one would not see the program otherwise.
        sys.audit("cogscript.start", argv, self.environment)
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


class PrivateDesktop(X11Surface):
    def __init__(self, size: Size, settings: Settings) -> None:
        _check(size)
        own_profile = settings.run.profile == "own"
        folder = Path(tempfile.mkdtemp(prefix="cogscript-"))
        self._supervised = Supervised(folder, own_profile=own_profile)
        try:
            environment = _start_desktop(self._supervised, folder, size, own_profile=own_profile)
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

    @talks_to_display
    def dismiss(self) -> None:
        dismiss(self.manager)

    def close(self) -> None:
        super().close()
        self._supervised.close()


class VirtualKind:
    doc = "a private desktop: yours is not touched"
    world: World = "desktop"
    acts = True
    personal = False

    def check(self, settings: Settings, size: Size | None) -> None:
        _check(size or read_size(settings.run.size))
        if settings.run.profile not in PROFILES:
            raise Fault(
                "profile",
                f"there is no profile called `{settings.run.profile}`",
                f"it is {' or '.join(PROFILES)}: run.profile in the settings file",
            )

    def open(self, settings: Settings, size: Size | None) -> Surface:
        return PrivateDesktop(size or read_size(settings.run.size), settings)


VIRTUAL = VirtualKind()


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


def _start_desktop(supervised: Supervised, folder: Path, size: Size, *, own_profile: bool) -> dict[str, str]:
    """Start everything; the environment programs need to appear there."""
    cookie = folder / "cookie"
    _write_cookie(cookie)
    environment = private_environment(os.environ, folder, own_profile=own_profile)
    environment["XAUTHORITY"] = str(cookie)
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
    with contextlib.suppress(OSError):
        begin_listening(environment)

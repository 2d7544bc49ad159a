"""adb's own server, on a port and with a home of its own: the person's, if one runs, is left alone."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile


class AdbServer:
    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._home = tempfile.TemporaryDirectory(prefix="adb-home-")
        self.environment = {"ANDROID_ADB_SERVER_PORT": str(port), "HOME": self._home.name}

    def __call__(self, *words: str) -> str:
        done = subprocess.run(["adb", *words], env={**os.environ, **self.environment}, capture_output=True,
                              text=True, timeout=60)  # fmt: skip
        return done.stdout + done.stderr

    def close(self) -> None:
        self("kill-server")
        self._home.cleanup()

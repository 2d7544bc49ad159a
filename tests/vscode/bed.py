"""A VS Code of one's own in a folder: made once from npm's packages, started for a session of tests."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VSIX = ROOT / "editors" / "vscode" / "cogscript.vsix"

_VERSION = "code-server@4.100.3"
_NODE = 20
"""The version of Node that this version of VS Code is made for."""
_BUILT = ("node-pty", "@vscode/spdlog", "native-watchdog", "@parcel/watcher")
_SETTINGS = {
    "cog.python": sys.executable,
    "cog.screen": "virtual",
    "security.workspace.trust.enabled": False,
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
    "editor.minimap.enabled": False,
    "files.autoSave": "off",
    "debug.toolBarLocation": "docked",
    "terminal.integrated.gpuAcceleration": "off",  # its text can be read then
}


class CodeBed:
    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.package = self.folder / "node_modules" / "code-server"

    def make(self) -> None:
        """Install what is missing; nothing that a package brings is run but what has to be compiled."""
        stamp = self.folder / ".made-from"
        if stamp.exists() and stamp.read_text() == _VERSION:
            return
        version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) != _NODE:
            raise SystemExit(f"error: {_VERSION} wants Node {_NODE}, and here is {version.strip()}")
        print("Installing VS Code (two minutes)", flush=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "package.json").write_text("{}")
        self._npm("install", "--ignore-scripts", _VERSION, folder=self.folder)
        inside = self.package / "lib" / "vscode"
        for each in (inside, inside / "extensions"):
            self._npm("install", "--ignore-scripts", "--omit=dev", folder=each)
        self._npm("rebuild", "argon2", folder=self.folder)
        self._npm("rebuild", *_BUILT, folder=inside)
        (inside / "node_modules.asar").unlink(missing_ok=True)
        (inside / "node_modules.asar").symlink_to("node_modules")
        stamp.write_text(_VERSION)

    def _npm(self, *words: str, folder: Path) -> None:
        quiet = {"audit": "false", "fund": "false", "update_notifier": "false", "loglevel": "error"}
        given = {f"npm_config_{name}": value for name, value in quiet.items()}
        given |= {"npm_config_nodedir": "/usr", "npm_config_yes": "true"}
        subprocess.run(
            ["npm", *words], cwd=folder, env={**os.environ, **given}, check=True, stdout=subprocess.DEVNULL
        )

    @contextlib.contextmanager
    def running(self, state: Path, workspace: Path, display: Mapping[str, str]) -> Iterator[str]:
        """VS Code with our extension and a folder open, for a person at that display; its address."""
        user, extensions = state / "user", state / "extensions"
        for kind in ("User", "Machine"):  # in a browser, what names a program counts for its machine only
            (user / kind).mkdir(parents=True)
            (user / kind / "settings.json").write_text(json.dumps(_SETTINGS))
        entry = [
            "node", str(self.package / "out/node/entry.js"),
            "--user-data-dir", str(user), "--extensions-dir", str(extensions),
        ]  # fmt: skip
        environment = {
            **os.environ,
            **display,
            "PYTHONPATH": str(ROOT),
            "XDG_STATE_HOME": str(state / "state"),
            "XDG_CONFIG_HOME": str(state / "config"),
            "COGSCRIPT_SETTINGS": str(state / "none.toml"),
        }
        subprocess.run([*entry, "--install-extension", str(VSIX)], env=environment, check=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server = subprocess.Popen(
            [*entry, "--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry",
             "--disable-update-check", "--disable-getting-started-override", str(workspace)],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            _await(f"http://127.0.0.1:{port}/healthz")
            yield f"http://127.0.0.1:{port}/?folder={workspace}"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.pid, 15)
            server.wait(30)


def _await(address: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
